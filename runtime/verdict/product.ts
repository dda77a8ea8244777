/**
 * Whether a setting is documented for the named version of its product. As with the target OS, nothing is assumed:
 * `supported` and `unsupported` follow from versions that the vendor's text gives, and from nothing else.
 */
import type { ProductRange } from '../contract/product.ts';
import type { Verdict } from '../contract/words.ts';
import type { TargetProduct } from './product-target.ts';
import type { ProductFacts } from './types.ts';
import { parseVersion, placeIn, type RangePlace } from './versions.ts';

export { type ProductProblem, readTargetProducts, type TargetProduct } from './product-target.ts';

type ProductReasonCode =
  /** At or above `from`, with no last version. */
  | 'reached'
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
  | 'no-range'
  /** Templates of the same major version have the setting (`seenIn`). */
  | 'seen'
  /** An older and a newer version's templates have it. */
  | 'between'
  /** Templates of older or of newer versions have it. */
  | 'beside'
  /** Templates have it, marked as removed or obsolete. */
  | 'withdrawn'
  /** The setting's product is not among the targets. */
  | 'not-named';

export interface ProductJudgement {
  product: string;
  /** Absent with `not-named`. */
  version?: string;
  channel?: string;
  verdict: Verdict;
  reasonCode: ProductReasonCode;
  /** Of the alternative that decided. */
  from?: string;
  to?: string;
  /** With `outside`: the alternatives. */
  ranges?: readonly ProductRange[];
  /** Versions of the templates that decide: those nearest to the target's. */
  seenIn?: readonly string[];
  /** With `dropped`, `beside`: the version of the templates. */
  since?: string;
  /** With `channel-needed` and `other-channel`: those that the vendor documents, empty text = the ordinary one. */
  channels?: string[];
}

/** Channels that a range without a channel speaks of. */
const DEFAULT_CHANNELS: ReadonlySet<string> = new Set(['Release', 'Stable']);

type SeenFinding = Pick<ProductJudgement, 'verdict' | 'reasonCode' | 'seenIn' | 'since' | 'channels'>;

/** What the ranges of one channel say. */
type Finding = Pick<ProductJudgement, 'verdict' | 'reasonCode' | 'from' | 'to' | 'ranges'>;

/**
 * Judges the ranges of one setting, all of the target's product.
 * @param host Verdict of the target OS against the Windows part of the same text, for ranges tied to it.
 */
export function judgeProduct(facts: ProductFacts, target: TargetProduct, host?: Verdict): ProductJudgement {
  const { ranges = [] } = facts;
  const seenIn = ranges[0]?.seenIn;
  if (seenIn === undefined) return unlessDropped(judgeProductTarget(ranges, target, host), target, facts);
  return { ...target, ...judgeSeen(seenIn, target, facts) };
}

/** The templates of a version document that version; nothing is documented for what lies between two of them. */
function judgeSeen(
  seenIn: readonly string[],
  { version, channel }: TargetProduct,
  { withdrawn, removedIn = '' }: ProductFacts,
): SeenFinding {
  if (channel !== undefined && !DEFAULT_CHANNELS.has(channel))
    return { verdict: 'unverified', reasonCode: 'other-channel', channels: [''] };
  if (withdrawn) return { verdict: 'unverified', reasonCode: 'withdrawn', seenIn: seenIn.slice(-1) };
  const major = majorOf(version);
  const own = seenIn.findLast((each) => majorOf(each) === major);
  if (own !== undefined && majorOf(removedIn) !== major)
    return { verdict: 'supported', reasonCode: 'seen', seenIn: [own] };
  const below = seenIn.findLast((each) => majorOf(each) <= major);
  const above = seenIn.find((each) => majorOf(each) > major);
  if (below !== undefined && above !== undefined)
    return { verdict: 'unverified', reasonCode: 'between', seenIn: [below, above] };
  const nearest = below ?? above ?? '';
  const since = below !== undefined && removedIn !== '' ? { since: removedIn } : {};
  return { verdict: 'unverified', reasonCode: 'beside', seenIn: [nearest], ...since };
}

const majorOf = (version: string) => parseVersion(version)?.parts[0] ?? Number.NaN;

/** A version older than the templates that dropped the setting keeps its verdict. */
function unlessDropped(
  judged: ProductJudgement,
  target: TargetProduct,
  { removedIn, hasTemplatesOfVersion }: ProductFacts,
): ProductJudgement {
  if (removedIn === undefined || judged.verdict !== 'supported') return judged;
  return hasTemplatesOfVersion && placeOf(target.version, removedIn) === 'below'
    ? judged
    : { ...judged, verdict: 'unverified', reasonCode: 'dropped', since: removedIn };
}

function judgeProductTarget(
  ranges: readonly ProductRange[],
  target: TargetProduct,
  host: Verdict | undefined,
): ProductJudgement {
  const channels = [...new Set(ranges.map((range) => range.channel ?? ''))];
  const ordinary = target.channel === undefined || DEFAULT_CHANNELS.has(target.channel);
  const own = ranges.filter((range) => isOfChannel(range, target, ordinary));
  if (own.length === 0) {
    return target.channel === undefined
      ? { ...target, verdict: 'unknown', reasonCode: 'channel-needed', channels }
      : { ...target, verdict: 'unverified', reasonCode: 'other-channel', channels };
  }
  const finding = judgeRanges(own, target, host);
  if (target.channel === undefined && disagrees(finding, ranges, channels, target, host)) {
    return { ...target, verdict: 'unknown', reasonCode: 'channel-needed', channels };
  }
  return { ...target, ...finding };
}

/** “Visual Studio 2017 and higher” has no channel, but its version is a year: that of the target's line. */
function isOfChannel(range: ProductRange, target: TargetProduct, ordinary: boolean): boolean {
  if (range.channel !== undefined) return range.channel === target.channel;
  return ordinary || isYear(target.channel);
}

const isYear = (channel: string | undefined) => channel !== undefined && /^20\d\d$/.test(channel);

/** Whether the same number gives another verdict as a version of a channel that was not named. */
function disagrees(
  finding: Finding,
  ranges: readonly ProductRange[],
  channels: readonly string[],
  target: TargetProduct,
  host: Verdict | undefined,
): boolean {
  return channels.some((channel) => {
    const others = ranges.filter((range) => range.channel === channel);
    return others.length > 0 && judgeRanges(others, target, host).verdict !== finding.verdict;
  });
}

function judgeRanges(
  ranges: readonly ProductRange[],
  target: TargetProduct,
  host: Verdict | undefined,
): Finding {
  const placed = ranges.map((range) => ({ range, place: versionPlace(range, target) }));
  const at = (wanted: RangePlace | 'unreadable') => placed.find(({ place }) => place === wanted)?.range;
  const inside = placed.filter(({ place }) => place === 'inside').map(({ range }) => range);
  const met = inside.find((range) => range.onHost !== true || host === 'supported');
  if (met !== undefined) {
    return found('supported', met.to === undefined ? 'reached' : 'within', met);
  }
  const [tied] = inside;
  if (tied !== undefined) return found('unverified', 'host', tied);
  const open = at('imprecise');
  if (open !== undefined) return found('unknown', 'imprecise', open);
  // An alternative that cannot be read may hold the version.
  if (at('unreadable') !== undefined) return { verdict: 'unverified', reasonCode: 'no-range' };
  const below = at('below');
  const above = placed.findLast(({ place }) => place === 'above')?.range;
  if (below !== undefined && above !== undefined)
    return { verdict: 'unsupported', reasonCode: 'outside', ranges };
  return found('unsupported', below === undefined ? 'above' : 'below', below ?? above ?? {});
}

function found(
  verdict: Verdict,
  reasonCode: ProductReasonCode,
  { from, to }: Partial<ProductRange>,
): Finding {
  return { verdict, reasonCode, ...(from !== undefined && { from }), ...(to !== undefined && { to }) };
}

function versionPlace({ channel, from, to }: ProductRange, target: TargetProduct) {
  const byYear = isYear(target.channel);
  // Visual Studio 2022 without its version: the year alone decides nothing within the year.
  if (byYear && channel !== undefined && target.version === target.channel) return 'imprecise';
  if (from === undefined && to === undefined) return 'unreadable';
  return placeOf(byYear && channel === undefined ? (target.channel ?? '') : target.version, from, to);
}

/** `unreadable` where a version cannot be read: such a range says nothing. */
function placeOf(version: string, from?: string, to?: string): RangePlace | 'unreadable' {
  const bounds = [from, to].map((bound) => (bound === undefined ? undefined : (parseVersion(bound) ?? null)));
  const [own, first, last] = [parseVersion(version), ...bounds];
  if (!own || first === null || last === null) return 'unreadable';
  return placeIn(own, first, last);
}
