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
import { documentOf, type SearchDocument } from './documents.ts';

/** A term that so many settings have in their keys and paths (`software`, `policies`) tells none from another there. */
const COMMON = 0.2;
const PLACES: ReadonlySet<Field> = new Set([FIELD.uri, FIELD.key, FIELD.slug, FIELD.category]);

/** `items` in the order in which `search/settings.json` numbers them. */
export function languageIndex(
  items: readonly Item[],
  keywords: ReadonlyMap<string, Record<string, string | string[]>>,
  lang: string,
): SearchLanguage {
  const documents = items.map((item) => documentOf(item, keywords.get(item.setting.slug), lang));
  const keys = documents.map(({ title }) => titleKey(title?.text ?? ''));
  const postings = postingsOf(documents);
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

/** Term → by field the settings. */
function postingsOf(documents: readonly SearchDocument[]): Map<string, number[][]> {
  const postings = new Map<string, number[][]>();
  for (const [id, document] of documents.entries()) {
    for (const [term, field] of document.terms) {
      const fields = postings.get(term) ?? Array.from({ length: FIELDS }, (): number[] => []);
      fields[field]?.push(id);
      postings.set(term, fields);
    }
  }
  for (const [term, fields] of postings) {
    const inPlaces = [...PLACES].reduce((sum, field) => sum + (fields[field]?.length ?? 0), 0);
    if (inPlaces <= documents.length * COMMON) continue;
    for (const field of PLACES) fields[field] = [];
    if (fields.every(({ length }) => length === 0)) postings.delete(term);
  }
  return postings;
}

function row(fields: readonly number[][]): PostingRow {
  return fields.flatMap((ids, field) =>
    ids.length === 0 ? [] : [-1 - field, ...ids.map((id, at) => id - (ids[at - 1] ?? 0))],
  );
}

function stemRows(terms: readonly string[], lang: string): SearchLanguage['stems'] {
  const stems = new Map<string, number[]>();
  for (const [id, term] of terms.entries()) {
    for (const stem of stemsOf(term, lang)) stems.set(stem, [...(stems.get(stem) ?? []), id]);
  }
  return [...stems]
    .filter(([stem, ids]) => ids.length > 1 || terms[ids[0] ?? -1] !== stem.slice(1))
    .sort(([a], [b]) => compare(a, b))
    .map(([stem, ids]) => [stem, ...ids]);
}
