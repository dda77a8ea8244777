/** Facts → a dataset version. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { FALLBACK_LANGUAGE } from '../runtime/answer/language.ts';
import type { PartsEntry } from '../runtime/contract/parts.ts';
import type { Manifest, PolicyEntry, ShardBits } from '../runtime/format/format.ts';
import { createReleases, type ReleaseTable, type Rules } from '../runtime/verdict/index.ts';
import { catalogEntries } from './compile/catalog.ts';
import { type CompileContext, createContext, type Item } from './compile/context.ts';
import { coverageOf, sourceInfos } from './compile/coverage.ts';
import { cspAnswer, nodeRules } from './compile/csp-answers.ts';
import { templatesOf } from './compile/dropped.ts';
import { ownIn, ownPairIn } from './compile/in-languages.ts';
import { buildLookups, type LookupIndexes } from './compile/matches.ts';
import { factsText, namesOf, PairAnswers } from './compile/pair-answers.ts';
import { partsOf } from './compile/parts.ts';
import { recordLanguages, settingRecord } from './compile/records.ts';
import { releaseNames, releaseVerdicts, slugOf } from './compile/release-verdicts.ts';
import { RuleTable } from './compile/rules.ts';
import { settingAnswer } from './compile/setting-answers.ts';
import { addInLanguages, addShards, addShardsOf, type Files } from './compile/shards.ts';
import { type Written, writeVersion } from './compile/write.ts';
import { readGeneratedAt } from './facts/dataset.ts';
import { readFacts, readJson } from './facts/model.ts';
import { joinMdm } from './join/mdm.ts';
import { searchFiles } from './search/files.ts';
import { parseComponents, withComponents } from './supported-on/components.ts';
import { parseFloors, readDefinition } from './supported-on/table.ts';

export interface CompileOptions {
  /** Folder of facts; what no vendor states (releases, corrections, DDF) is taken from `builtIn` where it lacks it. */
  facts: string;
  builtIn: string;
  /** The `dist` folder. */
  out: string;
  progress?: (done: number, total: number, what: string) => void;
}

/**
 * Leading bits that name a shard. More bits would make the manifest, which every start reads, the larger part of what a
 * cold look-up transfers.
 */
export const SHARD_BITS = {
  resolve: 10,
  list: 6,
  near: 8,
  csp: 9,
  catalog: 8,
  setting: 9,
  policy: 6,
  parts: 9,
} satisfies ShardBits;

export async function compile(options: CompileOptions): Promise<Written> {
  const context = await openContext(options.facts, options.builtIn);
  const [search, files] = await Promise.all([searchFiles(context), compileFiles(context, options)]);
  for (const [path, text] of search) files.files.set(path, text);
  const generatedAt = await readGeneratedAt(options.facts);
  const base = manifestBase(context, files.counts);
  let done = 0;
  const tick = () => {
    done++;
    options.progress?.(done, files.files.size, 'writing');
  };
  return writeVersion(options.out, files.files, base, generatedAt, tick);
}

export async function openContext(folder: string, builtIn: string): Promise<CompileContext> {
  const facts = await readFacts(folder, builtIn);
  const table = await readJson<ReleaseTable>(join(builtIn, 'windows-releases.json'));
  const releases = createReleases(table);
  const floors = parseFloors(await readFile(join(builtIn, 'supported-on-floors.jsonl'), 'utf8'));
  const components = parseComponents(await readJson(join(builtIn, 'windows-components.json')));
  return createContext(facts, joinMdm(facts), releases, (fact) => {
    const reading = readDefinition(fact, floors, releases);
    return reading && withComponents(reading, components, releases);
  });
}

async function compileFiles(context: CompileContext, { builtIn, progress }: CompileOptions) {
  const files: Files = new Map();
  progress?.(0, 1, 'joining');
  const lookups = buildLookups(context);
  addShards(files, 'near', SHARD_BITS.near, lookups.near);
  const answers = new PairAnswers(context);
  const table = ruleTable(lookups, answers);
  answers.table = table;
  files.set('rules.json', JSON.stringify(table.file));
  addAnswers(files, lookups, context, answers, table);
  addShards(files, 'catalog', SHARD_BITS.catalog, catalogEntries(context));
  files.set('editions.json', JSON.stringify({ lists: context.editionLists.lists }));
  files.set('csp-dynamic.json', JSON.stringify({ paths: lookups.dynamic }));
  addParts(files, context);
  addShards(files, 'policy', SHARD_BITS.policy, policies(context));
  const coverage = coverageOf(context);
  files.set('coverage.json', `${JSON.stringify(coverage, null, 2)}\n`);
  addReleases(
    files,
    context,
    table.file,
    await readJson<ReleaseTable>(join(builtIn, 'windows-releases.json')),
  );
  const { totals, mdm } = coverage;
  return {
    files,
    counts: {
      settings: totals.settings,
      registryPairs: totals.registryPairs,
      cspMappings: mdm.official + mdm.derived,
    },
  };
}

/** What answers are read from, in each language that has something of its own. */
function addAnswers(
  files: Files,
  { resolve, list, csp }: LookupIndexes,
  context: CompileContext,
  answers: PairAnswers,
  table: RuleTable,
): void {
  const { languages } = context;
  const of = (index: keyof typeof SHARD_BITS) => ({ index, bits: SHARD_BITS[index], languages });
  addInLanguages(files, of('resolve'), resolve, (pair, lang) => answers.entry(pair, lang), ownPairIn);
  for (const lang of languages)
    addShardsOf(files, `list/${lang}`, SHARD_BITS.list, list, (lists) => answers.listEntry(lists, lang));
  addInLanguages(files, of('csp'), csp, (node, lang) => cspAnswer(node, lang, table), ownIn);
  const record = (item: Item, lang: string) => settingAnswer(item, lang, context);
  // A reader of one language finds each record whose title is in it, also where English shows the same one.
  addInLanguages(files, of('setting'), itemsBySlug(context), record, (lang, own, english) =>
    own.setting.lang === lang ? own : ownIn(lang, own, english),
  );
}

/** What clients without a runtime need: names of releases, and the verdicts of each. */
function addReleases(files: Files, context: CompileContext, rules: Rules, table: ReleaseTable): void {
  const { releases, editionLists } = context;
  const names = releaseNames(releases);
  files.set('releases.json', JSON.stringify({ ...table, names, templates: templatesOf(context) }));
  for (const release of table.releases) {
    const verdicts = releaseVerdicts(rules, release, { releases, editionLists: editionLists.lists });
    files.set(`verdicts/${slugOf(release)}.json`, JSON.stringify(verdicts));
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

/** What verify reads of a setting is the same in every language. */
function addParts(files: Files, context: CompileContext): void {
  const taken = new Map(context.facts.mdmData.map((fact) => [fact.omaUri, fact]));
  addShardsOf(files, 'parts', SHARD_BITS.parts, itemsBySlug(context), (item): PartsEntry => {
    const [first = FALLBACK_LANGUAGE, ...others] = recordLanguages(item);
    const lang = [first, ...others].includes(FALLBACK_LANGUAGE) ? FALLBACK_LANGUAGE : first;
    return partsOf(settingRecord(item, lang, context), taken);
  });
}

function policies({ items }: CompileContext): Map<string, PolicyEntry> {
  return new Map(items.map(({ setting: { policyId, slug } }) => [policyId.toLowerCase(), { slug }]));
}

function manifestBase(context: CompileContext, counts: Manifest['counts']) {
  return { languages: context.languages, sources: sourceInfos(context), counts, shardBits: SHARD_BITS };
}
