/** How much of a query each setting covers: the postings of its groups' terms, added up. */
import { FIELD_WORTH } from './constants.ts';
import { FIELDS, type FieldName, type Postings } from './files.ts';
import type { SearchIndex } from './load.ts';
import { LIKENESSES, type Likeness, type Query, type TermMatch } from './query.ts';

/** By what a setting matched: the fields, then how a word of the query and one of the setting are alike. */
export type MatchedBy = FieldName | Likeness;
/** In the order of their bits. */
const ALL_BY: readonly MatchedBy[] = [...FIELDS, ...LIKENESSES];

/** The names of the bits of {@link Scores.by}. */
export function namesOf(by: number): MatchedBy[] {
  return ALL_BY.filter((_, bit) => (by & (1 << bit)) !== 0);
}

/** What the settings have scored in a query or a group of it. Each array is by setting. */
export class Scores {
  /** How much of it the setting covers, up to 1; 0 for one that is not in {@link settings}. */
  readonly coverage: Float32Array;
  /** How much of its title is named. */
  readonly title: Float32Array;
  /** By what it matched, as bits. */
  readonly by: Uint16Array;
  /** Those that have scored. */
  readonly settings: number[] = [];

  constructor(count: number) {
    this.coverage = new Float32Array(count);
    this.title = new Float32Array(count);
    this.by = new Uint16Array(count);
  }

  /** Keeps the better of what the setting has and this. */
  raise(id: number, coverage: number, title: number, by: number): void {
    const known = this.coverage[id] ?? 0;
    if (known === 0) this.settings.push(id);
    if (coverage > known) {
      this.coverage[id] = coverage;
      this.by[id] = by;
    }
    if (title > (this.title[id] ?? 0)) this.title[id] = title;
  }

  /** Adds what a group has scored, and clears it; it is `share` of this. */
  take(group: Scores, share: number): void {
    for (const id of group.settings) {
      if (this.coverage[id] === 0) this.settings.push(id);
      this.coverage[id] = (this.coverage[id] ?? 0) + (group.coverage[id] ?? 0) * share;
      this.title[id] = (this.title[id] ?? 0) + (group.title[id] ?? 0);
      this.by[id] = (this.by[id] ?? 0) | (group.by[id] ?? 0);
      group.coverage[id] = group.title[id] = group.by[id] = 0;
    }
    group.settings.length = 0;
  }
}

export function scoreSettings({ groups, action }: Query, { terms, shared }: SearchIndex): Scores {
  const { length } = shared.settings;
  const [query, own] = [new Scores(length), new Scores(length)];
  const total = groups.reduce((sum, { weight }) => sum + weight, 0) || 1;
  for (const group of groups) {
    for (const [term, match] of group.terms)
      scoreTerm(own, terms.of(term), match, match.factor * (action ? group.weight : 1));
    query.take(own, group.weight / total);
  }
  return query;
}

function scoreTerm(scores: Scores, postings: Postings, match: TermMatch, title: number): void {
  const likeness = match.by ? 1 << ALL_BY.indexOf(match.by) : 0;
  for (const [field, settings = []] of postings.entries()) {
    // Rounded as the scores hold it: of two that are as good the first stays.
    const coverage = Math.fround(match.factor * FIELD_WORTH[FIELDS[field] ?? 'key']);
    const [inTitle, by] = [field === 0 ? title : 0, likeness | (1 << field)];
    // By index: an iterator of a typed array takes a third longer.
    for (let at = 0; at < settings.length; at++) scores.raise(settings[at] ?? 0, coverage, inTitle, by);
  }
}
