/** A registry value of a request, with the normalized pair that it is looked up by. */
import { findPair, isSearched, type PairQuestion, readPair } from '../answer/find.ts';
import { pairKey } from '../format/keys.ts';
import type { VerifyContext } from './context.ts';
import type { PairItem } from './items.ts';

export interface AskedPair {
  item: PairItem;
  question: PairQuestion;
  /** The normalized key under which it is found. */
  key: string;
  /** `pairKey` of that key and the value's name. */
  id: string;
  /** Payloads are made of the values of one. */
  unit: number;
}

/** Where nothing is to be looked up, at once. */
export function askPair(
  item: PairItem,
  unit: number,
  context: VerifyContext,
): AskedPair | Promise<AskedPair> {
  // What is wrong with the products of a request is said once, not with each item.
  const question = { ...context, ...readPair(item, item.literal), products: undefined };
  const { parsed, value } = question;
  const under = (key: string): AskedPair => ({ item, question, key, id: pairKey(key, value), unit });
  // Several keys: slashes may be separators or a part of its name.
  return parsed.keys.length > 1 && isSearched(question)
    ? findPair(question).then(({ key }) => under(key))
    : under(parsed.key);
}

export function hasData(item: PairItem): boolean {
  return item.data !== undefined || item.delete === true || item.type !== undefined;
}
