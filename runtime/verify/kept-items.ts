/** Answers to items that were given before: agents verify one list for many machines, and again after each edit. */
import { LRUCache } from 'lru-cache';
import type { WrongItem } from './items.ts';
import type { AskedNode } from './node-values.ts';
import type { AskedPair } from './pair.ts';
import type { PolicyValues } from './policy-values.ts';
import type { CountedItem } from './summary.ts';

/** An item, read. */
export type ItemQuestion = AskedPair | AskedNode | { item: WrongItem };

export interface KeptItem {
  question: ItemQuestion;
  /** The members of its answer and the brace behind them as JSON in UTF-8, without its place in a request. */
  members: Uint8Array;
  counted: CountedItem;
  /** What its payloads are made of: it is the answer only where a request has the same. */
  madeOf: readonly PolicyValues[];
}

/** What an entry takes besides its texts; bytes. */
const ENTRY_BYTES = 900;

/** Of one dataset version. */
export type KeptItems = LRUCache<string, KeptItem>;

/** Keeps the answers that were given last, up to so many bytes together. 0: undefined, none is kept. */
export function keepItems(maxBytes: number): KeptItems | undefined {
  if (maxBytes === 0) return undefined;
  return new LRUCache({
    maxSize: maxBytes,
    sizeCalculation: ({ members, question }, id) =>
      members.length + 2 * id.length + ENTRY_BYTES + foundBytes(question),
  });
}

/** What was found of a node is an object of its own, several times as large as its JSON. */
function foundBytes(question: ItemQuestion): number {
  return 'found' in question ? 3 * JSON.stringify(question.found).length : 0;
}
