/** Every answer there is, against a plain reading of `facts/` and against its schema. */

import { join } from 'node:path';
import * as v from 'valibot';
import { beforeAll, describe, expect, it } from 'vitest';
import { readJson } from '../../build/facts/model.ts';
import { FACTS } from '../../build/paths.ts';
import { CspEnvelope, ResolveEnvelope, SettingEnvelope } from '../../runtime/contract/answers.ts';
import type { Match } from '../../runtime/contract/match.ts';
import type { Dataset } from '../../runtime/dataset/dataset.ts';
import {
  CspEntry,
  ListEntry,
  NearEntry,
  PairEntry,
  PolicyEntry,
  SettingEntry,
} from '../../runtime/format/format.ts';
import { splitPairKey } from '../../runtime/format/keys.ts';
import { textsIn } from '../../runtime/messages/index.ts';
import type { Snapshot } from '../../runtime/service.ts';
import type { Rules } from '../../runtime/verdict/index.ts';
import { corpus, corpusDist } from '../corpus/dist.ts';
import { entriesOf } from '../corpus/entries.ts';
import { FORMER, LINES, type Line, PAIRS, type Pair, plain } from '../corpus/oracle.ts';
import { expectSame } from '../same.ts';

interface Source {
  id: string;
  line: string;
  kind: string;
  provenanceKind: string;
  versions: { version: string; date?: string }[];
}

interface Fact extends Line {
  line?: string;
  removedIn?: string;
  lastSeenIn?: string;
  former?: (Pick<Line, 'key'> & { source: string; version: string; removedIn: string })[];
}

const facts = new Map(LINES.map((line) => [line.slug, line as Fact]));
const LANGUAGES = ['en-US', 'fr-FR', 'de-DE'];
/** In English and French. */
const NO_TITLE = /has no (?:\S+ text for|title in)|n’a (?:pas de texte|de titre)/;

let dist: string;
let dataset: Dataset;
let service: Snapshot;
let sources: Map<string, Source>;

beforeAll(async () => {
  dist = await corpusDist();
  ({ dataset, ask: service } = await corpus());
  const declared = await readJson<{ sources: Source[] }>(join(FACTS, 'sources.json'));
  sources = new Map(declared.sources.map((source) => [source.id, source]));
});

/** A schema leaves out what it does not name: what comes back equal is described whole. */
function expectDescribed(schema: v.GenericSchema, value: unknown, what: string): void {
  const text = JSON.stringify(value);
  const parsed = v.safeParse(schema, JSON.parse(text));
  const issues = parsed.issues?.map((issue) => `${v.getDotPath(issue)}: ${issue.message}`);
  expectSame(issues, undefined, what);
  expectSame(JSON.stringify(parsed.output).length, text.length, what);
}

/** What writes a value: pairs of the current facts and of those that newer versions dropped. */
const writers = new Map<string, Pair[]>();
const lists = new Map<string, Pair[]>();
for (const pair of [...PAIRS, ...FORMER]) {
  const [table, id] = pair.takes ? [lists, pair.key] : [writers, `${pair.key}\0${pair.value}`];
  table.set(id, [...(table.get(id) ?? []), pair]);
}

const hiveOf = ({ class: policyClass }: Pick<Match, 'class'>) =>
  ({ Machine: ['HKLM'], User: ['HKCU'], Both: ['HKLM', 'HKCU'] })[policyClass];

/** Current before dropped, vendors before others; own value, element, item, list; newest version; slug. */
function rankOf(match: Match, key: string, name: string): (number | string)[] {
  const fact = facts.get(match.slug) as Fact;
  const source = sources.get(match.source);
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

function expectOrder(matches: readonly Match[], key: string, name: string, what: string): void {
  for (const [at, match] of matches.entries()) {
    const next = matches[at + 1];
    if (next === undefined || match.otherHive !== next.otherHive) continue;
    const [a, b] = [rankOf(match, key, name), rankOf(next, key, name)];
    // A later date comes first; of equals the slug decides.
    const differing = a.findIndex((each, index) => each !== b[index]);
    const [left, right] = [a[differing] ?? match.slug, b[differing] ?? next.slug];
    // What newer versions dropped is ranked by what the older version was.
    if (a[0] === 1 && differing === 3) continue;
    expect(differing === 3 ? left > right : left < right || match.slug === next.slug, what).toBe(true);
  }
}

describe.each(LANGUAGES)('in %s', (lang) => {
  /** The language that the facts give for the title, and the title. */
  const titleOf = (slug: string) => {
    const titles = facts.get(slug)?.text ?? {};
    const own = [lang, 'en-US', ...Object.keys(titles)].find((each) => titles[each]?.displayName);
    return { slug, language: own, title: own === undefined ? undefined : titles[own]?.displayName };
  };

  /** The sentences on titles that the language lacks. */
  function titleWarnings(titled: readonly ReturnType<typeof titleOf>[]): string[] {
    const texts = textsIn(lang);
    const groups = new Map<string | undefined, Set<string>>();
    for (const { slug, language } of titled)
      if (language !== lang) groups.set(language, (groups.get(language) ?? new Set()).add(slug));
    const of = (language: string | undefined) => [...(groups.get(language) ?? [])].join(', ');
    return [
      ...[...groups.keys()].flatMap((each) =>
        each === undefined ? [] : [texts.fallback(lang, each, of(each))],
      ),
      ...(groups.has(undefined) ? [texts.noText(of(undefined))] : []),
    ];
  }

  /** Every title is that of the facts, and a warning names those of another language, and no others. */
  function expectTitles(
    shown: readonly { slug: string; lang: string; displayName?: string }[],
    warnings: readonly string[],
  ): void {
    const titled = shown.map(({ slug }) => titleOf(slug));
    expectSame(
      JSON.stringify(shown.map(({ slug, lang: own, displayName }) => [slug, own, displayName])),
      JSON.stringify(titled.map(({ slug, language = lang, title }) => [slug, language, title])),
    );
    const about = warnings.filter((each) => NO_TITLE.test(each));
    expectSame(JSON.stringify(about.sort()), JSON.stringify(titleWarnings(titled).sort()));
  }

  /** The hive, the node of its scope, and the version that dropped the setting. */
  function expectMatch(match: Match, hive: string, pair: string): void {
    const fact = facts.get(match.slug) as Fact;
    const what = `${hive}${pair} ${match.slug}`;
    expect(match.class, what).toBe(fact.class);
    const own = hiveOf(match);
    const asked = hive === '' || own.includes(hive.slice(0, 4));
    expect(match.otherHive, what).toBe(asked ? undefined : own[0]);
    const scope = { HKLM: 'Device', HKCU: 'User' }[match.otherHive ?? hive.slice(0, 4)];
    const scopes = Object.keys(match.csp?.omaUris ?? {});
    if (match.csp && scope && scopes.includes(scope)) expect(match.csp.scope, what).toBe(scope);
    const part = fact.former?.find(
      ({ source, version }) => match.source === source && match.sourceVersion === version,
    );
    const current = match.source === fact.source && match.sourceVersion === fact.version;
    if (current && part === undefined) {
      expect(match.removedIn, what).toBe(fact.removedIn);
      expect(match.lastSeenIn, what).toBe(fact.lastSeenIn);
    } else if (!current) expect(match.removedIn, what).toBe(part?.removedIn);
  }

  it('resolve', { timeout: 240_000 }, async () => {
    for (const [at, [id, pairs]] of [...writers].entries()) {
      const [key, value] = splitPairKey(id);
      const taking = (lists.get(key) ?? []).filter(({ takes }) => takes?.(value));
      const slugs = new Set([...pairs, ...taking].map(({ slug }) => slug));
      for (const hive of ['', 'HKLM\\', 'HKCU\\']) {
        const answer = await service.resolve({ key: hive + key, value, lang, targetOs: null });
        const matches = answer.result.matches ?? [];
        expectSame([...new Set(matches.map(({ slug }) => slug))].sort().join(), [...slugs].sort().join(), id);
        for (const match of matches) expectMatch(match, hive, id);
        // Of the hive asked for first.
        const others = matches.map(({ otherHive }) => otherHive !== undefined);
        expect(others.indexOf(true) < 0 || !others.slice(others.indexOf(true)).includes(false), id).toBe(
          true,
        );
        expectOrder(matches, key, value, `${hive}${id}`);
        expectTitles(matches, answer.warnings);
        if (at % 5 === 0) expectDescribed(ResolveEnvelope, answer, id);
      }
    }
    expect(writers.size).toBeGreaterThan(14_000);
  });

  it('csp', { timeout: 180_000 }, async () => {
    const nodes = entriesOf<CspEntry>(dist, 'csp/en-US');
    expect(new Set(nodes.map(([, { matches }]) => matches.length > 0)).size).toBe(2);
    for (const [omaUri] of nodes) {
      const answer = await service.csp({ omaUri, lang });
      expectTitles(answer.result.matches, answer.warnings);
      expectDescribed(CspEnvelope, answer, omaUri);
    }
  });

  it('setting', { timeout: 180_000 }, async () => {
    expect(facts.size).toBeGreaterThan(12_000);
    for (const slug of facts.keys()) {
      const answer = await service.setting({ slug, lang });
      const record = answer?.result.setting;
      if (answer === undefined || record === undefined) throw new Error(`no record of ${slug}`);
      expectTitles([record], answer.warnings);
      expectDescribed(SettingEnvelope, answer, slug);
    }
  });
});

describe('what verdicts are drawn from', () => {
  it('marks the settings of other products than Windows, whose text speaks of their host', async () => {
    const { rules, asked } = await dataset.file<Rules>('rules.json');
    let marked = 0;
    for (const [id, { any }] of entriesOf<PairEntry>(dist, 'resolve/en-US')) {
      for (const [at, { slug, source }] of any.matches.entries()) {
        const rule = rules[asked[any.rule]?.rules[at] ?? -1];
        const { line: own, kind } = sources.get(source) as Source;
        const line = facts.get(slug)?.line ?? own;
        const isOther = kind === 'admx' && (line !== 'windows' || rule?.floor?.why === 'product');
        expect(rule?.hostOnly === true, `${id} ${slug}`).toBe(isOther);
        if (isOther) marked++;
      }
    }
    expect(marked).toBeGreaterThan(8_000);
  });
});

describe('what is stored is what its schema says', () => {
  it.each([
    ['resolve/en-US', PairEntry],
    ['list/en-US', ListEntry],
    ['csp/en-US', CspEntry],
    ['near', NearEntry],
    ['policy', PolicyEntry],
    ['setting/en-US', SettingEntry],
  ] as const)('%s', (index, schema) => {
    for (const [key, entry] of entriesOf(dist, index)) expectDescribed(schema, entry, key);
  });
});
