/** A query → settings, best first. No text is an error, and none takes longer than its bounds allow. */
import { normalizeOmaUri } from '../format/keys.ts';
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
  /** What in the setting the query matched, never empty: the more it tells, the earlier. */
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

/** A name of which so much is typed is an answer, even where its words are cut to what no word begins with. */
const MOSTLY_BEGUN = 0.5;
/** What covers less than this share of the best one's is no answer. */
const RELATIVE_CUT = 0.5;
/** Nor is what covers less than this of the query. */
const ABSOLUTE_CUT = 0.2;
/**
 * Learned with `npm run bench:search`: of queries about no setting at all 23 of 25 have a first hit that covers less
 * of them than this, of intents that are found 4 of 56; more noise is told only by calling more answers weak.
 */
const WEAK = 0.55;
const MAX_SUGGESTIONS = 3;

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
  for (const [id, { tier, begun }] of named) {
    if ((coverage[id] ?? 0) < least && (tier < NOT_EXACT || begun >= MOSTLY_BEGUN)) kept.push(id);
  }
  return kept;
}

/** What names the setting as a whole says it all; else the fields and likenesses of the single words. */
function matchedBy(byWords: MatchedBy[], naming: Naming | undefined): Hit['matchedBy'] {
  if (!naming) return byWords;
  if (naming.tier < NOT_EXACT) return [naming.by];
  return [...new Set([naming.by, ...byWords])];
}

function isWeak(first: Ranked | undefined, { coverage }: Scores, named: Namings): boolean {
  if (!first || first.tier < NOT_EXACT) return false;
  return (coverage[first.setting] ?? 0) < WEAK && (named.get(first.setting)?.begun ?? 0) < MOSTLY_BEGUN;
}

/** The pair whose value name or node the query is, or names within a sentence. */
function namedPair(
  text: string,
  { words, path }: Sentence,
  setting: number,
  { shared }: SearchIndex,
): number {
  const row = shared.settings[setting];
  const pairs = row ? pairsOf(row) : [];
  const wanted = unquote(text).toLowerCase();
  const { uri } = normalizeOmaUri(wanted);
  const whole = pairs.findIndex(([, valueName, , node]) => {
    if (valueName?.toLowerCase() === wanted) return true;
    const uris = node === null ? undefined : shared.nodes[node]?.[1].omaUris;
    return Object.values(uris ?? {}).some((each) => normalizeOmaUri(each).uri === uri);
  });
  if (whole >= 0) return whole;
  const names = new Set([path?.valueName, ...words.map((word) => word.whole)]);
  const within = pairs.findIndex(([, valueName]) => valueName && names.has(valueName.toLowerCase()));
  return Math.max(within, 0);
}

/** For each unknown word the commonest of the terms near it, then the other terms. */
function suggestions({ unknown }: Query, { vocabulary, frequency }: SearchIndex): string[] {
  const near = unknown.slice(0, MAX_SUGGESTIONS).map((word) =>
    vocabulary
      .nearest(word)
      .slice(0, 20)
      .sort((a, b) => (frequency[b] ?? 0) - (frequency[a] ?? 0) || a - b),
  );
  const terms = near.flatMap(([first]) => first ?? []);
  for (const others of near) terms.push(...others.slice(1));
  return [...new Set(terms)].slice(0, MAX_SUGGESTIONS).map((id) => vocabulary.terms[id] ?? '');
}
