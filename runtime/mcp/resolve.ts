/** The brief answer of resolve. */
import type { ResolveEnvelope } from '../schema/answers.ts';
import type { BriefMatch, BriefResolve } from '../schema/brief.ts';
import type { Compatibility } from '../schema/compatibility.ts';
import type { Match } from '../schema/match.ts';
import {
  endOf,
  hiveOf,
  type Limits,
  mdmOf,
  nearestOf,
  othersOf,
  registryOf,
  sourcesOf,
  titleOf,
  writableOf,
} from './brief-match.ts';
import { cut, Omitted } from './fit.ts';

export function briefResolve(envelope: ResolveEnvelope, limits: Limits): BriefResolve {
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
  limits: Limits,
  omitted: Omitted,
): BriefMatch {
  if (match.cspAlternatives !== undefined) omitted.first('mdm nodes', match.cspAlternatives, 0);
  return {
    slug: match.slug,
    ...titleOf(match, limits),
    hive: hiveOf(match.class),
    ...writableOf(match, limits, omitted),
    ...registryOf(compatibility, limits),
    ...mdmOf(match, compatibility, limits),
  };
}
