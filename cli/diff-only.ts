/** `hivecheck diff <old> <new> --only <file>`: the values of the files, asked of both versions. */
import { join } from 'node:path';
import { markdown as markdownTable } from '../build/coverage-tables.ts';
import { compareDatasets } from '../build/diff/compare.ts';
import { type OwnChange, type OwnChanges, ownChanges } from '../build/diff/only.ts';
import { readVersion } from '../build/diff/read.ts';
import { findVersion, type VersionPlace } from '../build/pipeline/publish/sign.ts';
import { folded } from '../build/table.ts';
import { jsonText, visible } from '../build/visible.ts';
import { parseJson } from '../runtime/answer/json.ts';
import type { VerifiedItem } from '../runtime/contract/verified.ts';
import { openDataset } from '../runtime/dataset/open.ts';
import { folderStore } from '../runtime/node/folder-store.ts';
import type { Item } from '../runtime/readers/index.ts';
import type { Compared, DiffFlags } from './diff.ts';
import { CliError, EXIT } from './error.ts';
import { snapshotOf } from './open.ts';
import { type Collected, collect } from './verify/collect.ts';
import { nameOf, placeOf, problemText, writtenText } from './verify/findings.ts';
import { markdownText } from './verify/lists.ts';

export async function diffOnly(
  from: string,
  to: string,
  files: string[],
  output: DiffFlags,
): Promise<Compared> {
  const [old, now] = [await placeOfVersion(from), await placeOfVersion(to)];
  const collected = await collect(files);
  const items = collected.units.flatMap((unit) => unit.items);
  const [before, after] = [
    await readVersion(join(old.dist, old.version)),
    await readVersion(join(now.dist, now.version)),
  ];
  const own = ownChanges(
    items,
    await verified(old, items),
    await verified(now, items),
    compareDatasets(before, after),
  );
  const unread = collected.problems.length + own.problems.length > 0;
  return {
    text: print({ from: old.version, to: now.version, own, collected }, output),
    outcomes: own.changes.map(({ documented }) => OUTCOME_OF[documented ?? 'changed']),
    unread,
  };
}

const OUTCOME_OF = { newly: 'added', 'no-longer': 'removed', changed: 'changed' };

/** A folder of facts cannot be asked: what writes a value is found by the indexes of a version. */
async function placeOfVersion(folder: string): Promise<VersionPlace> {
  return findVersion(folder).catch((error: unknown) => {
    throw new CliError(
      `--only needs datasets, a dist or a version's folder: ${error instanceof Error ? error.message : error} ` +
        '"hivecheck compile --facts <facts> --out <dist>" makes one of facts.',
      EXIT.unavailable,
    );
  });
}

/** `full`: with the matches, which say what is documented of just this pair. */
async function verified({ dist, version }: VersionPlace, items: readonly Item[]): Promise<VerifiedItem[]> {
  if (items.length === 0) return [];
  const dataset = await openDataset(folderStore(dist), version);
  const snapshot = snapshotOf(dataset);
  const request = {
    items: items.map(({ at: _, ...fields }) => fields),
    files: [],
    lang: snapshot.languages.includes('en-US') ? 'en-US' : (snapshot.languages[0] ?? 'en-US'),
    targetOs: null,
    detail: 'full' as const,
  };
  return parseJson(await snapshot.verify(request, { payloads: false })).result.items;
}

interface Report {
  from: string;
  to: string;
  own: OwnChanges;
  collected: Collected;
}

function print(report: Report, { json, markdown }: DiffFlags): string {
  const { from, to, own, collected } = report;
  if (json) {
    const changes = own.changes.map(({ item: { at, ...given }, ...rest }) => ({ at, given, ...rest }));
    const problems = [
      ...collected.problems,
      ...own.problems.map(({ item, reasons }) => ({ ...item.at, message: reasons.join('; ') })),
    ];
    const { files, skipped, notes } = collected;
    const whole = { from, to, compared: own.compared, files, skipped, problems, notes, changes };
    return jsonText(whole);
  }
  const title = `Dataset ${from} → ${to}: values compared: ${own.compared}; changes for ${own.changes.length}`;
  const faults = [
    ...collected.problems.map(problemText),
    ...own.problems.map(({ item, reasons }) => `${placeOf(item)}: ${reasons.join('; ')}`),
  ].map((fault) => `not compared: ${fault}`);
  if (!markdown) {
    const texts = own.changes.map((change) => {
      const { item } = change;
      const sentences = sentencesOf(change).map((sentence) => folded(`  ${sentence}`));
      return folded(`${placeOf(item)}: ${writtenText(item)}`) + sentences.join('');
    });
    return [folded(title), ...texts, ...faults.map(folded)].join('');
  }
  const rows = own.changes.map((change) =>
    [placeOf(change.item), nameOf(change.item), sentencesOf(change).join('; ')].map(markdownText),
  );
  const table = rows.length > 0 ? `${markdownTable(['place', 'value', 'what changes'], rows)}\n` : '';
  return `# ${visible(title)}\n\n${table}${faults.map((fault) => `* ${markdownText(fault)}\n`).join('')}`;
}

function sentencesOf({
  documented,
  gained,
  lost,
  mapping,
  data,
  floorMoved,
  facts,
  slugs,
}: OwnChange): string[] {
  const several = slugs.length > 1;
  return [
    ...(documented === 'newly' ? [`newly documented, by ${gained.join(', ')}`] : []),
    ...(documented === 'no-longer' ? [`no longer documented; it was by ${lost.join(', ')}`] : []),
    ...(documented === undefined && gained.length > 0 ? [`written by ${gained.join(', ')} too`] : []),
    ...(documented === undefined && lost.length > 0 ? [`no longer written by ${lost.join(', ')}`] : []),
    ...(mapping === undefined ? [] : [`MDM mapping ${mapping}`]),
    ...(floorMoved ? ['a documented minimum changed: verdicts may differ'] : []),
    ...(data ? [`its data was ${data.before}, now it is ${data.after}`] : []),
    ...facts.map(({ slug, fact, before = '–', after = '–' }) => {
      return `${several ? `${slug} ` : ''}${fact}: ${shortened(before)} → ${shortened(after)}`;
    }),
  ];
}

const LONGEST = 160;

function shortened(text: string): string {
  const flat = text.replaceAll(/\s+/g, ' ');
  return flat.length > LONGEST ? `${flat.slice(0, LONGEST)}…` : flat;
}
