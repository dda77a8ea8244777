/** flexsearch on the same documents, a term in its best field, and what its serialized index costs. */
import { gzipSync } from 'node:zlib';
import { Index } from 'flexsearch';
import type { SearchDocument } from '../../build/search/documents.ts';
import { FIELDS } from '../../runtime/search/files.ts';
import { terms } from '../../runtime/search/tokens.ts';

/** Terms come ready-made: the built-in encoder mangles numbers and doubled letters. */
const OPTIONS = {
  tokenize: 'strict' as const,
  resolution: FIELDS,
  encode: (text: string) => text.split(' '),
};

export interface FlexSearch {
  ask: (q: string) => number[];
  /** Of the exported index, gzipped. */
  megabytes: number;
  /** From the text of the exported index to one that answers. */
  loadMs: number;
}

export function flexSearch(documents: readonly SearchDocument[]): FlexSearch {
  let fields: number[] = [];
  const made = new Index({ ...OPTIONS, score: (_terms, _term, at) => fields[at] ?? FIELDS - 1 });
  for (const [id, { texts }] of documents.entries()) {
    const found = new Map<string, number>();
    for (const [field, each] of texts.entries())
      for (const term of each.flatMap(terms)) if (!found.has(term)) found.set(term, field);
    fields = [...found.values()];
    made.add(id, [...found.keys()].join(' '));
  }
  const exported: [string, string][] = [];
  made.export((key: string, data: string) => void exported.push([key, data]));
  const start = performance.now();
  const index = new Index(OPTIONS);
  for (const [key, data] of exported) index.import(key, data);
  const loadMs = performance.now() - start;
  return {
    ask: (q) => index.search([...new Set(terms(q))].join(' '), { limit: 10, suggest: true }).map(Number),
    megabytes: gzipSync(exported.map(([, data]) => data).join('\n')).length / 1e6,
    loadMs,
  };
}
