/** Every registry value that the facts name, or have named, against a plain reading of the facts. */
import type { Coverage } from '../../build/compile/coverage.ts';
import type { SettingFact } from '../../build/facts/types.ts';
import { ResolveEnvelope } from '../../runtime/contract/answers.ts';
import type { Match } from '../../runtime/contract/match.ts';
import { expectEqual, expectSame } from '../same.ts';
import { contentsAt, contentsShown, listNamed, pairNamed } from './contents.ts';
import { corpus } from './dist.ts';
import {
  COMMUNITY,
  FORMER,
  type Line,
  PAIRS,
  type Pair,
  plain,
  SOURCES,
  scan,
  supportedOnOf,
} from './oracle.ts';
import { expectShown, hitsOf } from './shown.ts';
import { type Check, describeWalk, expectDescribed, expectTitles, FACTS_BY_SLUG } from './walk.ts';

interface Asked {
  /** Of all questions. */
  at: number;
  lang: string;
  /** With its separator; empty: none. */
  hive: string;
  key: string;
  value: string;
  /** What writes the value today. */
  pairs: Pair[];
  answer: ResolveEnvelope;
  matches: Match[];
}

/** By key and value; a list under some name that it takes. */
const WRITERS = new Map<string, Pair[]>();
for (const pair of [...PAIRS, ...FORMER]) {
  const prefix =
    pair.takes && FACTS_BY_SLUG.get(pair.slug)?.elements?.find(({ id }) => id === pair.element)?.valuePrefix;
  const name =
    pair.value ?? ['1', 'made up name', `${prefix}7`.toLowerCase()].find((each) => pair.takes?.(each));
  const id = `${pair.key}\0${name ?? ''}`;
  WRITERS.set(id, [...(WRITERS.get(id) ?? []), pair]);
}
const CURRENT = new Set(PAIRS);

const { ask, dataset } = await corpus();
async function walk(see: (asked: Asked) => Promise<void>): Promise<void> {
  const others = ask.languages.filter((lang) => lang !== 'en-US').map((lang) => ['', lang] as const);
  let at = 0;
  for (const [hive, lang] of [['', 'en-US'], ['HKLM\\', 'en-US'], ['HKCU\\', 'en-US'], ...others] as const)
    for (const [id, writers] of WRITERS) {
      const [key = '', value = ''] = id.split('\0');
      const answer = await ask.resolve({ key: hive + key, value, lang, targetOs: null });
      const pairs = writers.filter((pair) => CURRENT.has(pair));
      await see({ at: at++, lang, hive, key, value, pairs, answer, matches: answer.result.matches ?? [] });
    }
}

const hivesOf = ({ class: policyClass }: Pick<Match, 'class'>) =>
  ({ Machine: ['HKLM'], User: ['HKCU'], Both: ['HKLM', 'HKCU'] })[policyClass];

/** The hive, the node of its scope, and the version that dropped the setting. */
function expectMatch(match: Match, hive: string): void {
  const fact = FACTS_BY_SLUG.get(match.slug) as Line;
  expectSame(match.class, fact.class, match.slug);
  const own = hivesOf(match);
  const isAsked = hive === '' || own.includes(hive.slice(0, 4));
  expectSame(match.otherHive, isAsked ? undefined : own[0], match.slug);
  const scope = { HKLM: 'Device', HKCU: 'User' }[match.otherHive ?? hive.slice(0, 4)];
  const scopes = Object.keys(match.csp?.omaUris ?? {});
  if (match.csp && scope && scopes.includes(scope)) expectSame(match.csp.scope, scope, match.slug);
  const part = fact.former?.find(
    ({ source, version }) => match.source === source && match.sourceVersion === version,
  );
  const isCurrent = match.source === fact.source && match.sourceVersion === fact.version;
  if (isCurrent && part === undefined) {
    expectSame(match.removedIn, fact.removedIn, match.slug);
    expectSame(match.lastSeenIn, fact.lastSeenIn, match.slug);
  } else if (!isCurrent) expectSame(match.removedIn, part?.removedIn, match.slug);
}

/** Current before dropped, vendors before others; own value, element, item, list; newest version; slug. */
function rankOf(match: Match, key: string, name: string): (number | string)[] {
  const fact = FACTS_BY_SLUG.get(match.slug) as Line;
  const source = SOURCES.get(match.source);
  const date = source?.versions.find(({ version }) => version === match.sourceVersion)?.date ?? '';
  const isNamed = (item: { key?: string; valueName?: string }) =>
    plain(item.key ?? fact.key) === key && item.valueName?.toLowerCase() === name;
  const dropped = match.removedIn !== undefined || match.lastSeenIn !== undefined;
  const part = match.list
    ? 3
    : isNamed({ valueName: fact.valueName ?? '\0' })
      ? 0
      : fact.elements?.some(isNamed)
        ? 1
        : 2;
  return [Number(dropped), Number(source?.provenanceKind === 'community'), dropped ? 0 : part, date];
}

function expectOrder({ matches, key, value }: Asked): void {
  const others = matches.map(({ otherHive }) => otherHive !== undefined);
  expectEqual(others, [...others].sort(), 'of the hive asked for first');
  for (const [at, match] of matches.entries()) {
    const next = matches[at + 1];
    if (next === undefined || match.otherHive !== next.otherHive) continue;
    const [a, b] = [rankOf(match, key, value), rankOf(next, key, value)];
    // A later date comes first; of equals the slug decides.
    const differing = a.findIndex((each, index) => each !== b[index]);
    const [left, right] = [a[differing] ?? match.slug, b[differing] ?? next.slug];
    // What newer versions dropped is ranked by what the older version was.
    if (a[0] === 1 && differing === 3) continue;
    expectSame(differing === 3 ? left > right : left < right || match.slug === next.slug, true, key);
  }
}

const found = ({ matches }: Asked, { slug }: Pair) => matches.find((match) => match.slug === slug);

function expectContents({ matches, lang, key, value }: Asked, { slug, takes, element = '' }: Pair): void {
  const fact = FACTS_BY_SLUG.get(slug) as Line;
  const own = matches.filter((match) => match.slug === slug && match.removedIn === fact.removedIn);
  const match = takes ? own.find(({ list, elementId }) => list && elementId === element) : own[0];
  if (match === undefined) throw new Error(`${slug} + ${value}: no match`);
  const pair = takes ? listNamed(element) : pairNamed(key, value);
  const wanted = contentsAt(fact as unknown as SettingFact, pair, match.lang);
  expectEqual(contentsShown(match), wanted, `${slug} + ${value} in ${lang}`);
}

/** Values whose contents have several types, as the figures list them → the types. */
const { contents } = await dataset.file<Coverage>('coverage.json');
const typesApart = new Map(
  contents.typesApart.map(({ key, valueName, types }) => [
    `${plain(key)}\0${valueName.toLowerCase()}`,
    [...new Set(Object.values(types).flat())].sort(),
  ]),
);

/** Of the documents of vendors; a list beside a value of its own says nothing of that. */
function typesOf(matches: readonly Match[]): string[] {
  const own = matches.filter(
    ({ source, slug, list }) =>
      !COMMUNITY.has(source) && !(list && matches.some((other) => other.slug === slug && !other.list)),
  );
  const types = own.flatMap(({ registryType, values = [], openTypes = [] }) => [
    registryType,
    ...openTypes,
    ...values.map(({ type }) => type),
  ]);
  return [...new Set(types)].filter((type) => type !== undefined).sort();
}

const POLICIES = ['software\\policies\\', 'software\\microsoft\\windows\\currentversion\\policies\\'];

const CHECKS: Check<Asked>[] = [
  {
    name: 'names what a scan over the facts finds, and no other',
    atLeast: 45_000,
    check: ({ key, value, matches }) =>
      expectSame([...new Set(matches.map(({ slug }) => slug))].sort().join(), scan(key, value).join(), key),
  },
  {
    name: 'warns where several settings write the value',
    atLeast: 3_000,
    check: ({ key, value, hive, answer: { warnings } }) => {
      const wanted = scan(key, value);
      if (wanted.length < 2 || hive !== '') return false;
      expectSame(
        warnings.some((each) => wanted.every((slug) => each.includes(slug))),
        true,
        key,
      );
    },
  },
  {
    name: 'has the hive, the scope and the past of each setting',
    atLeast: 45_000,
    check: ({ matches, hive }) => {
      for (const match of matches) expectMatch(match, hive);
    },
  },
  { name: 'has its matches in their order', atLeast: 45_000, check: expectOrder },
  {
    name: 'says where community templates alone write the value',
    atLeast: 50,
    check: ({ matches, answer: { warnings }, hive, lang, key }) => {
      if (hive !== '' || lang !== 'en-US') return false;
      const isAlone = matches.every(({ source }) => COMMUNITY.has(source));
      const isSaid = warnings.some((each) => each.startsWith('Only a community template'));
      expectSame(isSaid, isAlone, key);
      return isAlone;
    },
  },
  {
    name: 'has the titles of its language, or says that it has others',
    atLeast: 45_000,
    check: ({ matches, answer, lang }) => expectTitles(matches, answer.warnings, lang),
  },
  {
    name: 'is what its schema says',
    atLeast: 7_000,
    // What is stored is checked whole in stored.test.ts.
    check: ({ at, answer, key }) => at % 10 === 0 && expectDescribed(ResolveEnvelope, answer, key),
  },
  {
    name: 'has the place and the version of each fact',
    atLeast: 45_000,
    check: (asked) => {
      for (const pair of asked.pairs) {
        const fact = FACTS_BY_SLUG.get(pair.slug);
        const match = found(asked, pair);
        const place = match?.list || pair.takes ? undefined : asked.value;
        expectEqual(
          [
            match?.source,
            match?.sourceVersion,
            match?.registryKey.toLowerCase(),
            match?.valueName?.toLowerCase(),
          ],
          [fact?.source, fact?.version, asked.key, place],
          pair.slug,
        );
      }
      return asked.pairs.length > 0;
    },
  },
  {
    name: 'has every documented content and no other, with the labels of its language',
    atLeast: 30_000,
    check: (asked) => {
      if (asked.hive !== '' || asked.pairs.length === 0) return false;
      for (const pair of asked.pairs) expectContents(asked, pair);
    },
  },
  {
    name: 'is what a search shows of the value, and has the text on what it is supported on',
    atLeast: 30_000,
    check: async ({ matches, pairs, hive, lang, key, value }) => {
      const own = new Set(pairs.filter((pair) => pair.value !== undefined).map(({ slug }) => slug));
      if (hive !== '' || own.size === 0) return false;
      for (const slug of own) {
        const match = matches.find((each) => each.slug === slug && each.list === undefined);
        if (match === undefined) throw new Error(`${slug} + ${value}: no match`);
        const hits = await hitsOf(slug, lang, pairNamed(key, value));
        expectSame(hits.length, 1, slug);
        expectShown(hits[0], match);
        const { text } = supportedOnOf(FACTS_BY_SLUG.get(slug) as Line, match.lang);
        expectSame(match.supportedOn, text, slug);
      }
    },
  },
  {
    name: 'has contents of several types just where the figures say so',
    atLeast: 40,
    check: ({ matches, pairs, hive, lang, key, value }) => {
      const isValue = pairs.some((pair) => pair.value !== undefined);
      // Of this one a control names another type than the vendor's template.
      if (hive !== '' || lang !== 'en-US' || !isValue || value === 'enablecertpaddingcheck') return false;
      const types = typesOf(matches);
      expectEqual(typesApart.get(`${key}\0${value}`), types.length > 1 ? types : undefined, key);
      return types.length > 1;
    },
  },
  {
    name: 'says how many values its node sets, where it sets others too',
    atLeast: 100,
    check: ({ matches, key }) => {
      const nodes = matches.flatMap(({ csp }) => csp ?? []);
      for (const { sets, policyValues } of nodes) {
        expectSame(sets !== undefined, policyValues !== undefined, key);
        expectSame((policyValues ?? 2) > 1, true, key);
      }
      return nodes.some(({ sets }) => sets !== undefined);
    },
  },
  {
    name: 'tells of ingested templates alone what shows their ingestion, where the list of keys forbids it',
    atLeast: 10,
    check: ({ matches, key }) => {
      const shown = matches.flatMap(({ csp }) => (csp?.ingestion === undefined ? [] : [csp]));
      for (const { via, source, ingestion } of shown) {
        expectSame(via, 'admx-ingestion', key);
        if (ingestion === 'documented') expectSame(source, 'edge', key);
      }
      return shown.length > 0;
    },
  },
  {
    name: 'marks values that stay when their policy is removed, told by the key alone',
    atLeast: 400,
    check: (asked) => {
      const native = `${asked.key}\\`.replace('software\\wow6432node\\', 'software\\');
      const isOutside = !POLICIES.some((start) => native.startsWith(start));
      for (const pair of asked.pairs)
        if (pair.value !== undefined)
          expectSame(found(asked, pair)?.tattoos, isOutside || undefined, pair.slug);
      return isOutside;
    },
  },
];

describeWalk('resolve', walk, CHECKS);
