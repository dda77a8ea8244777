/** The index of one language, as flexsearch exports it, with its titles. */

import { Index } from 'flexsearch';
import {
  FIELD,
  type Field,
  fingerprint,
  INDEX_OPTIONS,
  type SearchLanguage,
  type TermRow,
} from '../../runtime/search/files.ts';
import { titleKey, words } from '../../runtime/search/tokens.ts';
import { compare } from '../collections.ts';
import type { Item } from '../compile/context.ts';
import { documentOf, type SearchDocument } from './documents.ts';

/** `items` in the order in which `search/settings.json` numbers them. */
export function languageIndex(items: readonly Item[], lang: string): SearchLanguage {
  const documents = items.map((item) => documentOf(item, lang));
  const keys = documents.map(({ title }) => titleKey(title?.text ?? ''));
  return {
    fingerprint: fingerprint(),
    titles: documents.map(({ title }) => title?.text ?? null),
    foreign: documents.flatMap(({ title }, id) =>
      title && title.lang !== lang ? [[id, title.lang] as [number, string]] : [],
    ),
    byTitle: [...keys.keys()].sort((a, b) => compare(keys[a] ?? '', keys[b] ?? '') || a - b),
    terms: exported(documents),
  };
}

function exported(documents: SearchDocument[]): TermRow[] {
  let fields: Field[] = [];
  const index = new Index({
    ...INDEX_OPTIONS,
    score: (_terms, _term, at) => fields[at] ?? FIELD.category,
  });
  // Within a field flexsearch keeps the order of adding: of two titles with a word, the shorter one comes first.
  const lengths = documents.map(({ title }) => words(title?.text ?? '').length);
  const order = [...documents.keys()].sort((a, b) => (lengths[a] ?? 0) - (lengths[b] ?? 0) || a - b);
  for (const id of order) {
    const found = documents[id]?.terms ?? new Map<string, Field>();
    fields = [...found.values()];
    index.add(id, [...found.keys()].join(' '));
  }
  const rows: TermRow[] = [];
  index.export((key: string, data: string) => {
    if (key.endsWith('map') && data) rows.push(...(JSON.parse(data) as TermRow[]));
  });
  return rows.sort(([a], [b]) => compare(a, b));
}
