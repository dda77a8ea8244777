/** The verdict on one setting for one target OS, by the vendor's documented minimums alone. */
import type { EditionList, Scope } from '../format/format.ts';
import { sameData } from '../format/json.ts';
import { devicesOf, findingOf, judgeRegistry, onBothLines, silenceOf } from './findings.ts';
import { bestOf, type Headline, headline } from './headline.ts';
import { isOld } from './line-rule.ts';
import { chooseNodes, type EditionNode, isDecisive, judgeMinimum, judgeNode } from './nodes.ts';
import { limitsOf, notesOn, verdictsDiffer } from './notes.ts';
import type { IndexedRelease, Releases } from './releases.ts';
import {
  nameOfRelease,
  type OpenTarget,
  type ResolvedTarget,
  releaseTarget,
  type Target,
  targetName,
} from './target.ts';
import type { Candidate, Facts, Finding, JudgedNode, Judgement, RegistryFinding } from './types.ts';

/** What verdicts are drawn from beside the facts of a setting. */
export interface Tables {
  releases: Releases;
  /** By number. */
  editionLists: readonly EditionList[];
}

/** What the headline is about: writing the registry value, or setting the node. */
export type Subject = 'value' | 'node';

/** The facts with their edition lists, for one question. */
interface Question {
  facts: Facts;
  nodes: readonly EditionNode[];
  releases: Releases;
  scope: Scope | undefined;
  about: Subject;
}

/** `scope`: of the hive that was asked for, where one was. Never throws. */
export function judge(
  facts: Facts,
  target: Target,
  { releases, editionLists }: Tables,
  scope?: Scope,
  about: Subject = 'value',
): Judgement {
  const nodes = (facts.nodes ?? []).map((node) =>
    node.editionList === undefined ? node : { ...node, list: editionLists[node.editionList] },
  );
  const question: Question = { facts, nodes, releases, scope, about };
  return target.kind === 'build' ? judgeBuild(question, target) : judgeOpen(question, target);
}

function judgeOpen(question: Question, target: OpenTarget): Judgement {
  const chosen = chooseNodes(question.nodes, question.scope, undefined, target.editions);
  const isUndated = chosen[0]?.node.deprecatedFrom === true;
  const candidates = candidatesOf(question, target.candidates, target.editions);
  return {
    verdict: 'unknown',
    reason: target.reason,
    notes: isUndated ? [{ code: 'deprecatedUndated' }] : [],
    nodes: chosen.map(({ index }): JudgedNode => ({ index, verdict: 'unknown' })),
    ...(candidates.length > 0 && { candidates }),
  };
}

function candidatesOf(
  question: Question,
  all: readonly IndexedRelease[],
  editions: ResolvedTarget['editions'],
): Candidate[] {
  return all.map((release) => {
    const { family, label, build } = release;
    const { verdict } = judgeBuild(question, releaseTarget(release, editions, question.releases));
    return { family, label, build, verdict };
  });
}

/** A build that may be that of a client and of a server is judged as both; nodes are compared by their numbers. */
function judgeBuild(question: Question, target: ResolvedTarget): Judgement {
  const { facts } = question;
  const registry = judgeRegistry(facts, target);
  if (target.line !== undefined) {
    return judgeTarget(question, target, headlineOn(question, target, registry), registry, registry);
  }
  const asClient: ResolvedTarget = { ...target, line: 'client' };
  const asServer: ResolvedTarget = { ...target, line: 'server' };
  // A template is ingested on clients alone.
  const policy = judgeRegistry(facts, asClient);
  const client = headlineOn(question, asClient, policy);
  const server = headlineOn(question, asServer, judgeRegistry(facts, asServer), true);
  const name = targetName(target);
  const same = client.basis === server.basis && sameData(client.finding, server.finding);
  const whole: Headline = {
    finding: same ? client.finding : onBothLines(name, client.finding, server.finding),
    notes: client.notes,
    ...(client.basis !== undefined && client.basis === server.basis && { basis: client.basis }),
  };
  const judgement = judgeTarget(question, target, whole, registry, policy);
  const candidates = candidatesOf(question, target.releases, target.editions);
  if (candidates.length > 0) judgement.candidates = candidates;
  const servers = target.releases.filter(({ line }) => line === 'server').map(nameOfRelease);
  if (servers.length > 0 && judgement.mdm !== undefined) {
    judgement.notes = [...judgement.notes, { code: 'sharedBuild', servers }];
  }
  return judgement;
}

/** @param isBare the line is only one of two that the build may have: no node is ruled out for it. */
function headlineOn(
  question: Question,
  target: ResolvedTarget,
  registry: RegistryFinding,
  isBare = false,
): Headline {
  const { floor } = question.facts;
  return headline({
    registry,
    node: decidingNode(question, target),
    isServer: target.line === 'server' && !isBare,
    // Which releases contain a product dates nothing that the product's own setting needs.
    isOldText: floor?.component === undefined && isOld(floor?.[target.line ?? 'client']),
  });
}

/** Of the nodes that decide, by their builds alone. */
function decidingNode({ facts, nodes, scope }: Question, target: ResolvedTarget): Finding | undefined {
  if (facts.endedVersions || devicesOf(target).length > 0) return undefined;
  const decisive = nodes.filter((node) => isDecisive(node) && (scope === undefined || node.scope === scope));
  return bestOf(decisive.map((node) => judgeMinimum(node, target)));
}

/** The headline, with the two parts and the nodes of the target. @param policy The verdict that ingested nodes follow. */
function judgeTarget(
  { nodes: all, facts, scope, about }: Question,
  target: ResolvedTarget,
  value: Headline,
  registry: RegistryFinding,
  policy: RegistryFinding,
): Judgement {
  const chosen = chooseNodes(all, scope, target.line, target.editions);
  const findings = chosen.map(({ node }) => judgeNode(node, target, policy));
  const [first] = chosen;
  const [mdm] = findings;
  const ofNode: Headline | undefined =
    mdm && about === 'node' ? { finding: mdm, basis: 'csp', notes: [] } : undefined;
  const { finding, basis, notes } = ofNode ?? value;
  const differ = mdm === undefined || notes.length > 0 ? notes : verdictsDiffer(mdm, registry);
  return {
    ...findingOf(finding),
    target: targetName(target),
    ...(basis !== undefined && { basis }),
    registry,
    ...(mdm !== undefined && { mdm }),
    silence: silenceOf(facts, registry),
    notes: [...(first ? notesOn(first, differ, target) : []), ...limitsOf(facts, registry)],
    nodes: chosen.map(({ index }, at) => ({ index, verdict: findings[at]?.verdict ?? 'unknown' })),
  };
}
