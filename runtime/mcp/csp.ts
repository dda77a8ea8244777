/** The brief answer of csp. */
import type { CspEnvelope } from '../schema/answers.ts';
import type { BriefBacked, BriefCsp } from '../schema/brief.ts';
import type { Match } from '../schema/match.ts';
import {
  endOf,
  hiveOf,
  judgedOf,
  type Limits,
  nearestOf,
  nodeOf,
  othersOf,
  sourcesOf,
  titleOf,
  writableOf,
} from './brief-match.ts';
import { cut, Omitted } from './fit.ts';

export function briefCsp(envelope: CspEnvelope, limits: Limits): BriefCsp {
  const omitted = new Omitted();
  const { matches, reason, node, nearest } = envelope.result;
  const told = matches.slice(0, limits.matches);
  const sources = sourcesOf(node === undefined ? told : [node]);
  return {
    matches: told.map((match) => backedOf(match, limits, omitted)),
    ...othersOf(matches, limits, omitted),
    ...(node !== undefined && {
      node: { omaUri: node.omaUri, ...(node.minOs && { minOs: cut(node.minOs, limits.text) }) },
    }),
    ...(reason !== undefined && { reason: cut(reason, limits.text) }),
    ...nearestOf(nearest, undefined, limits, omitted),
    confidence: envelope.confidence,
    ...endOf(envelope, sources, limits, omitted),
  };
}

function backedOf(match: Match, limits: Limits, omitted: Omitted): BriefBacked {
  const { slug, registryKey, valueName, csp, confidence, compatibility, cspAlternatives } = match;
  const product = compatibility?.product;
  if (cspAlternatives !== undefined) omitted.first('mdm nodes', cspAlternatives, 0);
  return {
    slug,
    ...titleOf(match, limits),
    hive: hiveOf(match.class),
    key: registryKey,
    ...(valueName !== undefined && { value: valueName }),
    ...writableOf(match, limits, omitted),
    ...(csp !== undefined && { mdm: nodeOf(csp, confidence) }),
    ...(csp?.minOs !== undefined && { minOs: cut(csp.minOs, limits.text) }),
    ...(product !== undefined && { product: judgedOf(product, limits.text) }),
  };
}
