/** All registry values of a request, by hive and pair: what a payload is made of, and what contradicts what. */

import { withoutPrefix } from '../format/keys.ts';
import type { PairItem } from './items.ts';
import type { ItemQuestion } from './kept-items.ts';
import { NodeValues } from './node-values.ts';
import type { AskedPair, MappedMatch } from './pair.ts';
import { type ComposedPayload, composePayload, type Written, type WrittenValues } from './payload.ts';
import type { PolicyReader } from './policy-parts.ts';
import { PolicyValues } from './policy-values.ts';

interface Entry {
  value: string;
  written: Written;
  /** Each content that items write to it → indexes of the first of them. */
  contents: Map<string, number[]>;
}

/** A thousand items that write one value would each name all others. */
const MAX_TOLD = 10;

/** Equal where two items write the same. */
function contentId({ delete: deleted, type, data }: PairItem): string {
  return JSON.stringify([deleted, type, data]);
}

interface MadePayload {
  composed: ComposedPayload;
  madeOf: PolicyValues;
}

/** What the first item writes, without its place. */
function entryOf(item: PairItem, { name, value }: AskedPair['question']): Entry {
  const { type, data } = item;
  const written: Written = {
    name: withoutPrefix(item.value, name),
    ...(type !== undefined && { type }),
    ...(data !== undefined && { data }),
    ...(item.delete && { delete: true as const }),
  };
  return { value, written, contents: new Map() };
}

function addContent({ contents, written }: Entry, item: PairItem, index: number): void {
  if (item.unread !== undefined) {
    // It may be the same: it contradicts nothing, and no payload is made beside it.
    written.unread = item.unread;
    return;
  }
  const content = contentId(item);
  const same = contents.get(content) ?? [];
  if (same.length < MAX_TOLD) contents.set(content, [...same, index]);
  if (contents.size > 1) written.conflict = true;
}

class HiveValues implements WrittenValues {
  readonly pairs = new Map<string, Entry>();
  readonly #keys = new Map<string, Entry[]>();
  /** By slug. */
  readonly payloads = new Map<string, MadePayload>();

  add({ id, key, item, question }: AskedPair, index: number): void {
    const known = this.pairs.get(id);
    const entry = known ?? entryOf(item, question);
    addContent(entry, item, index);
    if (known !== undefined) return;
    this.pairs.set(id, entry);
    const below = this.#keys.get(key);
    if (below) below.push(entry);
    else this.#keys.set(key, [entry]);
  }

  get(id: string): Written | undefined {
    return this.pairs.get(id)?.written;
  }

  below(key: string): readonly Entry[] {
    return this.#keys.get(key) ?? [];
  }
}

export class RequestValues {
  readonly #policyParts: PolicyReader;
  readonly #hives = new Map<string | null, HiveValues>();
  readonly nodes = new NodeValues();

  constructor(policyParts: PolicyReader) {
    this.#policyParts = policyParts;
  }

  /** @param index Of the item in its request. */
  add(pair: AskedPair, index: number): void {
    const { item, question } = pair;
    if (item.data !== undefined || item.delete || item.unread !== undefined)
      this.#inHive(question.parsed.hive).add(pair, index);
  }

  #inHive(hive: string | null): HiveValues {
    const known = this.#hives.get(hive) ?? new HiveValues();
    this.#hives.set(hive, known);
    return known;
  }

  /** The answer tells the places of items in the request: of those that contradict it, or its own. */
  namesItems(asked: ItemQuestion): boolean {
    if ('sent' in asked) return this.nodes.conflictsWith(asked.sent).length > 0;
    if (!('key' in asked)) return true;
    const { id, question } = asked;
    return this.#hives.get(question.parsed.hive)?.pairs.get(id)?.written.conflict === true;
  }

  /** Indexes of items that write other data to the same pair in the same hive; not more than {@link MAX_TOLD}. */
  conflictsWith({ id, item, question }: AskedPair): number[] {
    const entry = this.#hives.get(question.parsed.hive)?.pairs.get(id);
    if (!entry?.written.conflict) return [];
    const own = contentId(item);
    const others: number[] = [];
    for (const [content, indexes] of entry.contents) {
      if (content !== own) others.push(...indexes);
      if (others.length >= MAX_TOLD) break;
    }
    return others.sort((a, b) => a - b).slice(0, MAX_TOLD);
  }

  /** Makes what {@link payload} tells, when all values are added. Undefined where it is made already. */
  load(mapped: readonly MappedMatch[], hive: string | null): Promise<unknown> | undefined {
    const values = this.#inHive(hive);
    const missing = mapped.filter(({ slug, node }) => node.served.admxBacked && !values.payloads.has(slug));
    if (missing.length === 0) return undefined;
    return Promise.all(missing.map((each) => this.#compose(each, values)));
  }

  async #compose({ slug }: MappedMatch, values: HiveValues): Promise<void> {
    const parts = await this.#policyParts(slug);
    const madeOf = new PolicyValues();
    const composed: ComposedPayload =
      parts === undefined ? { reason: { code: 'noRecord' } } : composePayload(parts, madeOf.noting(values));
    values.payloads.set(slug, { composed, madeOf });
  }

  /** A setting's payload is the same for each of its values in one hive. */
  payload({ slug, node }: MappedMatch, hive: string | null): ComposedPayload {
    if (!node.served.admxBacked) return { reason: { code: 'notAdmxBacked' } };
    return this.#inHive(hive).payloads.get(slug)?.composed ?? {};
  }

  /** What the payloads of these settings were made of. */
  madeOf(slugs: readonly string[], hive: string | null): PolicyValues[] {
    const { payloads } = this.#inHive(hive);
    return slugs.flatMap((slug) => payloads.get(slug)?.madeOf ?? []);
  }

  /** Whether a payload would be made of the same. */
  has(values: PolicyValues, hive: string | null): boolean {
    return values.areIn(this.#inHive(hive));
  }
}
