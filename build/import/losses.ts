/** Changes of an import so large that a person must confirm them. */
import { listed } from '../collections.ts';
import { isDropped } from '../facts/former.ts';
import type { DdfFact } from '../facts/nodes.ts';
import type { LineModel } from './merge.ts';
import type { ImportProblem } from './problems.ts';

/** Share of a line's current settings; vendors rarely drop more between two versions. */
const MOST_DROPPED = 0.2;
/** Of what is much, so many are named. */
export const NAMED = 50;

/** A line that drops more than {@link MOST_DROPPED} of its settings: by the vendor, or by an incomplete download. */
export function dropped(before: LineModel, after: LineModel): ImportProblem[] {
  const current = [...before.settings].filter(([, { fact }]) => !isDropped(fact));
  const lost = current.filter(([id]) => {
    const now = after.settings.get(id);
    return !now || isDropped(now.fact);
  });
  const slugs = lost.map(([, { fact }]) => fact.slug);
  return tooMany(after.line, slugs, current.length, 'settings');
}

type Nodes = ReadonlyMap<string, DdfFact[]>;

export function lostNodes(before: Nodes | undefined, after: Nodes): string[] {
  const uris = (nodes: Nodes) => [...nodes.values()].flat().map(({ omaUri }) => omaUri);
  const kept = new Set(uris(after).map((each) => each.toLowerCase()));
  return uris(before ?? new Map()).filter((each) => !kept.has(each.toLowerCase()));
}

export function tooMany(file: string, lost: string[], current: number, what: string): ImportProblem[] {
  if (lost.length <= current * MOST_DROPPED) return [];
  const message =
    `${lost.length} of ${current} ${what} would be dropped, more than ${MOST_DROPPED * 100} %: ` +
    `${listed(lost, NAMED)}. Look for files that are missing; if the vendor really dropped them, add --allow-loss`;
  return [{ file, message }];
}

/** Policies that a line newly states and another line did before: the template moved, or is in the wrong folder. */
export function moved(
  before: ReadonlyMap<string, LineModel>,
  after: LineModel,
  others: readonly LineModel[],
): ImportProblem[] {
  const known = before.get(after.line);
  return others.flatMap((other) => {
    const had = before.get(other.line);
    if (other.line === after.line || !had) return [];
    const both = [...after.settings].filter(([id]) => !known?.settings.has(id) && had.settings.has(id));
    if (both.length === 0) return [];
    const files = [...new Set(both.map(([, { fact }]) => fact.admx ?? fact.policyId))].sort();
    const ids = both.map(([, { fact }]) => fact.policyId);
    const message =
      `${files.join(', ')}: ${both.length} policies that the facts have of ${other.line}: ` +
      `${listed(ids, NAMED)}. If the template moved to ${after.line}, add --allow-moved; ` +
      'if it lies in this folder by accident, take it out, or enter it in corrections.json under "lines"';
    return [{ file: after.line, message }];
  });
}
