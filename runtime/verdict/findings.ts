/** What the `supportedOn` definition of the registry policy says of a target whose build is known. */

import { sameData } from '../format/json.ts';
import { compare, found } from './compare.ts';
import { judgeLine } from './line-rule.ts';
import { type Reason, type TargetName, WHY_NO_FLOOR, type WhyNoFloor } from './reasons.ts';
import type { ProductLine } from './releases.ts';
import { type ResolvedTarget, targetName } from './target.ts';
import type { Facts, Finding, RegistryFinding } from './types.ts';

/** Judges the registry policy; a target that may be a client or a server as both. */
export function judgeRegistry(facts: Facts, target: ResolvedTarget): RegistryFinding {
  const finding = findingOf(bySupportedOn(facts, target));
  const { supportedOn } = facts;
  return supportedOn === undefined ? finding : { ...finding, supportedOn };
}

function bySupportedOn(facts: Facts, target: ResolvedTarget): Finding {
  const { removedFrom, supportedOn = '' } = facts;
  if (removedFrom !== undefined && isDropped(removedFrom, target)) {
    return found('unverified', { code: 'dropped', target: targetName(target), since: removedFrom });
  }
  const devices = devicesOf(target).map(({ name }) => name);
  if (devices.length > 0 && facts.supportedOn !== undefined) {
    return found('unverified', { code: 'notOfPc', editions: devices, supportedOn });
  }
  if (target.line !== undefined) return byLine(facts, target.line, target);
  const client = byLine(facts, 'client', target);
  return onBothLines(targetName(target), client, byLine(facts, 'server', target));
}

/**
 * How little is documented of the OS for a setting: 1: others than the vendor wrote the text. 2: it has no supported-on
 * definition, or a placeholder, and no node but one that is ingested. It must not overrule another that writes the same
 * value and has more.
 */
export function silenceOf({ nodes = [], community }: Facts, { reason }: RegistryFinding): 0 | 1 | 2 {
  if (nodes.some(({ ingested }) => !ingested)) return 0;
  if (reason.code === 'noMinimum' || (reason.code === 'noFloor' && reason.why === 'placeholder')) return 2;
  return community ? 1 : 0;
}

/** The editions of devices that are no PC: no supported-on text is about them. */
export function devicesOf({ editions = [] }: ResolvedTarget) {
  return editions.filter(({ device }) => device !== undefined);
}

/** A target older than the dropping release keeps its verdict; where the order is open, so is the verdict. */
function isDropped(removedFrom: string, target: ResolvedTarget): boolean {
  return compare(target, [removedFrom]).verdict !== 'unsupported';
}

/** The target may be a client or a server: where these get different verdicts, there is none. */
export function onBothLines(target: TargetName, client: Finding, server: Finding): Finding {
  const agree = client.verdict === server.verdict;
  const required = client.required === server.required ? client.required : undefined;
  if (agree && sameData(client.reason, server.reason)) return findingOf({ ...client, required });
  const hostOnly = client.reason.hostOnly || server.reason.hostOnly;
  return {
    verdict: agree ? client.verdict : 'unknown',
    reason: {
      code: 'bothLines',
      target,
      agree,
      client: partOf(client.reason),
      server: partOf(server.reason),
      ...(hostOnly && { hostOnly }),
    },
    required: agree ? required : undefined,
  };
}

/** The sentence of the whole says it once. */
function partOf({ hostOnly: _, ...reason }: Reason): Reason {
  return reason;
}

/** Only the finding of what has more members. */
export function findingOf({ verdict, reason, required, alternatives }: Finding): Finding {
  return { verdict, reason, required, alternatives };
}

function byLine(facts: Facts, line: ProductLine, target: ResolvedTarget): Finding {
  const { floor = {}, hostOnly } = facts;
  const finding = judgeLine(floor[line], target);
  if (finding === undefined) return undecided(facts, line);
  if (floor.baseline !== undefined) {
    const reason: Reason = { code: 'baseline', target: targetName(target), baseline: floor.baseline.name };
    return { ...finding, reason };
  }
  if (floor.component !== undefined && finding.verdict === 'supported') {
    return found('supported', {
      code: 'component',
      target: targetName(target),
      component: floor.component,
    });
  }
  const { reason } = finding;
  if (hostOnly) reason.hostOnly = true;
  if (line === 'server' && floor.definition !== undefined) reason.definition = floor.definition;
  return finding;
}

function undecided({ floor, supportedOn }: Facts, line: ProductLine): Finding {
  const isUndocumented = floor === undefined || floor.baseline !== undefined;
  if (isUndocumented && supportedOn === undefined) {
    return found('unknown', { code: 'noMinimum' });
  }
  return found('unverified', whyUndecided(floor, line, supportedOn ?? ''));
}

function whyUndecided(floor: Facts['floor'] = {}, line: ProductLine, supportedOn: string): Reason {
  const other = line === 'client' ? floor.server : floor.client;
  // A text about Windows that names the other line alone; what it names of this line is not this build.
  if (floor[line] === undefined && other !== undefined) return { code: 'lineNotNamed', line, supportedOn };
  const why = WHY_NO_FLOOR.find((known) => known === floor.why) ?? ('unreadable' satisfies WhyNoFloor);
  return { code: 'noFloor', why, supportedOn };
}
