/** The index of one language: flexsearch's exported index of precomputed terms, with the titles. */
import { Index } from 'flexsearch';
import { SHARE, shareOf } from '../../runtime/search/constants.ts';
import {
  CORE,
  FIELDS,
  type FieldName,
  INDEX_OPTIONS,
  isOf,
  type PhraseRow,
  SEARCH_VERSION,
  type SearchLanguage,
  type TermMap,
  TOKEN,
} from '../../runtime/search/files.ts';
import { Phrases } from '../../runtime/search/phrases.ts';
import { stemsOf, terms as termsIn, titleKey, wholeWords, words } from '../../runtime/search/tokens.ts';
import { append, compare, getOrMake, repeated } from '../collections.ts';
import type { SearchDocument } from './documents.ts';

/** A term in more than this share of all keys and paths (`software`, `policies`) is left out there. */
const COMMON = 0.2;
const PLACES = (['uri', 'key', 'slug', 'category'] as const).map((field) => FIELDS.indexOf(field));

const isWord = (term: string) => term >= '0';

/** Term → slot, of one setting. */
export type Terms = Map<string, number>;

/** `documents` are in the order in which `search/settings.json` numbers their settings. */
export function languageIndex(
  documents: readonly SearchDocument[],
  lang: string,
  rows: PhraseRow[],
): SearchLanguage {
  const written = rows.filter(([, , only]) => only !== 'query');
  const read = termReader(new Phrases(written, lang));
  const titles = documents.map(({ title }) => titleKey(title?.text ?? ''));
  const shared = new Set(repeated(titles));
  const all = documents.map((document, at) => termsOf(document, titles[at] ?? '', shared, read));
  const asked = new Phrases(rows, lang);
  for (const [at, { known = [] }] of documents.entries())
    for (const each of known) all[at]?.set(CORE + [...asked.coreOf(wholeWords(each))].sort().join(' '), 0);
  dropCommonPlaces(all);
  const map = exportedMap(all);
  return {
    version: SEARCH_VERSION,
    sameTitle: firstOf(documents.map(({ title }) => title?.text.toLowerCase())),
    titleLengths: titleLengths(all, documents, rows),
    map,
    phrases: rows,
    stems: stemRows(map.terms, lang),
  };
}

/** For each text where it stands first; what is undefined is like nothing else. */
function firstOf(texts: readonly (string | undefined)[]): number[] {
  const first = new Map<string, number>();
  for (const [at, text] of texts.entries()) if (text !== undefined && !first.has(text)) first.set(text, at);
  return texts.map((text, at) => (text === undefined ? undefined : first.get(text)) ?? at);
}

type Reader = (text: string) => readonly string[];

/** A text's words, their parts, and the tokens of its synonyms. Memoized: many settings share keys and paths. */
function termReader(phrases: Phrases): Reader {
  const known = new Map<string, string[]>();
  return (text) => getOrMake(known, text, () => [...new Set(readTerms(text, phrases))]);
}

function readTerms(text: string, phrases: Phrases): string[] {
  const all = words(text);
  return [...all.flatMap(({ whole, parts }) => [whole, ...parts]), ...phrases.synonymsIn(all)];
}

function termsOf(document: SearchDocument, title: string, shared: ReadonlySet<string>, read: Reader) {
  const { texts, products } = document;
  const found: Terms = new Map(title ? [[TOKEN.title + title, 0]] : []);
  const category = titleKey(texts.category?.at(-1) ?? '');
  if (category.includes(' ') && shared.has(title)) found.set(TOKEN.category + category, 0);
  for (const [field, name] of FIELDS.entries()) {
    const terms = name === 'product' ? products : (texts[name as FieldName] ?? []).flatMap(read);
    for (const term of terms) if (!found.has(term)) found.set(term, field);
  }
  return found;
}

function dropCommonPlaces(all: readonly Terms[]): void {
  const counts = new Map<string, number>();
  const places = all.map((terms) =>
    [...terms].flatMap(([term, field]) => (PLACES.includes(field) ? term : [])),
  );
  for (const term of places.flat()) counts.set(term, (counts.get(term) ?? 0) + 1);
  for (const [at, terms] of all.entries())
    for (const term of places[at] ?? [])
      if ((counts.get(term) ?? 0) > all.length * COMMON) terms.delete(term);
}

/** Of flexsearch's export only the map is used: the rest serves changes of an index. */
export function exportedMap(all: readonly Terms[]): TermMap {
  let slots: Terms = new Map();
  const score = (_: unknown, term: string) => slots.get(term) ?? 0;
  const index = new Index({ ...INDEX_OPTIONS, score } as never);
  for (const [id, terms] of all.entries()) {
    slots = terms;
    index.add(id, [...terms.keys()] as never);
  }
  const rows: [term: string, slots: (number[] | null)[]][] = [];
  index.export((key: string, data: string) => {
    if (key.endsWith('.map')) rows.push(...JSON.parse(data));
  });
  rows.sort(([a], [b]) => compare(a, b));
  return {
    terms: rows.map(([term]) => term),
    postings: rows.flatMap(([, slots]) => [slots.length, ...slots.flatMap((ids) => differences(ids ?? []))]),
  };
}

/** The number of ids, then each id as the difference to the one before it. */
function differences(ids: readonly number[]): number[] {
  return [ids.length, ...ids.map((id, at) => id - (ids[at - 1] ?? 0))];
}

/** Verbs of a title count little (they name the action), as do words before a colon (they name the place). */
function titleLengths(all: Terms[], documents: readonly SearchDocument[], rows: PhraseRow[]): number[] {
  const verbs = new Set(rows.flatMap(([form, token]) => (isOf(token, 'verb') ? form.split(' ') : [])));
  const countOf = (term: string) => shareOf(term) * (verbs.has(term) ? SHARE.verbInTitle : 1);
  return all.map((terms, at) => {
    const title = [...terms.keys()].filter((term) => terms.get(term) === 0 && isWord(term));
    const core = new Set(termsIn((documents[at]?.title?.text ?? '').replace(/^[^:]+:\s(?=.)/, '')));
    const lengthOf = (term: string) => countOf(term) * (core.has(term) ? 1 : SHARE.heading);
    return Number(title.reduce((sum, term) => sum + lengthOf(term), 0).toFixed(1));
  });
}

/** Only stems of several words, or of one word that differs from its stem. */
function stemRows(terms: readonly string[], lang: string): SearchLanguage['stems'] {
  const found = new Map<string, string[]>();
  for (const term of terms.filter(isWord)) for (const stem of stemsOf(term, lang)) append(found, stem, term);
  return [...found]
    .filter(([stem, [first, second]]) => second !== undefined || first !== stem.slice(1))
    .sort(([a], [b]) => compare(a, b))
    .map(([stem, words]) => [stem, ...words]);
}
