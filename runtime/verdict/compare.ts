/** Does a target reach a documented minimum? Branch-aware: Windows serves several branches side by side. */
import { type Build, baseText, compareBuilds, parseBuild } from './builds.ts';
import type { Reason } from './reasons.ts';
import { type ResolvedTarget, targetName } from './target.ts';
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
  const finding = withinBranch(target, sorted) ?? acrossBranches(target, lowest, sorted);
  if (alternatives.length > 1) finding.alternatives = [...alternatives];
  return finding;
}

/** By the highest alternative of the target's branch that is not above it; undefined where there is none. */
function withinBranch(target: ResolvedTarget, sorted: readonly Build[]): Finding | undefined {
  const { table } = target;
  const { order, revision } = target.build;
  const branch = table.branch(order);
  const own = sorted.filter((build) => build.order <= order && table.branch(build.order) === branch);
  const highest = own.at(-1)?.order;
  // Of two lines for one build the lower suffices.
  const required = own.find((build) => build.order === highest);
  if (required === undefined) return undefined;
  const compared = { target: targetName(target), required: required.text };
  if (required.revision === undefined) return found('supported', { code: 'reached', ...compared });
  if (revision !== undefined) {
    return revision >= required.revision
      ? found('supported', { code: 'reached', ...compared })
      : found('unsupported', { code: 'belowRevision', ...compared });
  }
  const { firstRevision } = target;
  if (firstRevision !== undefined && firstRevision >= required.revision) {
    const first = `${baseText(target.build)}.${firstRevision}`;
    return found('supported', { code: 'reachedByFirstRevision', ...compared, first });
  }
  return found('unknown', { code: 'needsRevision', ...compared, revision: required.revision });
}

/** By alternatives of other branches alone. */
function acrossBranches(target: ResolvedTarget, lowest: Build, sorted: readonly Build[]): Finding {
  const { order } = target.build;
  const highestOrder = sorted.at(-1)?.order ?? lowest.order;
  // Of several lines for the highest build the one that the vendor lists without or with the lowest revision.
  const highest = sorted.find((build) => build.order === highestOrder) ?? lowest;
  const name = targetName(target);
  if (lowest.order > order)
    return found('unsupported', { code: 'below', target: name, required: lowest.text });
  if (order <= highest.order) {
    const texts = sorted.map((build) => build.text);
    return found('unknown', { code: 'between', target: name, alternatives: texts });
  }
  const compared = { target: name, required: highest.text };
  const targetDate = target.table.released(order);
  const requiredDate = target.table.released(highest.order);
  if (targetDate !== undefined && requiredDate !== undefined && targetDate < requiredDate) {
    return found('unknown', { code: 'releasedEarlier', ...compared, targetDate, requiredDate });
  }
  return found('supported', { code: 'later', ...compared });
}

/** The build that decided is that of the reason, where it has one. */
export function found(verdict: Verdict, reason: Reason): Finding {
  return { verdict, reason, ...('required' in reason && { required: reason.required }) };
}
