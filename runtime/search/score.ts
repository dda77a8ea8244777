/** What each setting is worth to a query: the groups' postings, added up in the index's tallies. */
import { FIELD, FIELDS, type Field, type FieldName } from './files.ts';
import type { SearchIndex } from './load.ts';
import type { Group, Phrase, Query } from './query.ts';
import type { Tally } from './tally.ts';
import { type Alike, completed, type Likeness, type Terms } from './word-terms.ts';

/** By what a setting matched: the fields, then how a word of the query and one of the setting are alike. */
export type By = FieldName | Likeness | 'product';
const LIKENESSES: readonly By[] = ['inflection', 'synonym', 'completion', 'spelling', 'product'];
const FIELD_NAMES = (Object.keys(FIELD) as FieldName[]).sort((a, b) => FIELD[a] - FIELD[b]);
const ALL_BY: readonly By[] = [...FIELD_NAMES, ...LIKENESSES];
const PRODUCT = bitOf('product');

/** What a word is worth by the field it stands in. */
const FACTORS: Record<Field, number> = {
  [FIELD.title]: 1,
  [FIELD.name]: 0.9,
  [FIELD.value]: 0.85,
  [FIELD.uri]: 0.7,
  [FIELD.key]: 0.65,
  [FIELD.slug]: 0.65,
  [FIELD.category]: 0.6,
  [FIELD.label]: 0.6,
  [FIELD.keyword]: 0.65,
};
export const FACTOR: Readonly<Float32Array> = Float32Array.from(
  { length: FIELDS },
  (_, field) => FACTORS[field as Field],
);

/** Of a short prefix's completions only so many are looked at. */
const MAX_COMPLETIONS = 2000;

/** The names of the bits of {@link Tally.by}. */
export function namesOf(by: number): By[] {
  return ALL_BY.filter((_, bit) => (by & (1 << bit)) !== 0);
}

function bitOf(by: By | undefined): number {
  return by === undefined ? 0 : 1 << ALL_BY.indexOf(by);
}

interface Scored {
  index: SearchIndex;
  /** By term. */
  titleWeights: Float32Array;
}

/** Fills `tallies.total`: worth is the share of the query's weight, up to 1. */
export function score({ groups, measure }: Query, index: SearchIndex): Tally {
  const scored: Scored = { index, titleWeights: measure.terms };
  const { total, group: own } = index.tallies;
  total.clear();
  const weight = groups.reduce((sum, each) => sum + each.weight, 0) || 1;
  for (const group of groups) {
    own.clear();
    scoreGroup(group, own, scored);
    const share = group.weight / weight;
    for (const id of own.settings)
      total.add(id, (own.worth[id] ?? 0) * share, own.title[id] ?? 0, own.by[id] ?? 0);
  }
  return total;
}

function scoreGroup({ text, terms, range, phrases, members }: Group, own: Tally, scored: Scored): void {
  for (const id of members ?? []) own.raise(id, 1, 0, PRODUCT);
  addTerms(terms, own, scored);
  const end = Math.min(range[1], range[0] + MAX_COMPLETIONS);
  for (let id = range[0]; id < end; id++) {
    if (terms.get(id)?.factor === 1) continue;
    const factor = completed(text.length, scored.index.vocabulary.terms[id]?.length ?? 0);
    addTerm(id, { factor, by: 'completion' }, own, scored);
  }
  for (const phrase of phrases) addPhrase(phrase, own, scored);
}

function addTerms(terms: Terms, own: Tally, scored: Scored): void {
  for (const [id, alike] of terms) addTerm(id, alike, own, scored);
}

function addTerm(term: number, { factor, by }: Alike, own: Tally, { index, titleWeights }: Scored): void {
  const { offsets, settings } = index.postings;
  const likeness = bitOf(by);
  for (let field = 0; field < FIELDS; field++) {
    const end = offsets[term * FIELDS + field + 1] ?? 0;
    const worth = factor * (FACTOR[field] ?? 0);
    const title = field === FIELD.title ? factor * (titleWeights[term] ?? 0) : 0;
    const bits = likeness | (1 << field);
    for (let at = offsets[term * FIELDS + field] ?? 0; at < end; at++) {
      own.raise(settings[at] ?? 0, worth, title, bits);
    }
  }
}

/** Each word for its part, or all or nothing: then the least of them counts. */
function addPhrase({ words, factor, by, whole }: Phrase, own: Tally, scored: Scored): void {
  const { phrase, word } = scored.index.tallies;
  phrase.clear();
  for (const terms of words) {
    word.clear();
    addTerms(terms, word, scored);
    for (const id of word.settings)
      phrase.add(id, (word.worth[id] ?? 0) / words.length, word.title[id] ?? 0, word.by[id] ?? 0);
  }
  const likeness = bitOf(by);
  for (const id of phrase.settings) {
    if (whole && (phrase.words[id] ?? 0) < words.length) continue;
    own.raise(
      id,
      (phrase.worth[id] ?? 0) * factor,
      (phrase.title[id] ?? 0) * factor,
      (phrase.by[id] ?? 0) | likeness,
    );
  }
}
