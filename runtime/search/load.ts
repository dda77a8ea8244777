/** The search's files → what queries run on; a language when it is first asked for. */
import { Index } from 'flexsearch';
import { type Dataset, DatasetUnavailable } from '../dataset/dataset.ts';
import {
  FIELD,
  fingerprint,
  INDEX_OPTIONS,
  languageFile,
  SETTINGS_FILE,
  type SearchLanguage,
  type SearchSettings,
  type TermRow,
} from './files.ts';
import { Vocabulary } from './vocabulary.ts';

export interface SearchIndex {
  lang: string;
  settings: SearchSettings;
  language: SearchLanguage;
  /** Lang of the titles that are in another one. */
  foreign: Map<number, string>;
  flex: Index;
  vocabulary: Vocabulary;
  /** By term: in how many settings, and how much it tells. */
  frequency: Uint32Array;
  idf: Float32Array;
  /** The terms of setting s, as term × 8 + field, from `offsets[s]` to before `offsets[s + 1]`. */
  offsets: Uint32Array;
  entries: Uint32Array;
  /** By setting: idf of all terms in its title. */
  titleWeight: Float32Array;
}

const loaded = new WeakMap<Dataset, Map<string, SearchIndex>>();

/** Throws {@link DatasetUnavailable} where the index is missing, altered or made by another configuration. */
export async function searchIndex(dataset: Dataset, lang: string): Promise<SearchIndex> {
  const known = loaded.get(dataset)?.get(lang);
  if (known) return known;
  const settings = await dataset.file<SearchSettings>(SETTINGS_FILE);
  // One file a turn: parsing both at once would hold up other requests for longer.
  await nextTurn();
  const language = await dataset.file<SearchLanguage>(languageFile(lang));
  await nextTurn();
  const indexes = loaded.get(dataset) ?? new Map<string, SearchIndex>();
  loaded.set(dataset, indexes);
  // Whoever asked at the same time may have been first; from here on nothing waits.
  const meanwhile = indexes.get(lang);
  if (meanwhile) return meanwhile;
  const index = open(settings, language, lang, dataset.manifest.version);
  indexes.set(lang, index);
  return index;
}

function nextTurn(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 0));
}

function open(
  settings: SearchSettings,
  language: SearchLanguage,
  lang: string,
  version: string,
): SearchIndex {
  checkFile(settings, `${version}/${SETTINGS_FILE}`);
  const path = `${version}/${languageFile(lang)}`;
  checkFile(language, path);
  try {
    return build(settings, language, lang);
  } catch (error) {
    throw new DatasetUnavailable(path, `${path} is no search index of this format: rebuild the dataset.`, {
      cause: error,
    });
  }
}

function checkFile(file: { fingerprint: string } | null, path: string): void {
  if (file?.fingerprint === fingerprint()) return;
  throw new DatasetUnavailable(
    path,
    `${path} was made by another configuration of the search than the one that would read it: rebuild the dataset with this version.`,
  );
}

function build(settings: SearchSettings, language: SearchLanguage, lang: string): SearchIndex {
  const count = settings.settings.length;
  if (language.titles.length !== count || language.byTitle.length !== count)
    throw new RangeError(`The index is of ${language.titles.length} settings instead of ${count}.`);
  if (settings.owners.length !== settings.identifiers.length)
    throw new RangeError('Identifiers lack owners.');
  const flex = new Index(INDEX_OPTIONS);
  // `import` takes what `export` gave, parsed as well: parsing it anew would hold everything twice.
  const target: { import(key: string, data: unknown): void } = flex;
  target.import('1.map', language.terms);
  return {
    lang,
    settings,
    language,
    foreign: new Map(language.foreign),
    flex,
    vocabulary: new Vocabulary(language.terms.map(([term]) => term)),
    ...invert(language.terms, count),
  };
}

type Inverted = Pick<SearchIndex, 'frequency' | 'idf' | 'offsets' | 'entries' | 'titleWeight'>;

/** Term → settings as stored, into setting → terms as ranked by. */
function invert(terms: readonly TermRow[], count: number): Inverted {
  const frequency = new Uint32Array(terms.length);
  const offsets = new Uint32Array(count + 1);
  for (const [term, [, fields]] of terms.entries()) {
    for (const ids of fields) {
      if (ids === null) continue;
      frequency[term] = (frequency[term] ?? 0) + ids.length;
      for (const id of ids) {
        if (!(id < count)) throw new RangeError(`The index names the setting ${id} of ${count}.`);
        offsets[id + 1] = (offsets[id + 1] ?? 0) + 1;
      }
    }
  }
  for (let id = 0; id < count; id++) offsets[id + 1] = (offsets[id + 1] ?? 0) + (offsets[id] ?? 0);
  const idf = Float32Array.from(frequency, (df) => idfOf(df, count));
  const entries = new Uint32Array(offsets[count] ?? 0);
  const next = offsets.slice();
  const titleWeight = new Float32Array(count);
  for (const [term, [, fields]] of terms.entries()) {
    for (const [field, ids] of fields.entries()) {
      for (const id of ids ?? []) {
        const at = next[id] ?? 0;
        next[id] = at + 1;
        entries[at] = term * 8 + field;
        if (field === FIELD.title) titleWeight[id] = (titleWeight[id] ?? 0) + (idf[term] ?? 0);
      }
    }
  }
  return { frequency, idf, offsets, entries, titleWeight };
}

export function idfOf(frequency: number, count: number): number {
  return Math.log(1 + (count - frequency + 0.5) / (frequency + 0.5));
}
