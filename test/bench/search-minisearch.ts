/** minisearch on the same documents, with the settings that served it best in trials on this corpus. */
import MiniSearch from 'minisearch';
import type { SearchDocument } from '../../build/search/documents.ts';
import type { FieldName } from '../../runtime/search/files.ts';
import { terms } from '../../runtime/search/tokens.ts';

const FIELDS = ['title', 'names', 'rest'] as const;

export function miniSearch(documents: readonly SearchDocument[]): (q: string) => number[] {
  const index = new MiniSearch<{ id: number } & Record<(typeof FIELDS)[number], string>>({
    fields: [...FIELDS],
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
  index.addAll(
    documents.map(({ texts }, id) => {
      const of = (...fields: FieldName[]) =>
        [...new Set(fields.flatMap((field) => texts[field] ?? []).flatMap(terms))].join(' ');
      return {
        id,
        title: of('title'),
        names: of('name', 'value'),
        rest: of('uri', 'key', 'slug', 'category', 'label', 'keyword'),
      };
    }),
  );
  return (q) =>
    index
      .search(q)
      .slice(0, 10)
      .map(({ id }) => Number(id));
}
