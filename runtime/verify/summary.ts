/** What of the items of a request needs attention, and the counts over them. */
import type { Judged } from '../answer/compatibility.ts';
import type { Match } from '../contract/match.ts';
import type { Conflict, ItemMatch, ItemMdm, Verified } from '../contract/verified.ts';
import type { VerifySummary } from '../contract/verify-summary.ts';
import type { Confidence } from '../contract/words.ts';

/** A documented node that writes no registry value is still documented. */
export function isUndocumented({ matches, noRegistry }: Verified): boolean {
  return matches?.length === 0 && noRegistry === undefined;
}

/** Whether the vendors have removed or deprecated all its settings. A value that one current setting writes is current. */
export function droppedOf({ matches = [], deprecated }: Verified): 'removed' | 'deprecated' | undefined {
  const own = matches.filter(({ otherHive }) => otherHive === undefined);
  if (own.length === 0 || own.some(({ state }) => state === undefined))
    return deprecated ? 'deprecated' : undefined;
  return own.every(({ state }) => state === 'removed') ? 'removed' : 'deprecated';
}

/** Whether all verdicts follow from MDM nodes that the vendor marks as deprecated, which keep their verdicts. */
export function deprecationOf(judged: readonly Pick<Judged, 'judgement'>[]): Pick<Verified, 'deprecated'> {
  const isMarked = ({ judgement: { basis, notes } }: Pick<Judged, 'judgement'>) =>
    basis === 'csp' && notes.some(({ code }) => code === 'deprecated' || code === 'deprecatedUndated');
  return judged.length > 0 && judged.every(isMarked) ? { deprecated: true } : {};
}

/** `conflictsWith` has them without their kinds. */
export function conflictMembers(conflicts: Conflict[]): Pick<Verified, 'conflictsWith' | 'conflicts'> {
  const all = new Set(conflicts.flatMap(({ indexes }) => indexes));
  return conflicts.length === 0 ? {} : { conflictsWith: [...all].sort((a, b) => a - b), conflicts };
}

/** The short form of a match. */
export function itemMatch(match: Match): ItemMatch {
  const { slug, displayName, removedIn, lifecycle, otherHive } = match;
  const shown: ItemMatch =
    displayName === undefined ? { slug, class: match.class } : { slug, displayName, class: match.class };
  const state = removedIn === undefined ? lifecycle?.state : 'removed';
  if (state !== undefined) shown.state = state;
  if (otherHive !== undefined) shown.otherHive = otherHive;
  return shown;
}

/** The nodes of an item's answer. */
export function nodesOf({ mdm, mdmAlternatives = [] }: Verified) {
  return mdm ? [mdm] : mdmAlternatives;
}

/** Those that have something to send that is the equivalent of the value: the only ones that convert uses. */
export function readyOf<N extends ItemMdm>(nodes: readonly N[]): N[] {
  return nodes.filter(({ sets, payload, data }) => !sets && (payload ?? data) !== undefined);
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
    mdm: { ready: 0, 'whole-policy': 0, ingestion: 0, noPayload: 0, none: 0, unsupported: 0 },
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
    countOne(counts.verdicts, item.verdict);
    countOne(counts.data, item.data?.verdict);
    if (item.verdict !== undefined && item.omaUri === undefined) counts.mdm[readinessOf(nodes)]++;
    countOne(counts.products, item.product?.verdict);
    for (const { confidence } of nodes) this.#confidences.add(confidence);
  }

  /** @param unreadFiles They have no items: without them a request of nothing but such files would look clean. */
  counts(unreadFiles: number): VerifySummary {
    const { problems, verdicts, data, products } = this.#counts;
    return {
      ...this.#counts,
      problems: problems + unreadFiles,
      verdicts: sorted(verdicts),
      data: sorted(data),
      products: sorted(products),
    };
  }

  /** For the confidence of the envelope. */
  nodes(): { confidence: Confidence }[] {
    return [...this.#confidences].map((confidence) => ({ confidence }));
  }
}

/** Of the nodes that the target may have what needs least. A payload that an earlier item of the answer has is one, too. */
export function readinessOf(all: readonly ItemMdm[]): keyof VerifySummary['mdm'] {
  const nodes = all.filter(({ verdict }) => verdict !== 'unsupported');
  if (nodes.length === 0) return all.length === 0 ? 'none' : 'unsupported';
  const sending = nodes.filter((node) => (node.payload ?? node.data ?? node.payloadAt) !== undefined);
  if (sending.length > 0) return sending.every(({ ingest }) => ingest !== undefined) ? 'ingestion' : 'ready';
  return nodes.some(({ sets }) => sets !== undefined) ? 'whole-policy' : 'noPayload';
}

/** Counts nothing where the name is undefined. */
function countOne(counts: Record<string, number>, name: string | undefined): void {
  if (name === undefined) return;
  counts[name] = (counts[name] ?? 0) + 1;
}

function sorted(counts: Record<string, number>): Record<string, number> {
  return Object.fromEntries(Object.entries(counts).sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** The gravest first. A warning alone is no finding. */
export const FINDINGS = [
  'unreadable',
  'conflict',
  'unsupported',
  'unsupported-product',
  'other-hive',
  'wrong-type',
  'undocumented-data',
  'undocumented',
  'removed',
  'deprecated',
  'unknown',
  'unverified',
  'unknown-data',
] as const;
export type ItemFinding = (typeof FINDINGS)[number];

/** The one rule for the summary, the command, MCP and the report. */
export function findingsOf(item: Verified): ItemFinding[] {
  const { problem, matches, product, data, verdict } = item;
  if (problem !== undefined) return ['unreadable'];
  const found: ItemFinding[] = (item.conflictsWith ?? []).length > 0 ? ['conflict'] : [];
  if (isUndocumented(item)) return [...found, 'undocumented'];
  if (verdict !== undefined && verdict !== 'supported') found.push(verdict);
  if (product?.verdict === 'unsupported') found.push('unsupported-product');
  if (matches?.[0]?.otherHive !== undefined) found.push('other-hive');
  if (data?.verdict === 'wrong-type') found.push('wrong-type');
  if (data?.verdict === 'undocumented') found.push('undocumented-data');
  if (data?.verdict === 'unknown') found.push('unknown-data');
  const dropped = droppedOf(item);
  return dropped === undefined ? found : [...found, dropped];
}
