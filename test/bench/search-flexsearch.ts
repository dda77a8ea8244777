/** flexsearch with its own encoder and ranking on the same texts: what the terms and the ranking of hivecheck add to it. */
import { Document } from 'flexsearch';
import type { SearchDocument } from '../../build/search/documents.ts';
import { FIELDS } from '../../runtime/search/files.ts';

export function flexSearch(documents: readonly SearchDocument[]): (q: string) => number[] {
  const fields = FIELDS.filter((field) => field !== 'product');
  const index = new Document({ tokenize: 'forward', document: { id: 'id', index: fields } });
  for (const [id, { texts }] of documents.entries())
    index.add({ id, ...Object.fromEntries(fields.map((field) => [field, (texts[field] ?? []).join(' ')])) });
  return (q) => {
    const found = index.search(q, { limit: 10, suggest: true, merge: true }) as unknown as { id: number }[];
    return found.slice(0, 10).map(({ id }) => id);
  };
}
