/** What the items of a request write: the values that payloads are made of, and which items contradict each other. */

import type { PartsEntry } from '../contract/parts.ts';
import type { Conflict } from '../contract/verified.ts';
import { withoutPrefix } from '../format/keys.ts';
import type { AskedPair } from './asked-pair.ts';
import type { Given } from './data-verdict.ts';
import { contradict, type Sent } from './node-sent.ts';
import { type ComposedPayload, composePayload } from './payload.ts';
import { isContent, type Written, type WrittenValues } from './payload-elements.ts';
import type { RegistryWrite } from './registry-writes.ts';

/** Conflicting indexes that are listed for each item: all of them would make the answer quadratic. */
const MAX_CONFLICTS = 10;

/** Place (a value of a hive, a node) → its distinct contents, each with the first items that write it. */
class Contents<T> {
  readonly #places = new Map<string, Map<string, { content: T; indexes: number[] }>>();

  /** @param id Equal where two contents are the same. */
  add(place: string, id: string, content: T, index: number): void {
    const known = this.#places.get(place) ?? new Map<string, { content: T; indexes: number[] }>();
    this.#places.set(place, known);
    const same = known.get(id);
    if (same === undefined) known.set(id, { content, indexes: [index] });
    else if (same.indexes.length < MAX_CONFLICTS) same.indexes.push(index);
  }

  /** The only content of the place; undefined where it has none, or several. */
  only(place: string): T | undefined {
    const [first, ...others] = this.#places.get(place)?.values() ?? [];
    return others.length === 0 ? first?.content : undefined;
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
  /** By unit and hive. */
  readonly #hives = new Map<string, HiveValues>();
  readonly #pairs = new Contents<Given>();
  readonly #nodes = new Contents<Sent>();
  /** What the data for MDM nodes writes to registry values. */
  readonly #writes = new Contents<RegistryWrite>();
  /** Index of an item → which of several values set for its node holds. */
  readonly #resolutions = new Map<number, string>();

  addPair(pair: AskedPair, index: number): void {
    const { item } = pair;
    if (item.data === undefined && !item.delete && item.unread === undefined) return;
    const written = this.#inHive(pair).add(pair);
    // Data that is not read may be the same: it contradicts nothing, and no payload is made beside it.
    if (item.unread !== undefined) written.unread = item.unread;
    else {
      const content = contentId(pair);
      written.content ??= content;
      if (written.content !== content) written.conflict = true;
      this.#pairs.add(placeOf(pair), content, item, index);
    }
  }

  addNode(sent: Sent | undefined, index: number): void {
    if (sent === undefined) return;
    if (sent.resolution !== undefined) this.#resolutions.set(index, sent.resolution);
    this.#nodes.add(sent.node, JSON.stringify([sent.whole, ...[...sent.parts].sort()]), sent, index);
    for (const write of sent.writes)
      this.#writes.add(`${sent.hive}\\${write.pair}`, JSON.stringify(write), write, index);
  }

  /** What the items of the request send to a node, where they agree. */
  sentTo(node: string): string | undefined {
    return this.#nodes.only(node)?.parts.get('');
  }

  /** What the items of the request write to a registry value, where they agree. */
  writtenTo(hive: string, pair: string): Given | undefined {
    return this.#pairs.only(`${hive}\\${pair}`);
  }

  #inHive({ unit, question: { parsed } }: AskedPair): HiveValues {
    const id = `${unit} ${parsed.hive}`;
    const known = this.#hives.get(id) ?? new HiveValues();
    this.#hives.set(id, known);
    return known;
  }

  /** Within its unit. */
  isContradicted(pair: AskedPair): boolean {
    return this.#inHive(pair).get(pair.id)?.conflict === true;
  }

  /** @param isForBoth Whether its setting is one of machines and users. */
  pairConflicts(pair: AskedPair, isForBoth: boolean): Conflict[] {
    const { item, id, question } = pair;
    if (!hasContent(item)) return [];
    const own = contentId(pair);
    const twin = isForBoth ? TWIN[question.parsed.hive ?? ''] : undefined;
    const found = conflictList({
      'same-value': this.#pairs.conflicts(placeOf(pair), (_, other) => other !== own),
      'same-policy': this.#writes.conflicts(placeOf(pair), (write) => !isContent(item, write)),
      twin:
        twin === undefined
          ? []
          : [
              ...this.#pairs.conflicts(`${twin}\\${id}`, (_, other) => other !== own),
              ...this.#writes.conflicts(`${twin}\\${id}`, (write) => !isContent(item, write)),
            ],
    });
    // A registry value has no such rule of its own.
    return found.map((each) => {
      const rules = new Set(each.indexes.flatMap((index) => this.#resolutions.get(index) ?? []));
      return rules.size === 1 ? withRule(each, [...rules][0]) : each;
    });
  }

  nodeConflicts(sent: Sent | undefined, isForBoth: boolean): Conflict[] {
    if (sent === undefined) return [];
    const sameNode = this.#nodes.conflicts(sent.node, (other) => contradict(sent, other));
    const otherWrites = (hive: string) =>
      sent.writes.flatMap((write) => {
        const place = `${hive}\\${write.pair}`;
        const own = JSON.stringify(write);
        return [
          ...this.#pairs.conflicts(place, (item) => !isContent(item, write)),
          ...this.#writes.conflicts(place, (_, other) => other !== own),
        ];
      });
    const found = conflictList({
      'same-node': sameNode,
      'same-policy': otherWrites(sent.hive).filter((index) => !sameNode.includes(index)),
      twin: isForBoth ? otherWrites(TWIN[sent.hive] ?? '') : [],
    });
    return found.map((each) => withRule(each, sent.resolution));
  }

  /** The payload of an ADMX-backed policy, made of all values of a unit in one hive; the same for each of them. */
  payload(slug: string, parts: PartsEntry | undefined, pair: AskedPair): ComposedPayload {
    const values = this.#inHive(pair);
    const known = values.payloads.get(slug);
    if (known !== undefined) return known;
    const made: ComposedPayload =
      parts === undefined ? { reason: { code: 'noRecord' } } : composePayload(parts, values);
    values.payloads.set(slug, made);
    return made;
  }
}

const TWIN: Record<string, string> = { HKLM: 'HKCU', HKCU: 'HKLM' };

function withRule(conflict: Conflict, rule: string | undefined): Conflict {
  return rule === undefined ? conflict : { ...conflict, conflictResolution: rule };
}

function conflictList(found: Partial<Record<Conflict['kind'], number[]>>): Conflict[] {
  return Object.entries(found).flatMap(([kind, all]) => {
    const indexes = [...new Set(all)].sort((a, b) => a - b).slice(0, MAX_CONFLICTS);
    return indexes.length === 0 ? [] : [{ kind: kind as Conflict['kind'], indexes }];
  });
}

/** Data that is not read may be the same: it contradicts nothing. */
function hasContent({ data, delete: deleted, unread }: Given): boolean {
  return unread === undefined && (data !== undefined || deleted === true);
}

function placeOf({ id, question }: AskedPair): string {
  return `${question.parsed.hive}\\${id}`;
}

function contentId({ item: { delete: deleted, type, data } }: AskedPair): string {
  return JSON.stringify([deleted, type, data]);
}
