/** Settings that are an answer → best first. */
import {
  ALL_IN_TITLE_BONUS,
  BEGUN_BONUS,
  JOINED_BONUS,
  MAX_RANKED,
  REPEATED,
  TITLE_BONUS,
} from './constants.ts';
import { FIELDS } from './files.ts';
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
  query: Query,
  index: SearchIndex,
): Ranked[] {
  const { titles, titleCounts } = index.language;
  const { shares } = index.shared;
  const isJoined = joinedSettings(query, index);
  const scoreOf = wordScores(scores, query, index);
  const ranked = settings.map((setting) => {
    const { tier, prefixRatio } = named.get(setting) ?? { tier: NOT_EXACT, prefixRatio: 0 };
    const byName = BEGUN_BONUS * prefixRatio + (isJoined.has(setting) ? JOINED_BONUS : 0);
    const score = (scoreOf(setting) + byName) * (shares[setting] ?? 1);
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

function wordScores(
  scores: Scores,
  { groups, action, product }: Query,
  { language: { titleCounts, titleWeights }, shared: { priors } }: SearchIndex,
): (setting: number) => number {
  const lengths = action ? titleWeights : titleCounts;
  const whole = groups.reduce((sum, { weight }) => sum + (action ? weight : 1), 0);
  const isOne = groups.length === 1;
  return (setting) => {
    const inTitle = scores.title[setting] ?? 0;
    const fit = TITLE_BONUS[action ? 'action' : 'plain'] * Math.min(inTitle / (lengths[setting] || 1), 1);
    const all = !isOne && inTitle > 0.99 * whole ? ALL_IN_TITLE_BONUS : 0;
    const prior = product ? 1 : (priors[setting] ?? 1);
    return (scores.coverage[setting] ?? 0) * (1 + fit + all) * prior;
  };
}

/** Settings whose title, name or a value name is one of the names that the words make. */
function joinedSettings({ joined }: Query, { terms }: SearchIndex): Set<number> {
  const fields = joined.flatMap((name) => terms.of(name).slice(0, FIELDS.indexOf('uri')));
  return new Set(fields.flatMap((ids) => [...(ids ?? [])]));
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
    each.score *= REPEATED ** repeat;
  }
  return ranked;
}
