/** The brief answers of resolve and csp. */

import type { CspEnvelope, ResolveEnvelope } from '../contract/answers.ts';
import type { BriefBacked, BriefCsp, BriefMatch, BriefResolve } from '../contract/brief.ts';
import type { Compatibility } from '../contract/compatibility.ts';
import type { Match } from '../contract/match.ts';
import { contentsOf } from '../verify/allowed-values.ts';
import {
  Brevity,
  type BriefLimits,
  endOf,
  HIVES,
  judgedOf,
  mdmOf,
  nearestOf,
  nodeOf,
  othersOf,
  pastOf,
  sourcesOf,
  writableOf,
} from './brief-match.ts';
import { cut, defined, unlessEmpty } from './fit.ts';

export function briefResolve(envelope: ResolveEnvelope, limits: BriefLimits): BriefResolve {
  const brevity = new Brevity(limits);
  const { matches = [], compatibility, reason, nearest, node } = envelope.result;
  const told = matches.slice(0, limits.matches);
  return defined({
    // With several matches each has a verdict of its own.
    matches: told.map((match) => matchOf(match, match.compatibility ?? compatibility, brevity)),
    others: othersOf(matches, brevity),
    reason: cut(reason, limits.text),
    nearest: nearestOf(nearest, envelope.query.key, brevity),
    setInstead: node?.omaUri,
    confidence: envelope.confidence,
    ...endOf(envelope, sourcesOf(told), brevity),
  });
}

function matchOf(match: Match, compatibility: Compatibility | undefined, brevity: Brevity): BriefMatch {
  const { slug, displayName, class: policyClass, cspAlternatives = [] } = match;
  const { limits } = brevity;
  brevity.first('mdm nodes', cspAlternatives, 0);
  // A match without a node has no verdict on the registry value apart.
  const registry = compatibility?.registry ?? compatibility;
  const product = compatibility?.product;
  return defined({
    slug,
    title: cut(displayName, limits.title),
    ...pastOf(match),
    hive: HIVES[policyClass],
    ...writableOf(match, brevity),
    registry: registry && judgedOf(registry, limits.text),
    product: product && judgedOf(product, limits.text),
    mdm: mdmOf(match, compatibility ?? {}, limits),
  });
}

export function briefCsp(envelope: CspEnvelope, limits: BriefLimits): BriefCsp {
  const brevity = new Brevity(limits);
  const { matches, reason, node, nearest } = envelope.result;
  const told = matches.slice(0, limits.matches);
  return defined({
    matches: told.map((match) => backedOf(match, brevity)),
    others: othersOf(matches, brevity),
    node: node && documentedNode(node, brevity),
    reason: cut(reason, limits.text),
    nearest: nearestOf(nearest, undefined, brevity),
    confidence: envelope.confidence,
    ...endOf(envelope, sourcesOf(node === undefined ? told : [node]), brevity),
  });
}

function documentedNode(
  { omaUri, minOs, allowedValues }: NonNullable<CspEnvelope['result']['node']>,
  brevity: Brevity,
): NonNullable<BriefCsp['node']> {
  return defined({
    omaUri,
    minOs: cut(minOs || undefined, brevity.limits.text),
    ...(allowedValues && writableOf(contentsOf(allowedValues), brevity)),
  });
}

function backedOf(match: Match, brevity: Brevity): BriefBacked {
  const { slug, displayName, registryKey, valueName, csp, confidence, writes = [] } = match;
  const { limits } = brevity;
  const product = match.compatibility?.product;
  brevity.first('mdm nodes', match.cspAlternatives ?? [], 0);
  const told = brevity.first('writes', writes, limits.values);
  return defined({
    slug,
    title: cut(displayName, limits.title),
    ...pastOf(match),
    hive: HIVES[match.class],
    key: registryKey,
    value: valueName,
    writes: unlessEmpty(told.map((write) => write.valueName ?? '{list}')),
    ...writableOf(match, brevity),
    mdm: csp && nodeOf(csp, confidence),
    minOs: cut(csp?.minOs, limits.text),
    product: product && judgedOf(product, limits.text),
  });
}
