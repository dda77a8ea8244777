/** Judges a target whose build is known by the `supportedOn` definition of the registry policy: numbers only. */
import type { LineRule, NamedBuilds, Scope, SupportedOnFloor } from '../format/format.ts';
import { sameData } from '../format/json.ts';
import { isWindows10OrLater, orderOf, parseBuild } from './builds.ts';
import { compare, found } from './compare.ts';
import { type Reason, WHY_NO_FLOOR } from './reasons.ts';
import type { ProductLine } from './releases.ts';
import type { ResolvedTarget } from './target.ts';
import type { Facts, Finding } from './types.ts';

/** Judges the registry policy; a target that may be a client or a server as both. */
export function judgeRegistry(facts: Facts, target: ResolvedTarget, scope?: Scope): Finding {
  const { removedFrom, addedHive } = facts;
  const isOfHive = scope !== undefined && addedHive?.scope === scope;
  const addedFrom = isOfHive ? addedHive.from : facts.addedFrom;
  // A target older than the dropping release keeps its verdict; where the order is open, so is the verdict.
  if (removedFrom !== undefined && compare(target, [removedFrom]).verdict !== 'unsupported') {
    return found('unverified', { code: 'dropped', target: target.name, since: removedFrom });
  }
  const finding = byText(facts, target);
  if (['unsupported', 'unknown'].includes(finding.verdict) || addedFrom === undefined) return finding;
  // The text is older than the value: it dates the other values of the setting alone.
  if (compare(target, alternatives(addedFrom)).verdict === 'supported') return finding;
  const hive = isOfHive && ({ hive: scope === 'Device' ? 'HKLM' : 'HKCU' } as const);
  return found('unverified', { code: 'added', target: target.name, since: addedFrom, ...hive });
}

function byText(facts: Facts, target: ResolvedTarget): Finding {
  const { supportedOn } = facts;
  const devices = devicesOf(target);
  if (devices.length > 0 && supportedOn !== undefined) {
    return found('unverified', { code: 'notOfPc', editions: devices, supportedOn });
  }
  if (target.line !== undefined) return byLine(facts, target.line, target);
  return onBothLines(target, byLine(facts, 'client', target), byLine(facts, 'server', target));
}

/**
 * How little is documented of the OS for a setting: 1: others than the vendor wrote the text, or the vendor dropped the
 * setting (another one may write its value now: ConfigureDeadlineForFeatureUpdates). 2: it has no supported-on
 * definition, a placeholder, one that is older than the value or that names no release of the target's line (“At least
 * Windows 7” of MBAM), and no node but one that is ingested. It must not overrule another that writes the same value
 * and has more. A text on a version of a product (“Internet Explorer 11.0 on Windows 10”) says when the value came to be.
 */
export function silenceOf({ nodes = [], community, floor }: Facts, { reason }: Finding): 0 | 1 | 2 {
  if (reason.code === 'dropped') return 1;
  if (nodes.some(({ ingested }) => !ingested)) return 0;
  if (['noMinimum', 'added'].includes(reason.code)) return 2;
  if (reason.code === 'lineNotNamed' && floor?.why !== 'product') return 2;
  if (reason.code === 'noFloor' && reason.why === 'placeholder') return 2;
  return community ? 1 : 0;
}

/** The named editions of devices that are no PC: no supported-on text is about them. */
export const devicesOf = ({ editions = [] }: ResolvedTarget) =>
  editions.flatMap(({ name, device }) => (device === undefined ? [] : name));

/** The target may be a client or a server: where these get different verdicts, there is none. */
export function onBothLines(target: ResolvedTarget, client: Finding, server: Finding): Finding {
  const agree = client.verdict === server.verdict;
  const required = agree && client.required === server.required ? client.required : undefined;
  const { verdict, alternatives } = client;
  if (agree && sameData(client.reason, server.reason))
    return { verdict, reason: client.reason, required, alternatives };
  // The sentence of the whole says of both that they are those of a host.
  const [{ hostOnly, ...asClient }, { hostOnly: ofServer, ...asServer }] = [client.reason, server.reason];
  const reason: Reason = {
    code: 'bothLines',
    target: target.name,
    agree,
    client: asClient,
    server: asServer,
  };
  if (hostOnly || ofServer) reason.hostOnly = true;
  return { verdict: agree ? verdict : 'unknown', reason, required };
}

function byLine(facts: Facts, line: ProductLine, target: ResolvedTarget): Finding {
  const { floor = {}, hostOnly } = facts;
  const { baseline, component, definition } = floor;
  const finding = judgeLine(floor[line], target);
  // What the explanation alone excludes: the text says otherwise.
  const isExplained = floor.why === 'explained' && finding?.verdict === 'unsupported';
  if (isExplained && !['below', 'belowRevision'].includes(finding.reason.code))
    return { ...undecided(facts, line), verdict: 'unsupported' };
  if (finding === undefined) return undecided(facts, line);
  if (facts.gone && finding.verdict === 'supported') return found('unverified', { code: 'gone' });
  // The text does not name the end of the run.
  if (floor.why === 'explained' && finding.reason.code === 'named')
    finding.reason = { code: 'reached', target: target.name, required: finding.reason.required };
  if (baseline !== undefined)
    return { ...finding, reason: { code: 'baseline', target: target.name, baseline: baseline.name } };
  if (component !== undefined && finding.verdict === 'supported')
    return found('supported', { code: 'component', target: target.name, component });
  // What ended, or was never there, has no minimum.
  if (hostOnly && !['ended', 'lineExcluded'].includes(finding.reason.code)) finding.reason.hostOnly = true;
  if (line === 'server' && definition !== undefined) finding.reason.definition = definition;
  return finding;
}

function undecided({ floor, supportedOn }: Facts, line: ProductLine): Finding {
  const isUndocumented = floor === undefined || floor.baseline !== undefined;
  if (supportedOn === undefined && isUndocumented) return found('unknown', { code: 'noMinimum' });
  // Without a clause on one option, which is said beside it.
  const text = (supportedOn ?? '').replace(floor?.clause ?? '', '').trim();
  const other = floor?.[line === 'client' ? 'server' : 'client'];
  const rule = floor?.[line];
  const isOfPage = typeof rule === 'object' && rule.page !== undefined;
  // A text about Windows that names the other line alone; what it, or a page, names of this line is not this build.
  if ((rule === undefined || isOfPage) && other !== undefined)
    return found('unverified', { code: 'lineNotNamed', line, supportedOn: text });
  const why = WHY_NO_FLOOR.find((known) => known === floor?.why) ?? 'unreadable';
  return found('unverified', { code: 'noFloor', why, supportedOn: text });
}

/** Undefined: the definition does not decide for this build. */
function judgeLine(rule: LineRule | undefined, target: ResolvedTarget): Finding | undefined {
  if (typeof rule === 'string') return compare(target, alternatives(rule));
  const finding = rule && judgeNamed(rule, target);
  if (finding && rule?.page) finding.reason.page = rule.page;
  return finding;
}

function judgeNamed({ named, starts, ends, never }: NamedBuilds, target: ResolvedTarget) {
  const { order } = target.build;
  if (never) return found('unsupported', { code: 'lineExcluded', target: target.name });
  if (ends !== undefined && order > orderOf(ends))
    return found('unsupported', { code: 'ended', target: target.name, last: ends });
  if (starts !== undefined && order < orderOf(starts))
    return found('unsupported', { code: 'below', target: target.name, required: starts });
  const run = named.find(({ from, to = '' }) => order >= orderOf(from) && !(order > orderOf(to)));
  if (run === undefined) return undefined;
  const { from: required, to } = run;
  // An update brought it to that release.
  if (to === undefined && parseBuild(required)?.revision !== undefined) return compare(target, [required]);
  const reached = { target: target.name, required };
  return found('supported', to ? { code: 'named', ...reached, to } : { code: 'reached', ...reached });
}

/** Whether the text allows a release before Windows 10, of clients or of servers: its policy is older than the nodes. */
export function isOld({ client, server }: SupportedOnFloor): boolean {
  const lowest = [client, server].flatMap((rule) =>
    typeof rule === 'string' ? alternatives(rule) : (rule?.named ?? []).map(({ from }) => from),
  );
  return lowest.flatMap((build) => parseBuild(build) ?? []).some((build) => !isWindows10OrLater(build));
}

const alternatives = (floor: string) => floor.split(' | ');
