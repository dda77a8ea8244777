/** What a `supportedOn` definition says of one product line, held against a build: numbers only. */
import type { LineRule, NamedBuilds } from '../format/format.ts';
import { isWindows10OrLater, parseBuild } from './builds.ts';
import { compare, found } from './compare.ts';
import { type ResolvedTarget, targetName } from './target.ts';
import type { Finding } from './types.ts';

/** Undefined: the definition does not decide for this build. */
export function judgeLine(rule: LineRule | undefined, target: ResolvedTarget): Finding | undefined {
  if (rule === undefined) return undefined;
  if (typeof rule !== 'string') return judgeNamed(rule, target);
  return compare(target, alternatives(rule));
}

function judgeNamed(
  { named, starts, ends, never }: NamedBuilds,
  target: ResolvedTarget,
): Finding | undefined {
  const { order } = target.build;
  const name = targetName(target);
  if (never) return found('unsupported', { code: 'lineExcluded', target: name });
  if (ends !== undefined && order > orderOf(ends)) {
    return found('unsupported', { code: 'ended', target: name, last: ends });
  }
  if (starts !== undefined && order < orderOf(starts)) {
    return found('unsupported', { code: 'below', target: name, required: starts });
  }
  const run = named.find(
    ({ from, to }) => order >= orderOf(from) && (to === undefined || order <= orderOf(to)),
  );
  if (run === undefined) return undefined;
  const { from, to } = run;
  return to === undefined
    ? found('supported', { code: 'reached', target: name, required: from })
    : { ...found('supported', { code: 'named', target: name, from, to }), required: from };
}

/** Whether the rule allows a release before Windows 10. */
export function isOld(rule: LineRule | undefined): boolean {
  if (rule === undefined) return false;
  const lowest = typeof rule === 'string' ? alternatives(rule) : rule.named.map(({ from }) => from);
  return lowest.flatMap((build) => parseBuild(build) ?? []).some((build) => !isWindows10OrLater(build));
}

const alternatives = (floor: string) => floor.split(' | ');

function orderOf(build: string): number {
  return parseBuild(build)?.order ?? Number.NaN;
}
