/** The brief answers of resolve and csp. */
import { contentsOf } from '../answer/allowed-values.ts';
import type { CspEnvelope, ResolveEnvelope } from '../schema/answers.ts';
import type { BriefBacked, BriefCsp, BriefMatch, BriefResolve } from '../schema/brief.ts';
import type { Compatibility } from '../schema/compatibility.ts';
import type { Match, PolicyWrite } from '../schema/match.ts';
import {
  type BriefLimits,
  endOf,
  HIVES,
  judgedOf,
  mdmOf,
  nearestOf,
  nodeOf,
  othersOf,
  pastOf,
  registryOf,
  sourcesOf,
  titleOf,
  writableOf,
} from './brief-match.ts';
import { cut, Omitted } from './fit.ts';

export function briefResolve(envelope: ResolveEnvelope, limits: BriefLimits): BriefResolve {
  const omitted = new Omitted();
  const { matches = [], compatibility, reason, nearest, node } = envelope.result;
  const told = matches.slice(0, limits.matches);
  return {
    // With several matches each has a verdict of its own.
    matches: told.map((match) => matchOf(match, match.compatibility ?? compatibility, limits, omitted)),
    ...othersOf(matches, limits, omitted),
    ...(reason !== undefined && { reason: cut(reason, limits.text) }),
    ...nearestOf(nearest, envelope.query.key, limits, omitted),
    ...(node !== undefined && { setInstead: node.omaUri }),
    confidence: envelope.confidence,
    ...endOf(envelope, sourcesOf(told), limits, omitted),
  };
}

function matchOf(
  match: Match,
  compatibility: Compatibility | undefined,
  limits: BriefLimits,
  omitted: Omitted,
): BriefMatch {
  if (match.cspAlternatives !== undefined) omitted.first('mdm nodes', match.cspAlternatives, 0);
  return {
    slug: match.slug,
    ...titleOf(match, limits),
    ...pastOf(match),
    hive: HIVES[match.class],
    ...writableOf(match, limits, omitted),
    ...registryOf(compatibility, limits),
    ...mdmOf(match, compatibility, limits),
  };
}

export function briefCsp(envelope: CspEnvelope, limits: BriefLimits): BriefCsp {
  const omitted = new Omitted();
  const { matches, reason, node, nearest } = envelope.result;
  const told = matches.slice(0, limits.matches);
  const sources = sourcesOf(node === undefined ? told : [node]);
  return {
    matches: told.map((match) => backedOf(match, limits, omitted)),
    ...othersOf(matches, limits, omitted),
    ...(node !== undefined && {
      node: {
        omaUri: node.omaUri,
        ...(node.minOs && { minOs: cut(node.minOs, limits.text) }),
        ...(node.allowedValues && writableOf(contentsOf(node.allowedValues), limits, omitted)),
      },
    }),
    ...(reason !== undefined && { reason: cut(reason, limits.text) }),
    ...nearestOf(nearest, undefined, limits, omitted),
    confidence: envelope.confidence,
    ...endOf(envelope, sources, limits, omitted),
  };
}

function backedOf(match: Match, limits: BriefLimits, omitted: Omitted): BriefBacked {
  const {
    slug,
    registryKey,
    valueName,
    csp,
    confidence,
    compatibility,
    cspAlternatives,
    writes = [],
  } = match;
  const product = compatibility?.product;
  if (cspAlternatives !== undefined) omitted.first('mdm nodes', cspAlternatives, 0);
  return {
    slug,
    ...titleOf(match, limits),
    ...pastOf(match),
    hive: HIVES[match.class],
    key: registryKey,
    ...(valueName !== undefined && { value: valueName }),
    ...writesOf(writes, limits, omitted),
    ...writableOf(match, limits, omitted),
    ...(csp !== undefined && { mdm: nodeOf(csp, confidence) }),
    ...(csp?.minOs !== undefined && { minOs: cut(csp.minOs, limits.text) }),
    ...(product !== undefined && { product: judgedOf(product, limits.text) }),
  };
}

function writesOf(writes: readonly PolicyWrite[], { values }: BriefLimits, omitted: Omitted) {
  const told = omitted.first('writes', writes, values).flatMap(({ valueName }) => valueName ?? '{list}');
  return told.length === 0 ? {} : { writes: told };
}
