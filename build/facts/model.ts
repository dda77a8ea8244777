/** The contents of `facts/` in memory, for compile, checks and diff. */

import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { finishReplacing, unlessMissing } from '../atomic.ts';
import { UsageError } from '../errors.ts';
import { type CorrectionsFile, correctsNode } from './corrections.ts';
import type { DdfFact, MdmDataFact, PageNodeFact } from './nodes.ts';
import { isMember } from './order.ts';
import type { ImportReport } from './report.ts';
import { type SourceDeclaration, type SourcesManifest, WINDOWS_LINE } from './sources.ts';
import type { CategoryFact, ControlFact, SettingFact, SupportedOnFact } from './types.ts';
import type { KeywordFact, ProductsFile, SynonymsFile } from './words.ts';

export type Facts = Awaited<ReturnType<typeof readFacts>>;

export const CONTROLS = 'controls.jsonl';

/** Names of `facts/*.jsonl` that belong to no single source. */
export const SHARED_FILES: ReadonlySet<string> = new Set([
  'categories',
  'controls',
  'ddf-names',
  'keywords',
  'supported-on',
  'supported-on-floors',
  'unjoined',
  'mdm-data',
  'page-nodes',
]);

/** Reads a folder of facts; the shared files that it lacks (DDF, corrections, synonyms, …) are read from `builtIn`. */
export async function readFacts(folder: string, builtIn: string) {
  await finishReplacing(folder);
  const names = new Set(await readdir(folder));
  const pick = (name: string) => join(names.has(name) ? folder : builtIn, name);
  const ownLines = async <T>(name: string) => (names.has(name) ? readLines<T>(join(folder, name)) : []);
  const linesOrNone = <T>(name: string) => readLines<T>(pick(name)).catch(unlessMissing<T[]>([]));
  const orElse = <T>(name: string, none: T) => readJson<T>(pick(name)).catch(unlessMissing(none));
  const { sources } = await readJson<SourcesManifest>(pick('sources.json'));
  /** Source id → settings, sorted by slug. */
  const settings = new Map<string, SettingFact[]>();
  const nodes: DdfFact[] = [];
  for (const { id, kind } of sources) {
    const path = kind === 'ddf' ? pick(`${id}.jsonl`) : join(folder, `${id}.jsonl`);
    if (kind === 'ddf') nodes.push(...(await readLines<DdfFact>(path)));
    else settings.set(id, names.has(`${id}.jsonl`) ? await readSettings(path) : []);
  }
  const { corrections, ...moreCorrections } = await readJson<CorrectionsFile>(pick('corrections.json'));
  const all = [...settings.values()].flat();
  addTypes(all, moreCorrections.types);
  const pageNodes = await linesOrNone<PageNodeFact>('page-nodes.jsonl');
  nodes.push(...nodesOfPages(pageNodes, nodes, sources));
  correctNodes(nodes, moreCorrections.nodes);
  return {
    folder,
    /** Names of the files in it. */
    files: [...names].sort(),
    sources,
    settings,
    categories: await readLines<CategoryFact>(join(folder, 'categories.jsonl')),
    supportedOn: [
      ...(await readLines<SupportedOnFact>(join(folder, 'supported-on.jsonl'))),
      ...addSupportedOn(all, moreCorrections.supportedOn),
    ],
    nodes,
    pageNodes,
    /** Empty for facts that were imported before keywords existed. */
    keywords: await ownLines<KeywordFact>('keywords.jsonl'),
    // Optional: without it a query finds only texts that contain its own words.
    synonyms: await orElse<SynonymsFile>('synonyms.json', { groups: [] }),
    products: await orElse<ProductsFile>('products.json', { products: [], ranks: {} }),
    /** `product-names.json` for its check; the build reads its own. */
    productNames: (await orElse<{ products: object[] }>('product-names.json', { products: [] })).products,
    /** Of baselines; entries that are settings of their own are in the file for the next import only. */
    controls: (await ownLines<ControlFact>(CONTROLS)).filter(({ setting }) => !setting),
    corrections,
    /**
     * Reviewed pairs of a node with a value of its own and the registry value whose data it accepts. Optional: without them
     * no node accepts the data of a registry value.
     */
    mdmData: await linesOrNone<MdmDataFact>('mdm-data.jsonl'),
    /** The other corrections: of keys, of lines, of values without a mapping. */
    moreCorrections,
    report: await readJson<ImportReport>(join(folder, 'import-report.json')),
  };
}

/** All settings, source by source. */
export const settingsOf = ({ settings }: Pick<Facts, 'settings'>) => [...settings.values()].flat();

function addTypes(settings: readonly SettingFact[], types: CorrectionsFile['types'] = []): void {
  for (const { policyId, element: id, registryType } of types)
    for (const { elements = [] } of settings.filter((each) => each.policyId === policyId))
      for (const element of elements.filter((each) => each.id === id))
        element.otherTypes = [...(element.otherTypes ?? []), registryType];
}

/** A definition for each text, which the settings refer to as to one of a template. */
function addSupportedOn(
  settings: readonly SettingFact[],
  entries: CorrectionsFile['supportedOn'] = [],
): SupportedOnFact[] {
  return entries.map(({ text, policyIds }) => {
    const id = addedTextId(text);
    for (const setting of settings) if (policyIds.includes(setting.policyId)) setting.supportedOn ??= id;
    return { line: WINDOWS_LINE, id, text: { 'en-US': text } };
  });
}

/** The id of a text that a correction adds. */
export const addedTextId = (text: string): string => `corrections::${text}`;

/** Where facts have the source of pages. A DDF that has such a node itself decides. */
function nodesOfPages(
  all: readonly PageNodeFact[],
  nodes: readonly DdfFact[],
  sources: readonly SourceDeclaration[],
): DdfFact[] {
  const { id: source, versions } = sources.find(({ kind }) => kind === 'pages') ?? {};
  const version = versions?.at(-1)?.version;
  if (source === undefined || version === undefined) return [];
  const known = new Set(nodes.map(({ omaUri }) => omaUri.toLowerCase()));
  return all
    .filter(({ omaUri }) => !known.has(omaUri.toLowerCase()))
    .map(({ evidence: _, ...node }) => ({ ...node, source, version }));
}

function correctNodes(nodes: readonly DdfFact[], entries: CorrectionsFile['nodes'] = []): void {
  for (const entry of entries) {
    const { omaUris: _, ddf: __, evidence: ___, ...members } = entry;
    for (const node of nodes.filter((each) => correctsNode(entry, each))) Object.assign(node, members);
  }
}

/** A member that only a newer program knows would be lost, and the verdict be drawn without it. */
export async function readSettings(path: string): Promise<SettingFact[]> {
  const settings = await readLines<SettingFact>(path);
  for (const [index, fact] of settings.entries()) {
    const unknown = Object.keys(fact).find((name) => !isMember(name));
    if (unknown === undefined) continue;
    const fault = `has "${unknown}", which this hivecheck does not know: correct it, or update hivecheck.`;
    throw new UsageError(`${path}:${index + 1} ${fault}`);
  }
  return settings;
}

export async function readJson<T>(path: string): Promise<T> {
  const text = await readFile(path, 'utf8');
  try {
    return JSON.parse(text) as T;
  } catch (error) {
    throw new UsageError(`${path} is not JSON: ${(error as Error).message}`);
  }
}

export async function readLines<T>(path: string): Promise<T[]> {
  const text = await readFile(path, 'utf8');
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line, index) => {
      try {
        return JSON.parse(line) as T;
      } catch (error) {
        throw new UsageError(`${path}:${index + 1} is not JSON: ${(error as Error).message}`);
      }
    });
}
