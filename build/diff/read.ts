/** Readers of the canonical form: a folder of facts, a version's folder, or a whole `dist` (its latest version). */

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { FALLBACK_LANGUAGE } from '../../runtime/answer/language.ts';
import { INDEX_FILE, MANIFEST_FILE, otherFormat } from '../../runtime/dataset/manifest.ts';
import type {
  CspEntry,
  DistIndex,
  EntrySentences,
  ListEntry,
  Manifest,
  PairEntry,
  SettingEntry,
  SettingRecord,
  Shard,
  SourceInfo,
  SupportedOnFloor,
} from '../../runtime/format/format.ts';
import type { Rules } from '../../runtime/verdict/index.ts';
import { append, getOrMake } from '../collections.ts';
import { buildCsp } from '../compile/csp-entries.ts';
import { recordLanguages, settingRecord } from '../compile/records.ts';
import { openContext } from '../compile.ts';
import { UsageError } from '../errors.ts';
import { readJson } from '../facts/model.ts';
import { canonicalNode, canonicalSetting } from './flatten.ts';
import type { CanonicalDataset } from './model.ts';
import { readVerdicts, type Verdicts } from './verdicts.ts';

/**
 * @param builtIn Folder of the built-in facts, for what a folder of own facts lacks.
 * @throws Error that names a folder which is neither facts nor a dataset.
 */
export async function readDataset(folder: string, builtIn: string): Promise<CanonicalDataset> {
  if (existsSync(join(folder, MANIFEST_FILE))) return readVersion(folder);
  if (existsSync(join(folder, INDEX_FILE))) {
    const { latest } = await readJson<DistIndex>(join(folder, INDEX_FILE));
    return readVersion(join(folder, latest));
  }
  if (existsSync(join(folder, 'categories.jsonl'))) return readFactsFolder(folder, builtIn);
  throw new UsageError(
    `${folder} holds no dataset: give a version's folder (with manifest.json), a dist folder (with index.json) ` +
      'or a folder of facts (with categories.jsonl).',
  );
}

export async function readFactsFolder(folder: string, builtIn: string): Promise<CanonicalDataset> {
  const context = await openContext(folder, builtIn);
  const settings: CanonicalDataset['settings'] = new Map();
  for (const item of context.items) {
    const records = recordLanguages(item).map((lang) => settingRecord(item, lang, context));
    // A setting that writes no value has no stored match, and so no floor in a version.
    add(settings, records, item.pairs.length > 0 ? item.floor : undefined);
  }
  return { sources: versionsOf(context.facts.sources), settings, nodes: nodesOf(buildCsp(context).csp) };
}

/** Source id → the labels of its versions. */
function versionsOf(sources: Pick<SourceInfo, 'id' | 'versions'>[]): CanonicalDataset['sources'] {
  return new Map(sources.map(({ id, versions }) => [id, versions.map(({ version }) => version)]));
}

export async function readVersion(folder: string): Promise<CanonicalDataset> {
  const manifest = await readJson<Manifest>(join(folder, MANIFEST_FILE));
  const formats = otherFormat(manifest);
  if (formats !== undefined) {
    const remedy = formats.isOlder ? 'compare the facts that it was made from instead.' : 'update hivecheck.';
    throw new UsageError(`${folder} is written in ${formats.text}: ${remedy}`);
  }
  const ruled = await readRules(folder, manifest);
  const verdictsOf = await readVerdicts(folder, manifest);
  const settings: CanonicalDataset['settings'] = new Map();
  for (const [slug, all] of await readRecords(folder, manifest)) {
    const { floor, asked } = ruled.get(slug) ?? {};
    add(settings, all, floor, asked && verdictsOf(asked));
  }
  const { version, generatedAt } = manifest;
  const nodes = nodesOf(await readEntries<CspEntry>(folder, manifest, 'csp'));
  return { version, generatedAt, sources: versionsOf(manifest.sources), settings, nodes };
}

function nodesOf(entries: Iterable<[uri: string, Pick<CspEntry, 'node'>]>): CanonicalDataset['nodes'] {
  return new Map([...entries].map(([uri, { node }]) => [uri, node && canonicalNode(node)]));
}

/** @param index Names of indexes, by `|`. */
async function readEntries<T>(
  folder: string,
  { files }: Manifest,
  index: string,
  lang = FALLBACK_LANGUAGE,
): Promise<[id: string, entry: T][]> {
  const shards = new RegExp(`^(?:${index})/${lang}/`);
  const read: [string, T][] = [];
  for (const path of Object.keys(files).filter((each) => shards.test(each)))
    read.push(...Object.entries((await readJson<Shard<T>>(join(folder, path))).entries));
  return read;
}

/** Slug → its records, one a language. */
async function readRecords(folder: string, manifest: Manifest) {
  const records = new Map<string, SettingRecord[]>();
  for (const lang of manifest.languages) {
    const entries = await readEntries<SettingEntry | EntrySentences>(folder, manifest, 'setting', lang);
    for (const [slug, entry] of entries) {
      if (!('setting' in entry) || entry.setting.lang !== lang) continue;
      append(records, slug, entry.setting);
    }
  }
  return records;
}

interface Ruled {
  /** Every pair of a setting has the same. */
  floor?: SupportedOnFloor;
  /** Numbers in `asked` of all answers that have the setting. */
  asked: Set<number>;
}

/** By slug, from the rules of verdicts. */
async function readRules(folder: string, manifest: Manifest): Promise<Map<string, Ruled>> {
  const ruled = new Map<string, Ruled>();
  const { rules, asked } = await readJson<Rules>(join(folder, 'rules.json'));
  const entries = await readEntries<PairEntry | ListEntry>(folder, manifest, 'resolve|list');
  const pairs = entries.flatMap(([, entry]) => ('answers' in entry ? entry.answers : [entry]));
  for (const { rule, matches } of pairs.flatMap(({ any, HKLM = any, HKCU = any }) => [any, HKLM, HKCU])) {
    for (const [at, { slug }] of matches.entries()) {
      const own = getOrMake(ruled, slug, (): Ruled => ({ asked: new Set() }));
      const floor = rules[asked[rule]?.rules[at] ?? -1]?.floor;
      if (floor !== undefined) own.floor = floor;
      own.asked.add(rule);
    }
  }
  return ruled;
}

function add(
  settings: CanonicalDataset['settings'],
  records: readonly SettingRecord[],
  floor: SupportedOnFloor | undefined,
  verdicts?: Verdicts,
): void {
  // Facts are the same in all; the order of languages must not decide which record they are read from.
  const [first, ...rest] = [...records].sort((a, b) => (a.lang < b.lang ? -1 : 1));
  if (!first) return;
  const setting = canonicalSetting([first, ...rest], floor);
  settings.set(first.slug, { ...setting, ...(verdicts && { verdicts }) });
}
