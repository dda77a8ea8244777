/**
 * A cache of answers: the machines of a fleet send the same requests. It saves half of an answer's processor time, which
 * the bench measures (docs/performance.md).
 */
import { LRUCache } from 'lru-cache';
import type { Snapshot } from '../service.ts';

/**
 * The size for a server: room for all pairs of the dataset, or all settings, in one language for one target. Compressed
 * forms (`compressAnswers`) come on top: an eighth of it for pairs, a fifth for settings.
 */
export const KEPT_BYTES = 56 << 20;

/** Requests that are remembered as seen once: more than there are pairs, or settings, in a language. */
const MOST_ASKED = 1 << 16;

/** A text, or the UTF-8 that is sent. */
export type AnswerBody = string | Uint8Array<ArrayBuffer>;

export interface Answer {
  body: Uint8Array<ArrayBuffer>;
  /** Strong entity tag, quotes included, where the answer has one. */
  tag?: string | undefined;
}

/** The answer of `snapshot` to what `id` stands for; `make` where it is not cached. Nothing is cached where `make` rejects. */
export type Keep = (snapshot: Snapshot, id: string, make: () => Promise<Answer>) => Promise<Answer>;

/**
 * Caches up to so many bytes (0: none), least recently used first out. An answer is cached on its second request only
 * (scan resistance). An answer is made of a dataset version
 * and a request alone, so that the cached one is the one that would be made.
 */
export function keepAnswers(maxBytes: number): Keep {
  if (maxBytes === 0) return (_snapshot, _id, make) => make();
  const answers = new LRUCache<string, Answer>({
    maxSize: maxBytes,
    // A character may take two bytes.
    sizeCalculation: ({ body, tag = '' }, id) => body.length + 2 * id.length + tag.length,
  });
  const asked = new Set<number>();
  let version: Snapshot | undefined;
  return async (snapshot, id, make) => {
    const known = snapshot === version ? answers.get(id) : undefined;
    if (known !== undefined) return known;
    const made = await make();
    if (snapshot !== version) answers.clear();
    version = snapshot;
    const hash = hashOf(id);
    if (asked.has(hash)) answers.set(id, made);
    else if (asked.add(hash).size > MOST_ASKED) asked.clear();
    return made;
  };
}

/** 32 bits: two ids that share them count as one that was requested twice. */
function hashOf(id: string): number {
  let hash = 0;
  for (let at = 0; at < id.length; at++)
    hash = Math.imul(hash ^ id.charCodeAt(at), 0x85ebca6b) ^ (hash >>> 13);
  return hash;
}
