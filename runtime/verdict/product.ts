/**
 * Whether a setting is documented for the named version of its product. As with the target OS, nothing is assumed:
 * `supported` and `unsupported` follow from versions that the vendor's text gives, and from nothing else.
 */
import type { ProductRange } from '../contract/product.ts';
import type { Verdict } from '../contract/words.ts';
import type { TargetProduct } from './product-target.ts';
import type { ProductFacts } from './types.ts';
import { parseVersion, placeIn, type RangePlace } from './versions.ts';

type ProductReasonCode =
  | 'within'
  | 'below'
  | 'above'
  /** Between the documented versions (`ranges`). */
  | 'outside'
  /** The parts that the given version leaves out decide. */
  | 'imprecise'
  /** The verdict depends on the channel, and none was named. */
  | 'channel-needed'
  | 'other-channel'
  /** The version is documented on a Windows that the target does not verifiably have. */
  | 'host'
  /** The vendor's newer templates no longer have the setting, and the version is not known to be older. */
  | 'dropped'
  /** The text documents the version; the explanation says that the setting no longer works with it. */
  | 'explained'
  | 'no-range'
  /** Templates of the same major version have the setting; of an older and a newer one; of older or of newer ones. */
  | 'seen'
  | 'between'
  | 'beside'
  /** Templates have it, marked as removed or obsolete. */
  | 'withdrawn'
  /** The setting's product is not among the targets. */
  | 'not-named';

type Ranges = readonly ProductRange[];
type Bounds = Pick<ProductRange, 'from' | 'to'>;

/** The verdict that follows from the documented versions. */
interface ProductFinding {
  verdict: Verdict;
  reasonCode: ProductReasonCode;
  /** First version of the range that decided. */
  from?: string | undefined;
  to?: string | undefined;
  /** For reason `outside`: all documented ranges. */
  ranges?: readonly ProductRange[];
  /** Versions of the templates that decide: those nearest to the target's. */
  seenIn?: readonly string[];
  /** For reasons `dropped` and `beside`: the version of the templates; for `explained`: the last that works. */
  since?: string;
  /** For reasons `channel-needed` and `other-channel`: the documented channels; an empty text is the ordinary one. */
  channels?: string[];
}

/** A target has no version with `not-named`. */
export type ProductJudgement = ProductFinding & Omit<TargetProduct, 'version'> & { version?: string };

/** Channels that a range without a channel speaks of; a year is the line of a range whose versions are years. */
const ORDINARY = /^(?:Release|Stable|)$/;
const YEAR = /^20\d\d$/;

/**
 * Judges the ranges of one setting, all of the target's product.
 * @param host Verdict of the target OS against the Windows part of the same text, for ranges tied to it.
 */
export function judgeProduct(facts: ProductFacts, target: TargetProduct, host?: Verdict): ProductJudgement {
  const { ranges = [], removedIn, hasTemplatesOfVersion } = facts;
  const { seenIn, worksUntil } = ranges[0] ?? {};
  const finding = seenIn ? judgeSeen(seenIn, target, facts) : judgeChannels(ranges, target, host);
  const judged: ProductJudgement = { ...target, ...finding };
  if (judged.verdict !== 'supported') return judged;
  if (worksUntil !== undefined && rangePlace(target.version, undefined, worksUntil) !== 'inside')
    return { ...judged, verdict: 'unverified', reasonCode: 'explained', since: worksUntil };
  if (removedIn === undefined || seenIn) return judged;
  // A version older than the templates that dropped the setting keeps its verdict.
  const isOlder = hasTemplatesOfVersion && rangePlace(target.version, removedIn) === 'below';
  return isOlder ? judged : { ...judged, verdict: 'unverified', reasonCode: 'dropped', since: removedIn };
}

/** The templates of a version document that version; nothing is documented for what lies between two of them. */
function judgeSeen(
  seenIn: readonly string[],
  { version, channel = '' }: TargetProduct,
  { withdrawn, removedIn = '' }: ProductFacts,
): ProductFinding {
  const open = (reasonCode: ProductReasonCode, more: Partial<ProductFinding>): ProductFinding => {
    return { verdict: 'unverified', reasonCode, ...more };
  };
  if (!ORDINARY.test(channel)) return open('other-channel', { channels: [''] });
  if (withdrawn) return open('withdrawn', { seenIn: seenIn.slice(-1) });
  const major = majorOf(version);
  const below = seenIn.findLast((each) => majorOf(each) <= major);
  const above = seenIn.find((each) => majorOf(each) > major);
  if (below !== undefined && majorOf(below) === major && majorOf(removedIn) !== major) {
    return { verdict: 'supported', reasonCode: 'seen', seenIn: [below] };
  }
  if (below !== undefined && above !== undefined) return open('between', { seenIn: [below, above] });
  const since = below !== undefined && removedIn !== '' && { since: removedIn };
  return open('beside', { seenIn: [below ?? above ?? ''], ...since });
}

const majorOf = (version: string) => parseVersion(version)?.parts[0] ?? Number.NaN;

function judgeChannels(ranges: Ranges, target: TargetProduct, host?: Verdict): ProductFinding {
  const { channel: named } = target;
  const channels = [...new Set(ranges.map(({ channel = '' }) => channel))];
  const isOrdinary = named === undefined || ORDINARY.test(named) || YEAR.test(named);
  const own = ranges.filter(({ channel }) => (channel === undefined ? isOrdinary : channel === named));
  if (named !== undefined && own.length === 0)
    return { verdict: 'unverified', reasonCode: 'other-channel', channels };
  const finding = judgeRanges(own, target, host);
  // The same number may get another verdict as a version of a channel that was not named.
  const others = channels.map((each) => ranges.filter(({ channel = '' }) => channel === each));
  const agree = others.every((each) => judgeRanges(each, target, host).verdict === finding.verdict);
  if (named === undefined && (own.length === 0 || !agree))
    return { verdict: 'unknown', reasonCode: 'channel-needed', channels };
  return finding;
}

function judgeRanges(ranges: Ranges, target: TargetProduct, host?: Verdict): ProductFinding {
  const placed = ranges.map((range) => ({ range, place: placeInRange(range, target) }));
  const at = (wanted: RangePlace) => placed.flatMap(({ range, place }) => (place === wanted ? range : []));
  const inside = at('inside');
  const met = inside.find(({ onHost }) => onHost !== true || host === 'supported');
  if (met !== undefined) return byRange('supported', 'within', met);
  const [tied] = inside;
  if (tied !== undefined) return byRange('unverified', 'host', tied);
  const [open] = at('imprecise');
  if (open !== undefined) return byRange('unknown', 'imprecise', open);
  const [below] = at('below');
  const above = at('above').at(-1);
  if (below !== undefined && above !== undefined)
    return { verdict: 'unsupported', reasonCode: 'outside', ranges };
  return byRange('unsupported', below === undefined ? 'above' : 'below', below ?? above ?? {});
}

function byRange(verdict: Verdict, reasonCode: ProductReasonCode, { from, to }: Bounds): ProductFinding {
  return { verdict, reasonCode, from, to };
}

function placeInRange({ channel, from, to }: ProductRange, target: TargetProduct): RangePlace {
  const { version, channel: line = '' } = target;
  // Visual Studio 2022 without its version: the year alone decides nothing within the year.
  if (channel !== undefined && YEAR.test(line) && version === line) return 'imprecise';
  // “Visual Studio 2017 and higher” has no channel, but its version is a year: that of the target's line.
  return rangePlace(channel === undefined && YEAR.test(line) ? line : version, from, to);
}

/** `imprecise` where a bound is missing or cannot be read: such a range decides nothing. */
function rangePlace(version: string, from?: string, to?: string): RangePlace {
  if (from === undefined && to === undefined) return 'imprecise';
  return placeIn(read(version), from === undefined ? from : read(from), to === undefined ? to : read(to));
}

const read = (text: string) => parseVersion(text) ?? { parts: [Number.NaN] };
