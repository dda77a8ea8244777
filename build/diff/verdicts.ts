/**
 * Verdicts of a version by release. They change without a fact of the setting: by the values that newer templates
 * added, by the components of a release, by how verdicts are drawn.
 */
import { join } from 'node:path';
import type { Manifest, ReleaseTable } from '../../runtime/format/format.ts';
import { getOrMake } from '../collections.ts';
import { type ReleaseVerdicts, slugOf } from '../compile/release-verdicts.ts';
import { readJson } from '../facts/model.ts';
import type { FactChange } from './compare.ts';

/**
 * Release, as its file in `verdicts/` is named → the headlines of the answers that have the setting: `supported, unverified`.
 * In the order of `releases.json`, the oldest client first, then servers: by name 2012 R2 comes before 2012.
 */
export type Verdicts = ReadonlyMap<string, string>;

/** @returns For the numbers in `asked` of `rules.json` that a setting's answers have. */
export async function readVerdicts(
  folder: string,
  { files }: Manifest,
): Promise<(asked: ReadonlySet<number>) => Verdicts> {
  const table = await readJson<ReleaseTable>(join(folder, 'releases.json'));
  const names = table.releases.map(slugOf).filter((name) => `verdicts/${name}.json` in files);
  const releases = await Promise.all(
    names.map(async (name) => {
      const { verdicts } = await readJson<ReleaseVerdicts>(join(folder, 'verdicts', `${name}.json`));
      return { name, verdicts };
    }),
  );
  const known = new Map<string, Verdicts>();
  return (asked) => {
    const numbers = [...asked].sort((a, b) => a - b);
    const headlines = ({ name, verdicts }: (typeof releases)[number]): [string, string] => {
      const all = new Set(numbers.map((number) => verdicts[number]?.[0] ?? 'unknown'));
      return [name, [...all].sort().join(', ')];
    };
    return getOrMake(known, `${numbers}`, () => new Map(releases.map(headlines)));
  };
}

/** One for each run of clients or of servers with the same change, of those that both versions know. */
export function verdictChanges(from: Verdicts, to: Verdicts): FactChange[] {
  const runs: { first: string; last: string; before: string | undefined; after: string | undefined }[] = [];
  for (const name of [...from.keys()].filter((each) => to.has(each))) {
    const [before, after] = [from.get(name), to.get(name)];
    const run = runs.at(-1);
    const isSame = run?.before === before && run?.after === after;
    if (run && isSame && isServer(run.last) === isServer(name)) run.last = name;
    else runs.push({ first: name, last: name, before, after });
  }
  const changed = runs.filter(({ before, after }) => before !== after);
  return changed.map(({ first, last, ...change }) => {
    const which = first === last ? first : `${first} to ${last}`;
    return { kind: 'minBuild', fact: `verdict/${which}`, ...change } as FactChange;
  });
}

const isServer = (release: string) => release.startsWith('windows-server-');
