/** How much of a query each setting covers: the postings of its groups, added up. */
import { FIELD, FIELDS, type FieldName } from './files.ts';
import type { SearchIndex, TitleMeasure } from './load.ts';
import type { Group, Phrase, Query } from './query.ts';
import { completed, type TermMatch, type TermMatchKind, type Terms } from './word-terms.ts';

/** By what a setting matched: the fields, then how a word of the query and one of the setting are alike. */
export type MatchedBy = FieldName | TermMatchKind | 'product';
/** In the order of their numbers. */
const FIELD_NAMES = Object.keys(FIELD) as FieldName[];
const ALL_BY: readonly MatchedBy[] = [
  ...FIELD_NAMES,
  'inflection',
  'synonym',
  'completion',
  'spelling',
  'product',
];
const PRODUCT = bitOf('product');

/** What a word is worth by the field it stands in. */
const FIELD_WORTH: Record<FieldName, number> = {
  title: 1,
  name: 0.9,
  value: 0.85,
  uri: 0.7,
  key: 0.65,
  slug: 0.65,
  category: 0.6,
  label: 0.6,
  keyword: 0.65,
};
/** By field. */
export const FIELD_FACTORS: Readonly<Float32Array> = Float32Array.from(
  FIELD_NAMES,
  (name) => FIELD_WORTH[name],
);

/** Of a short prefix's completions only so many are looked at. */
const MAX_COMPLETIONS = 2000;

/** What the settings have scored in a query or a part of it. Each array is by setting. */
export class Scores {
  /** How much of the query or part it covers, up to 1; 0 for one that is not in {@link settings}. */
  readonly coverage: Float32Array;
  /** How many terms of its title are named, each by its weight and how well it is named. */
  readonly title: Float32Array;
  /** By what it matched, as bits that {@link namesOf} reads. */
  readonly by: Uint32Array;
  /** How many scores were added to it. */
  readonly added: Uint8Array;
  /** Those that have scored. */
  readonly settings: number[] = [];

  constructor(count: number) {
    this.coverage = new Float32Array(count);
    this.title = new Float32Array(count);
    this.by = new Uint32Array(count);
    this.added = new Uint8Array(count);
  }

  /** Keeps the better of what the setting has and this. */
  raise(setting: number, coverage: number, title: number, by: number): void {
    const known = this.coverage[setting] ?? 0;
    if (known === 0) this.settings.push(setting);
    if (coverage > known) {
      this.coverage[setting] = coverage;
      this.by[setting] = by;
    }
    if (title > (this.title[setting] ?? 0)) this.title[setting] = title;
  }

  /** Adds what a part of the query has scored; the part is `share` of this. */
  add(part: Scores, share: number): void {
    for (const id of part.settings) {
      if (this.coverage[id] === 0) this.settings.push(id);
      this.coverage[id] = (this.coverage[id] ?? 0) + (part.coverage[id] ?? 0) * share;
      this.title[id] = (this.title[id] ?? 0) + (part.title[id] ?? 0);
      this.by[id] = (this.by[id] ?? 0) | (part.by[id] ?? 0);
      this.added[id] = (this.added[id] ?? 0) + 1;
    }
  }

  clear(): void {
    for (const setting of this.settings) {
      this.coverage[setting] = 0;
      this.title[setting] = 0;
      this.by[setting] = 0;
      this.added[setting] = 0;
    }
    this.settings.length = 0;
  }
}

/** The names of the bits of {@link Scores.by}. */
export function namesOf(by: number): MatchedBy[] {
  return ALL_BY.filter((_, bit) => (by & (1 << bit)) !== 0);
}

function bitOf(by: MatchedBy | undefined): number {
  return by === undefined ? 0 : 1 << ALL_BY.indexOf(by);
}

/** What scoring a part of a query reads. */
interface Scoring {
  index: SearchIndex;
  measure: TitleMeasure;
}

/** The index's own scores: they hold until the next query. */
export function scoreSettings({ groups, measure }: Query, index: SearchIndex): Scores {
  const scoring: Scoring = { index, measure };
  const { query: total, group: own } = index.scores;
  total.clear();
  const weight = groups.reduce((sum, each) => sum + each.weight, 0) || 1;
  for (const group of groups) {
    own.clear();
    scoreGroup(group, own, scoring);
    total.add(own, group.weight / weight);
  }
  return total;
}

function scoreGroup({ text, terms, range, phrases, members }: Group, own: Scores, scoring: Scoring): void {
  for (const id of members ?? []) own.raise(id, 1, 0, PRODUCT);
  scoreTerms(terms, own, scoring);
  const end = Math.min(range[1], range[0] + MAX_COMPLETIONS);
  for (let id = range[0]; id < end; id++) {
    if (terms.get(id)?.factor === 1) continue;
    const factor = completed(text.length, scoring.index.vocabulary.terms[id]?.length ?? 0);
    scoreTerm(id, { factor, by: 'completion' }, own, scoring);
  }
  for (const phrase of phrases) scorePhrase(phrase, own, scoring);
}

function scoreTerms(terms: Terms, own: Scores, scoring: Scoring): void {
  for (const [id, match] of terms) scoreTerm(id, match, own, scoring);
}

function scoreTerm(term: number, { factor, by }: TermMatch, own: Scores, { index, measure }: Scoring): void {
  const { offsets, settings } = index.postings;
  const likeness = bitOf(by);
  for (let field = 0; field < FIELDS; field++) {
    const end = offsets[term * FIELDS + field + 1] ?? 0;
    const coverage = factor * (FIELD_FACTORS[field] ?? 0);
    const title = field === FIELD.title ? factor * (measure.terms[term] ?? 0) : 0;
    const bits = likeness | (1 << field);
    for (let at = offsets[term * FIELDS + field] ?? 0; at < end; at++) {
      own.raise(settings[at] ?? 0, coverage, title, bits);
    }
  }
}

/** Each word for its part, or all or nothing. */
function scorePhrase({ words, factor, by, whole }: Phrase, own: Scores, scoring: Scoring): void {
  const { phrase, word } = scoring.index.scores;
  phrase.clear();
  for (const terms of words) {
    word.clear();
    scoreTerms(terms, word, scoring);
    phrase.add(word, 1 / words.length);
  }
  const likeness = bitOf(by);
  for (const id of phrase.settings) {
    if (whole && (phrase.added[id] ?? 0) < words.length) continue;
    const [coverage, title, bits] = [phrase.coverage[id] ?? 0, phrase.title[id] ?? 0, phrase.by[id] ?? 0];
    own.raise(id, coverage * factor, title * factor, bits | likeness);
  }
}
