/** A query → settings, best first. No text is an error, and none takes longer than its bounds allow. */
import { distance } from 'fastest-levenshtein';
import { normalizeOmaUri } from '../format/keys.ts';
import {
  ABSOLUTE_CUT,
  MAX_CORRECTED,
  MAX_EDITS,
  MAX_SUGGESTIONS,
  MIN_CORRECTED,
  MOSTLY_TYPED,
  RELATIVE_CUT,
  WEAK,
} from './constants.ts';
import { pairsOf } from './files.ts';
import type { SearchIndex } from './load.ts';
import { type Naming, type Namings, NOT_EXACT, namedSettings, unquote } from './named.ts';
import { planQuery, type Query } from './query.ts';
import { firstRanked, type Ranked, rank } from './rank.ts';
import { type MatchedBy, namesOf, type Scores, scoreSettings } from './score.ts';
import { readSentence, type Sentence } from './sentence.ts';

export interface Hit {
  setting: number;
  /** Index of the setting's pair that the query names, else 0. */
  pair: number;
  /** What in the setting the query matched, never empty; fields first, in their order. */
  matchedBy: Naming['by'][];
}

export interface SearchHits {
  hits: Hit[];
  /** How many settings there are without the limit. */
  total: number;
  /** Not even the best hit fits well: more likely than not, none is what was meant. */
  weak: boolean;
  /** Nothing found: known terms that the query may have meant. */
  suggestions: string[];
  /** Nothing found, because every setting has such words. */
  onlyStopWords: boolean;
}

/**
 * The words of the query become groups of terms; every setting gets a score by the groups that it covers, and is
 * perhaps named as a whole besides. What is kept of both is ranked.
 */
export function findSettings(text: string, limit: number, index: SearchIndex): SearchHits {
  const sentence = readSentence(text, index);
  const query = planQuery(sentence, index);
  const scores = scoreSettings(query, index);
  const named = namedSettings(text, sentence, index);
  const kept = keep(scores, named);
  const ranked = rank(kept, scores, named, query, index);
  return {
    hits: firstRanked(ranked, limit, index).map(({ setting }) => ({
      setting,
      pair: namedPair(text, sentence, setting, index),
      matchedBy: matchedBy(namesOf(scores.by[setting] ?? 0), named.get(setting)),
    })),
    total: kept.length,
    weak: isWeak(ranked[0], scores, named),
    suggestions: kept.length === 0 ? suggestions(query, index) : [],
    onlyStopWords: query.onlyStopWords,
  };
}

/** The settings that are an answer at all. */
function keep({ coverage, settings }: Scores, named: Namings): number[] {
  let best = 0;
  for (const id of settings) best = Math.max(best, coverage[id] ?? 0);
  const least = Math.max(best * RELATIVE_CUT, ABSOLUTE_CUT);
  const kept = settings.filter((id) => (coverage[id] ?? 0) >= least);
  for (const [id, { tier, prefixRatio }] of named) {
    if ((coverage[id] ?? 0) < least && (tier < NOT_EXACT || prefixRatio >= MOSTLY_TYPED)) kept.push(id);
  }
  return kept;
}

/** A name of the whole setting is enough; else the fields and likenesses of the single words. */
function matchedBy(byWords: MatchedBy[], naming: Naming | undefined): Hit['matchedBy'] {
  if (!naming) return byWords;
  if (naming.tier < NOT_EXACT) return [naming.by];
  return [...new Set([naming.by, ...byWords])];
}

function isWeak(first: Ranked | undefined, { coverage }: Scores, named: Namings): boolean {
  if (!first || first.tier < NOT_EXACT) return false;
  return (coverage[first.setting] ?? 0) < WEAK && (named.get(first.setting)?.prefixRatio ?? 0) < MOSTLY_TYPED;
}

/** The pair whose value name or node the query is, or names within a sentence. */
function namedPair(
  text: string,
  { words, path }: Sentence,
  setting: number,
  { shared }: SearchIndex,
): number {
  const row = shared.settings.at(setting);
  const pairs = row ? pairsOf(row) : [];
  const wanted = unquote(text).toLowerCase();
  const { uri } = normalizeOmaUri(wanted);
  const whole = pairs.findIndex(([, valueName, , node]) => {
    if (valueName?.toLowerCase() === wanted) return true;
    const uris = node === null ? undefined : shared.nodes.at(node)?.[1].omaUris;
    return Object.values(uris ?? {}).some((each) => normalizeOmaUri(each).uri === uri);
  });
  if (whole >= 0) return whole;
  const names = new Set([path?.valueName, ...words.map((word) => word.whole)]);
  const within = pairs.findIndex(([, valueName]) => valueName && names.has(valueName.toLowerCase()));
  return Math.max(within, 0);
}

/** For each unknown word the commonest of the terms near it, then the other terms. */
function suggestions({ unknown }: Query, { terms }: SearchIndex): string[] {
  const near = unknown.slice(0, MAX_SUGGESTIONS).map((word) => {
    if (word.length <= MIN_CORRECTED || word.length > MAX_CORRECTED) return [];
    const edits = (term: string) => distance(word, term);
    // Only words that begin alike are looked at: all others take too long for one query.
    return terms
      .begunWith(word.charAt(0), Number.POSITIVE_INFINITY)
      .filter((term) => term.length > MIN_CORRECTED && Math.abs(term.length - word.length) <= MAX_EDITS)
      .filter((term) => edits(term) <= MAX_EDITS)
      .sort((a, b) => terms.frequency(b) - terms.frequency(a) || edits(a) - edits(b));
  });
  const others = near.flatMap((each) => each.slice(1));
  return [...new Set([...near.flatMap(([first]) => first ?? []), ...others])].slice(0, MAX_SUGGESTIONS);
}
