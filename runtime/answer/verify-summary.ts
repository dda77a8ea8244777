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
      if (item.verdict !== undefined) count(summary.verdicts, item.verdict);
      if (item.data !== undefined) count(summary.data, item.data.verdict);
      const nodes = item.mdm ? [item.mdm] : (item.mdmAlternatives ?? []);
      for (const { confidence } of nodes) confidences.add(confidence);
      if (item.verdict !== undefined) {
        count(summary.mdm, nodes[0]?.verdict ?? (item.omaUri === undefined ? 'none' : item.verdict));
      }
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

function count(counts: Record<string, number>, name: string): void {
  counts[name] = (counts[name] ?? 0) + 1;
}

function sorted(counts: Record<string, number>): Record<string, number> {
  return Object.fromEntries(Object.entries(counts).sort(([a], [b]) => (a < b ? -1 : 1)));
}
