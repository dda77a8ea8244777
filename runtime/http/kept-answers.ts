/** Answers that were given before: the machines of a fleet ask the same questions. */
import { LRUCache } from 'lru-cache';
import type { Snapshot } from './service.ts';

/** What a server keeps: room for all pairs of the dataset, asked in one language for one target. */
export const KEPT_BYTES = 48 << 20;

export type Answer = string | Uint8Array<ArrayBuffer>;

/** The answer of `snapshot` to what `id` stands for; `make` where it is not kept. */
export type KeepAnswers = (snapshot: Snapshot, id: string, make: () => Promise<string>) => Promise<Answer>;

/**
 * Keeps the answers that were given last, up to so many bytes together (0: none). An answer is made of a dataset version
 * and a request alone, so that the one that is kept is the one that would be made. As UTF-8: that is what is sent, and V8
 * takes two bytes for each character of a text that holds one quotation mark of ours.
 */
export function keepAnswers(maxBytes: number): KeepAnswers {
  if (maxBytes === 0) return (_snapshot, _id, make) => make();
  const encoder = new TextEncoder();
  const answers = new LRUCache<string, Uint8Array<ArrayBuffer>>({
    maxSize: maxBytes,
    sizeCalculation: (bytes, id) => bytes.length + id.length,
  });
  let version: Snapshot | undefined;
  return async (snapshot, id, make) => {
    const known = snapshot === version ? answers.get(id) : undefined;
    if (known !== undefined) return known;
    const text = await make();
    if (snapshot !== version) answers.clear();
    version = snapshot;
    answers.set(id, encoder.encode(text));
    return text;
  };
}
