/** Which settings are worth ranking: exact and begun identifiers and titles, and what flexsearch finds. */
import { normalizeOmaUri } from '../normalize.ts';
import { NAMED } from './files.ts';
import type { SearchIndex } from './load.ts';
import type { Group, Query } from './query.ts';
import { titleKey } from './tokens.ts';
import { bound, lowerBound } from './vocabulary.ts';

/** Setting → how the query names it ({@link NAMED}, or an exact title's place behind those), lower first. */
export type Candidates = Map<number, number>;

export const EXACT_TITLE = NAMED.prefix;
export const BEGUN = EXACT_TITLE + 1;
export const FOUND = BEGUN + 1;

/** The re-rank looks at this many of what flexsearch finds. */
const FLEX_LIMIT = 100;
const BEGUN_LIMIT = 40;
/** Postings that one query may walk: common words are left to the re-rank where rarer ones find candidates. */
const MAX_POSTINGS = 20_000;
const MIN_TERMS = 3;
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

function add(found: Candidates, id: number, how: number): void {
  const known = found.get(id);
  if (known === undefined || how < known) found.set(id, how);
}

function addIdentifiers(found: Candidates, text: string, { settings }: SearchIndex): void {
  const { identifiers, owners } = settings;
  const exact = unquote(text).toLowerCase();
  for (const wanted of new Set([exact, normalizeOmaUri(exact).uri])) {
    if (wanted.length < 1) continue;
    let at = lowerBound(identifiers, wanted);
    for (; identifiers[at] === wanted; at++) {
      for (const owner of ownersAt(owners, at)) add(found, owner >> 3, owner & 7);
    }
    if (wanted.length < 3) continue;
    for (let left = BEGUN_LIMIT; left > 0 && identifiers[at]?.startsWith(wanted); at++) {
      for (const owner of ownersAt(owners, at).slice(0, left)) {
        add(found, owner >> 3, BEGUN);
        left--;
      }
    }
  }
}

/** Whose the exact identifiers are; the query itself says which of a setting's values it means. */
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
    if (key !== wanted && wanted.length < 3) break;
    add(found, byTitle[at] ?? 0, key === wanted ? EXACT_TITLE : BEGUN);
    if (key !== wanted) left--;
  }
}

/** All with most of the words come first; within these the better field, within it the shorter title. */
function flexsearch(query: Query, index: SearchIndex): number[] {
  const wanted = termsToFind(query, index);
  if (wanted.length === 0) return [];
  const text = wanted.map((id) => index.vocabulary.terms[id]).join(' ');
  return index.flex.search(text, { limit: FLEX_LIMIT, suggest: true }).map(Number);
}

function termsToFind({ groups, joined }: Query, index: SearchIndex): number[] {
  const wanted = new Set<number>(joined);
  let postings = 0;
  for (const group of [...groups].sort((a, b) => b.weight - a.weight)) {
    for (const id of bestTerms(group, index)) {
      const cost = index.frequency[id] ?? 0;
      if (wanted.size >= MIN_TERMS && postings + cost > MAX_POSTINGS) continue;
      wanted.add(id);
      postings += cost;
    }
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
