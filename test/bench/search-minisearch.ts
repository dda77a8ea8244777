/** minisearch on the same documents, with the settings that served it best in trials on this corpus. */
import MiniSearch from 'minisearch';
import type { SearchDocument } from '../../build/search/documents.ts';
import { FIELD } from '../../runtime/search/files.ts';
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
      const of = (from: number, to: number) =>
        [
          ...new Set(
            texts
              .slice(from, to + 1)
              .flat()
              .flatMap(terms),
          ),
        ].join(' ');
      return {
        id,
        title: of(FIELD.title, FIELD.title),
        names: of(FIELD.name, FIELD.value),
        rest: of(FIELD.uri, FIELD.keyword),
      };
    }),
  );
  return (q) =>
    index
      .search(q)
      .slice(0, 10)
      .map(({ id }) => Number(id));
}
