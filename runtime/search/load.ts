/** The search's files → what queries run on; a language when it is first asked for. */
import { type Dataset, DatasetUnavailable } from '../dataset/dataset.ts';
import { nextTurn } from '../pace.ts';
import {
  FIELD,
  FIELDS,
  fingerprint,
  languageFile,
  type PostingRow,
  SETTINGS_FILE,
  type SearchLanguage,
  type SearchSettings,
} from './files.ts';
import { Products } from './products.ts';
import { Scores } from './score.ts';
import { Synonyms } from './synonyms.ts';
import { addUp, Vocabulary } from './vocabulary.ts';
import { termWeight } from './weights.ts';

export interface SearchIndex {
  lang: string;
  /** What no language changes. */
  shared: SearchSettings;
  language: SearchLanguage;
  /** Lang of the titles that are in another one. */
  foreign: Map<number, string>;
  vocabulary: Vocabulary;
  synonyms: Synonyms;
  products: Products;
  postings: Postings;
  /** By term: in how many settings. */
  frequency: Uint32Array;
  /** By how many terms of a title a query names, and by how much they tell. */
  titles: { plain: TitleMeasure; telling: TitleMeasure };
  /** Used by one query at a time: ranking never waits. */
  scores: { query: Scores; group: Scores; phrase: Scores; word: Scores };
}

/** How it is measured how much of a title a query names. */
export interface TitleMeasure {
  /** How much more a setting is worth of whose title the query names all. */
  bonus: number;
  /** By term: how much it weighs in a title. */
  terms: Float32Array;
  /** By setting: what all terms of its title weigh. */
  titles: Float32Array;
}

/** The settings of term t in field f, from `offsets[t × FIELDS + f]` to before the next offset. */
interface Postings {
  offsets: Uint32Array;
  settings: Uint32Array;
}

/** `telling`: of a query that begins with what is to be done. */
const TITLE_BONUS = { plain: 0.25, telling: 0.7 };
/** How much of its weight a verb keeps that says what is done to a feature. */
const ACTION_WORD = 0.2;

const loaded = new WeakMap<Dataset, Map<string, SearchIndex>>();

/** Throws {@link DatasetUnavailable} where the index is missing, altered or made by another configuration. */
export async function searchIndex(dataset: Dataset, lang: string): Promise<SearchIndex> {
  const known = loaded.get(dataset)?.get(lang);
  if (known) return known;
  const shared = await dataset.file<SearchSettings>(SETTINGS_FILE);
  // One file a turn: parsing both at once would hold up other requests for longer.
  await nextTurn();
  const language = await dataset.file<SearchLanguage>(languageFile(lang));
  await nextTurn();
  const indexes = loaded.get(dataset) ?? new Map<string, SearchIndex>();
  loaded.set(dataset, indexes);
  // Another request may have loaded it meanwhile; from here on nothing waits.
  const meanwhile = indexes.get(lang);
  if (meanwhile) return meanwhile;
  const index = open(shared, language, lang, dataset.manifest.version);
  indexes.set(lang, index);
  return index;
}

function open(shared: SearchSettings, language: SearchLanguage, lang: string, version: string): SearchIndex {
  checkFile(shared, `${version}/${SETTINGS_FILE}`);
  const path = `${version}/${languageFile(lang)}`;
  checkFile(language, path);
  try {
    return build(shared, language, lang);
  } catch (error) {
    throw new DatasetUnavailable(path, `${path} is not a search index of this format: rebuild the dataset.`, {
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

function build(shared: SearchSettings, language: SearchLanguage, lang: string): SearchIndex {
  const count = shared.settings.length;
  if (language.titles.length !== count || language.byTitle.length !== count)
    throw new RangeError(`The index has ${language.titles.length} titles instead of ${count}.`);
  if (shared.owners.length !== shared.identifiers.length) throw new RangeError('Identifiers lack owners.');
  if (language.postings.length !== language.terms.length) throw new RangeError('Terms lack postings.');
  const postings = readPostings(language.postings, count);
  const frequency = frequencies(postings, language.terms.length);
  const vocabulary = new Vocabulary(language.terms, language.stems, lang);
  const same = new Float32Array(language.terms.length).fill(1);
  const telling = tellingWeights(shared, language, frequency);
  return {
    lang,
    shared,
    language,
    foreign: new Map(language.foreign),
    vocabulary,
    synonyms: new Synonyms(shared.synonyms, lang),
    products: new Products(shared),
    postings,
    frequency,
    titles: {
      plain: measureTitles(postings, same, count, TITLE_BONUS.plain),
      telling: measureTitles(postings, telling, count, TITLE_BONUS.telling),
    },
    scores: {
      query: new Scores(count),
      group: new Scores(count),
      phrase: new Scores(count),
      word: new Scores(count),
    },
  };
}

/** The fields of a row ascend, so its settings come in the order of their slots. */
function readPostings(rows: readonly PostingRow[], count: number): Postings {
  const offsets = new Uint32Array(rows.length * FIELDS + 1);
  const settings = new Uint32Array(rows.reduce((sum, { length }) => sum + length, 0));
  let end = 0;
  for (const [term, row] of rows.entries()) {
    let [field, setting] = [0, 0];
    for (const number of row) {
      if (number < 0) {
        [field, setting] = [-1 - number, 0];
        if (field >= FIELDS) throw new RangeError(`The index names the field ${field}.`);
        continue;
      }
      setting += number;
      if (!(setting < count)) throw new RangeError(`The index names the setting ${setting} of ${count}.`);
      settings[end++] = setting;
      // So far how many settings the slot before it has.
      const next = term * FIELDS + field + 1;
      offsets[next] = (offsets[next] ?? 0) + 1;
    }
  }
  addUp(offsets);
  return { offsets, settings: settings.slice(0, end) };
}

function frequencies({ offsets }: Postings, terms: number): Uint32Array {
  return Uint32Array.from(
    { length: terms },
    (_, term) => (offsets[(term + 1) * FIELDS] ?? 0) - (offsets[term * FIELDS] ?? 0),
  );
}

function measureTitles(
  { offsets, settings }: Postings,
  terms: Float32Array,
  count: number,
  bonus: number,
): TitleMeasure {
  const titles = new Float32Array(count);
  for (const [term, weight] of terms.entries()) {
    const slot = term * FIELDS + FIELD.title;
    for (const setting of settings.subarray(offsets[slot], offsets[slot + 1]))
      titles[setting] = (titles[setting] ?? 0) + weight;
  }
  return { bonus, terms, titles };
}

/** What is done to a feature, and grammar, tell little of which feature it is. */
function tellingWeights(
  { synonyms, settings }: SearchSettings,
  { terms }: SearchLanguage,
  frequency: Uint32Array,
): Float32Array {
  const actions = synonyms.filter(({ action }) => action).flatMap(({ forms }) => forms);
  const words = new Set(actions.flatMap((form) => form.split(' ')));
  return Float32Array.from(terms, (term, id) => {
    const weight = termWeight(term, frequency[id] ?? 0, settings.length, true);
    return words.has(term) ? weight * ACTION_WORD : weight;
  });
}
