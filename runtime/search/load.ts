/** The search's files → what queries run on; a language when it is first queried. */
import { type Dataset, DatasetUnavailable } from '../dataset/dataset.ts';
import { nextTurn } from '../pace.ts';
import { ACTION_IN_TITLE, SOURCE_PRIOR, termWeight } from './constants.ts';
import {
  type ExportedMap,
  FIELDS,
  fingerprint,
  isToken,
  languageFile,
  type Postings,
  SETTINGS_FILE,
  type SearchLanguage,
  type SearchSettings,
} from './files.ts';
import { isVerb, Phrases } from './phrases.ts';
import { Scores } from './score.ts';
import { frequencyOf, Terms } from './terms.ts';

export interface SearchIndex {
  lang: string;
  /** What no language changes. */
  shared: SearchSettings;
  language: Omit<SearchLanguage, 'map' | 'stems'>;
  /** Lang of the titles that are in another one. */
  foreign: Map<number, string>;
  terms: Terms;
  phrases: Phrases;
  /** By setting: how many words its title has, and what they weigh. */
  titles: { count: Float32Array; weight: Float32Array };
  /** What a word weighs in a title, where verbs say little. */
  weightInTitle: (term: string, frequency: number) => number;
  /** By setting: the share of its score that it has where no product is named. */
  prior: Float32Array;
  /** Used by one query at a time: ranking never waits. */
  scores: { query: Scores; group: Scores };
}

const loaded = new WeakMap<Dataset, Map<string, SearchIndex>>();

/** Throws {@link DatasetUnavailable} where the index is missing, altered or made by another configuration. */
export async function searchIndex(dataset: Dataset, lang: string): Promise<SearchIndex> {
  const indexes = loaded.get(dataset) ?? new Map<string, SearchIndex>();
  loaded.set(dataset, indexes);
  const known = indexes.get(lang);
  if (known) return known;
  const shared = await dataset.file<SearchSettings>(SETTINGS_FILE);
  // One file a turn: parsing both at once would hold up other requests for longer.
  await nextTurn();
  const language = await dataset.file<SearchLanguage>(languageFile(lang));
  await nextTurn();
  // Another request may have loaded it meanwhile; from here on nothing waits.
  const index = indexes.get(lang) ?? open(shared, language, lang, dataset.manifest.version);
  indexes.set(lang, index);
  return index;
}

function open(shared: SearchSettings, language: SearchLanguage, lang: string, version: string): SearchIndex {
  checkFile(shared, `${version}/${SETTINGS_FILE}`);
  const path = `${version}/${languageFile(lang)}`;
  checkFile(language, path);
  try {
    check(shared, language);
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

function check(
  { settings, identifiers, owners }: SearchSettings,
  { titles, byTitle, map }: SearchLanguage,
): void {
  const count = settings.length;
  if (titles.length !== count || byTitle.length !== count)
    throw new RangeError(`The index has ${titles.length} titles instead of ${count}.`);
  if (owners.length !== identifiers.length) throw new RangeError('Identifiers lack owners.');
  for (const [term, postings] of map) restore(term, postings, count);
}

/** Makes of the differences the settings. The file is parsed for this alone: once read, its map belongs to the index. */
function restore(term: string, postings: Postings, count: number): void {
  if (postings.length > FIELDS.length) throw new RangeError(`The term ${term} has a field that is unknown.`);
  for (const settings of postings) {
    if (!settings) continue;
    let last = 0;
    for (let at = 0; at < settings.length; at++) {
      last += settings[at] ?? 0;
      settings[at] = last;
    }
    if (!(last < count)) throw new RangeError(`The term ${term} has an unknown setting.`);
  }
}

function build(
  shared: SearchSettings,
  { map, stems, ...language }: SearchLanguage,
  lang: string,
): SearchIndex {
  const { settings, sources, ranks, phrases } = shared;
  const size = settings.length;
  const verbs = phrases.filter(([, token]) => isVerb(token));
  const actions = new Set(verbs.flatMap(([form, token]) => [token, ...form.split(' ')]));
  const weightInTitle = (term: string, frequency: number) =>
    termWeight(term, frequency, size, true) * (actions.has(term) ? ACTION_IN_TITLE : 1);
  const priors = sources.map(([id]) => SOURCE_PRIOR[ranks[id] ?? 1] ?? 1);
  return {
    lang,
    shared,
    language,
    foreign: new Map(language.foreign),
    terms: new Terms({ map, stems }, lang),
    phrases: new Phrases(phrases, lang),
    titles: measureTitles(map, size, weightInTitle),
    weightInTitle,
    prior: Float32Array.from(settings, ([, , , source]) => priors[source] ?? 1),
    scores: { query: new Scores(size), group: new Scores(size) },
  };
}

function measureTitles(
  map: ExportedMap,
  size: number,
  weightInTitle: SearchIndex['weightInTitle'],
): SearchIndex['titles'] {
  const titles = { count: new Float32Array(size), weight: new Float32Array(size) };
  for (const [term, postings] of map) {
    if (isToken(term)) continue;
    const weight = weightInTitle(term, frequencyOf(postings));
    for (const id of postings[0] ?? []) {
      titles.count[id] = (titles.count[id] ?? 0) + 1;
      titles.weight[id] = (titles.weight[id] ?? 0) + weight;
    }
  }
  return titles;
}
