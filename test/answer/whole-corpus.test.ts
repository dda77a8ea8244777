/** Every answer there is, against the naive oracle and against its schema. */
import * as v from 'valibot';
import { beforeAll, describe, expect, it } from 'vitest';
import { readFacts } from '../../build/facts/model.ts';
import type { SettingFact } from '../../build/facts/types.ts';
import { FACTS } from '../../build/paths.ts';
import { CspEnvelope, ResolveEnvelope, SettingEnvelope } from '../../runtime/contract/answers.ts';
import type { Dataset } from '../../runtime/dataset/dataset.ts';
import { openDataset } from '../../runtime/dataset/open.ts';
import {
  CspEntry,
  type EditionLists,
  MatchEntry,
  NearEntry,
  PolicyEntry,
  SettingEntry,
  type Shard,
} from '../../runtime/format/format.ts';
import { splitPairKey } from '../../runtime/format/keys.ts';
import type { Snapshot } from '../../runtime/http/service.ts';
import { createReleases, type ReleaseTable, type Tables } from '../../runtime/verdict/index.ts';
import { corpusDist, plainStore, snapshotOf } from '../corpus/dist.ts';
import { expectSame } from '../same.ts';
import { plainResolve, titleWarnings } from './plain.ts';

const TARGETS = [
  null,
  'Windows 11 24H2',
  '10.0.19045.3803',
  'Windows Server 2022',
  '22H2',
  '2009',
  'Windows 10 23H2',
  'a toaster',
];

/** Slug → the texts of its fact. */
let texts: Map<string, SettingFact['text']>;
let dataset: Dataset;
/** The same, read and found in the plainest way. */
let stored: Dataset;
let tables: Tables;
let service: Snapshot;

beforeAll(async () => {
  dataset = await openDataset(plainStore(await corpusDist()));
  stored = {
    manifest: dataset.manifest,
    shardsLoaded: 0,
    probe: () => dataset.probe(),
    file: (path) => dataset.file(path),
    lookup: async (index, key) => (await plainIndex(index)).get(key) as never,
  };
  const releases = createReleases(await dataset.file<ReleaseTable>('releases.json'));
  const { lists } = await dataset.file<EditionLists>('editions.json');
  tables = { releases, editionLists: lists };
  service = snapshotOf(dataset);
  const { settings } = await readFacts(FACTS, FACTS);
  texts = new Map([...settings.values()].flat().map(({ slug, text }) => [slug, text]));
});

const known = new Map<string, Promise<Map<string, unknown>>>();

/** An index, read past the dataset; once for all languages. */
function plainIndex(name: string): Promise<Map<string, unknown>> {
  const found = known.get(name) ?? readIndex(name);
  known.set(name, found);
  return found;
}

async function readIndex(name: string): Promise<Map<string, unknown>> {
  const paths = Object.keys(dataset.manifest.files).filter((path) => path.startsWith(`${name}/`));
  const store = plainStore(await corpusDist());
  const found = new Map<string, unknown>();
  for (const path of paths) {
    const bytes = await store.read(`${dataset.manifest.version}/${path}`);
    const { entries } = JSON.parse(new TextDecoder().decode(bytes)) as Shard<unknown>;
    for (const [key, entry] of Object.entries(entries)) found.set(key, entry);
  }
  return found;
}

async function entries<T>(name: string): Promise<[key: string, entry: T][]> {
  return [...(await plainIndex(name))] as [string, T][];
}

function expectTextDescribed(schema: v.GenericSchema, text: string, what: string): void {
  expectDescribed(schema, JSON.parse(text ?? ''), what, text);
}

/** A schema leaves out what it does not name: what comes back equal is described whole. */
function expectDescribed(
  schema: v.GenericSchema,
  value: unknown,
  what: string,
  text = JSON.stringify(value),
): void {
  const parsed = v.safeParse(schema, value);
  const issues = parsed.issues?.map((issue) => `${v.getDotPath(issue)}: ${issue.message}`);
  expectSame(issues, undefined, what);
  expectSame(JSON.stringify(parsed.output).length, text.length, what);
}

/** In English and French. */
const NO_TITLE = /has no (?:\S+ text for|title in)|n’a (?:pas de texte|de titre)/;

const LANGUAGES = ['en-US', 'fr-FR', 'de-DE'];

describe.each(LANGUAGES)('in %s', (lang) => {
  it('resolve', { timeout: 180_000 }, async () => {
    const pairs = await entries<MatchEntry>('resolve');
    expect(pairs.length).toBeGreaterThan(14_000);
    for (const [at, [id]] of pairs.entries()) {
      const [key, name] = splitPairKey(id);
      const hive = ['HKLM\\', 'HKCU\\', '', 'HKU\\S-1-5-21-1\\'][at % 4] ?? '';
      // Every ninth one is mistyped, another one in each language; every hive meets every target.
      const value = name + (at % 9 === LANGUAGES.indexOf(lang) ? '1' : '');
      const request = { key: hive + key, value, lang, targetOs: TARGETS[(at >> 2) % TARGETS.length] ?? null };
      const answer = JSON.stringify(await service.resolve(request));
      expectSame(answer, await plainResolve(stored, tables, request));
      if (at % 5 === 0) expectTextDescribed(ResolveEnvelope, answer, id);
    }
  });

  /** The language that the facts give for the title, and the title. */
  const titleOf = (slug: string) => {
    const titles = texts.get(slug) ?? {};
    const own = [lang, 'en-US', ...Object.keys(titles)].find((each) => titles[each]?.displayName);
    return { slug, language: own, title: own === undefined ? undefined : titles[own]?.displayName };
  };

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
    expectSame(JSON.stringify(about), JSON.stringify([...new Set(titleWarnings(titled, lang))]));
  }

  it('csp', { timeout: 180_000 }, async () => {
    const nodes = await entries<CspEntry>('csp/en-US');
    expect(new Set(nodes.map(([, { matches }]) => matches.length > 0)).size).toBe(2);
    for (const [omaUri] of nodes) {
      const answer = await service.csp({ omaUri, lang });
      expectTitles(answer.result.matches, answer.warnings);
      expectTextDescribed(CspEnvelope, JSON.stringify(answer), omaUri);
    }
  });

  it('setting', { timeout: 180_000 }, async () => {
    expect(texts.size).toBeGreaterThan(2_000);
    for (const slug of texts.keys()) {
      const answer = await service.setting({ slug, lang });
      const record = answer?.result.setting;
      if (answer === undefined || record === undefined) throw new Error(`no record of ${slug}`);
      expectTitles([record], answer.warnings);
      expectTextDescribed(SettingEnvelope, JSON.stringify(answer), slug);
    }
  });
});

describe('what is stored is what its schema says', () => {
  it.each([
    ['resolve', MatchEntry],
    ['list', MatchEntry],
    ['csp/en-US', CspEntry],
    ['near', NearEntry],
    ['policy', PolicyEntry],
    ['setting/en-US', SettingEntry],
  ] as const)('%s', async (index, schema) => {
    for (const [key, entry] of await entries(index)) expectDescribed(schema, entry, key);
  });
});
