/** `--target-os` more than once: what gains or loses support from each target to the last one. */
import { visible } from '../../build/visible.ts';
import type { Item } from '../../runtime/readers/index.ts';
import { DRIFTS, type Drift, driftOf } from '../../runtime/verify/drift.ts';
import type { Verified, Verify } from './ask.ts';
import { nameOf, placeOf, type Row } from './findings.ts';

export interface TargetDrift {
  from: string;
  to: string;
  items: { index: number; drift: Drift; reason?: string }[];
}

/** @param to The target that the rows are verified for. */
export async function driftTo(
  to: string,
  rows: readonly Row[],
  from: string,
  verify: Verify,
): Promise<{ drift: TargetDrift; answer: Verified | undefined }> {
  const items: Item[] = rows.map(({ item }) => item);
  const answer = items.length === 0 ? undefined : await verify(items, false);
  const changed = rows.flatMap((row, index) => {
    const before = answer?.items[index];
    if (before === undefined) return [];
    const drift = driftOf(before, row.answer);
    if (drift === undefined) return [];
    const { reason } = drift === 'gained' ? before : row.answer;
    return [{ index, drift, ...(reason !== undefined && { reason }) }];
  });
  return { drift: { from, to, items: changed }, answer };
}

const TITLES: Record<Drift, string> = {
  lost: 'Lost: a document says that the new target does not support it',
  gone: 'Gone from the templates: newer ones do not have it, and no document says that it ends',
  'not-stated': 'Not stated: nothing says whether the new target still supports it',
  gained: 'Gained: the old target does not support it',
};

export function driftText({ from, to, items }: TargetDrift, rows: readonly Row[]): string {
  const groups = DRIFTS.flatMap((drift) => {
    const own = items.filter((each) => each.drift === drift);
    const lines = own.flatMap(({ index, reason }) => {
      const row = rows[index];
      if (row === undefined) return [];
      const why = reason === undefined ? [] : [`      why: ${reason}`];
      return [`    ${nameOf(row.item)}`, ...why, `      at: ${placeOf(row.item)}`];
    });
    return own.length === 0 ? [] : [`  ${TITLES[drift]} (${own.length})`, ...lines];
  });
  const same = rows.length - items.length;
  const head = `From ${from} to ${to}: ${items.length} of ${rows.length} values change`;
  return [head, ...groups, `  No change is stated: ${same}`].map((line) => `${visible(line)}\n`).join('');
}
