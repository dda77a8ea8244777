/** The verdict on one setting for one target OS, by the vendor's documented minimums alone. */
import type { EditionList, Scope } from '../format/format.ts';
import { sameData } from '../format/json.ts';
import { compare } from './compare.ts';
import { bestOf, type Headline, headline } from './headline.ts';
import {
  chooseNodes,
  type EditionNode,
  isDecisive,
  judgeMinimum,
  judgeNode,
  lackingEditions,
} from './nodes.ts';
import type { Note } from './reasons.ts';
import { devicesOf, isOld, judgeRegistry, onBothLines, silenceOf } from './registry.ts';
import type { IndexedRelease, Releases } from './releases.ts';
import {
  nameOfRelease,
  type OpenTarget,
  type ResolvedTarget,
  releaseTarget,
  type Target,
  targetName,
} from './target.ts';
import type { Candidate, Facts, Finding, Judgement } from './types.ts';

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

function judgeOpen(question: Question, { reason, editions, candidates }: OpenTarget): Judgement {
  const chosen = chooseNodes(question.nodes, question.scope, undefined, editions);
  return {
    verdict: 'unknown',
    reason,
    notes: chosen[0]?.node.deprecatedFrom === true ? [{ code: 'deprecatedUndated' }] : [],
    nodes: chosen.map(({ index }) => ({ index, verdict: 'unknown' })),
    ...candidatesOf(question, candidates, editions),
  };
}

function candidatesOf(
  question: Question,
  releases: readonly IndexedRelease[],
  editions: ResolvedTarget['editions'],
): { candidates?: Candidate[] } {
  const candidates = releases.map((release) => {
    const { family, label, build } = release;
    const { verdict } = judgeBuild(question, releaseTarget(release, editions, question.releases));
    return { family, label, build, verdict };
  });
  return candidates.length > 0 ? { candidates } : {};
}

function judgeBuild(question: Question, target: ResolvedTarget): Judgement {
  const registry = judgeRegistry(question.facts, target);
  return target.line === undefined
    ? judgeBoth(question, target, registry)
    : judgeTarget(question, target, headlineOn(question, target, registry), registry, registry);
}

/** A build that may be that of a client and of a server is judged as both; nodes are compared by their numbers. */
function judgeBoth(question: Question, target: ResolvedTarget, registry: Finding): Judgement {
  const { releases, editions } = target;
  const asClient: ResolvedTarget = { ...target, line: 'client' };
  const asServer: ResolvedTarget = { ...target, line: 'server' };
  // A template is ingested on clients alone.
  const policy = judgeRegistry(question.facts, asClient);
  const client = headlineOn(question, asClient, policy);
  const server = headlineOn(question, asServer, judgeRegistry(question.facts, asServer), true);
  const { basis } = client;
  const isOne = basis === server.basis;
  const value: Headline = {
    finding:
      isOne && sameData(client.finding, server.finding)
        ? client.finding
        : onBothLines(target, client.finding, server.finding),
    notes: client.notes,
    ...(isOne && basis !== undefined && { basis }),
  };
  const judgement = judgeTarget(question, target, value, registry, policy);
  const servers = releases.filter(({ line }) => line === 'server').map(nameOfRelease);
  const isShared = servers.length > 0 && judgement.mdm !== undefined;
  return {
    ...judgement,
    notes: [...judgement.notes, ...(isShared ? [{ code: 'sharedBuild' as const, servers }] : [])],
    ...candidatesOf(question, releases, editions),
  };
}

/** @param isBare the line is only one of two that the build may have: no node is ruled out for it. */
function headlineOn(
  { facts, nodes, scope }: Question,
  target: ResolvedTarget,
  registry: Finding,
  isBare = false,
): Headline {
  const { floor, supportedOn, endedVersions } = facts;
  const mayDecide = !endedVersions && devicesOf(target).length === 0;
  const decisive = nodes.filter((node) => isDecisive(node) && (scope === undefined || node.scope === scope));
  return headline({
    registry,
    basis: supportedOn === undefined ? {} : { basis: 'supportedOn' },
    node: mayDecide ? bestOf(decisive.map((node) => judgeMinimum(node, target))) : undefined,
    isServer: target.line === 'server' && !isBare,
    // Which releases contain a product dates nothing that the product's own setting needs.
    isOldText: floor?.component === undefined && isOld(floor?.[target.line ?? 'client']),
  });
}

/** The headline, with the two parts and the nodes of the target. @param policy The verdict that ingested nodes follow. */
function judgeTarget(
  { nodes: all, facts, scope, about }: Question,
  target: ResolvedTarget,
  value: Headline,
  registry: Finding,
  policy: Finding,
): Judgement {
  const { supportedOn } = facts;
  const chosen = chooseNodes(all, scope, target.line, target.editions);
  const findings = chosen.map(({ node }) => judgeNode(node, target, policy));
  const [first] = chosen;
  const [mdm] = findings;
  const isOfNode = mdm !== undefined && about === 'node';
  const { finding, basis, notes }: Headline = isOfNode ? { finding: mdm, basis: 'csp', notes: [] } : value;
  return {
    ...finding,
    target: targetName(target),
    ...(basis !== undefined && { basis }),
    registry: { ...registry, ...(supportedOn !== undefined && { supportedOn }) },
    ...(mdm !== undefined && { mdm }),
    silence: silenceOf(facts, registry),
    notes: [
      ...(first && mdm ? notesOn(first.node, mdm, notes, registry, target) : []),
      ...limitsOf(facts, registry),
    ],
    nodes: chosen.map(({ index }, at) => ({ index, verdict: findings[at]?.verdict ?? 'unknown' })),
  };
}

/** What the document of the registry policy limits beside releases. */
function limitsOf({ floor = {} }: Facts, { verdict }: Finding): Note[] {
  const { clause, baseline } = floor;
  if (verdict === 'supported' && baseline?.roles) return [{ code: 'rolesOnly', roles: baseline.roles }];
  return clause === undefined || verdict === 'unsupported' ? [] : [{ code: 'optionClause', clause }];
}

/** On the node of an answer, with those of the headline, which say as well that the verdicts differ. */
function notesOn(
  node: EditionNode,
  { verdict: mdm }: Finding,
  ofHeadline: readonly Note[],
  { verdict: registry }: Finding,
  target: ResolvedTarget,
): Note[] {
  const { builds = [], unreadable = [] } = node;
  const notes = [...deprecation(node.deprecatedFrom, target), ...ofHeadline];
  if (ofHeadline.length === 0 && mdm !== registry) notes.push({ code: 'verdictsDiffer', mdm, registry });
  notes.push(...lackingEditions(node, target));
  if (builds.length > 0 && unreadable.length > 0)
    notes.push({ code: 'unreadableAlternatives', alternatives: unreadable });
  return notes;
}

/** A deprecated node keeps its verdict. */
function deprecation(since: string | true | undefined, target: ResolvedTarget): Note[] {
  if (since === undefined) return [];
  if (since === true) return [{ code: 'deprecatedUndated' }];
  const { verdict } = compare(target, [since]);
  if (verdict === 'unsupported') return [];
  return [{ code: verdict === 'supported' ? 'deprecated' : 'maybeDeprecated', since }];
}
