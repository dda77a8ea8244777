/** Settings that are an answer → best first. */
import { FIELD, FIELDS } from './files.ts';
import type { SearchIndex } from './load.ts';
import { type Namings, NOT_EXACT } from './named.ts';
import type { Query } from './query.ts';
import type { Scores } from './score.ts';

/** Of two that cover as much, the one that writes the query's words as one, or begins with the query, comes first. */
const JOINED = 0.3;
const BEGUN = 0.5;
/** What each earlier setting of the same title takes from it: one stands for all, the others follow it. */
const REPEATED = 0.1;
const MAX_REPEATS = 4;
/**
 * So many times the score of the best living hit puts a deprecated one before it. Without such a bound a misspelt
 * title of a deprecated setting has a mean reciprocal rank of 0.66 instead of 0.93; the intents do not need it.
 */
const CLEARLY = 1.25;
/** So many are put in order; a request may ask for 50. */
const MAX_RANKED = 200;
const PAGE = 10;

export interface Ranked {
  setting: number;
  /** See `Naming`. */
  tier: number;
  score: number;
}

/** First by tier, then by score: what the setting covers of the query, and the more the better its title fits. */
export function rank(
  settings: readonly number[],
  scores: Scores,
  named: Namings,
  query: Query,
  index: SearchIndex,
): Ranked[] {
  const { titles, bonus } = query.measure;
  const joined = joinedSettings(query, index);
  const ranked = settings.map((setting) => {
    const { tier, begun } = named.get(setting) ?? { tier: NOT_EXACT, begun: 0 };
    const fit = Math.min((scores.title[setting] ?? 0) / (titles[setting] || 1), 1);
    const prior = query.product ? 1 : (index.products.prior[setting] ?? 1);
    const byWords = (scores.coverage[setting] ?? 0) * (1 + bonus * fit) * prior;
    const score = byWords + BEGUN * begun + (joined.has(setting) ? JOINED : 0);
    return { setting, tier, score };
  });
  const order = orderIn(index);
  return demoteRepeats(best(ranked).sort(order), index).sort(order);
}

/** Settings whose title, name or a value name writes the query's words as one. */
function joinedSettings({ joined }: Query, { postings: { offsets, settings } }: SearchIndex): Set<number> {
  if (joined === undefined) return new Set();
  const from = offsets[joined * FIELDS];
  const to = offsets[joined * FIELDS + FIELD.value + 1];
  return new Set(settings.subarray(from, to));
}

/** The {@link MAX_RANKED} best, unsorted, and those that tie with the last of them. */
function best(ranked: Ranked[]): Ranked[] {
  if (ranked.length <= MAX_RANKED) return ranked;
  const scores = Float64Array.from(ranked, ({ score }) => score).sort();
  const least = scores[scores.length - MAX_RANKED] ?? 0;
  return ranked.filter(({ tier, score }) => tier < NOT_EXACT || score >= least);
}

/** Of equal ones the shorter title first. */
function orderIn({ titles }: SearchIndex): (a: Ranked, b: Ranked) => number {
  const lengths = titles.plain.titles;
  return (a, b) =>
    a.tier - b.tier ||
    b.score - a.score ||
    (lengths[a.setting] ?? 0) - (lengths[b.setting] ?? 0) ||
    a.setting - b.setting;
}

/** Several products and scopes share a title: whoever did not ask for just that one sees other titles first. */
function demoteRepeats(ranked: Ranked[], { language: { titles } }: SearchIndex): Ranked[] {
  const repeats = new Map<string, number>();
  for (const each of ranked) {
    const title = titles[each.setting]?.toLowerCase();
    if (title === undefined || each.tier < NOT_EXACT) continue;
    const repeat = repeats.get(title) ?? 0;
    repeats.set(title, repeat + 1);
    each.score *= 1 - REPEATED * Math.min(repeat, MAX_REPEATS);
  }
  return ranked;
}

/**
 * The first `limit` of them. Living ones come first among each ten, whatever the limit: the best hit of ten is that of
 * one, and to look further for living ones would find worse ones.
 */
export function firstRanked(ranked: readonly Ranked[], limit: number, index: SearchIndex): Ranked[] {
  const first: Ranked[] = [];
  for (let at = 0; at < limit; at += PAGE) first.push(...livingFirst(ranked.slice(at, at + PAGE), index));
  return first.slice(0, limit);
}

/**
 * Of the hits those that the vendor calls deprecated, obsolete or removed come after the living ones. One that fits
 * clearly better than every living hit keeps its place, and what the query names exactly stays before what it does
 * not.
 */
function livingFirst(ranked: readonly Ranked[], { shared }: SearchIndex): Ranked[] {
  const isLiving = ({ setting }: Ranked): boolean => {
    const [, , , , , , told = -1] = shared.settings[setting] ?? [];
    return shared.told?.[told]?.lifecycle === undefined;
  };
  const living = ranked.filter((each) => isLiving(each) && each.tier === NOT_EXACT);
  const bound = Math.max(0, ...living.map(({ score }) => score)) * CLEARLY;
  const isBehind = (each: Ranked): boolean =>
    !isLiving(each) && (each.tier < NOT_EXACT || each.score < bound);
  return [...ranked].sort((a, b) => a.tier - b.tier || Number(isBehind(a)) - Number(isBehind(b)));
}
