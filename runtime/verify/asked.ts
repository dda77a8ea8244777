/** The items of a verify request, checked and looked up, each with the answer that is kept of it. */
import type { Pace } from '../pace.ts';
import type { Place } from '../readers/index.ts';
import type { VerifyContext } from './context.ts';
import { checkedItem, type GivenItem, itemId } from './items.ts';
import type { ItemQuestion, KeptItem, KeptItems } from './kept-items.ts';
import { askNode } from './node-values.ts';
import { askPair } from './pair.ts';
import type { RequestValues } from './values.ts';

/** What the items of one request are answered with. */
export interface Work {
  context: VerifyContext;
  values: RequestValues;
  /** Answers that were given before; undefined where none is kept. */
  kept: KeptItems | undefined;
  pace: Pace;
}

export interface AskedItem {
  /** Under which its answer is kept, if it is. */
  id: string | undefined;
  at: Place | undefined;
  index: number;
  question: ItemQuestion;
  known: KeptItem | undefined;
}

export async function readItems(items: readonly GivenItem[], { context, values, kept, pace }: Work) {
  const asked: AskedItem[] = [];
  for (let from = 0; from < items.length; from += AT_ONCE) {
    const batch = items
      .slice(from, from + AT_ONCE)
      .map((given, at) => readItem(given, from + at, context, kept));
    for (const each of await Promise.all(batch)) {
      const { question, index } = each;
      if ('key' in question) values.add(question, index);
      else if ('sent' in question) values.nodes.add(question, index);
      asked.push(each);
    }
    await pace();
  }
  return asked;
}

async function readItem(
  given: GivenItem,
  index: number,
  context: VerifyContext,
  kept: KeptItems | undefined,
) {
  const own = kept === undefined ? undefined : itemId(given);
  const id = own === undefined ? undefined : context.id + own;
  const known = id === undefined ? undefined : kept?.get(id);
  const question = known?.question ?? (await questionOf(given, index, context));
  return { id, at: given.at, index, question, known };
}

/** So many are looked up at once: shards that are not in memory are then read side by side. */
export const AT_ONCE = 16;

function questionOf(
  given: GivenItem,
  index: number,
  context: VerifyContext,
): ItemQuestion | Promise<ItemQuestion> {
  const item = checkedItem(given, index);
  if ('key' in item) return askPair(item, context);
  return 'omaUri' in item ? askNode(item, context) : { item };
}
