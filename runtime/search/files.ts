/**
 * The search's files of a dataset version: `search/settings.json` with what no language changes, and
 * `search/<lang>/index.json`. A setting is named by its position in `settings`.
 */
import { FIELD_WORTH } from './constants.ts';

/** Fields in which a term occurs. It counts once per setting, in the first field. */
export type FieldName = keyof typeof FIELD_WORTH;
export const FIELDS = Object.keys(FIELD_WORTH) as FieldName[];

/** Kinds of names of a setting: a slot each. The lower ranks first. */
export const NAME_KIND = { setting: 0, policy: 1, value: 2, element: 3, item: 4, key: 5 } as const;

/** Options of flexsearch's index in build and runtime. Terms come ready-made: its encoder splits identifiers wrongly. */
export const INDEX_OPTIONS = {
  tokenize: 'strict',
  resolution: FIELDS.length,
  fastupdate: false,
  encode: (terms: string | string[]) => [terms].flat(),
} as const;

/** The settings of a term for each slot; absent if there are none. */
export type Postings = ((ArrayLike<number> & Iterable<number>) | undefined)[];
/**
 * The map that flexsearch exports, in one array: arrays of arrays would take ten times the memory. Of each term the
 * number of its slots; of each slot the number of its settings, then each as the difference to the one before it, which
 * halves the file.
 */
export interface TermMap {
  /** Sorted by code unit. */
  terms: string[];
  postings: number[];
}

/** Tokens: terms of the index that are not words. All of these sort before words. A suite is a product as well. */
export const TOKEN = { verb: '!', synonym: '#', title: '$', product: '&', suite: '&s', category: '%' };
/** Begins what a known query is about: see `coreOf` of phrases.ts. */
export const CORE = '+';

export const isOf = (token: string, kind: keyof typeof TOKEN) => token.startsWith(TOKEN[kind]);

/**
 * A word or phrase, folded, and the token of its group of synonyms or its product. `query`: stands for the others where
 * it is asked for, not where it is written.
 */
export type PhraseRow = [form: string, token: string, only?: 'query'];

/** Raised with each change that an index and its queries must share. */
export const SEARCH_VERSION = 16;

/** A value of a setting, a list, or its key alone. */
export interface PairRow {
  /** Index in `keys`. */
  key: number;
  /** Normalized. */
  value?: string;
  /** Element identifier of a list. */
  list?: string;
  /** Index in `uris` of the MDM node that is its own. */
  node?: number;
}

/** `pairs[0]` is shown if the query names none. */
export interface SettingRow {
  slug: string;
  pairs: PairRow[];
  /** Of each node its OMA-URIs, normalized; only if a URI may name another pair than the first. */
  uris?: string[][];
}

export interface SearchSettings {
  version: number;
  settings: SettingRow[];
  /** Normalized registry keys. */
  keys: string[];
  /** Slugs, policy ids, policy names, value names, OMA-URIs and keys, normalized: lower case, by {@link NAME_KIND}. */
  names: TermMap;
  /** For each setting its factor by source, if no product is named, and by lifecycle. */
  priors: number[];
  shares: number[];
}

export interface SearchLanguage {
  version: number;
  /** For each setting the first one with its title, in any case, in the language, else in English, else in any. */
  sameTitle: number[];
  /** Length of each setting's title in words, weighted by their share. */
  titleLengths: number[];
  map: TermMap;
  phrases: PhraseRow[];
  /** Stem → words; only stems of several words, or of one that is not spelt like its stem. */
  stems: [stem: string, ...words: string[]][];
}

export const SETTINGS_FILE = 'search/settings.json';

export const languageFile = (lang: string) => `search/${lang}/index.json`;
