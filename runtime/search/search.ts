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
import { type PairRow, pairsAt, rowAt } from './files.ts';
import type { SearchIndex } from './load.ts';
import { type Naming, type Namings, NOT_EXACT, namedSettings, unquote } from './named.ts';
import { planQuery, type Query } from './query.ts';
import { type Ranked, rank } from './rank.ts';
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
  const pairOf = pairFinder(text, sentence, index);
  return {
    hits: ranked.slice(0, limit).map(({ setting }) => ({
      setting,
      pair: pairOf(setting),
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
  const best = settings.reduce((most, id) => Math.max(most, coverage[id] ?? 0), 0);
  const least = Math.max(best * RELATIVE_CUT, ABSOLUTE_CUT);
  const fits = (id: number) => (coverage[id] ?? 0) >= least;
  const others = [...named].filter(
    ([id, { tier, prefixRatio }]) => !fits(id) && (tier < NOT_EXACT || prefixRatio >= MOSTLY_TYPED),
  );
  return [...settings.filter(fits), ...others.map(([id]) => id)];
}

/** A name of the whole setting is enough; else the fields and likenesses of the single words. */
function matchedBy(byWords: MatchedBy[], naming: Naming | undefined): Hit['matchedBy'] {
  if (!naming) return byWords;
  return naming.tier < NOT_EXACT ? [naming.by] : [...new Set([naming.by, ...byWords])];
}

function isWeak(first: Ranked | undefined, { coverage }: Scores, named: Namings): boolean {
  if (!first || first.tier < NOT_EXACT) return false;
  return (coverage[first.setting] ?? 0) < WEAK && (named.get(first.setting)?.prefixRatio ?? 0) < MOSTLY_TYPED;
}

/** Setting → its pair whose value name or node the query is or names, else 0. */
function pairFinder(
  text: string,
  { names }: Sentence,
  { names: known, shared: { nodes, settings } }: SearchIndex,
): (setting: number) => number {
  const wanted = unquote(text).toLowerCase();
  const { uri } = normalizeOmaUri(wanted);
  // Most queries name none, and to read ten settings takes a tenth of their time.
  if (![uri, wanted, ...names].some((name) => known.frequency(name) > 0)) return () => 0;
  const isWhole = ({ valueName, node }: PairRow) => {
    if (valueName && valueName.toLowerCase() === wanted) return true;
    const uris = wanted.includes('/') ? Object.values(rowAt(nodes, node ?? -1)?.[1].omaUris ?? {}) : [];
    return uris.some((each) => normalizeOmaUri(each).uri === uri);
  };
  const isNamed = ({ valueName }: PairRow) => !!valueName && names.has(valueName.toLowerCase());
  return (setting) => {
    const pairs = pairsAt(settings, setting);
    const whole = pairs.findIndex(isWhole);
    return Math.max(0, whole < 0 ? pairs.findIndex(isNamed) : whole);
  };
}

/** For each unknown word the commonest terms near it. Only words that begin alike: all others take too long. */
function suggestions({ unknown }: Query, { terms }: SearchIndex): string[] {
  const known = unknown.filter(({ length }) => length > MIN_CORRECTED && length <= MAX_CORRECTED);
  const near = known.slice(0, MAX_SUGGESTIONS).map((word) =>
    terms
      .begunWith(word.charAt(0), Number.POSITIVE_INFINITY)
      .filter((term) => term.length > MIN_CORRECTED && distance(word, term) <= MAX_EDITS)
      .sort((a, b) => terms.frequency(b) - terms.frequency(a)),
  );
  return [...new Set([...near.flatMap(([first = []]) => first), ...near.flat()])].slice(0, MAX_SUGGESTIONS);
}
