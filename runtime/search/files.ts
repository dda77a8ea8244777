/**
 * The search's files of a dataset version: `search/settings.json`, which holds what no language changes, and
 * `search/<lang>/index.json`. Settings are named by their position in `settings`, which is sorted by slug.
 */
import type { Confidence, Csp, ListFacts, MatchFacts, PolicyClass } from '../format/format.ts';
import { stemsOf } from './stems.ts';
import { terms } from './tokens.ts';

/** Where a term occurs; the lower, the more it says. A term counts once per setting, in its best field. */
export const FIELD = {
  title: 0,
  name: 1,
  value: 2,
  uri: 3,
  key: 4,
  slug: 5,
  category: 6,
  label: 7,
  keyword: 8,
} as const;
export type FieldName = keyof typeof FIELD;
export type Field = (typeof FIELD)[FieldName];
export const FIELDS = 9;

/** What of a setting an identifier names; the lower comes first. */
export const IDENTIFIER_KIND = { setting: 0, policy: 1, value: 2, element: 3, item: 4 } as const;
export type IdentifierKind = (typeof IDENTIFIER_KIND)[keyof typeof IDENTIFIER_KIND];

const PROBE =
  "Turn off Configure l’accès à d'été “NoAutoUpdate” WSUSServer KB4023057 22H2 IPv6 œuvre 更新プログラム {0AA79349-F334-4859-96E8-B4AB43E9FEA0} ./Device/Vendor a\\b_c user's";

const STEM_PROBES = ['en', 'fr', 'de'];

let known: string | undefined;

/**
 * Of everything that must be the same when an index is built and when it is asked; the tokenizer and
 * the stemmers by what they do.
 * Made when first asked for: the tokenizer's expressions take milliseconds to compile.
 */
export function fingerprint(): string {
  known ??= JSON.stringify([
    2,
    FIELD,
    IDENTIFIER_KIND,
    terms(PROBE),
    STEM_PROBES.map((lang) => terms(PROBE).map((term) => stemsOf(term, lang))),
  ]);
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

/** `pairs[0]` is the one that a match shows when nothing else was asked for. */
export type SettingRow = [
  slug: string,
  name: string,
  policyClass: PolicyClass,
  source: number,
  learnUrl: string | null,
  pairs: PairRow[],
  /** Index in `told`; absent where there is nothing to tell. */
  told?: number,
];

export function pairsOf([, , , , , pairs]: SettingRow): PairRow[] {
  return pairs;
}

/** Of a setting: its product's versions, and whether the vendor still stands by it. */
export type ToldRow = Pick<MatchFacts, 'removedIn' | 'lastSeenIn' | 'products' | 'lifecycle'>;

export interface SearchSettings {
  fingerprint: string;
  keys: string[];
  sources: [id: string, version: string][];
  nodes: [Confidence, Csp][];
  settings: SettingRow[];
  /** Absent in a dataset of format 2.0: then nothing is known of lifecycles. */
  told?: ToldRow[];
  /** Slugs, policy ids, policy names, value names, normalized OMA-URIs: lower case, sorted by code unit. */
  identifiers: string[];
  /** Whose each identifier is: setting × 8 + {@link IDENTIFIER_KIND}; a list where it has several owners. */
  owners: (number | number[])[];
  synonyms: SynonymRow[];
  products: ProductRow[];
  /** Source id → how far behind its settings come where no product is named: 0, 1 or 2. */
  ranks: Record<string, number>;
}

/**
 * A product that a query may name. `sources` are ids of sources; `slugs` narrow them to settings whose slug begins
 * so (Outlook's are `outlk16.`).
 */
export interface ProductRow {
  /** Names, lower case: `microsoft edge`. */
  names: string[];
  sources: string[];
  slugs?: string[];
  /** A version number after the name belongs to it (`outlook 2016`); without one the name is a word like others. */
  versioned?: true;
}

/** Words and phrases that mean the same, in all languages: lower case, accents folded, single blanks. */
export interface SynonymRow {
  forms: string[];
  /** What is done to a feature (disable, allow) rather than the feature: it tells less. */
  action?: true;
}

/**
 * The settings of a term, by field: a number below zero begins field `-1 - number`, the numbers that follow are the
 * settings in ascending order, each less the one before it.
 */
export type PostingRow = number[];

export interface SearchLanguage {
  fingerprint: string;
  /** By setting, in the language, else in English, else in any; null where there is none. */
  titles: (string | null)[];
  /** Settings whose title is in another language. */
  foreign: [setting: number, lang: string][];
  /** Settings sorted by `titleKey` of their titles. */
  byTitle: number[];
  /** Sorted by code unit; a term's number is its place. */
  terms: string[];
  /** By term. */
  postings: PostingRow[];
  /** Stem → terms; only stems of several terms, or of one that is not spelt like its stem. */
  stems: [stem: string, ...terms: number[]][];
}

export const SETTINGS_FILE = 'search/settings.json';

export function languageFile(lang: string): string {
  return `search/${lang}/index.json`;
}
