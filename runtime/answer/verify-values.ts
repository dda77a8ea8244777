/** All registry values of a request, by hive and pair: what a payload is made of, and what contradicts what. */

import type { Dataset } from '../dataset/dataset.ts';
import { pairKey } from '../normalize.ts';
import { type ComposedPayload, composePayload, type Written, type WrittenValues } from './payload.ts';
import { type PolicyParts, policyParts } from './policy-parts.ts';
import { sameContent } from './verify-items.ts';
import type { FoundPair, MappedMatch } from './verify-pair.ts';

interface Entry {
  value: string;
  written: Written;
  /** Indexes of the items that name the pair, each with its content. */
  items: { index: number; pair: FoundPair }[];
}

class HiveValues implements WrittenValues {
  readonly pairs = new Map<string, Entry>();
  readonly #keys = new Map<string, Entry[]>();

  add(index: number, pair: FoundPair): void {
    const { key, item, question } = pair;
    const { value } = question;
    const id = pairKey(key, value);
    const known = this.pairs.get(id);
    if (known !== undefined) {
      known.items.push({ index, pair });
      if (!sameContent(known.written, item)) known.written.conflict = true;
      return;
    }
    const { type, data } = item;
    const written: Written = {
      name: item.value,
      ...(type !== undefined && { type }),
      ...(data !== undefined && { data }),
      ...(item.delete && { delete: true as const }),
    };
    const entry = { value, written, items: [{ index, pair }] };
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
  readonly #hives = new Map<string | null, HiveValues>();
  readonly #policies = new Map<string, PolicyParts | undefined>();
  readonly #payloads = new Map<string, ComposedPayload>();

  add(index: number, pair: FoundPair): void {
    const { item } = pair;
    if (item.data !== undefined || item.delete) this.inHive(pair.question.parsed.hive).add(index, pair);
  }

  inHive(hive: string | null): HiveValues {
    const known = this.#hives.get(hive) ?? new HiveValues();
    this.#hives.set(hive, known);
    return known;
  }

  /** Indexes of items that write other data to the same pair in the same hive. */
  conflictsWith({ key, item, question: { value, parsed } }: FoundPair): number[] {
    const entry = this.#hives.get(parsed.hive)?.pairs.get(pairKey(key, value));
    if (!entry?.written.conflict) return [];
    return entry.items.flatMap(({ index, pair }) => (sameContent(pair.item, item) ? [] : [index]));
  }

  /** The policies whose payloads {@link payload} will be asked for; call it before. */
  async load(pairs: readonly FoundPair[], dataset: Dataset): Promise<void> {
    const slugs = new Set<string>();
    for (const { item, mapped } of pairs) {
      if (item.data === undefined && !item.delete) continue;
      for (const { slug, node } of mapped) if (node.admxBacked && !this.#policies.has(slug)) slugs.add(slug);
    }
    await Promise.all(
      [...slugs].map(async (slug) => this.#policies.set(slug, await policyParts(dataset, slug))),
    );
  }

  /** A setting's payload is the same for each of its values in one hive. */
  payload({ slug, node }: MappedMatch, hive: string | null): ComposedPayload {
    if (!node.admxBacked) return { reason: { code: 'notAdmxBacked' } };
    const id = `${hive ?? ''}\0${slug}`;
    const known = this.#payloads.get(id);
    if (known !== undefined) return known;
    const parts = this.#policies.get(slug);
    const made: ComposedPayload =
      parts === undefined ? { reason: { code: 'noRecord' } } : composePayload(parts, this.inHive(hive));
    this.#payloads.set(id, made);
    return made;
  }
}
