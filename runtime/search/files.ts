/**
 * The search's files of a dataset version: `search/settings.json`, which holds what no language changes, and
 * `search/<lang>/index.json`, written by `rowsText`. Settings are named by their position in `settings`, which is sorted
 * by slug.
 */
import type { Confidence, Csp, ListFacts, MatchFacts, PolicyClass } from '../format/format.ts';
import type { Rows } from './rows.ts';
import { stemsOf } from './stems.ts';
import { terms } from './tokens.ts';

/** Where a term occurs: a slot of flexsearch's resolution each. A term counts once per setting, in the first of them. */
export const FIELDS = [
  'title',
  'name',
  'value',
  'uri',
  'key',
  'slug',
  'category',
  'label',
  'keyword',
  'product',
] as const;
export type FieldName = (typeof FIELDS)[number];

/** What of a setting a name is: a slot each. The lower comes first. */
export const NAME_KIND = { setting: 0, policy: 1, value: 2, element: 3, item: 4, key: 5 } as const;

/** Of flexsearch's index on both sides: terms come ready-made, its own encoder splits identifiers wrongly. */
export const INDEX_OPTIONS = {
  tokenize: 'strict',
  resolution: FIELDS.length,
  fastupdate: false,
  encode: (terms: string | string[]) => [terms].flat(),
} as const;

/** By slot the settings of a term; absent where there are none. */
export type Postings = ((ArrayLike<number> & Iterable<number>) | undefined)[];
/**
 * Of the map that flexsearch exports. Each setting is stored as the difference to the one before it, which halves the
 * file; null where a slot has none.
 */
export type TermRow = [term: string, slots: (number[] | null)[]];

/** Tokens are terms of the index that are no words. They begin with one of these, all of which sort before words. */
export const TOKEN = { verb: '!', synonym: '#', title: '$', product: '&' } as const;

export function isToken(term: string): boolean {
  return term < '0';
}

/**
 * A word or phrase, folded, and the token of its group of synonyms or its product. `versioned`: a product's name only
 * with a version after it (`word 2016`). `query`: stands for the others where it is asked for, not where it is written.
 */
export type PhraseRow = [form: string, token: string, only?: 'versioned' | 'query'];

const PROBE =
  "Turn off Configure l’accès à d'été “NoAutoUpdate” WSUSServer KB4023057 22H2 IPv6 œuvre 更新プログラム {0AA79349-F334-4859-96E8-B4AB43E9FEA0} ./Device/Vendor a\\b_c user's";

let known: string | undefined;

/**
 * Of everything that must be the same when an index is built and when it is queried; the tokenizer and
 * the stemmers by what they do. Made when first needed: the tokenizer's expressions take milliseconds to compile.
 */
export function fingerprint(): string {
  const stems = (lang: string) => terms(PROBE).map((term) => stemsOf(term, lang));
  known ??= JSON.stringify([5, FIELDS, NAME_KIND, TOKEN, terms(PROBE), ['en', 'fr', 'de'].map(stems)]);
  return known;
}

/** A registry pair with its own MDM node: [index in `keys`, value name, element id, index in `nodes`, list facts]. */
export type PairRow = [
  key: number,
  valueName: string | null,
  elementId: string | null,
  node: number | null,
  list?: ListFacts,
];

/** `pairs[0]` is the one that a match shows when the query names none. */
export type SettingRow = [
  slug: string,
  name: string,
  policyClass: PolicyClass,
  source: number,
  learnUrl: string | null,
  pairs: PairRow[],
  /** Index in `states`; absent where the setting has none. */
  state?: number,
];

export function pairsOf([, , , , , pairs]: SettingRow): PairRow[] {
  return pairs;
}

/** Of a setting: its product's versions, and whether the vendor still stands by it. */
export type StateRow = Pick<MatchFacts, 'removedIn' | 'lastSeenIn' | 'products' | 'lifecycle'>;

export interface SearchSettings {
  fingerprint: string;
  keys: string[];
  sources: [id: string, version: string][];
  nodes: Rows<[Confidence, Csp]>;
  settings: Rows<SettingRow>;
  states: StateRow[];
  /** Slugs, policy ids, policy names, value names, OMA-URIs and keys, normalized: lower case, by {@link NAME_KIND}. */
  names: Rows<TermRow>;
  phrases: PhraseRow[];
  /** By setting: how far behind it comes where no product is named, an index of `SOURCE_PRIOR`. */
  ranks: number[];
}

/** What {@link Rows} are read from. */
type Stored<File> = { [Name in keyof File]: File[Name] extends Rows<infer Row> ? Row[] : File[Name] };
export type StoredSettings = Stored<SearchSettings>;
export type StoredLanguage = Stored<SearchLanguage>;
export const SETTINGS_ROWS = ['nodes', 'settings', 'names'] as const;
export const LANGUAGE_ROWS = ['map'] as const;

export interface SearchLanguage {
  fingerprint: string;
  /** By setting, in the language, else in English, else in any; null where there is none. */
  titles: (string | null)[];
  /** By setting: how many words its title has, and what they weigh. */
  titleCounts: number[];
  titleWeights: number[];
  /** Settings whose title is in another language. */
  foreign: Record<number, string>;
  /** Sorted by term, by code unit. */
  map: Rows<TermRow>;
  /** Stem → words; only stems of several words, or of one that is not spelt like its stem. */
  stems: [stem: string, ...words: string[]][];
}

export const SETTINGS_FILE = 'search/settings.json';

export function languageFile(lang: string): string {
  return `search/${lang}/index.json`;
}
