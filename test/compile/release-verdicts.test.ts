/** The verdicts that the build writes for clients without a runtime are those of the runtime, for every rule and release. */
import { expect, it } from 'vitest';
import { type ReleaseVerdicts, releaseNames, slugOf } from '../../build/compile/release-verdicts.ts';
import type { PairEntry } from '../../runtime/format/format.ts';
import { splitPairKey } from '../../runtime/format/keys.ts';
import type { Release, ReleaseTable } from '../../runtime/format/release-table.ts';
import type { Rules } from '../../runtime/verdict/index.ts';
import { createReleases } from '../../runtime/verdict/releases.ts';
import { corpus, corpusDist } from '../corpus/dist.ts';
import { entriesOf } from '../corpus/entries.ts';
import { expectSame } from '../same.ts';

/** Number of the rules → a value and a hive that are judged by them, with the warnings that any target has. */
const examples = new Map<number, { key: string; value: string; hive: string; stated: Set<unknown> }>();

const { ask, dataset } = await corpus();
const table = await dataset.file<ReleaseTable & { names: Record<string, string[]> }>('releases.json');
const rules = await dataset.file<Rules>('rules.json');
for (const [id, entry] of entriesOf<PairEntry>(await corpusDist(), 'resolve/en-US')) {
  const [key, value] = splitPairKey(id);
  for (const [name, hive] of [
    ['any', ''],
    ['HKLM', 'HKLM\\'],
    ['HKCU', 'HKCU\\'],
  ] as const) {
    const { rule, warnings = [] } = entry[name] ?? {};
    if (rule !== undefined) examples.set(rule, { key, value, hive, stated: new Set(warnings) });
  }
}

it('verdicts/<release>.json has what the runtime says, of every rule that a registry value has', async () => {
  // The others are of lists alone.
  expect(examples.size).toBeGreaterThan(rules.asked.length * 0.9);
  for (const [at, release] of table.releases.entries()) {
    const { verdicts } = await dataset.file<ReleaseVerdicts>(`verdicts/${slugOf(release)}.json`);
    expect(verdicts.length).toBe(rules.asked.length);
    const targetOs = `${release.family} ${release.label}`;
    for (const [rule, { key, value, hive }] of examples) {
      // Each rule for every sixth release, and the next one for others.
      if ((at + rule) % 6 !== 0) continue;
      const { result } = await ask.resolve({ key: hive + key, value, lang: 'en-US', targetOs });
      const { verdict, registry, mdm } = result.compatibility ?? {};
      expectSame(
        JSON.stringify(verdicts[rule]),
        JSON.stringify([verdict, registry?.verdict ?? null, mdm?.verdict ?? null]),
        `${targetOs}: ${hive}${key} ${value}`,
      );
    }
  }
}, 240_000);

it('verdicts/<release>.json marks the rules with a warning that depends on the target: a client without a runtime gets none', async () => {
  const targetOs = 'Windows 11 24H2';
  const { noted } = await dataset.file<ReleaseVerdicts>('verdicts/windows-11-24h2.json');
  expect(noted.length).toBeGreaterThan(10);
  expect(new Set(noted).size).toBe(noted.length);
  for (const [rule, { key, value, hive, stated }] of examples) {
    const { warnings } = await ask.resolve({ key: hive + key, value, lang: 'en-US', targetOs });
    const others = warnings.filter((each) => !stated.has(each) && !each.startsWith('Several settings write'));
    expect(noted.includes(rule), `${hive}${key} ${value}: ${others}`).toBe(others.length > 0);
  }
});

it('names of releases lead to the releases that have them, several where a name is ambiguous', () => {
  const { names, releases } = table;
  expect(names['windows 11 24h2']).toEqual(['windows-11-24h2']);
  expect(names['22h2']).toEqual(expect.arrayContaining(['windows-10-22h2', 'windows-11-22h2']));
  for (const release of releases as Release[])
    expect(names[`${release.family} ${release.label}`.toLowerCase()]).toContain(slugOf(release));
  expect(new Set(releases.map(slugOf)).size).toBe(releases.length);
  expect(names).toEqual(releaseNames(createReleases(table)));
  // A year is that of an LTSC release too, and a service pack that of a server.
  expect(names['2019']).toEqual(['windows-10-1809', 'windows-server-2019']);
  expect(names.sp2).toEqual(['windows-vista-sp2', 'windows-server-2008-sp2']);
});
