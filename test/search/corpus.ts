/** The search over the built-in facts, and files of it that a test may spoil. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { builtInDist } from '../../build/built-in.ts';
import { compare } from '../../build/collections.ts';
import type { CompileContext, Item } from '../../build/compile/context.ts';
import { displayNames } from '../../build/compile/match.ts';
import { readJson } from '../../build/facts/model.ts';
import { pickText } from '../../build/pick-text.ts';
import { searchFiles } from '../../build/search/files.ts';
import { answerSearch } from '../../runtime/answer/search.ts';
import type { Match } from '../../runtime/contract/match.ts';
import type { Dataset } from '../../runtime/dataset/dataset.ts';
import { openDataset } from '../../runtime/dataset/open.ts';
import type { DistIndex, Manifest } from '../../runtime/format/format.ts';
import { folderStore } from '../../runtime/node/folder-store.ts';
import { languageFile, SETTINGS_FILE } from '../../runtime/search/files.ts';
import { committedContext } from '../corpus/context.ts';
import { memoryStore, versionFiles } from '../dataset/make-dist.ts';

const FACTS = fileURLToPath(new URL('../../facts', import.meta.url));

export interface Corpus {
  context: CompileContext;
  /** By slug. */
  items: Item[];
  dataset: Dataset;
}

let whole: Promise<Corpus> | undefined;

/** The dataset that was compiled for the run, which is the same one for all files of a worker. */
export function wholeCorpus(): Promise<Corpus> {
  const open = async () => {
    const context = await committedContext();
    return { ...ofContext(context), dataset: await openDataset(folderStore(await builtInDist())) };
  };
  whole ??= open();
  return whole;
}

interface FewSettings extends Corpus {
  /** Path → text. */
  files: Map<string, string>;
}

let few: Promise<FewSettings> | undefined;

/** One setting in twenty, indexed here: three languages of all take six seconds. */
export function fewSettings(): Promise<FewSettings> {
  few ??= openFew();
  return few;
}

async function openFew(): Promise<FewSettings> {
  const all = await committedContext();
  const context = { ...all, items: all.items.filter((_, at) => at % 20 === 0) };
  const files = await searchFiles(context);
  const dataset = await datasetOf([...files].map(([path, text]) => [path, JSON.parse(text)]));
  return {
    ...ofContext(context),
    files,
    dataset: Object.assign(dataset, lookUpsOf((await wholeCorpus()).dataset)),
  };
}

const ofContext = (context: CompileContext) => ({
  context,
  items: [...context.items].sort((a, b) => compare(a.setting.slug, b.setting.slug)),
});

async function builtInFolder(): Promise<string> {
  const dist = await builtInDist();
  const { latest } = await readJson<DistIndex>(join(dist, 'index.json'));
  return join(dist, latest);
}

export async function builtInLanguages(): Promise<string[]> {
  return (await readJson<Manifest>(join(await builtInFolder(), 'manifest.json'))).languages;
}

/** Path → text, of the built-in dataset. */
export async function builtInFiles(languages: readonly string[]): Promise<Map<string, string>> {
  const folder = await builtInFolder();
  const names = [SETTINGS_FILE, ...languages.map(languageFile)];
  const texts = names.map(async (name) => [name, await readFile(join(folder, name), 'utf8')] as const);
  return new Map(await Promise.all(texts));
}

export async function datasetOf(wholes: [path: string, json: unknown][]): Promise<Dataset> {
  const texts = wholes.map(([path, json]) => [path, JSON.stringify(json)]);
  texts.push(['releases.json', await readFile(join(FACTS, 'windows-releases.json'), 'utf8')]);
  const files = versionFiles({ version: 'v', texts: Object.fromEntries(texts) });
  return openDataset(memoryStore(files), 'v');
}

/** Of each setting of an index in English; undefined where it has none. */
export const titlesOf = ({ items }: Pick<Corpus, 'items'>) =>
  items.map(({ setting }) => pickText(displayNames(setting.text), 'en-US')?.text);

/** For a dataset of the search's files alone: what a hit shows is looked up in another one. */
export const lookUpsOf = (dataset: Dataset) => ({ lookup: dataset.lookup.bind(dataset) });

export async function ask(dataset: Dataset, q: string, { lang = 'en-US', limit = 10 } = {}) {
  const envelope = await answerSearch(dataset, { q, lang, limit });
  const { total = 0, suggestions = [], reason } = envelope.result;
  return { envelope, matches: envelope.result.matches as Match[], total, suggestions, reason };
}
