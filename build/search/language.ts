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
import type { SearchDocument } from './documents.ts';
import type { TermNumbers } from './term-numbers.ts';

/** A term that so many settings have in their keys and paths (`software`, `policies`) tells none from another there. */
const COMMON = 0.2;
const PLACES: readonly Field[] = [FIELD.uri, FIELD.key, FIELD.slug, FIELD.category];

/** By field the settings of one term; fields without any are absent. */
type Postings = (number[] | undefined)[];

interface Posted {
  fields: Postings;
  /** The last setting that has the term: it counts once per setting. */
  last: number;
}

/** `documents` in the order in which `search/settings.json` numbers their settings. */
export function languageIndex(
  documents: readonly SearchDocument[],
  lang: string,
  numbers: TermNumbers,
): SearchLanguage {
  const keys = documents.map(({ title }) => titleKey(title?.text ?? ''));
  const postings = postingsOf(documents, numbers).sort(([a], [b]) => compare(a, b));
  const terms = postings.map(([term]) => term);
  return {
    fingerprint: fingerprint(),
    titles: documents.map(({ title }) => title?.text ?? null),
    foreign: documents.flatMap(({ title }, id) =>
      title && title.lang !== lang ? [[id, title.lang] as [number, string]] : [],
    ),
    byTitle: [...keys.keys()].sort((a, b) => compare(keys[a] ?? '', keys[b] ?? '') || a - b),
    terms,
    postings: postings.map(([, fields]) => row(fields)),
    stems: stemRows(terms, lang),
  };
}

function postingsOf(
  documents: readonly SearchDocument[],
  numbers: TermNumbers,
): [term: string, fields: Postings][] {
  const posted = new Map<number, Posted>();
  for (const [id, { texts }] of documents.entries()) {
    for (const [field, each] of texts.entries()) {
      for (const text of each) {
        for (const term of numbers.of(text)) addPosting(posted, term, field, id);
      }
    }
  }
  return [...posted].flatMap(([term, { fields }]): [string, Postings][] => {
    const kept = isCommon(fields, documents.length) ? withoutPlaces(fields) : fields;
    return kept.some((each) => each !== undefined) ? [[numbers.terms[term] ?? '', kept]] : [];
  });
}

function addPosting(posted: Map<number, Posted>, term: number, field: number, id: number): void {
  const known = posted.get(term);
  if (known?.last === id) return;
  const { fields } = known ?? { fields: new Array<number[] | undefined>(FIELDS).fill(undefined) };
  const ids = fields[field];
  if (ids) ids.push(id);
  else fields[field] = [id];
  if (known) known.last = id;
  else posted.set(term, { fields, last: id });
}

function isCommon(fields: Postings, count: number): boolean {
  return PLACES.reduce<number>((sum, field) => sum + (fields[field]?.length ?? 0), 0) > count * COMMON;
}

function withoutPlaces(fields: Postings): Postings {
  return fields.map((each, field) => (PLACES.includes(field as Field) ? undefined : each));
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
