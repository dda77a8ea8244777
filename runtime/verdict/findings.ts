/** What one documented minimum says of a target whose build is known. */

import type { Judged } from '../answer/match.ts';
import type { Verdict } from '../answer/types.ts';
import type { Messages, WhyNoFloor } from '../messages/verdict.ts';
import { type Build, baseText, compareBuilds, parseBuild } from './builds.ts';
import { compare, type Outcome } from './compare.ts';
import type { Minimum } from './minimum.ts';
import type { ProductLine, Releases } from './releases.ts';
import { describeTarget, type ResolvedTarget } from './target.ts';

export interface Finding {
  verdict: Verdict;
  reason: string;
  /** Dotted build that decided. */
  required?: string;
  /** All of them, where the vendor lists several. */
  alternatives?: string[];
  /** The target may be a client or a server, and they get different verdicts. */
  linesDiffer?: true;
}

/** Judges by the MDM node's minimum. */
export function byMinimum(
  minimum: Minimum,
  text: string,
  target: ResolvedTarget,
  releases: Releases,
  texts: Messages,
): Finding {
  if (minimum.builds.length === 0) return { verdict: 'unverified', reason: texts.noReadableMinimum(text) };
  return byBuilds(minimum.builds, target, releases, texts);
}

function byBuilds(
  builds: readonly Build[],
  target: ResolvedTarget,
  releases: Releases,
  texts: Messages,
): Finding {
  const outcome = compare(target, builds, releases);
  const finding: Finding = {
    verdict: outcome.verdict,
    reason: sentence(outcome, builds, target, releases, texts),
  };
  const required = outcome.required ?? (builds.length === 1 ? builds[0] : undefined);
  if (required !== undefined) finding.required = required.text;
  if (builds.length > 1) finding.alternatives = builds.map((build) => build.text);
  return finding;
}

function sentence(
  outcome: Outcome,
  builds: readonly Build[],
  target: ResolvedTarget,
  releases: Releases,
  texts: Messages,
): string {
  const name = describeTarget(target);
  const { required } = outcome;
  if (required === undefined || outcome.rule === 'between') {
    return texts.between(
      name,
      [...builds]
        .sort(compareBuilds)
        .map((build) => build.text)
        .join(', '),
    );
  }
  switch (outcome.rule) {
    case 'reachedFirst':
      return texts.reachedFirst(name, `${baseText(target.build)}.${target.firstRevision}`, required.text);
    case 'needsRevision':
      return texts.needsRevision(baseText(target.build), required.revision ?? 0, required.text);
    case 'datedBefore': {
      const dates = [target.build, required].map((build) => releases.released(build.order) ?? '');
      return texts.datedBefore(name, dates[0] ?? '', required.text, dates[1] ?? '');
    }
    default:
      return texts[outcome.rule](name, required.text);
  }
}

type SupportedOn = Pick<Judged, 'supportedOn' | 'floor' | 'hostOnly'>;

/** Judges by the `supportedOn` definition of the registry policy. */
export function bySupportedOn(
  match: SupportedOn,
  target: ResolvedTarget,
  releases: Releases,
  texts: Messages,
): Finding {
  if (match.supportedOn === undefined) return { verdict: 'unknown', reason: texts.noMinimum };
  const finding =
    target.line === undefined
      ? byBothLines(match, target, releases, texts)
      : byLine(match, target.line, target, releases, texts);
  if (match.hostOnly) finding.reason += ` ${texts.hostOnly}`;
  return finding;
}

/** Client and server may have different floors: where they lead to different verdicts there is none. */
function byBothLines(
  match: SupportedOn,
  target: ResolvedTarget,
  releases: Releases,
  texts: Messages,
): Finding {
  const client = byLine(match, 'client', target, releases, texts);
  const server = byLine(match, 'server', target, releases, texts);
  if (client.verdict === server.verdict && client.reason === server.reason) return client;
  const agree = client.verdict === server.verdict;
  const reason = texts.bothLines(describeTarget(target), agree, client.reason, server.reason);
  if (!agree) return { verdict: 'unknown', reason, linesDiffer: true };
  const finding: Finding = { verdict: client.verdict, reason };
  if (client.required !== undefined && client.required === server.required)
    finding.required = client.required;
  return finding;
}

function byLine(
  match: SupportedOn,
  line: ProductLine,
  target: ResolvedTarget,
  releases: Releases,
  texts: Messages,
): Finding {
  const text = match.supportedOn ?? '';
  const builds = floorBuilds(match.floor?.[line]);
  if (builds.length > 0) return byBuilds(builds, target, releases, texts);
  return { verdict: 'unverified', reason: noFloor(match, line, text, texts) };
}

function noFloor(match: SupportedOn, line: ProductLine, text: string, texts: Messages): string {
  const { floor } = match;
  const why = floor?.why;
  if (why !== undefined && isWhy(why, texts)) return texts.why[why](text);
  const other = line === 'client' ? floor?.server : floor?.client;
  return other === undefined ? texts.why.unreadable(text) : texts.lineNotNamed(line, text);
}

function isWhy(code: string, texts: Messages): code is WhyNoFloor {
  return Object.hasOwn(texts.why, code);
}

/** Several builds joined by ` | ` where the text gives each client family a floor of its own. */
function floorBuilds(floor: string | undefined): Build[] {
  if (floor === undefined) return [];
  const builds: Build[] = [];
  for (const part of floor.split(' | ')) {
    const build = parseBuild(part);
    if (build !== undefined) builds.push(build);
  }
  return builds;
}
