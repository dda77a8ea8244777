/** `--target-os` more than once: what gains or loses support from each target to the last one. */
import { folded } from '../../build/table.ts';
import { DRIFTS, type Drift, type TargetDrift } from '../../runtime/contract/drift.ts';
import { nameOf, placeOf, type Row } from './findings.ts';

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
      const why = reason === undefined ? '' : folded(`      why: ${reason}`);
      return `${folded(`    ${nameOf(row.item)}`)}${why}      at: ${placeOf(row.item)}\n`;
    });
    return own.length === 0 ? [] : [folded(`  ${TITLES[drift]} (${own.length})`), ...lines];
  });
  const same = rows.length - items.length;
  const head = folded(`From ${from} to ${to}: ${items.length} of ${rows.length} values change`);
  return [head, ...groups, `  No change is stated: ${same}\n`].join('');
}
