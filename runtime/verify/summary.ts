/** Counts over the items of a request. */
import type { Verified, VerifySummary } from '../contract/verified.ts';
import type { Confidence } from '../contract/words.ts';

/** What is counted of an item. */
export interface CountedItem {
  problem: boolean;
  undocumented: boolean;
  conflict: boolean;
  dropped: boolean;
  verdict: string | undefined;
  data: string | undefined;
  mdm: string | undefined;
  product: string | undefined;
  confidences: readonly Confidence[];
}

/** `unread`: its data could not be read. */
export function countedOf(item: Verified, unread: boolean): CountedItem {
  const nodes = nodesOf(item);
  return {
    problem: unread || item.problem !== undefined,
    undocumented: isUndocumented(item),
    conflict: item.conflictsWith !== undefined,
    dropped: droppedOf(item) !== undefined,
    verdict: item.verdict,
    data: item.data?.verdict,
    mdm: item.verdict && (nodes[0]?.verdict ?? (item.omaUri === undefined ? 'none' : item.verdict)),
    product: item.product?.verdict,
    confidences: nodes.map(({ confidence }) => confidence),
  };
}

/** A documented node that writes no registry value is still documented. */
export function isUndocumented({ matches, noRegistry }: Verified): boolean {
  return matches?.length === 0 && noRegistry === undefined;
}

/** What the vendors say of all its settings. A value that one current setting writes is current. */
export function droppedOf({ matches = [] }: Verified): 'removed' | 'deprecated' | undefined {
  const own = matches.filter(({ otherHive }) => otherHive === undefined);
  if (own.length === 0 || own.some(({ state }) => state === undefined)) return undefined;
  return own.every(({ state }) => state === 'removed') ? 'removed' : 'deprecated';
}

/** The nodes that an item's answer tells. */
export function nodesOf({ mdm, mdmAlternatives = [] }: Verified) {
  return mdm ? [mdm] : mdmAlternatives;
}

/** What is said of data that could not be read: not that there is none. A type that is wrong is wrong all the same. */
export function unreadData(data: Verified['data'], reason: string): NonNullable<Verified['data']> {
  return data?.verdict === 'wrong-type'
    ? { ...data, reason: `${data.reason} ${reason}` }
    : { verdict: 'unknown', reason };
}

/** Counts the items that are added to it. */
export class Summary {
  readonly #counts: VerifySummary = {
    items: 0,
    problems: 0,
    undocumented: 0,
    conflicts: 0,
    dropped: 0,
    verdicts: {},
    data: {},
    mdm: {},
    products: {},
  };
  readonly #confidences = new Set<Confidence>();

  add(item: CountedItem): void {
    const counts = this.#counts;
    counts.items++;
    if (item.problem) counts.problems++;
    if (item.undocumented) counts.undocumented++;
    if (item.conflict) counts.conflicts++;
    if (item.dropped) counts.dropped++;
    count(counts.verdicts, item.verdict);
    count(counts.data, item.data);
    count(counts.mdm, item.mdm);
    count(counts.products, item.product);
    for (const confidence of item.confidences) this.#confidences.add(confidence);
  }

  /** @param unreadFiles They have no items: without them a request of nothing but such files would look clean. */
  counts(unreadFiles: number): VerifySummary {
    const { problems, verdicts, data, mdm, products } = this.#counts;
    return {
      ...this.#counts,
      problems: problems + unreadFiles,
      verdicts: sorted(verdicts),
      data: sorted(data),
      mdm: sorted(mdm),
      products: sorted(products),
    };
  }

  /** For the confidence of the envelope. */
  nodes(): { confidence: Confidence }[] {
    return [...this.#confidences].map((confidence) => ({ confidence }));
  }
}

/** Counts nothing where the name is undefined. */
function count(counts: Record<string, number>, name: string | undefined): void {
  if (name === undefined) return;
  counts[name] = (counts[name] ?? 0) + 1;
}

function sorted(counts: Record<string, number>): Record<string, number> {
  return Object.fromEntries(Object.entries(counts).sort(([a], [b]) => (a < b ? -1 : 1)));
}
