/** Which settings are worth ranking: exact and begun identifiers and titles, and what flexsearch finds. */
import { normalizeOmaUri } from '../normalize.ts';
import { NAMED } from './files.ts';
import type { SearchIndex } from './load.ts';
import type { Group, Query } from './query.ts';
import { titleKey } from './tokens.ts';
import { bound, lowerBound } from './vocabulary.ts';

export interface Candidate {
  /** How the query names it: {@link NAMED} for an identifier, {@link EXACT_TITLE}, or else {@link FOUND}. */
  how: number;
  /** Share of an identifier or title that the query begins, up to 1; 0 where it begins none. */
  begun: number;
}
export type Candidates = Map<number, Candidate>;

export const EXACT_TITLE = NAMED.item + 1;
export const FOUND = EXACT_TITLE + 1;

/** The re-rank looks at this many of what flexsearch finds. */
const FLEX_LIMIT = 100;
const BEGUN_LIMIT = 40;
const MIN_BEGUN = 3;
/** Of the words that tell the most, so many settings are looked at whatever else the query holds. */
const RARE_GROUPS = 3;
const RARE_LIMIT = 30;
/** Postings that one query may walk: common words are left to the re-rank where rarer ones find candidates. */
const MAX_POSTINGS = 1_500;
const MIN_TERMS = 2;
const TERMS_A_GROUP = 4;
/** Of a short prefix's completions only so many are looked at. */
const MAX_COMPLETIONS = 500;

export function candidates(text: string, query: Query, index: SearchIndex): Candidates {
  const found: Candidates = new Map();
  addIdentifiers(found, text, index);
  addTitles(found, text, index);
  if (query.groups.length > 0) {
    for (const id of flexsearch(query, index)) add(found, id, FOUND);
  }
  return found;
}

function add(found: Candidates, id: number, how: number, begun = 0): void {
  const known = found.get(id);
  if (!known) {
    found.set(id, { how, begun });
    return;
  }
  known.how = Math.min(known.how, how);
  known.begun = Math.max(known.begun, begun);
}

function addIdentifiers(found: Candidates, text: string, { settings }: SearchIndex): void {
  const { identifiers, owners } = settings;
  const exact = unquote(text).toLowerCase();
  for (const wanted of new Set([exact, normalizeOmaUri(exact).uri])) {
    if (wanted === '') continue;
    let at = lowerBound(identifiers, wanted);
    for (; identifiers[at] === wanted; at++) {
      for (const owner of ownersAt(owners, at)) add(found, owner >> 3, owner & 7);
    }
    if (wanted.length < MIN_BEGUN) continue;
    for (let left = BEGUN_LIMIT; left > 0 && identifiers[at]?.startsWith(wanted); at++) {
      const begun = wanted.length / (identifiers[at]?.length ?? 1);
      for (const owner of ownersAt(owners, at).slice(0, left)) {
        add(found, owner >> 3, FOUND, begun);
        left--;
      }
    }
  }
}

function ownersAt(owners: readonly (number | number[])[], at: number): readonly number[] {
  const owner = owners[at];
  return owner === undefined ? [] : typeof owner === 'number' ? [owner] : owner;
}

export function unquote(text: string): string {
  return text.trim().replace(/^["'“”„«»‘’`\s]+|["'“”„«»‘’`\s]+$/g, '');
}

function addTitles(found: Candidates, text: string, { language: { byTitle, titles } }: SearchIndex): void {
  const wanted = titleKey(text);
  if (wanted === '') return;
  const keyAt = (at: number) => titleKey(titles[byTitle[at] ?? -1] ?? '');
  let left = BEGUN_LIMIT;
  for (
    let at = bound(byTitle.length, (each) => keyAt(each) < wanted);
    left > 0 && at < byTitle.length;
    at++
  ) {
    const key = keyAt(at);
    if (!key.startsWith(wanted)) break;
    const exact = key === wanted;
    if (!exact && wanted.length < MIN_BEGUN) break;
    add(found, byTitle[at] ?? 0, exact ? EXACT_TITLE : FOUND, wanted.length / key.length);
    if (!exact) left--;
  }
}

/**
 * Settings with most of the words come first; within these those with the better field, then the shorter title.
 * Flexsearch counts words, it does not weigh them: the words that tell the most are searched alone as well, lest
 * a hundred settings with `allow` crowd out the two with the other word.
 */
function* flexsearch(query: Query, index: SearchIndex): Generator<number> {
  const search = (ids: number[], limit: number) => {
    const text = ids.map((id) => index.vocabulary.terms[id]).join(' ');
    return index.flex.search(text, { limit, suggest: true }).map(Number);
  };
  const byWeight = [...query.groups].sort((a, b) => b.weight - a.weight);
  const wide = byWeight.map((group) => bestTerms(group, index));
  // A word that is known counts as itself first: `in` must not drown in `internet`, `install`, `into`.
  const narrow = wide.map((terms, at) => terms.filter((id) => byWeight[at]?.terms.get(id) === 1));
  const known = narrow.map((terms, at) => (terms.length > 0 ? terms : (wide[at] ?? [])));
  const first = termsToFind(query.joined, known, index);
  const second = termsToFind(query.joined, wide, index);
  yield* search(first, FLEX_LIMIT);
  if (second.some((id, at) => id !== first[at])) yield* search(second, FLEX_LIMIT);
  for (const terms of wide.slice(0, RARE_GROUPS)) {
    for (const term of terms) yield* search([term], RARE_LIMIT);
  }
}

function termsToFind(joined: number[], byWeight: number[][], { frequency }: SearchIndex): number[] {
  const wanted = new Set<number>(joined);
  let postings = 0;
  for (const id of byWeight.flat()) {
    const cost = frequency[id] ?? 0;
    if (wanted.size >= MIN_TERMS && postings + cost > MAX_POSTINGS) continue;
    wanted.add(id);
    postings += cost;
  }
  return [...wanted];
}

function bestTerms({ terms, range: [from, to] }: Group, { frequency }: SearchIndex): number[] {
  const all = [...terms];
  const end = Math.min(to, from + MAX_COMPLETIONS);
  for (let id = from; id < end; id++) if (!terms.has(id)) all.push([id, 0]);
  return all
    .sort(([a, good], [b, better]) => better - good || (frequency[b] ?? 0) - (frequency[a] ?? 0) || a - b)
    .slice(0, TERMS_A_GROUP)
    .map(([id]) => id);
}
