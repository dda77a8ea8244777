/** A query → settings, best first. No text is an error, and none takes longer than its bounds allow. */
import { normalizeOmaUri } from '../normalize.ts';
import { type Candidates, candidates, FOUND, unquote } from './candidates.ts';
import { Coverage, type Covered } from './coverage.ts';
import type { SearchIndex } from './load.ts';
import { plan, type Query } from './query.ts';

export interface Hit {
  setting: number;
  /** Index of the setting's pair that the query names, else 0. */
  pair: number;
}

export interface Found {
  hits: Hit[];
  total: number;
  /** Nothing found: known terms that the query may have meant. */
  suggestions: string[];
  /** Nothing found, because every setting has such words. */
  onlyStopWords: boolean;
}

/** Of two that cover as much, the one whose title says little else comes first. */
const TITLE_FIT = 0.15;
/** … or that writes the query's words as one, or begins with the query. */
const JOINED = 0.3;
const BEGUN = 0.4;
/** What each earlier setting of the same title takes from it. */
const REPEATED = 0.1;

/** A name of which so much is typed is an answer, even where its words are cut to what no word begins with. */
const MOSTLY_BEGUN = 0.5;
/** What covers less than this share of the best one's is no answer. */
const RELATIVE_CUT = 0.5;
/** Nor is what covers less than this of the query. */
const ABSOLUTE_CUT = 0.2;
const MAX_SUGGESTIONS = 3;
/** The most matches that a request may ask for. */
const MAX_LIMIT = 50;

interface Ranked {
  setting: number;
  how: number;
  begun: number;
  score: number;
  covered: Covered;
}

export function find(text: string, limit: number, index: SearchIndex): Found {
  const query = plan(text, index);
  const coverage = new Coverage(query, index);
  const ranked = rank(candidates(text, query, index), coverage, index);
  return {
    hits: ranked.slice(0, limit).map(({ setting }) => ({ setting, pair: namedPair(text, setting, index) })),
    total: totalOf(ranked, coverage),
    suggestions: ranked.length === 0 ? suggestions(query, index) : [],
    onlyStopWords: query.onlyStopWords,
  };
}

/** Candidates are bounded: where they could fill any answer, those with all the words are counted in the index. */
function totalOf(ranked: Ranked[], coverage: Coverage): number {
  if (ranked.length < MAX_LIMIT) return ranked.length;
  const partial = ranked.filter(({ covered }) => !covered.whole).length;
  return Math.max(ranked.length, partial + coverage.countWhole());
}

function rank(found: Candidates, coverage: Coverage, index: SearchIndex): Ranked[] {
  const ranked: Ranked[] = [];
  for (const [setting, { how, begun }] of found) {
    const covered = coverage.of(setting);
    const score =
      covered.share * (1 + TITLE_FIT * covered.title) + BEGUN * begun + (covered.joined ? JOINED : 0);
    ranked.push({ setting, how, begun, score, covered });
  }
  const order = byRank(index);
  return demoteRepeats(keep(ranked).sort(order), index).sort(order);
}

function byRank({ titleWeight }: SearchIndex): (a: Ranked, b: Ranked) => number {
  return (a, b) =>
    a.how - b.how ||
    b.score - a.score ||
    (titleWeight[a.setting] ?? 0) - (titleWeight[b.setting] ?? 0) ||
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

function keep(ranked: Ranked[]): Ranked[] {
  const best = ranked.reduce((most, { covered }) => Math.max(most, covered.share), 0);
  const least = Math.max(best * RELATIVE_CUT, ABSOLUTE_CUT);
  return ranked.filter(
    ({ how, begun, covered }) => how < FOUND || begun >= MOSTLY_BEGUN || covered.share >= least,
  );
}

/** The pair whose value name or node the query is. */
function namedPair(text: string, setting: number, { settings }: SearchIndex): number {
  const row = settings.settings[setting];
  const wanted = unquote(text).toLowerCase();
  const { uri } = normalizeOmaUri(wanted);
  const at = (row?.[5] ?? []).findIndex(([, valueName, , node]) => {
    if (valueName?.toLowerCase() === wanted) return true;
    const uris = node === null ? undefined : settings.nodes[node]?.[1].omaUris;
    return Object.values(uris ?? {}).some((each) => normalizeOmaUri(each).uri === uri);
  });
  return Math.max(at, 0);
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
