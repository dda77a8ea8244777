/** The versions that an import read and those that it left unchanged, for review. */
import { namedFirst } from '../collections.ts';
import { NAMED } from '../import/losses.ts';
import type { ImportedFacts } from '../import/run.ts';

type Read = Pick<ImportedFacts, 'plans' | 'lostNodes'>;

const LOST = 'MDM nodes that the newest DDF lacks';

function planSummary({ plans, lostNodes }: Read) {
  return {
    read: plans.flatMap(({ how, versions }) =>
      versions.map(({ source, version, input }) => {
        const onto = how === 'folded' ? ', put onto the facts of the versions before' : '';
        const date = version.date === undefined ? '' : ` (${version.date})`;
        return `${source.id} ${version.version}${date}: ${input.files} files, sha256 ${input.sha256}${onto}`;
      }),
    ),
    kept: plans.flatMap(({ kept }) => kept),
    lost: namedFirst(lostNodes, NAMED),
  };
}

/** Lines for a terminal; none if everything was read. */
export function linesOf(facts: Read): string[] {
  const { kept, lost } = planSummary(facts);
  const list = (what: string, lines: string[]) =>
    lines.length === 0 ? [] : [`${what}: ${lines.join(', ')}`];
  return [...list('kept as they are in the facts', kept), ...list(LOST, lost)];
}

/** Markdown for the notes of a release. */
export function importNotes(facts: Read): string {
  const { read, kept, lost } = planSummary(facts);
  const list = (title: string, lines: string[]) =>
    lines.length === 0 ? '' : `\n## ${title}\n\n${lines.map((line) => `- ${line}\n`).join('')}`;
  return list('Read', read) + list('Kept as they are in the facts', kept) + list(LOST, lost);
}
