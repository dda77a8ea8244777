/** The brief answers: members of the API's answers, picked by their names and cut to a size. */
import { unmappedAmong, unmappedWarnings } from '../answer/envelope.ts';
import type {
  CoverageEnvelope,
  CspEnvelope,
  ResolveEnvelope,
  SearchEnvelope,
  SettingEnvelope,
} from '../contract/answers.ts';
import { BRIEF, pickMembers } from '../contract/brief.ts';
import type { ListChangesEnvelope } from '../contract/changes.ts';
import type { Compatibility } from '../contract/compatibility.ts';
import type { Confidence } from '../contract/words.ts';
import type { SourceInfo } from '../format/format.ts';
import type { JsonObject } from '../format/json.ts';
import { textsIn } from '../messages/index.ts';
import { type Limits, type Omitted, shorten } from './fit.ts';

type Envelope = Pick<ResolveEnvelope, 'confidence' | 'dataset' | 'warnings' | 'provenance'>;

/** An object of the envelope's members, the warnings first. */
const framed = <R extends object>({ confidence, dataset, warnings, provenance }: Envelope, result: R) => ({
  warnings,
  ...result,
  mdmConfidence: confidence,
  provenance,
  dataset,
});

function fitted<T extends object>(answer: T, limits: Limits): T & { omitted?: Omitted } {
  const omitted: Omitted = {};
  const { mdmConfidence, provenance, dataset, ...rest } = shorten(answer, limits, omitted) as JsonObject;
  const counts = Object.keys(omitted).length > 0 ? { omitted } : {};
  const end = { mdmConfidence, ...(provenance !== undefined && { provenance }), dataset };
  return { ...rest, ...counts, ...end } as unknown as T;
}

/** The envelope without warnings about omitted matches only, unless only those have the verdict of the answer. */
function onShown<E extends ResolveEnvelope | CspEnvelope>(envelope: E, most: number): E {
  const { result, query, warnings } = envelope;
  const { matches = [], compatibility } = result;
  if (matches.length <= most) return envelope;
  const decides = matches.map((match) => match.compatibility?.verdict === compatibility?.verdict);
  const isDecided = decides.indexOf(true) < most;
  const slugs = matches.map(({ slug }) => slug);
  const shown = slugs.slice(0, most);
  const left = slugs.filter((_, at) => at >= most && (isDecided || !decides[at]));
  const names = (text: string, slug: string) =>
    text.split(/[\s,:;]+/).some((word) => word.replace(/\.$/, '') === slug);
  const kept = warnings.filter(
    (text) => shown.some((slug) => names(text, slug)) || !left.some((slug) => names(text, slug)),
  );
  const { allMatches } = textsIn(query.lang);
  return { ...envelope, warnings: kept.map((text) => text.replace(` ${allMatches}`, '')) };
}

interface Mapped {
  csp?: object;
  confidence?: Confidence;
  compatibility?: Compatibility;
}

/** If there are several matches, each has its own confidence. `common` is the reason that the whole answer gives. */
const matchIn = <M extends Mapped>(match: M, several: boolean, common?: string) => ({
  ...match,
  ...(several && match.csp !== undefined && { mdmConfidence: match.confidence }),
  compatibility: match.compatibility?.reason === common ? undefined : verdictsIn(match.compatibility),
});

/**
 * Every verdict but `supported` has its reason; that of the node only if it differs from the answer's. The verdict on
 * writing the registry value is included if it differs.
 */
function verdictsIn(compatibility: Compatibility | undefined) {
  if (compatibility === undefined) return undefined;
  const { verdict: whole, reason: why, registry, mdm, product, candidates } = compatibility;
  const reasoned = ({ verdict, reason }: Pick<Compatibility, 'verdict' | 'reason'>) =>
    verdict === 'supported' ? { verdict } : { verdict, reason };
  return {
    ...reasoned(compatibility),
    registry: registry && registry.verdict !== whole ? reasoned(registry) : undefined,
    mdm: mdm && (mdm.reason === why ? { verdict: mdm.verdict } : reasoned(mdm)),
    product: product && reasoned(product),
    candidates: candidates?.map(({ family, label, verdict }) => ({ family, label, verdict })),
  };
}

/** With the first match that has a node in front, if it would be omitted. */
function nodeFirst(envelope: ResolveEnvelope, most: number): ResolveEnvelope {
  const { matches = [] } = envelope.result;
  const at = matches.findIndex(({ csp, otherHive }) => csp && !csp.sets && otherHive === undefined);
  if (at < most) return envelope;
  const ordered = [...matches.slice(at, at + 1), ...matches.slice(0, at), ...matches.slice(at + 1)];
  return { ...envelope, result: { ...envelope.result, matches: ordered } };
}

export function briefResolve(full: ResolveEnvelope, limits: Limits) {
  const envelope = nodeFirst(full, limits.matches);
  const { matches = [], compatibility, ...result } = envelope.result;
  const several = matches.length > 1;
  // Each of several matches has a verdict of its own; the common one is included if that of a shown match differs. A node
  // without a match has nothing to judge. Why the target cannot be judged is included once, and uncut.
  const unread = compatibility?.targetBuild === undefined ? compatibility?.reason : undefined;
  const isOther = (match: Mapped) => match.compatibility?.verdict !== compatibility?.verdict;
  const isWhole = !several || unread !== undefined || matches.slice(0, limits.matches).some(isOther);
  const verdict = isWhole ? { compatibility: verdictsIn(compatibility) } : {};
  const shown = { matches: matches.map((match) => matchIn(match, several, unread)), ...verdict, ...result };
  const cuts = unread === undefined ? limits : { ...limits, reason: 240 };
  return fitted(pickMembers(framed(onShown(envelope, limits.matches), shown), BRIEF.resolve), cuts);
}

export function briefCsp(envelope: CspEnvelope, limits: Limits) {
  const { matches, compatibility, ...result } = envelope.result;
  const several = matches.length > 1;
  const shown = {
    matches: matches.map((match) => matchIn(match, several)),
    compatibility: verdictsIn(compatibility),
    ...result,
  };
  return fitted(pickMembers(framed(onShown(envelope, limits.matches), shown), BRIEF.csp), limits);
}

/** The title distinguishes a hit from others. */
const TITLE = 60;

/** If limits are tight, the last hits have only slug and title. */
export function briefSearch(envelope: SearchEnvelope, limits: Limits) {
  const { matches, ...result } = envelope.result;
  const hits = matches.map((match, at) => {
    const hit = matchIn(match, true);
    return at < limits.hits ? hit : (pickMembers(match, BRIEF.lastHit) as typeof hit);
  });
  // Each hit shows by itself whether it has a node.
  const unmapped = unmappedWarnings(matches, unmappedAmong(matches), textsIn(envelope.query.lang).noMapping);
  const warnings = envelope.warnings.filter((warning) => !unmapped.includes(warning));
  const shown = pickMembers(framed({ ...envelope, warnings }, { ...result, matches: hits }), BRIEF.search);
  return fitted(shown, { ...limits, matches: hits.length, title: TITLE });
}

export function briefSetting(envelope: SettingEnvelope, limits: Limits) {
  const { setting, reason } = envelope.result;
  const shown = fitted(pickMembers(framed(envelope, { setting, reason }), BRIEF.setting), limits);
  const { payloads } = shown.setting.csp ?? {};
  // A payload is whole or absent: a client would send one that was cut.
  if (payloads === undefined || payloads.enabled.length <= 4 * limits.reason) return shown;
  const { payloads: _, ...csp } = shown.setting.csp ?? {};
  return { ...shown, setting: { ...shown.setting, csp }, omitted: { ...shown.omitted, payloads: 1 } };
}

export function briefChanges(envelope: ListChangesEnvelope, limits: Limits) {
  return fitted(pickMembers(framed(envelope, envelope.result), BRIEF.changes), limits);
}

export function briefCoverage(envelope: CoverageEnvelope, limits: Limits) {
  const { sources, ...figures } = envelope.result.coverage as unknown as Coverage;
  const coverage = { ...figures, sources: sources.filter(({ active }) => active).map(sourceName) };
  return fitted(pickMembers(framed(envelope, { coverage }), BRIEF.coverage), limits);
}

/** Members that are picked from `coverage.json`. */
interface Coverage {
  totals: Record<string, number>;
  mdm: Record<string, number>;
  languages: Record<string, { settings: number }>;
  sources: Pick<SourceInfo, 'id' | 'active' | 'versions'>[];
}

/** Versions of a source are sorted from old to new. */
function sourceName({ id, versions }: Coverage['sources'][number]): string {
  const last = versions.at(-1);
  return last ? `${id} ${last.version}` : id;
}
