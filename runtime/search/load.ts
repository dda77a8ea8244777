/** The search's files → what queries run on; a language when it is first queried. */
import { type Dataset, DatasetUnavailable } from '../dataset/dataset.ts';
import { createReleases, type Releases } from '../verdict/releases.ts';
import { ACTION_IN_TITLE, SNAP_IN, SOURCE_PRIOR, termWeight } from './constants.ts';
import {
  fingerprint,
  isToken,
  LANGUAGE_ROWS,
  languageFile,
  SETTINGS_FILE,
  SETTINGS_ROWS,
  type SearchLanguage,
  type SearchSettings,
} from './files.ts';
import { isVerb, Phrases } from './phrases.ts';
import { FlatPostings } from './postings.ts';
import { readRows } from './rows.ts';
import { Scores } from './score.ts';
import { frequencyOf, Terms } from './terms.ts';

/** What no language changes. */
interface Shared {
  shared: SearchSettings;
  /** By setting: the share of its score that it has where no product is named. */
  prior: Float32Array;
  /** Settings that their vendor calls deprecated, obsolete or removed. */
  ended: ReadonlySet<number>;
  releases: Releases;
}

export interface SearchIndex extends Shared {
  lang: string;
  language: Omit<SearchLanguage, 'map' | 'stems'>;
  /** Lang of the titles that are in another one. */
  foreign: Map<number, string>;
  terms: Terms;
  phrases: Phrases;
  /** By setting: how many words its title has, and what they weigh. */
  titles: { count: Float32Array; weight: Float32Array };
  /** What a word weighs in a title, where verbs say little. */
  weightInTitle: (term: string, frequency: number) => number;
  /** Used by one query at a time: ranking never waits. */
  scores: { query: Scores; group: Scores };
}

/** Throws {@link DatasetUnavailable} where the index is missing, altered or made by another configuration. */
export async function searchIndex(dataset: Dataset, lang: string): Promise<SearchIndex> {
  const shared = await opened(dataset, SETTINGS_FILE, openSettings);
  return opened(dataset, languageFile(lang), (bytes) => openLanguage(bytes, shared, lang));
}

/** Kept by the dataset as what `open` makes of the file. */
function opened<T>(dataset: Dataset, path: string, open: (bytes: Uint8Array) => T): Promise<T> {
  return dataset.file(path, (bytes) => {
    try {
      return open(bytes);
    } catch (cause) {
      const full = `${dataset.manifest.version}/${path}`;
      const fault =
        cause instanceof OtherConfiguration
          ? 'was made by another configuration of the search than the one that would read it: rebuild the dataset with this version.'
          : 'is not a search index of this format: rebuild the dataset.';
      throw new DatasetUnavailable(full, `${full} ${fault}`, { cause });
    }
  });
}

class OtherConfiguration extends Error {}

function checked<File extends { fingerprint: string }>(file: object): File {
  if ((file as File).fingerprint !== fingerprint()) throw new OtherConfiguration();
  return file as File;
}

function openSettings(bytes: Uint8Array): Shared {
  const shared = checked<SearchSettings>(readRows(bytes, SETTINGS_ROWS));
  const { settings, identifiers, owners, sources, ranks, states } = shared;
  if (owners.length !== identifiers.length) throw new RangeError('Identifiers lack owners.');
  const priors = sources.map(([id]) => SOURCE_PRIOR[ranks[id] ?? 1] ?? 1);
  const prior = new Float32Array(settings.length);
  const ended = new Set<number>();
  for (let id = 0; id < settings.length; id++) {
    const [slug = '', , , source, , , state = -1] = settings.at(id) ?? [];
    prior[id] = (priors[source ?? -1] ?? 1) * (slug.startsWith(SNAP_IN.slug) ? SNAP_IN.prior : 1);
    if (states[state]?.lifecycle !== undefined) ended.add(id);
  }
  return { shared, prior, ended, releases: createReleases(shared) };
}

function openLanguage(bytes: Uint8Array, shared: Shared, lang: string): SearchIndex {
  const file = readRows(bytes, LANGUAGE_ROWS);
  const { map, stems, ...language } = checked<SearchLanguage>(file);
  const { settings, phrases } = shared.shared;
  const size = settings.length;
  if (language.titles.length !== size || language.byTitle.length !== size)
    throw new RangeError(`The index has ${language.titles.length} titles instead of ${size}.`);
  const postings = new FlatPostings(map, size);
  const verbs = phrases.filter(([, token]) => isVerb(token));
  const actions = new Set(verbs.flatMap(([form, token]) => [token, ...form.split(' ')]));
  const weightInTitle = (term: string, frequency: number) =>
    termWeight(term, frequency, size, true) * (actions.has(term) ? ACTION_IN_TITLE : 1);
  return {
    ...shared,
    lang,
    language,
    foreign: new Map(language.foreign),
    terms: new Terms(postings, stems, lang),
    phrases: new Phrases(phrases, lang),
    titles: measureTitles(postings, size, weightInTitle),
    weightInTitle,
    scores: { query: new Scores(size), group: new Scores(size) },
  };
}

function measureTitles(
  postings: FlatPostings,
  size: number,
  weightInTitle: SearchIndex['weightInTitle'],
): SearchIndex['titles'] {
  const titles = { count: new Float32Array(size), weight: new Float32Array(size) };
  for (const term of postings.terms) {
    if (isToken(term)) continue;
    const fields = postings.get(term);
    const weight = weightInTitle(term, frequencyOf(fields));
    for (const id of fields[0] ?? []) {
      titles.count[id] = (titles.count[id] ?? 0) + 1;
      titles.weight[id] = (titles.weight[id] ?? 0) + weight;
    }
  }
  return titles;
}
