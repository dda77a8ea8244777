/**
 * Over all rules of the dataset and all releases: no headline says `supported` where the vendor's text ends before the
 * target, and none depends on an edition word. The second reading of the texts knows no build and no logic: families and
 * labels in the order of their years, and the words that end a text.
 */
import { expect, it } from 'vitest';
import type { EditionLists } from '../../runtime/format/format.ts';
import type { ReleaseTable } from '../../runtime/format/release-table.ts';
import { createReleases, judge, type Rules, readTarget } from '../../runtime/verdict/index.ts';
import { corpus } from '../corpus/dist.ts';
import { expectEqual } from '../same.ts';
import { vectors } from '../vectors.ts';

type Line = 'client' | 'server';

/** Names as texts write them → the year of the release. */
const NAMED = vectors<[name: string, Line, number]>('windows-years').map(
  ([name, line, year]) => [new RegExp(name, 'g'), line, year] as const,
);

const namesIn = (text: string) =>
  NAMED.flatMap(([name, line, year]) => (text.search(name) < 0 ? [] : [{ line, year }]));

interface Named {
  line: Line;
  family: string;
  label: string;
}

function yearOf({ family, label }: Named): number {
  const name = family === 'Windows Server' ? `Windows Server ${label}` : family;
  const years = NAMED.flatMap(([pattern, , year]) => (name.search(pattern) < 0 ? [] : [year]));
  // A half-yearly server: between 2016 and 2022.
  return years.length > 0 ? Math.max(...years) : 2016;
}

/** The text excludes the release by its own words. */
function excludes(given: string, release: Named): boolean {
  // A clause on one option ends nothing, and a text that goes on with any Windows with a product is never closed.
  const text = given.replaceAll(/\n.*option \d+ only.*/gi, '');
  if (/any version of|computers with/i.test(text)) return false;
  const year = yearOf(release);
  const [, no = '', later] = /not supported on ([^.]*?)( (?:or later|and above))?(?:\.|$)/i.exec(text) ?? [];
  const refused = namesIn(no);
  if (refused.some((each) => (later ? year >= each.year : each.line === release.line && year === each.year)))
    return true;
  const kept = text.replace(/not supported on [^.]*\.?/i, '');
  if (!/\bonly\b|\bthrough\b|\bup to\b/i.test(kept)) return false;
  const names = namesIn(kept);
  // Versions of Internet Explorer alone say nothing of releases that a second reading could know.
  if (names.length === 0) return false;
  const own = names.filter(({ line }) => line === release.line);
  const last = Math.max(...(own.length > 0 ? own : names).map((each) => each.year));
  if (year !== last) return year > last;
  const labels = [...kept.matchAll(new RegExp(`${release.family} (?:up to )?Version (\\w{4})`, 'g'))];
  const newest = labels
    .map(([, label = '']) => label)
    .sort()
    .at(-1);
  const isFloor = /at least [^,]* Version/i.test(kept) && !/\bthrough\b/i.test(kept);
  return newest !== undefined && !isFloor && /^\w{4}$/.test(release.label) && release.label > newest;
}

const { dataset } = await corpus();
const table = await dataset.file<ReleaseTable>('releases.json');
const { lists } = await dataset.file<EditionLists>('editions.json');
const tables = { releases: createReleases(table), editionLists: lists };
const { rules } = await dataset.file<Rules>('rules.json');

const EDITIONS = ['Home', 'Pro', 'Enterprise', 'Education', 'IoT Enterprise', 'Pro for Workstations', 'SE'];

it('the headline of every rule is never supported where the text ends before the release', () => {
  const wrong = new Set<string>();
  let excluded = 0;
  for (const release of table.releases) {
    const target = readTarget(`${release.family} ${release.label}`, tables.releases);
    for (const facts of rules) {
      if (facts.supportedOn === undefined || !excludes(facts.supportedOn, release)) continue;
      excluded++;
      for (const scope of [undefined, 'Device', 'User'] as const)
        if (judge(facts, target, tables, scope).verdict === 'supported')
          wrong.add(`${release.family} ${release.label}: ${facts.supportedOn}`);
    }
  }
  expect([...wrong]).toEqual([]);
  expect(excluded).toBeGreaterThan(1000);
});

it('the headline of every rule does not depend on an edition word', () => {
  const clients = table.releases.filter(({ family }) => /^Windows 1[01]$/.test(family));
  let compared = 0;
  for (const [number, { family, label }] of clients.entries()) {
    const plain = readTarget(`${family} ${label}`, tables.releases);
    const named = EDITIONS.map((edition) => readTarget(`${family} ${edition} ${label}`, tables.releases));
    for (const [at, facts] of rules.entries()) {
      // Each release has another edition for the rule.
      const target = named[(at + number) % EDITIONS.length];
      if (target?.kind !== 'build') continue;
      const [a, b] = [judge(facts, plain, tables), judge(facts, target, tables)];
      expectEqual([b.verdict, b.basis, b.reason], [a.verdict, a.basis, a.reason], JSON.stringify(facts));
      compared++;
    }
  }
  expect(compared).toBeGreaterThan(10_000);
});
