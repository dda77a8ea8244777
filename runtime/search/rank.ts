/** Settings that are an answer → best first. */
import { BONUS, LIMIT, REPEATED } from './constants.ts';
import { FIELDS } from './files.ts';
import type { SearchIndex } from './load.ts';
import { type Namings, NOT_EXACT } from './named.ts';
import type { Query } from './query.ts';
import type { Scores } from './score.ts';
import type { Terms } from './terms.ts';

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
  { groups, product, joined }: Query,
  { terms, language: { titles, titleLengths }, shared: { priors, shares } }: SearchIndex,
): Ranked[] {
  const whole = groups.reduce((sum, { share }) => sum + share, 0);
  const isJoined = settingsOf(joined, terms);
  const ranked = settings.map((setting) => {
    const { tier, prefixRatio } = named.get(setting) ?? { tier: NOT_EXACT, prefixRatio: 0 };
    const inTitle = scores.title[setting] ?? 0;
    const fit = Math.min(inTitle / (titleLengths[setting] || 1), 1);
    const all = groups.length > 1 && inTitle > 0.99 * whole ? 1 : 0;
    const prior = product || all ? 1 : (priors[setting] ?? 1);
    const byWords = (scores.coverage[setting] ?? 0) * (1 + BONUS.title * fit + BONUS.all * all) * prior;
    const byName = BONUS.begun * prefixRatio + (isJoined.has(setting) ? BONUS.joined : 0);
    return { setting, tier, score: (byWords + byName) * (shares[setting] ?? 1) };
  });
  const order = (a: Ranked, b: Ranked) => a.tier - b.tier || b.score - a.score || a.setting - b.setting;
  return demoteRepeats(highestRanked(ranked).sort(order), titles).sort(order);
}

/** Settings whose title, name or a value name is one of the words. */
function settingsOf(words: readonly string[], terms: Terms): Set<number> {
  const fields = words.flatMap((word) => terms.of(word).slice(0, FIELDS.indexOf('uri')));
  return new Set(fields.flatMap((ids) => [...(ids ?? [])]));
}

/** The best ones, unsorted, and those that tie with the last of them. */
function highestRanked(ranked: Ranked[]): Ranked[] {
  const scores = Float64Array.from(ranked, ({ score }) => score).sort();
  const least = scores[scores.length - LIMIT.ranked] ?? 0;
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
