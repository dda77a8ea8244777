/** What the dataset stores: each entry by its schema, and the marks that verdicts are drawn from. */
import { expect, it } from 'vitest';
import corrections from '../../facts/corrections.json' with { type: 'json' };
import {
  CspEntry,
  ListEntry,
  NearEntry,
  PairEntry,
  PolicyEntry,
  SCHEMA_MINOR,
  SettingEntry,
} from '../../runtime/format/format.ts';
import type { Facts, Rules } from '../../runtime/verdict/index.ts';
import { expectEqual, expectSame } from '../same.ts';
import { vectors } from '../vectors.ts';
import { releaseTable } from '../verdict/releases.ts';
import { corpus, corpusDist } from './dist.ts';
import { entriesOf } from './entries.ts';
import { type Line, type Pair, pairsOf, plain, SOURCES, supportedOnOf } from './oracle.ts';
import { expectDescribed, FACTS_BY_SLUG } from './walk.ts';

const dist = await corpusDist();
const { dataset } = await corpus();

it('marks the settings of other products than Windows, whose text speaks of their host', async () => {
  const { rules, asked } = await dataset.file<Rules>('rules.json');
  const counts = { others: 0, unresolved: 0, foreign: 0 };
  for (const [id, { any }] of entriesOf<PairEntry>(dist, 'resolve/en-US')) {
    for (const [at, { slug, source, sourceVersion }] of any.matches.entries()) {
      const rule = rules[asked[any.rule]?.rules[at] ?? -1];
      const declared = SOURCES.get(source);
      const fact = FACTS_BY_SLUG.get(slug) as Line;
      const line = fact.line ?? declared?.line;
      // The hardening templates of Microsoft and of a community are about Windows.
      const isWindows = line === 'windows' || /^security-(?:admx|baseline)$/.test(source);
      const isOther = declared?.kind === 'admx' && (!isWindows || rule?.floor?.why === 'product');
      expect(rule?.hostOnly === true, `${id} ${slug}`).toBe(isOther);
      if (isOther) counts.others++;
      if (source !== fact.source || sourceVersion !== fact.version) continue;
      const { text, isEnglish } = supportedOnOf(fact, 'en-US');
      expectSame(rule?.supportedOn, text, slug);
      // A definition that no file has is not taken for a vendor who documents nothing.
      // A correction may say what is meant.
      const isOpen = rule?.floor?.why !== 'explained';
      const isUnresolved = isOpen && fact.supportedOnUnresolved !== undefined;
      expectSame(rule?.floor?.why === 'unresolved', isUnresolved, slug);
      if (isUnresolved) counts.unresolved++;
      // Texts are read in English alone.
      if (text !== undefined && !isEnglish && isOpen) expectSame(rule?.floor, undefined, slug);
      if (text !== undefined && !isEnglish) counts.foreign++;
    }
  }
  expect(counts.others).toBeGreaterThan(8_000);
  expect(counts.unresolved).toBeGreaterThan(100);
  expect(counts.foreign).toBeGreaterThan(10);
});

/** Paths of the members; of a map, whose names are data, the path of all of them is known. */
const membersOf = (value: unknown, path: string): string[] =>
  Object.entries(typeof value === 'string' ? {} : (value ?? {})).flatMap(([name, each]) => {
    const own = Array.isArray(value) ? path : `${path}/${name}`;
    return [own, ...membersOf(each, own)];
  });

// 0: the members of the first release.
it('has no member that an older program passes over: a new one of the tables of verdicts and verify raises SCHEMA_MINOR', async () => {
  const rows = vectors<[minor: number, path: string]>('stored-members');
  const known = new Set(rows.map(([, path]) => path));
  const wholes = ['rules.json', 'releases.json', 'editions.json'] as const;
  const files = await Promise.all(wholes.map(async (path) => membersOf(await dataset.file(path), path)));
  const entries = ['parts', 'catalog'].flatMap((index) =>
    entriesOf(dist, index).map(([, entry]) => membersOf(entry, index)),
  );
  const found = [...new Set([...files, ...entries].flat())];
  const isKnown = (path: string) => known.has(path) || known.has(path.replace(/\/[^/]*$/, '/*'));
  expect(found.filter((path) => !isKnown(path))).toEqual([]);
  expect(Math.max(...rows.map(([minor]) => minor))).toBe(SCHEMA_MINOR);
});

/** Version of the Windows templates, oldest first, with the build that they are for. */
const TEMPLATES = new Map([
  ['22H2', '10.0.19045'],
  ['25381.1', '10.0.25381'],
  ['25H2', '10.0.26200'],
]);

const firstDay = (build: string) =>
  releaseTable.releases
    .filter((each) => build === each.build || build.startsWith(`${each.build}.`))
    .map(({ released }) => released ?? '')
    .sort()[0] ?? '';

const isBuilds = (given: unknown) => typeof given === 'string' && given !== 'stated';
const DATED = new Set(
  corrections.limits
    .filter(({ client, server }) => isBuilds(client) && isBuilds(server))
    .map(({ policyId }) => policyId),
);

function isOlderThanNodes({ nodes = [] }: Facts, { firstSeen = '', source, policyId }: Line): boolean {
  if (DATED.has(policyId)) return true;
  const native = nodes.filter(({ ingested }) => !ingested);
  if (source !== 'security-options' || native.length === 0) return false;
  return native.every(
    ({ builds = [] }) => builds.length > 0 && builds.every((each) => firstDay(each) > firstSeen),
  );
}

it('tells the templates of Windows that added a value to a setting, those that have it beside a node, and those without it', async () => {
  const { rules, asked } = await dataset.file<Rules>('rules.json');
  const counts = { added: 0, beside: 0, lacking: 0 };
  const older = new Set<string>();
  for (const [id, { any }] of entriesOf<PairEntry>(dist, 'resolve/en-US')) {
    for (const [at, { slug, sourceVersion, registryKey, valueName = '', list }] of any.matches.entries()) {
      const rule = rules[asked[any.rule]?.rules[at] ?? -1] ?? {};
      const { addedFrom, addedHive, templates, nodes = [] } = rule;
      const fact = FACTS_BY_SLUG.get(slug) as Line;
      expectSame(rule.older === true, isOlderThanNodes(rule, fact), id);
      if (rule.older) older.add(slug);
      const line = fact.line ?? SOURCES.get(fact.source)?.line;
      if (line !== 'windows' || sourceVersion !== fact.version || fact.removedIn) continue;
      const isPair = ({ key, value = '' }: Pair) =>
        !list && key === plain(registryKey ?? '') && value === valueName.toLowerCase();
      const since = fact.added?.find((part) => pairsOf({ ...part, slug }).some(isPair))?.version;
      const own = corrections.added.filter((each) => each.policyId === fact.policyId);
      const corrected = own.find(({ values }) => values.includes(valueName))?.from;
      expectSame(addedFrom, corrected ?? (since && TEMPLATES.get(since)), id);
      if (addedFrom) counts.added++;
      expectSame(addedHive?.from, fact.addedClass && TEMPLATES.get(fact.addedClass.version), id);
      const isDated = nodes.some(({ ingested, builds, unreadable }) => !ingested && (builds ?? unreadable));
      const seen = new Set([...(fact.seenIn ?? []), fact.version]);
      const all = [...TEMPLATES].filter(([version]) => version >= (since ?? ''));
      const has = all.filter(([version]) => isDated && seen.has(version)).map(([, build]) => build);
      const lacks = all.filter(([version]) => !seen.has(version)).map(([, build]) => build);
      expectEqual(templates ?? {}, { ...(has[0] && { has }), ...(lacks[0] && { lacks }) }, id);
      if (isDated) counts.beside++;
      if (lacks[0]) counts.lacking++;
    }
  }
  // 29 security options whose nodes came with 24H2 and an update of 22H2, and policies that a page dates.
  expect(older.size).toBe(74);
  expect(counts.added).toBe(43);
  expect(counts.beside).toBeGreaterThan(3000);
  expect(counts.lacking).toBeGreaterThan(300);
});

it.each([
  ['resolve', PairEntry],
  ['list', ListEntry],
  ['csp', CspEntry],
  ['setting', SettingEntry],
] as const)(
  'what is stored is what its schema says: %s, and what is read of a line is what it holds, in each language',
  async (index, schema) => {
    let read = 0;
    for (const [turn, lang] of dataset.manifest.languages.entries()) {
      for (const [at, [key, entry]] of entriesOf<object>(dist, `${index}/${lang}`).entries()) {
        if (lang === 'en-US') expectDescribed(schema, entry, key);
        // The walks read every entry: one in four is compared whole.
        if ((at + turn) % 4 !== 0) continue;
        expectEqual(await dataset.lookup(`${index}/${lang}`, key), entry, `${index}/${lang} ${key}`);
        read++;
      }
    }
    expect(read).toBeGreaterThan(index === 'list' ? 350 : 5_000);
  },
);

it.each([
  ['near', NearEntry],
  ['policy', PolicyEntry],
] as const)('what is stored is what its schema says: %s', (index, schema) => {
  for (const [key, entry] of entriesOf(dist, index)) expectDescribed(schema, entry, key);
});
