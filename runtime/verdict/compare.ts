/** Does a target reach a documented minimum? Branch-aware: Windows serves several branches side by side. */
import { type Build, baseText, compareBuilds, parseBuild } from './builds.ts';
import type { Releases } from './releases.ts';
import { type ResolvedTarget, targetName } from './target.ts';
import type { Finding } from './types.ts';

/**
 * Judges a target against the alternatives that the vendor lists: dotted builds in any order, at least one.
 *
 * Build numbers alone do not order releases in time: 28000 shipped half a year before 26300, on a branch of its
 * own, and a backport on one branch says nothing about another.
 */
export function compare(
  target: ResolvedTarget,
  alternatives: readonly string[],
  releases: Releases,
): Finding {
  const sorted = alternatives.flatMap((build) => parseBuild(build) ?? []).sort(compareBuilds);
  const [lowest] = sorted;
  if (lowest === undefined) throw new RangeError('compare() needs an alternative');
  const finding = withinBranch(target, sorted, releases) ?? acrossBranches(target, lowest, sorted, releases);
  if (alternatives.length > 1) finding.alternatives = [...alternatives];
  return finding;
}

/** By the highest alternative of the target's branch that is not above it; undefined where there is none. */
function withinBranch(
  target: ResolvedTarget,
  sorted: readonly Build[],
  releases: Releases,
): Finding | undefined {
  const { order, revision } = target.build;
  const branch = releases.branch(order);
  const own = sorted.filter((build) => build.order <= order && releases.branch(build.order) === branch);
  const highest = own.at(-1)?.order;
  // Of two lines for one build the lower suffices.
  const required = own.find((build) => build.order === highest);
  if (required === undefined) return undefined;
  const compared = { target: targetName(target), required: required.text };
  if (required.revision === undefined) return supported({ code: 'reached', ...compared }, required);
  if (revision !== undefined) {
    return revision >= required.revision
      ? supported({ code: 'reached', ...compared }, required)
      : { verdict: 'unsupported', reason: { code: 'belowRevision', ...compared }, required: required.text };
  }
  const { firstRevision } = target;
  if (firstRevision !== undefined && firstRevision >= required.revision) {
    const first = `${baseText(target.build)}.${firstRevision}`;
    return supported({ code: 'reachedByFirstRevision', ...compared, first }, required);
  }
  return {
    verdict: 'unknown',
    reason: { code: 'needsRevision', ...compared, revision: required.revision },
    required: required.text,
  };
}

/** By alternatives of other branches alone. */
function acrossBranches(
  target: ResolvedTarget,
  lowest: Build,
  sorted: readonly Build[],
  releases: Releases,
): Finding {
  const { order } = target.build;
  const highestOrder = sorted.at(-1)?.order ?? lowest.order;
  // Of several lines for the highest build the one that the vendor lists without or with the lowest revision.
  const highest = sorted.find((build) => build.order === highestOrder) ?? lowest;
  const name = targetName(target);
  if (lowest.order > order) {
    return {
      verdict: 'unsupported',
      reason: { code: 'below', target: name, required: lowest.text },
      required: lowest.text,
    };
  }
  if (order <= highest.order) {
    const texts = sorted.map((build) => build.text);
    return { verdict: 'unknown', reason: { code: 'between', target: name, alternatives: texts } };
  }
  const compared = { target: name, required: highest.text };
  const targetDate = releases.released(order);
  const requiredDate = releases.released(highest.order);
  if (targetDate !== undefined && requiredDate !== undefined && targetDate < requiredDate) {
    const reason = { code: 'releasedEarlier', ...compared, targetDate, requiredDate } as const;
    return { verdict: 'unknown', reason, required: highest.text };
  }
  return supported({ code: 'later', ...compared }, highest);
}

function supported(reason: Finding['reason'], required: Build): Finding {
  return { verdict: 'supported', reason, required: required.text };
}
