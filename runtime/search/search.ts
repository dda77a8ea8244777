/** A query → settings, best first. No text is an error, and none takes longer than its bounds allow. */
import { normalizeOmaUri } from '../normalize.ts';
import { candidates, FOUND, unquote } from './candidates.ts';
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
const TITLE_FIT = 0.35;
const JOINED = 0.3;
/** What covers less than this share of the best one's is no answer. */
const RELATIVE_CUT = 0.5;
/** Nor is what covers less than this of the query. */
const ABSOLUTE_CUT = 0.2;
const MAX_SUGGESTIONS = 3;

interface Ranked {
  setting: number;
  how: number;
  score: number;
  covered: Covered;
}

export function find(text: string, limit: number, index: SearchIndex): Found {
  const query = plan(text, index);
  const coverage = new Coverage(query, index);
  const ranked = keep(rank(candidates(text, query, index), coverage, index));
  const partial = ranked.filter(({ covered }) => !covered.whole).length;
  const whole = Math.max(ranked.length - partial, coverage.countWhole());
  return {
    hits: ranked.slice(0, limit).map(({ setting }) => ({ setting, pair: namedPair(text, setting, index) })),
    total: ranked.length === 0 ? 0 : whole + partial,
    suggestions: ranked.length === 0 ? suggestions(query, index) : [],
    onlyStopWords: query.onlyStopWords,
  };
}

function rank(found: Map<number, number>, coverage: Coverage, index: SearchIndex): Ranked[] {
  const ranked: Ranked[] = [];
  for (const [setting, how] of found) {
    const covered = coverage.of(setting);
    const score = covered.share * (1 + TITLE_FIT * covered.title) + (covered.joined ? JOINED : 0);
    ranked.push({ setting, how: Math.min(how, FOUND), score, covered });
  }
  const { titleWeight } = index;
  return ranked.sort(
    (a, b) =>
      tier(a.how) - tier(b.how) ||
      b.score - a.score ||
      (titleWeight[a.setting] ?? 0) - (titleWeight[b.setting] ?? 0) ||
      a.setting - b.setting,
  );
}

/** What is begun or found is ranked by what it covers; only a whole name goes before it. */
function tier(how: number): number {
  return how < FOUND - 1 ? how : FOUND;
}

function keep(ranked: Ranked[]): Ranked[] {
  const best = ranked.reduce((most, { covered }) => Math.max(most, covered.share), 0);
  const least = Math.max(best * RELATIVE_CUT, ABSOLUTE_CUT);
  return ranked.filter(({ how, covered }) => tier(how) < FOUND || covered.share >= least);
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
