/** Settings that are an answer → best first. */
import {
  ALL_IN_TITLE_BONUS,
  BEGUN_BONUS,
  DEPRECATED_MARGIN,
  JOINED_BONUS,
  MAX_RANKED,
  MAX_REPEATS,
  PAGE,
  REPEATED,
  SOURCE_PRIOR,
  TITLE_BONUS,
} from './constants.ts';
import { FIELDS, rowAt } from './files.ts';
import type { SearchIndex } from './load.ts';
import { type Namings, NOT_EXACT } from './named.ts';
import type { Query } from './query.ts';
import type { Scores } from './score.ts';

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
  { groups, action, product, joined }: Query,
  { language: { titles, titleCounts, titleWeights }, shared: { ranks }, terms }: SearchIndex,
): Ranked[] {
  const kind = action ? 'action' : 'plain';
  const lengths = action ? titleWeights : titleCounts;
  const whole = groups.reduce((sum, { weight }) => sum + (action ? weight : 1), 0);
  // Settings whose title, name or a value name is one of the names.
  const fields = joined.flatMap((name) => terms.of(name).slice(0, FIELDS.indexOf('uri')));
  const isJoined = new Set(fields.flatMap((ids) => [...(ids ?? [])]));
  const ranked = settings.map((setting) => {
    const { tier, prefixRatio } = named.get(setting) ?? { tier: NOT_EXACT, prefixRatio: 0 };
    const inTitle = scores.title[setting] ?? 0;
    const fit = Math.min(inTitle / (lengths[setting] || 1), 1);
    const all = inTitle > 0.99 * whole ? ALL_IN_TITLE_BONUS : 0;
    const prior = product ? 1 : (SOURCE_PRIOR[kind][ranks[setting] ?? 0] ?? 1);
    const byWords = (scores.coverage[setting] ?? 0) * (1 + TITLE_BONUS[kind] * fit + all) * prior;
    const score = byWords + BEGUN_BONUS * prefixRatio + (isJoined.has(setting) ? JOINED_BONUS : 0);
    return { setting, tier, score };
  });
  // Of equal ones the shorter title first.
  const order = (a: Ranked, b: Ranked): number =>
    a.tier - b.tier ||
    b.score - a.score ||
    (titleCounts[a.setting] ?? 0) - (titleCounts[b.setting] ?? 0) ||
    a.setting - b.setting;
  return demoteRepeats(highestRanked(ranked).sort(order), titles).sort(order);
}

/** The {@link MAX_RANKED} best, unsorted, and those that tie with the last of them. */
function highestRanked(ranked: Ranked[]): Ranked[] {
  const scores = Float64Array.from(ranked, ({ score }) => score).sort();
  const least = scores[scores.length - MAX_RANKED] ?? 0;
  return ranked.filter(({ tier, score }) => tier < NOT_EXACT || score >= least);
}

/** Several products and scopes share a title: where the query names none of them, other titles come first. */
function demoteRepeats(ranked: Ranked[], titles: readonly (string | null)[]): Ranked[] {
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
 * The first `limit` of them. Living ones come first among each page, whatever the limit: the best hit of ten is that of
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
function livingFirst(page: readonly Ranked[], { shared: { settings, states } }: SearchIndex): Ranked[] {
  const hasEnded = ({ setting }: Ranked) =>
    states[rowAt(settings, setting)?.[6] ?? -1]?.lifecycle !== undefined;
  const ended = new Set(page.filter(hasEnded));
  const living = page.filter((each) => !ended.has(each) && each.tier === NOT_EXACT);
  const bound = Math.max(0, ...living.map(({ score }) => score)) * DEPRECATED_MARGIN;
  const isBehind = (each: Ranked) => ended.has(each) && (each.tier < NOT_EXACT || each.score < bound);
  return [...page].sort((a, b) => a.tier - b.tier || Number(isBehind(a)) - Number(isBehind(b)));
}
