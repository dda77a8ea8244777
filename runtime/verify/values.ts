/** What the items of a request write: the values that payloads are made of, and which items contradict each other. */

import type { Conflict } from '../contract/verified.ts';
import { splitPairKey, withoutPrefix } from '../format/keys.ts';
import type { Given } from './data-verdict.ts';
import { contradict, type Sent } from './node-sent.ts';
import type { AskedPair } from './pair.ts';
import type { ComposedPayload } from './payload.ts';
import { isContent, type Written, type WrittenValues } from './payload-elements.ts';
import { contentAs, type RegistryWrite } from './registry-content.ts';

/** Conflicting indexes that are listed for each item: all of them would make the answer quadratic. */
const MAX_CONFLICTS = 10;

/** Place (a value of one hive, a node) → its distinct contents, each with the first items that write it. */
class Contents<T> {
  readonly #places = new Map<string, Map<string, { content: T; indexes: number[] }>>();

  /** @param id Equal where two contents are the same. */
  add(place: string, id: string, content: T, index: number): void {
    const known = getOrMake(this.#places, place, () => new Map<string, { content: T; indexes: number[] }>());
    const { indexes } = getOrMake(known, id, () => ({ content, indexes: [] }));
    if (indexes.length < MAX_CONFLICTS) indexes.push(index);
  }

  /** The only content of the place; undefined where it has none, or several. */
  only(place: string): T | undefined {
    const contents = this.#places.get(place);
    return contents?.size === 1 ? [...contents.values()][0]?.content : undefined;
  }

  /** Indexes of the items whose content of the place is excluded by another one; at most {@link MAX_CONFLICTS}. */
  conflicts(place: string, isConflict: (content: T, id: string) => boolean): number[] {
    const others: number[] = [];
    for (const [id, { content, indexes }] of this.#places.get(place) ?? []) {
      if (isConflict(content, id)) others.push(...indexes);
      if (others.length >= MAX_CONFLICTS) break;
    }
    return firstIndexes(others);
  }
}

export function getOrMake<K, V>(map: Map<K, V>, key: K, make: () => V): V {
  const known = map.get(key);
  if (known !== undefined) return known;
  const made = make();
  map.set(key, made);
  return made;
}

/** The values of one unit in one hive. */
class HiveValues implements WrittenValues {
  /** By key, then by the value's name. */
  readonly #keys = new Map<string, Map<string, Written>>();
  readonly made = new Map<string, ComposedPayload>();

  /** The first item of a pair gives its content. */
  add({ key, item, question }: AskedPair): Written {
    const values = getOrMake(this.#keys, key, () => new Map<string, Written>());
    return getOrMake(values, question.value, () => ({ ...item, name: withoutPrefix(item.value, question) }));
  }

  get(id: string): Written | undefined {
    const [key, value] = splitPairKey(id);
    return this.#keys.get(key)?.get(value);
  }

  below(key: string): { value: string; written: Written }[] {
    return [...(this.#keys.get(key) ?? [])].map(([value, written]) => ({ value, written }));
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

  addPair(pair: AskedPair): void {
    const { index, item, id, question } = pair;
    if (item.data === undefined && !item.delete && item.unread === undefined) return;
    const written = this.of(pair).add(pair);
    // Data that is not read may be the same: it contradicts nothing, and no payload is made beside it.
    if (item.unread !== undefined) written.unread = item.unread;
    else {
      written.known ??= written.unread === undefined ? written : { ...item };
      if (!isSame(written.known, item)) written.conflict = true;
      if (item.type !== undefined) written.known.type ??= item.type;
      const content = JSON.stringify([item.delete, item.type, item.data]);
      this.#pairs.add(`${question.parsed.hive} ${id}`, content, item, index);
    }
  }

  addNode(sent: Sent, index: number): void {
    if (sent.resolution !== undefined) this.#resolutions.set(index, sent.resolution);
    this.#nodes.add(sent.node, JSON.stringify([sent.whole, ...[...sent.parts].sort()]), sent, index);
    for (const write of sent.writes)
      this.#writes.add(`${sent.hive} ${write.pair}`, JSON.stringify(write), write, index);
  }

  /** What the items of the request send to a node, where they agree. */
  sentTo(node: string): string | undefined {
    return this.#nodes.only(node)?.parts.get('');
  }

  /** What the items of the request write to a registry value, where they agree. */
  writtenTo(hive: string, pair: string): Given | undefined {
    return this.#pairs.only(`${hive} ${pair}`);
  }

  /** What the unit of the value writes in its hive. */
  of({ unit, question: { parsed } }: AskedPair): HiveValues {
    return getOrMake(this.#hives, `${unit} ${parsed.hive}`, () => new HiveValues());
  }

  /** What is made of all values of a unit in one hive, once for each of them. @param id Of the policy, or of the node. */
  made(id: string, pair: AskedPair, make: (values: WrittenValues) => ComposedPayload): ComposedPayload {
    const values = this.of(pair);
    return getOrMake(values.made, id, () => make(values));
  }

  /** Within its unit. */
  isContradicted(pair: AskedPair): boolean {
    return this.of(pair).get(pair.id)?.conflict === true;
  }

  /** @param isForBoth Whether its setting is one of machines and users. */
  pairConflicts({ item, id, question }: AskedPair, isForBoth: boolean): Conflict[] {
    const { hive } = question.parsed;
    if (item.unread !== undefined || (item.data === undefined && !item.delete)) return [];
    const values = (of: string | null) =>
      this.#pairs.conflicts(`${of} ${id}`, (other) => !isSame(item, other));
    const policies = (of: string | null) =>
      this.#writes.conflicts(`${of} ${id}`, (write) => !isContent(item, write));
    const other = (isForBoth && TWIN[hive ?? '']) || undefined;
    // A registry value has no such rule of its own.
    return conflictList(
      {
        'same-value': values(hive),
        'same-policy': policies(hive),
        twin: other === undefined ? [] : [...values(other), ...policies(other)],
      },
      (indexes) => {
        const rules = new Set(indexes.flatMap((index) => this.#resolutions.get(index) ?? []));
        return rules.size === 1 ? [...rules][0] : undefined;
      },
    );
  }

  nodeConflicts(sent: Sent, isForBoth: boolean): Conflict[] {
    const sameNode = this.#nodes.conflicts(sent.node, (other) => contradict(sent, other));
    const otherWrites = (hive: string) =>
      sent.writes.flatMap((write) => {
        const [place, own] = [`${hive} ${write.pair}`, JSON.stringify(write)];
        return [
          ...this.#pairs.conflicts(place, (item) => !isContent(item, write)),
          ...this.#writes.conflicts(place, (_, other) => other !== own),
        ];
      });
    const found = {
      'same-node': sameNode,
      'same-policy': otherWrites(sent.hive).filter((index) => !sameNode.includes(index)),
      twin: isForBoth ? otherWrites(TWIN[sent.hive] ?? '') : [],
    };
    return conflictList(found, () => sent.resolution);
  }
}

const TWIN: Record<string, string> = { HKLM: 'HKCU', HKCU: 'HKLM' };

/** @param ruleOf Which of several values holds, where a document says it. */
function conflictList(
  found: Partial<Record<Conflict['kind'], number[]>>,
  ruleOf: (indexes: number[]) => string | undefined,
): Conflict[] {
  return Object.entries(found).flatMap(([kind, all]) => {
    if (all.length === 0) return [];
    const indexes = firstIndexes([...new Set(all)]);
    const conflictResolution = ruleOf(indexes);
    const conflict = { kind: kind as Conflict['kind'], indexes };
    return conflictResolution === undefined ? conflict : { ...conflict, conflictResolution };
  });
}

function firstIndexes(indexes: number[]): number[] {
  return indexes.sort((a, b) => a - b).slice(0, MAX_CONFLICTS);
}

/** Data without a type is of the other's type; without any, a number may be written as text. */
function isSame(a: Given, b: Given): boolean {
  const isAlike = (a.type === undefined) === (b.type === undefined) && typeof a.data === typeof b.data;
  if (isAlike || a.delete || b.delete || a.data === undefined || b.data === undefined)
    return a.delete === b.delete && a.type === b.type && isEqual(a.data, b.data);
  const type = a.type ?? b.type ?? 'REG_QWORD';
  if (b.type !== undefined && b.type !== type) return false;
  const content = contentAs(type, a.data);
  return content !== undefined && content === contentAs(type, b.data);
}

function isEqual(a: Given['data'], b: Given['data']): boolean {
  if (!Array.isArray(a) || !Array.isArray(b)) return a === b;
  return a.length === b.length && a.every((entry, at) => entry === b[at]);
}
