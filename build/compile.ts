/** Facts → a dataset version. */
import { FALLBACK_LANGUAGE } from '../runtime/answer/language.ts';
import type { PartsEntry } from '../runtime/contract/parts.ts';
import type { PolicyEntry, ReleaseTable, ShardBits } from '../runtime/format/format.ts';
import type { Rules } from '../runtime/verdict/index.ts';
import { catalogEntries } from './compile/catalog.ts';
import { type CompileContext, createContext, type Item } from './compile/context.ts';
import { type Coverage, coverageOf, sourceInfos } from './compile/coverage.ts';
import { cspAnswer, nodeRules } from './compile/csp-answers.ts';
import { templatesOf } from './compile/dropped.ts';
import { ownIn, ownListIn, ownPairIn } from './compile/in-languages.ts';
import { buildLookups, type LookupIndexes } from './compile/matches.ts';
import { factsText, namesOf, PairAnswers } from './compile/pair-answers.ts';
import { partsOf } from './compile/parts.ts';
import { recordLanguages, settingRecord } from './compile/records.ts';
import { releaseNames, releaseVerdicts, slugOf } from './compile/release-verdicts.ts';
import { RuleTable } from './compile/rules.ts';
import { settingAnswer } from './compile/setting-answers.ts';
import { type File, filesInLanguages, shardFiles } from './compile/shards.ts';
import { type ManifestBase, type Written, writeVersion } from './compile/write.ts';
import { readGeneratedAt } from './facts/dataset.ts';
import { readFacts } from './facts/model.ts';
import { joinMdm } from './join/mdm.ts';
import { searchFiles } from './search/files.ts';
import { withComponents } from './supported-on/components.ts';
import { readDefinition } from './supported-on/table.ts';
import { readReleaseTable, readTables } from './supported-on/tables.ts';

export interface CompileOptions {
  /** Folder of facts; the DDF and the corrections are read from `builtIn` if the folder lacks them. */
  facts: string;
  builtIn: string;
  /** The `dist` folder. */
  out: string;
  progress?: (done: number, total: number, what: string) => void;
}

/**
 * Number of leading bits of the hash that name a shard. With more bits the manifest, which every start reads, would be
 * the larger part of what a cold look-up transfers.
 */
const SHARD_BITS = {
  resolve: 10,
  list: 6,
  near: 8,
  csp: 9,
  catalog: 8,
  setting: 9,
  policy: 6,
  parts: 9,
} satisfies ShardBits;

export async function compile({ facts, builtIn, out, progress }: CompileOptions): Promise<Written> {
  const context = await openContext(facts, builtIn);
  const coverage = coverageOf(context);
  const table = await readReleaseTable(builtIn);
  const files = versionFiles(context, coverage, table, progress);
  return writeVersion(out, files, manifestBase(context, coverage), await readGeneratedAt(facts));
}

export async function openContext(folder: string, builtIn: string): Promise<CompileContext> {
  const facts = await readFacts(folder, builtIn);
  const { releases, floors, components } = await readTables(builtIn);
  return createContext(facts, joinMdm(facts), releases, (fact) => {
    const reading = readDefinition(fact, floors, releases);
    return reading && withComponents(reading, components, releases);
  });
}

async function* versionFiles(
  context: CompileContext,
  coverage: Coverage,
  releases: ReleaseTable,
  progress: CompileOptions['progress'] = () => {},
): AsyncGenerator<File> {
  const search = searchFiles(context);
  // Awaited at the end; an earlier rejection must not end the process.
  search.catch(() => {});
  const steps = ['joining', 'resolve', 'list', 'csp', 'setting', 'parts', 'verdicts', 'search'];
  const step = (what: string) => progress(steps.indexOf(what), steps.length, what);
  step('joining');
  const lookups = buildLookups(context);
  const answers = new PairAnswers(context);
  const table = ruleTable(lookups, answers);
  answers.table = table;
  yield ['rules.json', JSON.stringify(table.file)];
  yield ['editions.json', JSON.stringify({ lists: context.editionLists.lists })];
  yield ['csp-dynamic.json', JSON.stringify({ paths: lookups.dynamic })];
  yield ['coverage.json', `${JSON.stringify(coverage, null, 2)}\n`];
  yield* shardFiles('near', SHARD_BITS.near, lookups.near);
  yield* shardFiles('catalog', SHARD_BITS.catalog, catalogEntries(context));
  yield* shardFiles('policy', SHARD_BITS.policy, policies(context));
  yield* answerFiles(lookups, context, answers, table, step);
  step('parts');
  yield* partsFiles(context);
  step('verdicts');
  yield* releaseFiles(context, table.file, releases);
  step('search');
  yield* await search;
}

/** The files that answers are read from, in each language that differs from English. */
function* answerFiles(
  { resolve, list, csp }: LookupIndexes,
  context: CompileContext,
  answers: PairAnswers,
  table: RuleTable,
  step: (what: string) => void,
): Generator<File> {
  const { languages } = context;
  const of = (index: keyof typeof SHARD_BITS) => ({ index, bits: SHARD_BITS[index], languages });
  step('resolve');
  yield* filesInLanguages(of('resolve'), resolve, (pair, lang) => answers.entry(pair, lang), ownPairIn);
  step('list');
  yield* filesInLanguages(of('list'), list, (lists, lang) => answers.listEntry(lists, lang), ownListIn);
  step('csp');
  yield* filesInLanguages(of('csp'), csp, (node, lang) => cspAnswer(node, lang, table), ownIn);
  step('setting');
  const record = (item: Item, lang: string) => settingAnswer(item, lang, context);
  // A record with a title in the language is stored for it, even if English has the same title.
  yield* filesInLanguages(of('setting'), itemsBySlug(context), record, (lang, own, english) =>
    own.setting.lang === lang ? own : ownIn(lang, own, english),
  );
}

/** Files for clients without a runtime: names of releases, and the verdicts for each. */
function* releaseFiles(context: CompileContext, rules: Rules, table: ReleaseTable): Generator<File> {
  const { releases, editionLists } = context;
  const names = releaseNames(releases);
  yield ['releases.json', JSON.stringify({ ...table, names, templates: templatesOf(context) })];
  for (const release of table.releases) {
    const verdicts = releaseVerdicts(rules, release, { releases, editionLists: editionLists.lists });
    yield [`verdicts/${slugOf(release)}.json`, JSON.stringify(verdicts)];
  }
}

function ruleTable({ resolve, list, csp }: LookupIndexes, answers: PairAnswers): RuleTable {
  const nodes = [...csp.values()].flatMap(nodeRules);
  const lists = [...list.values()].flatMap((matches) => namesOf(matches).map(({ taking }) => taking));
  const pairs = [...resolve.values(), ...lists];
  return new RuleTable(
    [...nodes, ...pairs.flat().map(factsText)],
    pairs.flatMap((matches) => answers.asked(matches)),
  );
}

function itemsBySlug({ items }: CompileContext): Map<string, Item> {
  return new Map(items.map((item) => [item.setting.slug, item]));
}

/** The files that verify reads: the same for every language. */
function* partsFiles(context: CompileContext): Generator<File> {
  const taken = new Map(context.facts.mdmData.map((fact) => [fact.omaUri, fact]));
  yield* shardFiles('parts', SHARD_BITS.parts, itemsBySlug(context), (item): PartsEntry => {
    const [first = FALLBACK_LANGUAGE, ...others] = recordLanguages(item);
    const lang = [first, ...others].includes(FALLBACK_LANGUAGE) ? FALLBACK_LANGUAGE : first;
    return partsOf(settingRecord(item, lang, context), taken);
  });
}

function policies({ items }: CompileContext): Map<string, PolicyEntry> {
  return new Map(items.map(({ setting: { policyId, slug } }) => [policyId.toLowerCase(), { slug }]));
}

function manifestBase(context: CompileContext, { totals, mdm }: Coverage): ManifestBase {
  const { settings, registryPairs } = totals;
  const counts = { settings, registryPairs, cspMappings: mdm.official + mdm.derived };
  return { languages: context.languages, sources: sourceInfos(context), counts, shardBits: SHARD_BITS };
}
