/** Reason codes and note codes with their data. Builds are dotted; dates are YYYY-MM-DD. */
import type { NamedBuilds, Release } from '../format/format.ts';
import type { ProductLine } from './releases.ts';
import type { Verdict } from './types.ts';

/** Why a `supportedOn` text gives no minimum; `SupportedOnFloor.why`. */
export const WHY_NO_FLOOR = [
  'bounded',
  'closed',
  'product',
  'edition',
  'contradiction',
  'unshipped',
  'placeholder',
  'unreadable',
  'unresolved',
  'explained',
] as const;
export type WhyNoFloor = (typeof WHY_NO_FLOOR)[number];

/** A target whose build is known. */
export interface TargetName {
  build: string;
  /** `Windows 10 22H2`; empty for a build that the release table does not have. */
  releases: readonly string[];
}

export type ReleaseName = Pick<Release, 'family' | 'label' | 'build'>;

type Targeted = { target: TargetName };
/** `required`: the documented minimum that decided. */
type Compared = Targeted & { required: string };

/** Reasons without parameters. */
type BareCode =
  | 'noTarget'
  | 'unreadableTarget'
  | 'noMinimum'
  /** It would be supported, but its vendor no longer documents it as current. */
  | 'gone'
  | 'noNodeMinimum'
  /** No edition list names a server edition. */
  | 'notForServer'
  /** The vendor's edition list is empty, or there is none to hold a named edition against. */
  | 'editionsUndocumented'
  /** The target has the node, of which no document says that it sets the value asked for. */
  | 'wholePolicy'
  /** The target may have the node, whose ingestion only Intune's settings catalog shows. */
  | 'catalogOnly';

/** A label of releases with different builds; a family alone. */
type AmbiguousCode = 'ambiguousLabel' | 'ambiguousFamily' | 'severalReleases';

/** Reason code → its data. */
interface ReasonData
  extends Record<BareCode, unknown>,
    Record<AmbiguousCode, { candidates: readonly ReleaseName[] }>,
    Record<'reached' | 'belowRevision' | 'below' | 'later', Compared> {
  /** Editions, and no release that is known for them. */
  editionAlone: { editions: readonly string[] };
  noSuchLabel: { family: string; label: string; labels: readonly string[] };
  /** `releases` have the build; none where the table does not have it. */
  contradictoryBuild: { named: string; build: string; releases: readonly string[] };
  /** The target names no revision; the first one of its release reaches the minimum. */
  reachedByFirstRevision: Compared & { first: string };
  /** The target names no revision, and from `revision` on its build reaches the minimum. */
  needsRevision: Compared & { revision: number };
  /** A higher build number, but released earlier, on another branch. */
  releasedEarlier: Compared & { targetDate: string; requiredDate: string };
  /** Minimums of other branches alone, some below and some above the target. */
  between: Targeted & { alternatives: readonly string[] };
  noReadableBuild: { minimum: string };
  /** The target is not older than the release whose templates no longer have the setting. */
  dropped: Targeted & { since: string };
  /** The target does not reach the first release with the value, or whose templates have the setting for the hive. */
  added: Targeted & { since: string; hive?: 'HKLM' | 'HKCU' };
  lineNotNamed: { line: ProductLine; supportedOn: string };
  noFloor: { why: WhyNoFloor; supportedOn: string };
  /** The text names the releases from one build to another. */
  named: Compared & { to: string };
  ended: Targeted & { last: string };
  /** A baseline of the vendor for this release sets the value. */
  baseline: Targeted & { baseline: string };
  /** The release contains the product in a version that the text allows. */
  component: Targeted & { component: string };
  /** The text is closed, and its definition has no release of the target's product line. */
  lineExcluded: Targeted;
  /** The text is of the age of Windows 10, and the MDM node came after the server. */
  nodeLaterThanServer: { minimum: string };
  /** The target may be a client or a server; `agree`: both get the same verdict. */
  bothLines: Targeted & { agree: boolean; client: Reason; server: Reason };
  settingsAgree: Targeted & { verdict: Verdict; settings: { slugs: string[]; reason: Reason }[] };
  settingsDiffer: { settings: readonly { slug: string; verdict: Verdict }[] };
  /** `editions`: the groups that have the node. */
  editionNotListed: { edition: string; editions: readonly string[] };
  /** The name may be one of several editions; `listed`: the names of those that have the node. */
  editionUnclear: { edition: string; listed: readonly string[] };
  editionsDiffer: { listed: readonly string[]; others: readonly string[] };
  notSettable: { access: readonly string[] };
  /** The node is for HoloLens or Surface Hub alone. */
  notForPc: { editions: readonly string[] };
  /** The target is a HoloLens, a Surface Hub or IoT Core: supported-on texts are about PCs and servers. */
  notOfPc: { editions: readonly string[]; supportedOn: string };
}

export type ReasonCode = keyof ReasonData;

interface EveryReason {
  /** A minimum was compared, and it is that of the host OS of another product. */
  hostOnly?: true;
  /** The definition whose logic gives the minimum of servers, which its text does not name. */
  definition?: string;
  /** What a page says of the line, which the text does not name. */
  page?: NonNullable<NamedBuilds['page']>;
  /** The verdicts of several settings are those on their nodes. */
  ofNodes?: true;
}

export type Reason<C extends ReasonCode = ReasonCode> = {
  [P in C]: { code: P } & EveryReason & ReasonData[P];
}[C];

/** Note code → its data. */
interface NoteData extends Record<'deprecated' | 'maybeDeprecated', { since: string }> {
  verdictsDiffer: { mdm: Verdict; registry: Verdict };
  /** The headline is that of the registry policy, which is older than the node. */
  nodeLater: { mdm: Verdict; minimum: string };
  /** The build number is that of a client and of these servers. */
  sharedBuild: { servers: readonly string[] };
  /** The baseline names these roles of a server alone. */
  rolesOnly: { roles: readonly string[] };
  optionClause: { clause: string };
  /** The templates of the target's own release, older than the text, do not have the value. */
  notInTemplates: unknown;
  /** Documented minimums without a readable build, beside readable ones. */
  unreadableAlternatives: { alternatives: readonly string[] };
  deprecatedUndated: unknown;
  /** No edition was named, and the node is not for these. */
  editionsLacking: { editions: readonly string[] };
}

export type NoteCode = keyof NoteData;

export type Note<C extends NoteCode = NoteCode> = { [P in C]: { code: P } & NoteData[P] }[C];
