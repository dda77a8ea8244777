/** Does a target reach a documented minimum? Branch-aware: Windows serves several branches side by side. */
import { type Build, compareBuilds, parseBuild } from './builds.ts';
import type { Reason } from './reasons.ts';
import type { ResolvedTarget } from './target.ts';
import type { Finding, Verdict } from './types.ts';

/**
 * Judges a target against the alternatives that the vendor lists: dotted builds in any order, at least one.
 *
 * Build numbers alone do not order releases in time: 28000 shipped half a year before 26300, on a branch of its
 * own, and a backport on one branch says nothing about another.
 */
export function compare(target: ResolvedTarget, alternatives: readonly string[]): Finding {
  const sorted = alternatives.flatMap((build) => parseBuild(build) ?? []).sort(compareBuilds);
  const [lowest] = sorted;
  if (lowest === undefined) throw new RangeError('compare() needs an alternative');
  const { table, build } = target;
  const branch = table.branch(build.order);
  const own = sorted.filter(({ order }) => order <= build.order && table.branch(order) === branch);
  const finding =
    own.length > 0 ? withinBranch(target, highestOf(own)) : acrossBranches(target, lowest, sorted);
  return alternatives.length > 1 ? { ...finding, alternatives: [...alternatives] } : finding;
}

/** The highest build; if it is listed with several revisions, the one without a revision or with the lowest. */
function highestOf(sorted: readonly Build[]): Build {
  const last = sorted.at(-1) as Build;
  return sorted.find(({ order }) => order === last.order) ?? last;
}

/** Compares with the highest alternative of the target's branch that is not above the target. */
function withinBranch(target: ResolvedTarget, required: Build): Finding {
  const { build, firstRevision } = target;
  const compared = { target: target.name, required: required.text };
  const { revision: needed } = required;
  if (needed === undefined) return found('supported', { code: 'reached', ...compared });
  if (build.revision !== undefined) {
    return build.revision >= needed
      ? found('supported', { code: 'reached', ...compared })
      : found('unsupported', { code: 'belowRevision', ...compared });
  }
  if (firstRevision !== undefined && firstRevision >= needed) {
    const first = `${build.text}.${firstRevision}`;
    return found('supported', { code: 'reachedByFirstRevision', ...compared, first });
  }
  return found('unknown', { code: 'needsRevision', ...compared, revision: needed });
}

/** Compares where only other branches have alternatives. */
function acrossBranches(target: ResolvedTarget, lowest: Build, sorted: readonly Build[]): Finding {
  const { table, build, name } = target;
  const highest = highestOf(sorted);
  if (build.order < lowest.order)
    return found('unsupported', { code: 'below', target: name, required: lowest.text });
  if (build.order <= highest.order) {
    return found('unknown', { code: 'between', target: name, alternatives: sorted.map(({ text }) => text) });
  }
  const compared = { target: name, required: highest.text };
  const [targetDate, requiredDate] = [table.released(build.order), table.released(highest.order)];
  if (targetDate !== undefined && requiredDate !== undefined && targetDate < requiredDate) {
    return found('unknown', { code: 'releasedEarlier', ...compared, targetDate, requiredDate });
  }
  return found('supported', { code: 'later', ...compared });
}

/** The build that decided is that of the reason, where it has one. */
export function found(verdict: Verdict, reason: Reason): Finding {
  return { verdict, reason, ...('required' in reason && { required: reason.required }) };
}
