/** What of an item gains or loses support between two targets, and how far a document says so. Pure. */
import type { Verified } from '../contract/verified.ts';
import { droppedOf } from './summary.ts';

/**
 * `lost`: a document says that the new target does not support it. `gone`: newer templates do not have it, and no document
 * says that it ends. `not-stated`: supported before, and nothing says whether it still is. `gained`: not supported before.
 */
export const DRIFTS = ['lost', 'gone', 'not-stated', 'gained'] as const;
export type Drift = (typeof DRIFTS)[number];

/** Undefined: nothing says that it changes. */
export function driftOf(from: Verified, to: Verified): Drift | undefined {
  const [before, after] = [from.verdict, to.verdict];
  if (before === 'unsupported') return after === 'supported' ? 'gained' : undefined;
  if (before !== 'supported' || after === 'supported') return undefined;
  if (after === 'unsupported') return 'lost';
  return droppedOf(to) === 'removed' ? 'gone' : 'not-stated';
}
