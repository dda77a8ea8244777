/** The verdict on one setting for one target OS, by the vendor's documented minimums alone. */
import type { EditionList, Scope } from '../format/format.ts';
import { parseBuild } from './builds.ts';
import { found } from './compare.ts';
import { chooseNodes, type EditionNode, isDecisive, judgeMinimum, judgeNode, notesOn } from './nodes.ts';
import type { Note } from './reasons.ts';
import { devicesOf, isOld, judgeRegistry, onBothLines, silenceOf } from './registry.ts';
import type { Releases } from './releases.ts';
import { nameOfRelease, type ResolvedTarget, resolve, type Target } from './target.ts';
import type { Candidate, Conclusion, Facts, Finding, Judgement } from './types.ts';

/** The tables that verdicts need beside the facts of a setting. */
export interface Tables {
  releases: Releases;
  /** A node refers to its list by index. */
  editionLists: readonly EditionList[];
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
  if (target.kind === 'build') return judgeBuild(question, target);
  const { reason, editions, candidates } = target;
  const chosen = chooseNodes(nodes, scope, undefined, editions);
  return {
    verdict: 'unknown',
    reason,
    notes: chosen[0]?.node.deprecatedFrom === true ? [{ code: 'deprecatedUndated' }] : [],
    nodes: chosen.map(({ index }) => ({ index, verdict: 'unknown' })),
    ...candidatesOf(question, candidates, editions),
  };
}

function candidatesOf(question: Question, all: Releases['all'], editions: Target['editions']) {
  const candidates: Candidate[] = all.map((release) => {
    const { family, label, build, parsed } = release;
    const target = resolve(parsed, [release], question.releases);
    const { verdict } = judgeBuild(question, { ...target, ...(editions && { editions }) });
    return { family, label, build, verdict };
  });
  return candidates.length > 0 && { candidates };
}

/** Nodes of a build that may be that of a client and of a server are compared by their numbers. */
function judgeBuild(question: Question, target: ResolvedTarget): Judgement {
  const { facts, nodes, scope, about } = question;
  const { line, editions, releases } = target;
  const { supportedOn } = facts;
  const registry = judgeRegistry(facts, target, scope);
  // A template is ingested on clients alone.
  const policy = line === undefined ? judgeRegistry(facts, { ...target, line: 'client' }, scope) : registry;
  const chosen = chooseNodes(nodes, scope, line, editions).map(({ index, node }) => {
    return { index, node, finding: judgeNode(node, target, policy) };
  });
  const [first] = chosen;
  const value: Headline =
    first && about === 'node'
      ? { ...first.finding, notes: [], basis: 'csp' }
      : headline(question, target, policy);
  // The text was written with the setting, which may be later than the release.
  const isByText = value.basis === 'supportedOn' && value.verdict === 'supported';
  const servers = line === undefined ? releases.filter((release) => release.line === 'server') : [];
  const shared: Note = { code: 'sharedBuild', servers: servers.map(nameOfRelease) };
  return {
    ...value,
    target: target.name,
    registry: { ...registry, ...(supportedOn !== undefined && { supportedOn }) },
    ...(first && { mdm: first.finding }),
    silence: silenceOf(facts, registry),
    notes: [
      ...(first ? notesOn(first.node, first.finding, value, registry, target) : []),
      ...limitsOf(facts, registry),
      ...(isByText && isAmong(facts.templates?.lacks, target) ? [{ code: 'notInTemplates' } as const] : []),
      ...(first && servers.length > 0 ? [shared] : []),
    ],
    nodes: chosen.map(({ index, finding: { verdict } }) => ({ index, verdict })),
    ...(line === undefined && candidatesOf(question, releases, editions)),
  };
}

/** Notes on limits in the text of the registry policy other than releases. */
function limitsOf({ floor = {} }: Facts, { verdict }: Finding): Note[] {
  const { clause, baseline } = floor;
  if (verdict === 'supported' && baseline?.roles) return [{ code: 'rolesOnly', roles: baseline.roles }];
  return clause === undefined || verdict === 'unsupported' ? [] : [{ code: 'optionClause', clause }];
}

/** The subject of the headline: writing the registry value, or setting the node. */
export type Subject = 'value' | 'node';

/** The facts with their edition lists, for one question. */
interface Question {
  facts: Facts;
  nodes: readonly EditionNode[];
  releases: Releases;
  scope: Scope | undefined;
  about: Subject;
}

type Headline = Finding & Pick<Conclusion, 'basis'> & { notes: readonly Note[] };

/** Minimum of the nodes of the ADMX areas, all switched on in one day: it dates the nodes, never their policies. */
export const BACKFILL = '10.0.19041.1202 | 10.0.19042.1202 | 10.0.19043.1202 | 10.0.22000';

const minimumOf = ({ alternatives, required = '' }: Finding) => alternatives?.join(' | ') ?? required;
const isBackfill = ({ alternatives = [] }: Finding) => [...alternatives].sort().join(' | ') === BACKFILL;

/** The headline on the value; of two lines what both agree on. @param policy for the target's line, or for a client. */
function headline(question: Question, target: ResolvedTarget, policy: Finding): Headline {
  if (target.line !== undefined) return ofLine(question, target, policy, target.line === 'server');
  // The line is only one of two: no node is ruled out for it.
  const client = ofLine(question, { ...target, line: 'client' }, policy, false);
  const asServer: ResolvedTarget = { ...target, line: 'server' };
  const server = ofLine(question, asServer, judgeRegistry(question.facts, asServer, question.scope), false);
  const { basis, notes } = client;
  return { ...onBothLines(target, client, server), notes, ...(basis && basis === server.basis && { basis }) };
}

/** The first row that fits. @param isServer the target is named as a server, for which no node is documented. */
function ofLine(question: Question, target: ResolvedTarget, registry: Finding, isServer: boolean): Headline {
  const { floor = {}, supportedOn, gone, older } = question.facts;
  const ofText = { notes: [], ...(supportedOn !== undefined && { basis: 'supportedOn' as const }) };
  const byText = { ...registry, ...ofText };
  const node = decisiveNode(question, target);
  if (registry.reason.code === 'dropped' || gone || node === undefined) return byText;
  const minimum = minimumOf(node);
  // A page that states the minimum of the policy itself dates it on clients.
  const isStated = target.line === 'client' && floor.why === 'explained' && typeof floor.client === 'string';
  const isDated = () =>
    !(older || isStated || isOld(floor) || isBackfill(node)) &&
    !isAmong(question.facts.templates?.has, target);
  if (isServer) {
    // A text of the age of Windows 10 may stand for less than its policy needs; a node that came later shows that.
    const isOpen = registry.verdict === 'supported' && node.verdict === 'unsupported' && isDated();
    return isOpen ? { ...found('unverified', { code: 'nodeLaterThanServer', minimum }), ...ofText } : byText;
  }
  if (registry.verdict === 'unsupported') return byText;
  const isLater = ['unsupported', 'unknown'].includes(node.verdict);
  const isAllowed = registry.verdict === 'supported' || registry.reason.code === 'added' || isStated;
  // A text of before the nodes that does not name the release says nothing of it, and no node dates it.
  const isSilent = registry.verdict === 'unverified' && (isBackfill(node) || isOld(floor));
  const isOpen = older || isAllowed || isSilent;
  if (isLater && isOpen && !isDated())
    return { ...byText, notes: [{ code: 'nodeLater', mdm: node.verdict, minimum }] };
  return { ...node, notes: [], basis: 'csp' };
}

/** Whether the target is among the releases of templates, which are those of clients. */
function isAmong(templates: readonly string[] = [], { line, build }: ResolvedTarget): boolean {
  return line === 'client' && templates.some((own) => parseBuild(own)?.order === build.order);
}

/** The best finding of the nodes that decide, by builds alone: supported, else unknown, else unsupported. */
function decisiveNode({ facts, nodes, scope }: Question, target: ResolvedTarget): Finding | undefined {
  if (facts.endedVersions || devicesOf(target).length > 0) return undefined;
  const decisive = nodes.filter((node) => isDecisive(node) && (scope === undefined || node.scope === scope));
  const order = ['supported', 'unknown', 'unsupported', 'unverified'];
  return decisive
    .map((node) => judgeMinimum(node, target))
    .sort((a, b) => order.indexOf(a.verdict) - order.indexOf(b.verdict))[0];
}
