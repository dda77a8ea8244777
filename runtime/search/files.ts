/**
 * The search's files of a dataset version: `search/settings.json`, which holds what no language changes, and
 * `search/<lang>/index.json`. Settings are named by their position in `settings`, which is sorted by slug.
 */
import type { Confidence, Csp, ListFacts, PolicyClass } from '../format.ts';
import { terms } from './tokens.ts';

/** Where a term occurs; the lower, the more it says. A term counts once per setting, in its best field. */
export const FIELD = { title: 0, name: 1, value: 2, uri: 3, key: 4, slug: 5, category: 6 } as const;
export type Field = (typeof FIELD)[keyof typeof FIELD];
export const FIELDS = 7;

/** What of a setting an identifier names; the lower comes first. */
export const NAMED = { setting: 0, policy: 1, value: 2, element: 3, item: 4 } as const;
export type Named = (typeof NAMED)[keyof typeof NAMED];

/**
 * Flexsearch does not keep its configuration with an index, and one read with another answers wrongly. Terms
 * come ready-made, on both sides: the built-in encoder mangles numbers and doubled letters.
 */
export const INDEX_OPTIONS = {
  tokenize: 'strict' as const,
  resolution: FIELDS,
  encode: (text: string) => text.split(' '),
};

const PROBE =
  "Turn off Configure l’accès à d'été “NoAutoUpdate” WSUSServer KB4023057 22H2 IPv6 œuvre 更新プログラム {0AA79349-F334-4859-96E8-B4AB43E9FEA0} ./Device/Vendor a\\b_c user's";

let known: string | undefined;

/**
 * Of everything that must be the same when an index is built and when it is asked; the tokenizer by what it does.
 * Made when first asked for: the tokenizer's expressions take milliseconds to compile.
 */
export function fingerprint(): string {
  known ??= JSON.stringify([1, INDEX_OPTIONS, FIELD, NAMED, terms(PROBE)]);
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
];

export interface SearchSettings {
  fingerprint: string;
  keys: string[];
  sources: [id: string, version: string][];
  nodes: [Confidence, Csp][];
  settings: SettingRow[];
  /** Slugs, policy ids, policy names, value names, normalized OMA-URIs: lower case, sorted by code unit. */
  identifiers: string[];
  /** Whose each identifier is: setting × 8 + {@link NAMED}; a list where it has several owners. */
  owners: (number | number[])[];
}

/** Term → per field the settings, as flexsearch exports its map; sorted by term. */
export type TermRow = [term: string, fields: (number[] | null)[]];

export interface SearchLanguage {
  fingerprint: string;
  /** By setting, in the language, else in English, else in any; null where there is none. */
  titles: (string | null)[];
  /** Settings whose title is in another language. */
  foreign: [setting: number, lang: string][];
  /** Settings sorted by `titleKey` of their titles. */
  byTitle: number[];
  terms: TermRow[];
}

export const SETTINGS_FILE = 'search/settings.json';

export function languageFile(lang: string): string {
  return `search/${lang}/index.json`;
}
