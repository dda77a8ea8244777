/** What one documented minimum says of a target whose build is known. */

import { sameData } from '../format/json.ts';
import { type Build, parseBuild } from './builds.ts';
import { compare } from './compare.ts';
import { isForPc } from './editions.ts';
import { type Reason, type TargetName, WHY_NO_FLOOR, type WhyNoFloor } from './reasons.ts';
import type { ProductLine, Releases } from './releases.ts';
import { type ResolvedTarget, targetName } from './target.ts';
import type { Facts, Finding } from './types.ts';

/** Judges by the `supportedOn` definition of the registry policy. */
export function bySupportedOn(facts: Facts, target: ResolvedTarget, releases: Releases): Finding {
  const { supportedOn } = facts;
  if (supportedOn === undefined) return { verdict: 'unknown', reason: { code: 'noMinimum' } };
  if (isDropped(facts, target, releases)) {
    const reason: Reason = { code: 'dropped', target: targetName(target), since: facts.removedFrom ?? '' };
    return { verdict: 'unverified', reason };
  }
  const devices = (target.editions ?? []).filter(({ codes }) => !isForPc(codes));
  if (devices.length > 0) {
    return {
      verdict: 'unverified',
      reason: { code: 'notOfPc', editions: devices.map(({ name }) => name), supportedOn },
    };
  }
  const finding =
    target.line === undefined
      ? byBothLines(facts, supportedOn, target, releases)
      : byLine(facts, supportedOn, target.line, target, releases);
  if (facts.hostOnly && comparesMinimum(finding.reason)) finding.reason.hostOnly = true;
  return finding;
}

/** A target older than the dropping release keeps its verdict; where the order is open, so is the verdict. */
function isDropped({ removedFrom }: Facts, target: ResolvedTarget, releases: Releases): boolean {
  const since = removedFrom === undefined ? undefined : parseBuild(removedFrom);
  return since !== undefined && compare(target, [since], releases).verdict !== 'unsupported';
}

/** Not where no minimum is documented or none can be read. */
function comparesMinimum(reason: Reason): boolean {
  if (reason.code !== 'bothLines') return 'required' in reason || reason.code === 'between';
  return comparesMinimum(reason.client) || comparesMinimum(reason.server);
}

function byBothLines(facts: Facts, supportedOn: string, target: ResolvedTarget, releases: Releases): Finding {
  return onBothLines(
    targetName(target),
    byLine(facts, supportedOn, 'client', target, releases),
    byLine(facts, supportedOn, 'server', target, releases),
  );
}

/** The target may be a client or a server: where these get different verdicts, there is none. */
export function onBothLines(target: TargetName, client: Finding, server: Finding): Finding {
  const agree = client.verdict === server.verdict;
  const required = client.required === server.required ? client.required : undefined;
  if (agree && sameData(client.reason, server.reason)) return findingOf({ ...client, required });
  return {
    verdict: agree ? client.verdict : 'unknown',
    reason: { code: 'bothLines', target, agree, client: client.reason, server: server.reason },
    ...(agree && required !== undefined && { required }),
  };
}

/** Only the finding of what has more members. */
export function findingOf({
  verdict,
  reason,
  required,
  alternatives,
}: Omit<Finding, 'required'> & { required?: string | undefined }): Finding {
  return {
    verdict,
    reason,
    ...(required !== undefined && { required }),
    ...(alternatives !== undefined && { alternatives }),
  };
}

function byLine(
  facts: Facts,
  supportedOn: string,
  line: ProductLine,
  target: ResolvedTarget,
  releases: Releases,
): Finding {
  const builds = floorBuilds(facts.floor?.[line]);
  if (builds.length > 0) return compare(target, builds, releases);
  return { verdict: 'unverified', reason: whyNoFloor(facts, supportedOn, line) };
}

function whyNoFloor({ floor }: Facts, supportedOn: string, line: ProductLine): Reason {
  const why = floor?.why;
  if (why !== undefined && isWhyNoFloor(why)) return { code: 'noFloor', why, supportedOn };
  const other = line === 'client' ? floor?.server : floor?.client;
  return other === undefined
    ? { code: 'noFloor', why: 'unreadable', supportedOn }
    : { code: 'lineNotNamed', line, supportedOn };
}

function isWhyNoFloor(code: string): code is WhyNoFloor {
  return WHY_NO_FLOOR.some((known) => known === code);
}

/** Several builds joined by ` | ` where the text gives each client family a floor of its own. */
function floorBuilds(floor: string | undefined): Build[] {
  if (floor === undefined) return [];
  return floor.split(' | ').flatMap((part) => parseBuild(part) ?? []);
}
