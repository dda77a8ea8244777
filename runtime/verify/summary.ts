/** Counts over the items of a request. */
import type { Verified, VerifySummary } from '../contract/verified.ts';
import type { Confidence } from '../contract/words.ts';

/** A documented node that writes no registry value is still documented. */
export function isUndocumented({ matches, noRegistry }: Verified): boolean {
  return matches?.length === 0 && noRegistry === undefined;
}

/** Whether the vendors have removed or deprecated all its settings. A value that one current setting writes is current. */
export function droppedOf({ matches = [] }: Verified): 'removed' | 'deprecated' | undefined {
  const own = matches.filter(({ otherHive }) => otherHive === undefined);
  if (own.length === 0 || own.some(({ state }) => state === undefined)) return undefined;
  return own.every(({ state }) => state === 'removed') ? 'removed' : 'deprecated';
}

/** The nodes of an item's answer. */
export function nodesOf({ mdm, mdmAlternatives = [] }: Verified) {
  return mdm ? [mdm] : mdmAlternatives;
}

/** The verdict on data that could not be read: not that there is none. A wrong type stays wrong. */
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

  /** @param unread Its data could not be read. */
  add(item: Verified, unread: boolean): void {
    const counts = this.#counts;
    const nodes = nodesOf(item);
    counts.items++;
    if (unread || item.problem !== undefined) counts.problems++;
    if (isUndocumented(item)) counts.undocumented++;
    if (item.conflictsWith !== undefined) counts.conflicts++;
    if (droppedOf(item) !== undefined) counts.dropped++;
    count(counts.verdicts, item.verdict);
    count(counts.data, item.data?.verdict);
    if (item.verdict !== undefined)
      count(counts.mdm, nodes[0]?.verdict ?? (item.omaUri === undefined ? 'none' : item.verdict));
    count(counts.products, item.product?.verdict);
    for (const { confidence } of nodes) this.#confidences.add(confidence);
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
