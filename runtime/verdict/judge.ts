/** The verdict on one setting for one target OS, by the vendor's documented minimums alone. */
import type { Scope } from '../format/format.ts';
import { parseBuild } from './builds.ts';
import { compare } from './compare.ts';
import { bySupportedOn, findingOf, onBothLines } from './findings.ts';
import { parseMinOs } from './minimum.ts';
import { type ChosenNode, chooseNodes, type EditionNode, fits, judgeNode, lackingEditions } from './nodes.ts';
import type { Note, Reason } from './reasons.ts';
import type { IndexedRelease, Releases } from './releases.ts';
import {
  type AmbiguousTarget,
  type ContradictoryTarget,
  nameOfRelease,
  onLine,
  type ResolvedTarget,
  releaseTarget,
  type Target,
  targetName,
} from './target.ts';
import type { Candidate, Facts, Finding, JudgedNode, Judgement, RegistryFinding } from './types.ts';

/** What verdicts are drawn from beside the facts of a setting. */
export interface Tables {
  releases: Releases;
  /** Edition lists by number: product types. */
  editionLists: readonly (readonly string[])[];
}

/** The facts with their edition lists, for one question. */
interface Question {
  facts: Facts;
  nodes: readonly EditionNode[];
  releases: Releases;
  scope: Scope | undefined;
}

/** `scope`: of the hive that was asked for, where one was. Never throws. */
export function judge(
  facts: Facts,
  target: Target,
  { releases, editionLists }: Tables,
  scope?: Scope,
): Judgement {
  const nodes = (facts.nodes ?? []).map((node) =>
    node.editionList === undefined ? node : { ...node, editions: editionLists[node.editionList] },
  );
  const question: Question = { facts, nodes, releases, scope };
  switch (target.kind) {
    case 'none':
      return withoutBuild(question, { code: 'noTarget' });
    case 'unreadable':
      return withoutBuild(question, { code: 'unreadableTarget' });
    case 'ambiguous':
      return judgeCandidates(question, ambiguity(target), target);
    case 'contradictory':
      return judgeCandidates(question, contradiction(target), target);
    case 'build':
      return judgeBuild(question, target);
  }
}

function withoutBuild(
  { nodes: all, scope }: Question,
  reason: Reason,
  target?: AmbiguousTarget | ContradictoryTarget,
): Judgement {
  const chosen = chooseNodes(all, scope, undefined, target?.editions);
  const undated = chosen[0]?.node.deprecatedFrom === true;
  const notes: Note[] = undated ? [{ code: 'deprecatedUndated' }] : [];
  const nodes = chosen.map(({ index }): JudgedNode => ({ index, verdict: 'unknown' }));
  return { verdict: 'unknown', reason, notes, nodes };
}

function judgeCandidates(
  question: Question,
  reason: Reason,
  target: AmbiguousTarget | ContradictoryTarget,
): Judgement {
  const judgement = withoutBuild(question, reason, target);
  const candidates = target.candidates.map((release) =>
    candidate(release, judgeBuild(question, releaseTarget(release, target.editions))),
  );
  if (candidates.length > 0) judgement.candidates = candidates;
  return judgement;
}

function candidate({ family, label, build }: IndexedRelease, { verdict }: Finding): Candidate {
  return { family, label, build, verdict };
}

/** A build that may be that of a client and of a server is judged as both, in every part of the judgement. */
function judgeBuild(question: Question, target: ResolvedTarget): Judgement {
  if (target.line !== undefined) return judgeLine(question, target);
  const client = judgeLine(question, onLine(target, 'client'));
  const server = judgeLine(question, onLine(target, 'server'));
  const name = targetName(target);
  const registry = judgeRegistry(question, target);
  const mdm = client.mdm && server.mdm && onBothLines(name, client.mdm, server.mdm);
  const byNode = client.basis === 'csp' || server.basis === 'csp';
  return {
    ...(byNode ? onBothLines(name, client, server) : findingOf(registry)),
    target: name,
    ...(client.basis !== undefined && client.basis === server.basis && { basis: client.basis }),
    registry,
    ...(mdm && { mdm }),
    ...(target.releases.length > 0 && {
      candidates: target.releases.map((release) =>
        candidate(release, release.line === 'client' ? client : server),
      ),
    }),
    notes: [
      ...client.notes.filter(({ code }) => code !== 'verdictsDiffer'),
      ...(mdm ? verdictsDiffer(mdm, registry) : []),
    ],
    nodes: client.nodes.map(({ index, verdict }) => {
      const other = server.nodes.find((node) => node.index === index);
      return { index, verdict: other?.verdict === verdict ? verdict : 'unknown' };
    }),
  };
}

function judgeLine(question: Question, target: ResolvedTarget): Judgement {
  const { nodes: all, releases, scope } = question;
  const chosen = chooseNodes(all, scope, target.line, target.editions);
  const findings = chosen.map(({ node }) => judgeNode(node, target, releases));
  const registry = judgeRegistry(question, target);
  const [first] = chosen;
  const [mdm] = findings;
  const byNode = first !== undefined && mdm !== undefined && isBasis(first, target);
  return {
    ...findingOf(byNode ? mdm : registry),
    target: targetName(target),
    ...(byNode ? { basis: 'csp' } : registry.supportedOn !== undefined && { basis: 'supportedOn' }),
    registry,
    ...(mdm !== undefined && { mdm }),
    notes: first && mdm ? notesOn(first, mdm, registry, target, releases) : [],
    nodes: chosen.map(({ index }, at) => ({ index, verdict: findings[at]?.verdict ?? 'unknown' })),
  };
}

function judgeRegistry({ facts, releases }: Question, target: ResolvedTarget): RegistryFinding {
  const { supportedOn } = facts;
  const registry = bySupportedOn(facts, target, releases);
  return supportedOn === undefined ? registry : { ...registry, supportedOn };
}

/**
 * The verdict follows a node that documents the target's line and editions; an ingested one is a way, not a minimum, and
 * that of a policy as a whole says nothing of the value.
 */
function isBasis({ node }: ChosenNode, { line, editions }: ResolvedTarget): boolean {
  return node.minOs !== undefined && !node.ingested && !node.wholePolicy && fits(node, line, editions);
}

function notesOn(
  { node }: ChosenNode,
  mdm: Finding,
  registry: Finding,
  target: ResolvedTarget,
  releases: Releases,
): Note[] {
  return [
    ...deprecation(node.deprecatedFrom, target, releases),
    ...verdictsDiffer(mdm, registry),
    ...lackingEditions(node, target),
    ...unreadableAlternatives(node.minOs),
  ];
}

function verdictsDiffer(mdm: Finding, registry: Finding): Note[] {
  return mdm.verdict === registry.verdict
    ? []
    : [{ code: 'verdictsDiffer', mdm: mdm.verdict, registry: registry.verdict }];
}

function unreadableAlternatives(minOs: string | undefined): Note[] {
  if (minOs === undefined) return [];
  const { builds, unreadable } = parseMinOs(minOs);
  return builds.length > 0 && unreadable.length > 0
    ? [{ code: 'unreadableAlternatives', alternatives: unreadable }]
    : [];
}

/** A deprecated node keeps its verdict. */
function deprecation(since: string | true | undefined, target: ResolvedTarget, releases: Releases): Note[] {
  if (since === undefined) return [];
  const build = since === true ? undefined : parseBuild(since);
  if (since === true || build === undefined) return [{ code: 'deprecatedUndated' }];
  const { verdict } = compare(target, [build], releases);
  if (verdict === 'unsupported') return [];
  return [{ code: verdict === 'supported' ? 'deprecated' : 'maybeDeprecated', since }];
}

const AMBIGUITY_CODES = {
  label: 'ambiguousLabel',
  family: 'ambiguousFamily',
  frozen: 'ambiguousReleaseId',
} as const;

function ambiguity({ why, candidates, editions = [] }: AmbiguousTarget): Reason {
  if (why === 'edition') return { code: 'editionAlone', editions: editions.map(({ name }) => name) };
  const names = candidates.map(({ family, label, build }) => ({ family, label, build }));
  return { code: AMBIGUITY_CODES[why], candidates: names };
}

function contradiction({ family = '', label, build, candidates }: ContradictoryTarget): Reason {
  if (build === undefined) {
    return { code: 'noSuchLabel', family, label, labels: candidates.map((release) => release.label) };
  }
  const named = [family, label].filter((part) => part !== '').join(' ');
  return { code: 'contradictoryBuild', named, build: build.text, releases: candidates.map(nameOfRelease) };
}
