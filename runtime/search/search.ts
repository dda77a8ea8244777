/** A query → settings, best first. No text is an error, and none takes longer than its bounds allow. */
import { normalizeOmaUri } from '../normalize.ts';
import { type Direct, type DirectHits, direct, FOUND, unquote } from './direct.ts';
import { FIELD, FIELDS } from './files.ts';
import type { SearchIndex } from './load.ts';
import { plan, type Query } from './query.ts';
import { type By, namesOf, score } from './score.ts';
import { type Sentence, understand } from './sentence.ts';
import type { Tally } from './tally.ts';

export interface Hit {
  setting: number;
  /** Index of the setting's pair that the query names, else 0. */
  pair: number;
  /** What in the setting the query matched, never empty: the more it tells, the earlier. */
  matchedBy: Direct['by'][];
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

/** Of two that cover as much, the one that writes the query's words as one, or begins with the query, comes first. */
const JOINED = 0.3;
const BEGUN = 0.5;
/** What each earlier setting of the same title takes from it: one stands for all, the others follow it. */
const REPEATED = 0.1;

/** A name of which so much is typed is an answer, even where its words are cut to what no word begins with. */
const MOSTLY_BEGUN = 0.5;
/** What covers less than this share of the best one's is no answer. */
const RELATIVE_CUT = 0.5;
/** Nor is what covers less than this of the query. */
const ABSOLUTE_CUT = 0.2;
/**
 * Learned with `npm run bench:search`: of queries about no setting at all 22 of 25 have a first hit that covers less
 * of them than this, of intents that are found 2 of 51; more noise is told only by calling more answers weak.
 */
const WEAK = 0.55;
/**
 * So many times the score of the best living hit puts a deprecated one before it. Without such a bound a misspelt
 * title of a deprecated setting has a mean reciprocal rank of 0.66 instead of 0.93; the intents do not need it.
 */
const CLEARLY = 1.25;
const MAX_SUGGESTIONS = 3;
/** So many are put in order; a request may ask for 50. */
const MAX_RANKED = 200;
const PAGE = 10;

interface Ranked {
  setting: number;
  how: number;
  score: number;
}

export function find(text: string, limit: number, index: SearchIndex): SearchHits {
  const sentence = understand(text, index);
  const query = plan(sentence, index);
  const tally = score(query, index);
  const named = direct(text, sentence, index);
  const kept = keep(tally, named);
  const ranked = rank(kept, tally, named, query, index);
  return {
    hits: shown(ranked, limit, index).map(({ setting }) => ({
      setting,
      pair: namedPair(text, sentence, setting, index),
      matchedBy: matchedBy(namesOf(tally.by[setting] ?? 0), named.get(setting)),
    })),
    total: kept.length,
    weak: isWeak(ranked[0], tally, named),
    suggestions: kept.length === 0 ? suggestions(query, index) : [],
    onlyStopWords: query.onlyStopWords,
  };
}

/** The settings that are an answer at all. */
function keep({ worth, settings }: Tally, named: DirectHits): number[] {
  let best = 0;
  for (const id of settings) best = Math.max(best, worth[id] ?? 0);
  const least = Math.max(best * RELATIVE_CUT, ABSOLUTE_CUT);
  const kept = settings.filter((id) => (worth[id] ?? 0) >= least);
  for (const [id, { how, begun }] of named) {
    if ((worth[id] ?? 0) < least && (how < FOUND || begun >= MOSTLY_BEGUN)) kept.push(id);
  }
  return kept;
}

function rank(
  kept: readonly number[],
  tally: Tally,
  named: DirectHits,
  query: Query,
  index: SearchIndex,
): Ranked[] {
  const { products } = index;
  const { titles, bonus } = query.measure;
  const joined = joinedSettings(query, index);
  const ranked = kept.map((setting) => {
    const { how, begun } = named.get(setting) ?? { how: FOUND, begun: 0 };
    const fit = (tally.title[setting] ?? 0) / (titles[setting] || 1);
    const prior = query.product ? 1 : (products.prior[setting] ?? 1);
    const words = (tally.worth[setting] ?? 0) * (1 + bonus * Math.min(fit, 1)) * prior;
    const score = words + BEGUN * begun + (joined.has(setting) ? JOINED : 0);
    return { setting, how, score };
  });
  const order = byRank(index);
  return demoteRepeats(best(ranked).sort(order), index).sort(order);
}

/** The {@link MAX_RANKED} best, unsorted, and those that tie with the last of them. */
function best(ranked: Ranked[]): Ranked[] {
  if (ranked.length <= MAX_RANKED) return ranked;
  const scores = Float64Array.from(ranked, ({ score }) => score).sort();
  const least = scores[scores.length - MAX_RANKED] ?? 0;
  return ranked.filter(({ how, score }) => how < FOUND || score >= least);
}

function byRank({ titles }: SearchIndex): (a: Ranked, b: Ranked) => number {
  return (a, b) =>
    a.how - b.how ||
    b.score - a.score ||
    (titles.plain.titles[a.setting] ?? 0) - (titles.plain.titles[b.setting] ?? 0) ||
    a.setting - b.setting;
}

/** Several products and scopes share a title: whoever did not ask for just that one sees other titles first. */
function demoteRepeats(ranked: Ranked[], { language: { titles } }: SearchIndex): Ranked[] {
  const repeats = new Map<string, number>();
  for (const each of ranked) {
    const title = titles[each.setting]?.toLowerCase();
    if (title === undefined || each.how < FOUND) continue;
    const repeat = repeats.get(title) ?? 0;
    repeats.set(title, repeat + 1);
    each.score *= 1 - REPEATED * Math.min(repeat, 4);
  }
  return ranked;
}

/**
 * Living ones come first among each ten, whatever the limit: the best hit of ten is that of one, and to look further for
 * living ones would find worse ones.
 */
function shown(ranked: readonly Ranked[], limit: number, index: SearchIndex): Ranked[] {
  const pages = Array.from({ length: Math.ceil(limit / PAGE) }, (_, at) =>
    livingFirst(ranked.slice(at * PAGE, (at + 1) * PAGE), index),
  );
  return pages.flat().slice(0, limit);
}

/**
 * Of the hits those that the vendor calls deprecated, obsolete or removed come after the living ones. One that fits
 * clearly better than every living hit keeps its place, and what the query names exactly stays before what it does
 * not.
 */
function livingFirst(ranked: readonly Ranked[], { settings }: SearchIndex): Ranked[] {
  const told = ({ setting }: Ranked) => settings.told?.[settings.settings[setting]?.[6] ?? -1];
  const living = ranked.filter((each) => told(each)?.lifecycle === undefined);
  if (living.length === ranked.length) return living;
  const best = Math.max(0, ...living.filter(({ how }) => how === FOUND).map(({ score }) => score));
  const isBehind = (each: Ranked): boolean =>
    told(each)?.lifecycle !== undefined && (each.how < FOUND || each.score < best * CLEARLY);
  const behind = new Set(ranked.filter(isBehind));
  return [...ranked].sort((a, b) => a.how - b.how || Number(behind.has(a)) - Number(behind.has(b)));
}

/** Settings whose title, name or a value name writes the query's words as one. */
function joinedSettings({ joined }: Query, { postings: { offsets, settings } }: SearchIndex): Set<number> {
  if (joined === undefined) return new Set();
  const from = offsets[joined * FIELDS];
  const to = offsets[joined * FIELDS + FIELD.value + 1];
  return new Set(settings.subarray(from, to));
}

/** What names the setting as a whole says it all; else the fields and likenesses of the single words. */
function matchedBy(byWords: By[], direct: Direct | undefined): Direct['by'][] {
  if (!direct) return byWords;
  if (direct.how < FOUND) return [direct.by];
  return [...new Set([direct.by, ...byWords])];
}

function isWeak(first: Ranked | undefined, { worth }: Tally, named: DirectHits): boolean {
  if (!first || first.how < FOUND) return false;
  return (worth[first.setting] ?? 0) < WEAK && (named.get(first.setting)?.begun ?? 0) < MOSTLY_BEGUN;
}

/** The pair whose value name or node the query is, or names within a sentence. */
function namedPair(text: string, sentence: Sentence, setting: number, { settings }: SearchIndex): number {
  const pairs = settings.settings[setting]?.[5] ?? [];
  const wanted = unquote(text).toLowerCase();
  const { uri } = normalizeOmaUri(wanted);
  const whole = pairs.findIndex(([, valueName, , node]) => {
    if (valueName?.toLowerCase() === wanted) return true;
    const uris = node === null ? undefined : settings.nodes[node]?.[1].omaUris;
    return Object.values(uris ?? {}).some((each) => normalizeOmaUri(each).uri === uri);
  });
  if (whole >= 0) return whole;
  const words = new Set(sentence.words.map(({ whole: word }) => word));
  const within = pairs.findIndex(
    ([, valueName]) =>
      valueName && (words.has(valueName.toLowerCase()) || valueName.toLowerCase() === sentence.valueName),
  );
  return Math.max(within, 0);
}

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
