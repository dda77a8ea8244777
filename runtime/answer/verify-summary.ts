/** Counts over the items of a request. */
import type { VerifiedItem, VerifySummary } from '../schema/verified.ts';
import type { Confidence } from '../schema/words.ts';

export interface Summary {
  add(item: VerifiedItem): void;
  counts(): VerifySummary;
  /** For the confidence of the envelope. */
  nodes(): { slug: string; confidence: Confidence }[];
}

export function summaryOf(): Summary {
  const summary: VerifySummary = { items: 0, problems: 0, undocumented: 0, verdicts: {}, data: {}, mdm: {} };
  const confidences = new Set<Confidence>();
  return {
    add(item) {
      summary.items++;
      if (item.problem !== undefined) summary.problems++;
      if (item.matches?.length === 0) summary.undocumented++;
      count(summary.verdicts, item.verdict);
      count(summary.data, item.data?.verdict);
      count(summary.mdm, mdmVerdict(item));
      for (const { confidence } of nodesOf(item)) confidences.add(confidence);
    },
    counts: () => ({
      ...summary,
      verdicts: sorted(summary.verdicts),
      data: sorted(summary.data),
      mdm: sorted(summary.mdm),
    }),
    nodes: () => [...confidences].map((confidence) => ({ slug: '', confidence })),
  };
}

function nodesOf(item: VerifiedItem) {
  return item.mdm ? [item.mdm] : (item.mdmAlternatives ?? []);
}

/** Undefined for an item without a verdict. */
function mdmVerdict(item: VerifiedItem): string | undefined {
  if (item.verdict === undefined) return undefined;
  return nodesOf(item)[0]?.verdict ?? (item.omaUri === undefined ? 'none' : item.verdict);
}

/** Counts nothing where the name is undefined. */
function count(counts: Record<string, number>, name: string | undefined): void {
  if (name === undefined) return;
  counts[name] = (counts[name] ?? 0) + 1;
}

function sorted(counts: Record<string, number>): Record<string, number> {
  return Object.fromEntries(Object.entries(counts).sort(([a], [b]) => (a < b ? -1 : 1)));
}
