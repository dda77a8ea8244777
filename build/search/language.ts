/** The index of one language: an inverted index of the terms, with its titles and stems. */
import {
  FIELD,
  FIELDS,
  type Field,
  fingerprint,
  type PostingRow,
  type SearchLanguage,
} from '../../runtime/search/files.ts';
import { stemsOf } from '../../runtime/search/stems.ts';
import { titleKey } from '../../runtime/search/tokens.ts';
import { compare } from '../collections.ts';
import type { Item } from '../compile/context.ts';
import type { KeywordFact } from '../import/keywords.ts';
import { documentOf, type SearchDocument } from './documents.ts';

/** A term that so many settings have in their keys and paths (`software`, `policies`) tells none from another there. */
const COMMON = 0.2;
const PLACES: readonly Field[] = [FIELD.uri, FIELD.key, FIELD.slug, FIELD.category];

/** By field the settings of one term; fields without any are absent. */
type Postings = (number[] | undefined)[];

/** `items` in the order in which `search/settings.json` numbers them; `keywords` by slug. */
export function languageIndex(
  items: readonly Item[],
  keywords: ReadonlyMap<string, KeywordFact>,
  lang: string,
  termsOf: (text: string) => readonly string[],
): SearchLanguage {
  const documents = items.map((item) => documentOf(item, keywords.get(item.setting.slug), lang));
  const keys = documents.map(({ title }) => titleKey(title?.text ?? ''));
  const postings = postingsOf(documents, termsOf);
  const terms = [...postings.keys()].sort(compare);
  return {
    fingerprint: fingerprint(),
    titles: documents.map(({ title }) => title?.text ?? null),
    foreign: documents.flatMap(({ title }, id) =>
      title && title.lang !== lang ? [[id, title.lang] as [number, string]] : [],
    ),
    byTitle: [...keys.keys()].sort((a, b) => compare(keys[a] ?? '', keys[b] ?? '') || a - b),
    terms,
    postings: terms.map((term) => row(postings.get(term) ?? [])),
    stems: stemRows(terms, lang),
  };
}

function postingsOf(
  documents: readonly SearchDocument[],
  termsOf: (text: string) => readonly string[],
): Map<string, Postings> {
  const postings = new Map<string, Postings>();
  const seen = new Set<string>();
  for (const [id, { texts }] of documents.entries()) {
    seen.clear();
    for (const [field, each] of texts.entries()) {
      for (const term of each.flatMap(termsOf)) {
        if (seen.has(term)) continue;
        seen.add(term);
        addPosting(postings, term, field, id);
      }
    }
  }
  for (const [term, fields] of postings)
    if (isCommon(fields, documents.length)) leavePlaces(postings, term, fields);
  return postings;
}

function addPosting(postings: Map<string, Postings>, term: string, field: number, id: number): void {
  const fields = postings.get(term);
  const known = fields?.[field];
  if (known) known.push(id);
  else if (fields) fields[field] = [id];
  else {
    const first = new Array<number[] | undefined>(FIELDS).fill(undefined);
    first[field] = [id];
    postings.set(term, first);
  }
}

function isCommon(fields: Postings, count: number): boolean {
  return PLACES.reduce<number>((sum, field) => sum + (fields[field]?.length ?? 0), 0) > count * COMMON;
}

function leavePlaces(postings: Map<string, Postings>, term: string, fields: Postings): void {
  for (const field of PLACES) fields[field] = undefined;
  if (fields.every((each) => each === undefined)) postings.delete(term);
}

function row(fields: Postings): PostingRow {
  const numbers: PostingRow = [];
  for (const [field, ids] of fields.entries()) {
    if (!ids) continue;
    numbers.push(-1 - field);
    for (const [at, id] of ids.entries()) numbers.push(id - (ids[at - 1] ?? 0));
  }
  return numbers;
}

function stemRows(terms: readonly string[], lang: string): SearchLanguage['stems'] {
  const stems = new Map<string, number[]>();
  for (const [id, term] of terms.entries()) {
    for (const stem of stemsOf(term, lang)) {
      const known = stems.get(stem);
      if (known) known.push(id);
      else stems.set(stem, [id]);
    }
  }
  return [...stems]
    .filter(([stem, ids]) => ids.length > 1 || terms[ids[0] ?? -1] !== stem.slice(1))
    .sort(([a], [b]) => compare(a, b))
    .map(([stem, ids]) => [stem, ...ids]);
}
