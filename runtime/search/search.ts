/** A query → settings, best first. Every text is valid, and its work is bounded. */
import { distance } from 'fastest-levenshtein';
import { normalizeOmaUri } from '../format/keys.ts';
import { ABSOLUTE_CUT, LIMIT, MOSTLY_TYPED, RELATIVE_CUT, WEAK } from './constants.ts';
import type { PairRow } from './files.ts';
import type { SearchIndex } from './load.ts';
import { planQuery, type Query } from './query.ts';
import { type MatchedBy, namesOf, type Ranked, rank, type Scores, scoreSettings } from './score.ts';
import { type Naming, type Namings, NOT_EXACT, namingsOf, readSentence, type Sentence } from './sentence.ts';
import { unquote } from './tokens.ts';

export interface Hit {
  setting: number;
  /** Index of the setting's pair that the query names, else 0. */
  pair: number;
  /** What the query matched in the setting, never empty; fields first, in their order. */
  matchedBy: Naming['by'][];
}

export type SearchHits = ReturnType<typeof findSettings>;

/** Words become groups of terms. A setting scores by those that it covers, or is named; the best are ranked. */
export function findSettings(text: string, limit: number, index: SearchIndex) {
  const sentence = readSentence(text, index);
  const query = planQuery(sentence.words, index);
  const scores = scoreSettings(query, index);
  const named = namingsOf(text, sentence, index);
  const found = aboveCuts(scores, named);
  const ranked = rank(found, scores, named, query, index);
  const pairOf = pairFinder(text, sentence, index);
  return {
    hits: ranked.slice(0, limit).map(
      ({ setting }): Hit => ({
        setting,
        pair: pairOf(setting),
        matchedBy: matchedBy(namesOf(scores.by[setting] ?? 0), named.get(setting)),
      }),
    ),
    /** Number of hits without the limit. */
    total: found.length,
    /** The best hit does not fit well: probably none is what was meant. */
    weak: isWeak(ranked[0], scores, named),
    /** If nothing is found: known terms that the query may have meant. */
    suggestions: found.length === 0 ? suggestions(query, index) : [],
    /** Nothing is found because every setting has such words. */
    onlyStopWords: sentence.words.length > 0 && query.groups.length === 0,
  };
}

function aboveCuts({ coverage, settings }: Scores, named: Namings): number[] {
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
  const { prefixRatio = 0 } = named.get(first.setting) ?? {};
  return (coverage[first.setting] ?? 0) < WEAK && prefixRatio < MOSTLY_TYPED;
}

/** Setting → its pair whose value name or node the query is, or whose value name it holds, else 0. */
function pairFinder(text: string, sentence: Sentence, { names, shared }: SearchIndex) {
  const isKnown = (name: string) => names.frequency(name) > 0;
  const whole = unquote(text).toLowerCase();
  const wholes = [whole, normalizeOmaUri(whole).uri].filter(isKnown);
  const wanted = new Set(wholes.length > 0 ? wholes : [...sentence.names].filter(isKnown));
  return (setting: number): number => {
    const { pairs = [], uris = [] } = shared.settings[setting] ?? {};
    const isWanted = ({ value = '', node = -1 }: PairRow) =>
      wanted.has(value) || uris[node]?.some((uri) => wanted.has(uri));
    return Math.max(0, pairs.findIndex(isWanted));
  };
}

/** For each unknown word the commonest terms near it. Only words that begin alike: all others take too long. */
function suggestions({ groups }: Query, { terms }: SearchIndex): string[] {
  const isLong = ({ length }: string) => length > LIMIT.minCorrected;
  const unknown = groups.filter((group) => group.terms.size === 0 && isLong(group.text));
  const near = unknown.slice(0, LIMIT.suggestions).map(({ text: word }) =>
    terms
      .begunWith(word.charAt(0), Number.POSITIVE_INFINITY)
      .filter((term) => isLong(term) && distance(word, term) <= LIMIT.edits)
      .sort((a, b) => terms.frequency(b) - terms.frequency(a)),
  );
  return [...new Set([...near.flatMap(([first = []]) => first), ...near.flat()])].slice(0, LIMIT.suggestions);
}
