/** Other engines on the same documents: what hivecheck's terms and ranking add to them. */
import { Document } from 'flexsearch';
import MiniSearch from 'minisearch';
import type { SearchDocument } from '../../build/search/documents.ts';
import { FIELDS, type FieldName } from '../../runtime/search/files.ts';
import { terms } from '../../runtime/search/tokens.ts';

/** @returns the places of the first ten. */
export type Search = (q: string) => number[];

/** With its own encoder and ranking. */
export function flexSearch(documents: readonly SearchDocument[]): Search {
  const fields = FIELDS.filter((field) => field !== 'product');
  const index = new Document({ tokenize: 'forward', document: { id: 'id', index: fields } });
  for (const [id, { texts }] of documents.entries())
    index.add({ id, ...Object.fromEntries(fields.map((field) => [field, (texts[field] ?? []).join(' ')])) });
  return (q) => {
    const found = index.search(q, { limit: 10, suggest: true, merge: true }) as unknown as { id: number }[];
    return found.slice(0, 10).map(({ id }) => id);
  };
}

/** With the settings that served it best in trials on this corpus. */
export function miniSearch(documents: readonly SearchDocument[]): Search {
  const index = new MiniSearch({
    fields: ['title', 'names', 'rest'],
    tokenize: (text) => text.split(' ').filter(Boolean),
    processTerm: (term) => term,
    searchOptions: {
      tokenize: (text) => [...new Set(terms(text))],
      boost: { title: 4, names: 2 },
      prefix: (term, at, all) => at === all.length - 1 && term.length > 1,
      fuzzy: (term) => (term.length > 3 ? 0.2 : false),
      weights: { fuzzy: 0.2, prefix: 0.4 },
    },
  });
  for (const [id, { texts }] of documents.entries()) {
    const of = (...fields: FieldName[]) =>
      [...new Set(fields.flatMap((field) => texts[field] ?? []).flatMap(terms))].join(' ');
    const rest = of('uri', 'key', 'slug', 'category', 'label', 'keyword');
    index.add({ id, title: of('title'), names: of('name', 'value'), rest });
  }
  return (q) => {
    const found = index.search(q).slice(0, 10);
    return found.map(({ id }) => Number(id));
  };
}
