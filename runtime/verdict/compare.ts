/** Does a target reach a documented minimum? Branch-aware: Windows serves several branches side by side. */
import type { Verdict } from '../answer/types.ts';
import { type Build, compareBuilds } from './builds.ts';
import type { Releases } from './releases.ts';

/** A target whose build is known. */
export interface BuildTarget {
  build: Build;
  /** Lowest revision that its release ever had; stands in for a revision that was not given. */
  firstRevision?: number;
}

/** Which rule decided; names the sentence that the answer gives as its reason. */
export type Rule =
  | 'reached'
  | 'reachedFirst'
  | 'belowRevision'
  | 'needsRevision'
  | 'below'
  | 'later'
  | 'datedBefore'
  | 'between';

export interface Outcome {
  verdict: Verdict;
  rule: Rule;
  /** The alternative that decided; absent where none did. */
  required?: Build;
}

function withinBranch(target: BuildTarget, required: Build): Outcome {
  if (required.revision === undefined) return { verdict: 'supported', rule: 'reached', required };
  const { revision } = target.build;
  if (revision !== undefined) {
    return revision >= required.revision
      ? { verdict: 'supported', rule: 'reached', required }
      : { verdict: 'unsupported', rule: 'belowRevision', required };
  }
  return target.firstRevision !== undefined && target.firstRevision >= required.revision
    ? { verdict: 'supported', rule: 'reachedFirst', required }
    : { verdict: 'unknown', rule: 'needsRevision', required };
}

/**
 * Judges a target against the alternatives that the vendor lists, in any order. At least one is needed.
 *
 * A build number alone is no timeline: 28000 shipped half a year before 26300, on a branch of its own, and a
 * backport on one branch says nothing of another.
 */
export function compare(target: BuildTarget, alternatives: readonly Build[], releases: Releases): Outcome {
  const { order } = target.build;
  const branch = releases.branch(order);
  let own: Build | undefined;
  let lowest: Build | undefined;
  let highest: Build | undefined;
  for (const alternative of alternatives) {
    if (lowest === undefined || compareBuilds(alternative, lowest) < 0) lowest = alternative;
    if (highest === undefined || alternative.order > highest.order) highest = alternative;
    if (alternative.order > order || releases.branch(alternative.order) !== branch) continue;
    // Of two lines for one build the lower suffices.
    const better = own === undefined || alternative.order > own.order;
    if (better || (alternative.order === own?.order && compareBuilds(alternative, own) < 0))
      own = alternative;
  }
  if (lowest === undefined || highest === undefined) throw new RangeError('compare() needs an alternative');
  if (own !== undefined) return withinBranch(target, own);
  if (lowest.order > order) return { verdict: 'unsupported', rule: 'below', required: lowest };
  if (order > highest.order) {
    const ours = releases.released(order);
    const theirs = releases.released(highest.order);
    if (ours === undefined || theirs === undefined || ours >= theirs) {
      return { verdict: 'supported', rule: 'later', required: highest };
    }
    return { verdict: 'unknown', rule: 'datedBefore', required: highest };
  }
  return { verdict: 'unknown', rule: 'between' };
}
