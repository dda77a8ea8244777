/** The brief answers: members of the API's answers, picked by their schemas and cut to a size. */

import { unmappedAmong, unmappedWarnings } from '../answer/envelope.ts';
import type {
  CoverageEnvelope,
  CspEnvelope,
  ResolveEnvelope,
  SearchEnvelope,
  SettingEnvelope,
} from '../contract/answers.ts';
import {
  BriefChanges,
  BriefCoverage,
  BriefCsp,
  BriefResolve,
  BriefSearch,
  BriefSetting,
} from '../contract/brief.ts';
import type { ListChangesEnvelope } from '../contract/changes.ts';
import type { Compatibility } from '../contract/compatibility.ts';
import { project } from '../contract/pick.ts';
import { isObject, type JsonObject } from '../format/json.ts';
import { textsIn } from '../messages/index.ts';
import { type Limits, type Omitted, shorten } from './fit.ts';

type Envelope = Pick<ResolveEnvelope, 'confidence' | 'dataset' | 'warnings' | 'provenance'>;

/** An object of the envelope's members, the warnings first. */
function framed({ confidence, dataset, warnings, provenance }: Envelope, result: object): JsonObject {
  return { warnings, ...result, mdmConfidence: confidence, provenance, dataset };
}

function fitted<T extends { omitted?: Omitted }>(answer: T, limits: Limits): T {
  const omitted: Omitted = {};
  const { mdmConfidence, provenance, dataset, ...rest } = shorten(answer, limits, omitted) as JsonObject;
  const counts = Object.keys(omitted).length > 0 ? { omitted } : {};
  const end = { mdmConfidence, ...(provenance !== undefined && { provenance }), dataset };
  return { ...rest, ...counts, ...end } as unknown as T;
}

/** Without warnings on those matches alone that are left out. */
function onShown<E extends ResolveEnvelope | CspEnvelope>(envelope: E, most: number): E {
  const { result, query, warnings } = envelope;
  const slugs = (result.matches ?? []).map(({ slug }) => slug);
  const [shown, left] = [slugs.slice(0, most), slugs.slice(most)];
  if (left.length === 0) return envelope;
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
  confidence?: string;
  compatibility?: Compatibility;
}

/** How a mapping is known is on the match where there are several. */
const matchIn = (match: Mapped, several: boolean) => ({
  ...match,
  ...(several && match.csp !== undefined && { mdmConfidence: match.confidence }),
  compatibility: verdictsIn(match.compatibility),
});

/**
 * A reason is beside every verdict but `supported`; of the node, where it is not that of the whole. The verdict on writing
 * the registry value stands where it is another one.
 */
function verdictsIn(compatibility: Compatibility | undefined) {
  if (compatibility === undefined) return undefined;
  const { verdict: whole, reason: why, registry, mdm, product } = compatibility;
  const reasoned = ({ verdict, reason }: { verdict: string; reason: string }) =>
    verdict === 'supported' ? { verdict } : { verdict, reason };
  return {
    ...reasoned(compatibility),
    registry: registry && registry.verdict !== whole ? reasoned(registry) : undefined,
    mdm: mdm && (mdm.reason === why ? { verdict: mdm.verdict } : reasoned(mdm)),
    product: product && reasoned(product),
  };
}

export function briefResolve(envelope: ResolveEnvelope, limits: Limits): BriefResolve {
  const { matches = [], compatibility, ...result } = envelope.result;
  const several = matches.length > 1;
  // With several matches each has a verdict of its own; where some are left out, those that are shown may have another one
  // than all together. Of one without a match there is nothing to judge.
  const isOther = (match: Mapped) => match.compatibility?.verdict !== compatibility?.verdict;
  const hidesSome = matches.length > limits.matches;
  const isWhole = matches.length === 1 || (hidesSome && matches.slice(0, limits.matches).some(isOther));
  const verdict = isWhole ? { compatibility: verdictsIn(compatibility) } : {};
  const shown = { matches: matches.map((match) => matchIn(match, several)), ...verdict, ...result };
  return fitted(project(BriefResolve, framed(onShown(envelope, limits.matches), shown)), limits);
}

export function briefCsp(envelope: CspEnvelope, limits: Limits): BriefCsp {
  const { matches, compatibility, ...result } = envelope.result;
  const several = matches.length > 1;
  const shown = {
    matches: matches.map((match) => matchIn(match, several)),
    compatibility: verdictsIn(compatibility),
    ...result,
  };
  return fitted(project(BriefCsp, framed(onShown(envelope, limits.matches), shown)), limits);
}

/** The title distinguishes a hit from others. */
const TITLE = 60;

/** Where limits are tight, the last hits are named by slug and title alone. */
export function briefSearch(envelope: SearchEnvelope, limits: Limits): BriefSearch {
  const { matches, ...result } = envelope.result;
  const hits = matches.map((match, at) => {
    const { slug, displayName, lifecycle, removedIn } = match;
    return at < limits.hits ? matchIn(match, true) : { slug, displayName, lifecycle, removedIn };
  });
  // Each hit shows by itself whether it has a node.
  const unmapped = unmappedWarnings(matches, unmappedAmong(matches), textsIn(envelope.query.lang).noMapping);
  const warnings = envelope.warnings.filter((warning) => !unmapped.includes(warning));
  const shown = project(BriefSearch, framed({ ...envelope, warnings }, { ...result, matches: hits }));
  return fitted(shown, { ...limits, matches: hits.length, title: TITLE });
}

export function briefSetting(envelope: SettingEnvelope, limits: Limits): BriefSetting {
  const { setting, reason } = envelope.result;
  const shown = fitted(project(BriefSetting, framed(envelope, { setting, reason })), limits);
  const { payloads } = shown.setting.csp ?? {};
  // A payload is whole or not there: one that was cut would be sent.
  if (payloads === undefined || payloads.enabled.length <= 4 * limits.reason) return shown;
  const { payloads: _, ...csp } = shown.setting.csp ?? {};
  return { ...shown, setting: { ...shown.setting, csp }, omitted: { ...shown.omitted, payloads: 1 } };
}

export function briefChanges(envelope: ListChangesEnvelope, limits: Limits): BriefChanges {
  return fitted(project(BriefChanges, framed(envelope, envelope.result)), limits);
}

export function briefCoverage(envelope: CoverageEnvelope, limits: Limits): BriefCoverage {
  const { totals, mdm, languages, sources } = envelope.result.coverage;
  const newest = (Array.isArray(sources) ? sources : []).filter(
    (source): source is JsonObject => isObject(source) && source.active === true,
  );
  const coverage = { totals, mdm, languages, sources: newest.map(sourceName) };
  return fitted(project(BriefCoverage, framed(envelope, { coverage })), limits);
}

/** The versions of a source stand from old to new. */
function sourceName({ id, versions }: JsonObject): string {
  const last: unknown = Array.isArray(versions) ? versions.at(-1) : undefined;
  return isObject(last) ? `${id} ${last.version}` : String(id);
}
