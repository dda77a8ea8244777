/** Answers to items that were given before: agents verify one list for many machines, and again after each edit. */
import { LRUCache } from 'lru-cache';
import type { PolicyValues } from './policy-values.ts';
import type { NodeItem, WrongItem } from './verify-items.ts';
import type { AskedPair } from './verify-pair.ts';
import type { CountedItem } from './verify-summary.ts';

/** An item, read. */
export type ItemQuestion = AskedPair | { item: NodeItem | WrongItem };

export interface KeptItem {
  question: ItemQuestion;
  /** The members of its answer as JSON, without its place in a request. */
  members: string;
  counted: CountedItem;
  /** What its payloads are made of: it is the answer only where a request has the same. */
  madeOf: readonly PolicyValues[];
}

/** What an entry takes besides its texts; bytes. */
const ENTRY_BYTES = 700;

/** Of one dataset version. */
export type KeptItems = LRUCache<string, KeptItem>;

/** Keeps the answers that were given last, up to so many bytes together. 0: undefined, none is kept. */
export function keepItems(maxBytes: number): KeptItems | undefined {
  if (maxBytes === 0) return undefined;
  return new LRUCache({
    maxSize: maxBytes,
    // V8 takes two bytes for each character of a text that holds one quotation mark of ours.
    sizeCalculation: ({ members }, id) => 2 * (members.length + id.length) + ENTRY_BYTES,
  });
}
