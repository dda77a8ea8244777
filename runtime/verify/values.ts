/** What the items of a request write: the values that payloads are made of, and which items contradict each other. */

import type { PartsEntry } from '../contract/parts.ts';
import { withoutPrefix } from '../format/keys.ts';
import type { AskedPair } from './asked-pair.ts';
import { contradict, type Sent } from './node-sent.ts';
import { type ComposedPayload, composePayload } from './payload.ts';
import type { Written, WrittenValues } from './payload-elements.ts';

/** Conflicting indexes that are listed for each item: all of them would make the answer quadratic. */
const MAX_CONFLICTS = 10;

/** Place (a value of a hive, a node) → its distinct contents, each with the first items that write it. */
class Contents<T> {
  readonly #places = new Map<string, Map<string, { content: T; indexes: number[] }>>();

  /** @param id Equal where two contents are the same. @returns how many distinct contents the place has now. */
  add(place: string, id: string, content: T, index: number): number {
    const known = this.#places.get(place) ?? new Map<string, { content: T; indexes: number[] }>();
    this.#places.set(place, known);
    const same = known.get(id);
    if (same === undefined) known.set(id, { content, indexes: [index] });
    else if (same.indexes.length < MAX_CONFLICTS) same.indexes.push(index);
    return known.size;
  }

  /** Indexes of the items whose content of the place is excluded by another one; at most {@link MAX_CONFLICTS}. */
  conflicts(place: string, isConflict: (content: T, id: string) => boolean): number[] {
    const others: number[] = [];
    for (const [id, { content, indexes }] of this.#places.get(place) ?? []) {
      if (isConflict(content, id)) others.push(...indexes);
      if (others.length >= MAX_CONFLICTS) break;
    }
    return others.sort((a, b) => a - b).slice(0, MAX_CONFLICTS);
  }
}

class HiveValues implements WrittenValues {
  readonly #pairs = new Map<string, Written>();
  readonly #keys = new Map<string, { value: string; written: Written }[]>();
  /** By slug. */
  readonly payloads = new Map<string, ComposedPayload>();

  /** The first item of a pair gives its content. */
  add({ id, key, item, question: { name, value } }: AskedPair): Written {
    const known = this.#pairs.get(id);
    if (known !== undefined) return known;
    const { type, data } = item;
    const written: Written = { name: withoutPrefix(item.value, name) };
    if (type !== undefined) written.type = type;
    if (data !== undefined) written.data = data;
    if (item.delete) written.delete = true;
    this.#pairs.set(id, written);
    const below = this.#keys.get(key);
    if (below) below.push({ value, written });
    else this.#keys.set(key, [{ value, written }]);
    return written;
  }

  get(id: string): Written | undefined {
    return this.#pairs.get(id);
  }

  below(key: string): readonly { value: string; written: Written }[] {
    return this.#keys.get(key) ?? [];
  }
}

export class Values {
  readonly #hives = new Map<string | null, HiveValues>();
  readonly #pairs = new Contents<undefined>();
  readonly #nodes = new Contents<Sent>();

  addPair(pair: AskedPair, index: number): void {
    const { item, question } = pair;
    if (item.data === undefined && !item.delete && item.unread === undefined) return;
    const written = this.#inHive(question.parsed.hive).add(pair);
    // Data that is not read may be the same: it contradicts nothing, and no payload is made beside it.
    if (item.unread !== undefined) written.unread = item.unread;
    else if (this.#pairs.add(placeOf(pair), contentId(pair), undefined, index) > 1) written.conflict = true;
  }

  addNode(sent: Sent | undefined, index: number): void {
    if (sent !== undefined)
      this.#nodes.add(sent.node, JSON.stringify([sent.whole, ...[...sent.parts].sort()]), sent, index);
  }

  #inHive(hive: string | null): HiveValues {
    const known = this.#hives.get(hive) ?? new HiveValues();
    this.#hives.set(hive, known);
    return known;
  }

  isContradicted({ id, question }: AskedPair): boolean {
    return this.#hives.get(question.parsed.hive)?.get(id)?.conflict === true;
  }

  /** Indexes of items that write other data to the same pair in the same hive. */
  pairConflicts(pair: AskedPair): number[] {
    if (!this.isContradicted(pair)) return [];
    const own = contentId(pair);
    return this.#pairs.conflicts(placeOf(pair), (_, id) => id !== own);
  }

  /** Indexes of items that send other data to the same node. */
  nodeConflicts(sent: Sent | undefined): number[] {
    return sent === undefined ? [] : this.#nodes.conflicts(sent.node, (other) => contradict(sent, other));
  }

  /** The payload of an ADMX-backed policy, made of all values of the request in one hive; the same for each of them. */
  payload(slug: string, parts: PartsEntry | undefined, hive: string | null): ComposedPayload {
    const values = this.#inHive(hive);
    const known = values.payloads.get(slug);
    if (known !== undefined) return known;
    const made: ComposedPayload =
      parts === undefined ? { reason: { code: 'noRecord' } } : composePayload(parts, values);
    values.payloads.set(slug, made);
    return made;
  }
}

function placeOf({ id, question }: AskedPair): string {
  return `${question.parsed.hive}\\${id}`;
}

function contentId({ item: { delete: deleted, type, data } }: AskedPair): string {
  return JSON.stringify([deleted, type, data]);
}
