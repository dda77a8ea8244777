/** How much of a query each setting covers, the postings of its groups' terms added up; and the order that this gives. */
import { BONUS, FACTOR, FIELD_WORTH, LIMIT, OTHER_PRODUCT, REPEATED, RULE } from './constants.ts';
import { FIELDS, type FieldName, type Postings } from './files.ts';
import type { SearchIndex } from './load.ts';
import type { Likeness, Query, TermMatch } from './query.ts';
import { type Naming, type Namings, NOT_EXACT } from './sentence.ts';

/** What a setting matched by: the fields, then the relation between a word of the query and one of the setting. */
export type MatchedBy = FieldName | Likeness;
/** All of these in the order of their bits. */
const ALL_BY = [...FIELDS, ...Object.keys(FACTOR)] as MatchedBy[];
const TITLE = 1;

/** The names of the bits of {@link Scores.by}. */
export function namesOf(by: number): MatchedBy[] {
  return ALL_BY.filter((_, bit) => (by & (1 << bit)) !== 0);
}

/** Scores of the settings in a query or a group of it. Each array is indexed by setting. */
export class Scores {
  /** How much of it the setting covers, up to 1; 0 for one that is not in {@link settings}. */
  readonly coverage: Float32Array;
  /** How much of the query its title has. */
  readonly title: Float32Array;
  readonly by: Uint16Array;
  readonly settings: number[] = [];

  constructor(count: number) {
    this.coverage = new Float32Array(count);
    this.title = new Float32Array(count);
    this.by = new Uint16Array(count);
  }

  /** Keeps the higher coverage; that of the title separately, so that a name that fits better does not hide it. */
  raise(id: number, coverage: number, by: number): void {
    if (by & TITLE && coverage > (this.title[id] ?? 0)) this.title[id] = coverage;
    const known = this.coverage[id] ?? 0;
    if (coverage <= known) return;
    if (known === 0) this.settings.push(id);
    this.coverage[id] = coverage;
    this.by[id] = by;
  }

  /** Adds the scores of a group, times `share`, and those of its titles, times `ofTitle`. Clears the group. */
  take(group: Scores, share: number, ofTitle: number): void {
    for (const id of group.settings) {
      const [coverage, by] = [group.coverage[id] ?? 0, group.by[id] ?? 0];
      if (this.coverage[id] === 0) this.settings.push(id);
      this.coverage[id] = (this.coverage[id] ?? 0) + coverage * share;
      this.title[id] = (this.title[id] ?? 0) + (group.title[id] ?? 0) * ofTitle;
      this.by[id] = (this.by[id] ?? 0) | by;
      group.coverage[id] = group.title[id] = group.by[id] = 0;
    }
    group.settings.length = 0;
  }
}

export function scoreSettings({ groups }: Query, { terms, shared }: SearchIndex): Scores {
  const { length } = shared.settings;
  const [query, own] = [new Scores(length), new Scores(length)];
  const total = groups.reduce((sum, { weight }) => sum + weight, 0) || 1;
  for (const group of groups) {
    for (const [term, match] of group.terms) scoreTerm(own, terms.of(term), match);
    query.take(own, group.weight / total, group.share);
  }
  return query;
}

function scoreTerm(scores: Scores, postings: Postings, { factor, by }: TermMatch): void {
  const likeness = by ? 1 << ALL_BY.indexOf(by) : 0;
  for (const [field, settings = []] of postings.entries()) {
    // Rounded to 32 bits like the stored scores, so that the first of two equal ones stays.
    const coverage = Math.fround(factor * FIELD_WORTH[FIELDS[field] ?? 'key']);
    // A loop by index: an iterator of a typed array takes a third longer.
    for (let at = 0; at < settings.length; at++)
      scores.raise(settings[at] ?? 0, coverage, likeness | (1 << field));
  }
}

export type Ranked = Pick<Naming, 'tier'> & { setting: number; score: number };

/** Sorted by tier, then by score: the coverage of the query, with a bonus for a title that fits. */
export function rank(
  settings: readonly number[],
  scores: Scores,
  named: Namings,
  { groups, products, action, joined, categories }: Query,
  index: SearchIndex,
): Ranked[] {
  const whole = groups.reduce((sum, { share }) => sum + share, 0);
  const { language, shared } = index;
  const isJoined = settingsOf(joined, index, FIELDS.indexOf('uri'));
  const isInCategory = settingsOf(categories, index, FIELDS.length);
  const isHere = products.length > 0 ? settingsOf(products, index, FIELDS.length) : () => true;
  const priorOf = (setting: number) => {
    if (!isHere(setting)) return OTHER_PRODUCT;
    return products.length > 0 ? 1 : (shared.priors[setting] ?? 1) ** (action ? 1 : RULE.prior);
  };
  const ranked = settings.map((setting) => {
    const { tier, prefixRatio } = named.get(setting) ?? { tier: NOT_EXACT, prefixRatio: 0 };
    const inTitle = scores.title[setting] ?? 0;
    const fit = Math.min(inTitle / (language.titleLengths[setting] || 1), 1);
    const all = groups.length > 1 && inTitle > 0.99 * whole ? 1 : 0;
    const prior = all ? 1 : priorOf(setting);
    const category = BONUS.category * Number(isInCategory(setting));
    const bonus = (action ? BONUS : RULE).title * fit + BONUS.all * all + category;
    const byWords = (scores.coverage[setting] ?? 0) * (1 + bonus) * prior;
    const byName = BONUS.begun * prefixRatio + BONUS.joined * Number(isJoined(setting));
    const score = byWords + (isHere(setting) ? byName : 0);
    return { setting, tier, score: score * (shared.shares[setting] ?? 1) };
  });
  const byPrior = (a: Ranked, b: Ranked) => priorOf(b.setting) - priorOf(a.setting) || a.setting - b.setting;
  const order = (a: Ranked, b: Ranked) => a.tier - b.tier || b.score - a.score || byPrior(a, b);
  return demoteRepeats(highestRanked(ranked).sort(order), language.sameTitle).sort(order);
}

/** Whether a setting has one of the terms in a field before `end`. A product may have most settings. */
function settingsOf(all: readonly string[], { terms, shared }: SearchIndex, end: number) {
  const found = new Uint8Array(shared.settings.length);
  for (const settings of all.flatMap((term) => terms.of(term).slice(0, end)))
    for (const id of settings ?? []) found[id] = 1;
  return (setting: number): boolean => found[setting] === 1;
}

/** The best ones, unsorted, and those that tie with the last of them. */
function highestRanked(ranked: Ranked[]): Ranked[] {
  const scores = Float64Array.from(ranked, ({ score }) => score).sort();
  const least = scores[scores.length - LIMIT.ranked] ?? 0;
  return ranked.filter(({ tier, score }) => tier < NOT_EXACT || score >= least);
}

/** Several products and scopes share a title: where the query names none of them, other titles come first. */
function demoteRepeats(ranked: Ranked[], sameTitle: readonly number[]): Ranked[] {
  const repeats = new Map<number, number>();
  for (const each of ranked) {
    const title = sameTitle[each.setting];
    if (title === undefined || each.tier < NOT_EXACT) continue;
    const repeat = repeats.get(title) ?? 0;
    repeats.set(title, repeat + 1);
    each.score *= REPEATED ** repeat;
  }
  return ranked;
}
