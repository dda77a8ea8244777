/** The verdict on one setting for one target OS, by the vendor's documented minimums alone. */
import type { EditionList, Scope } from '../format/format.ts';
import { type Headline, headline, type Question, type Subject } from './headline.ts';
import { chooseNodes, judgeNode, notesOn } from './nodes.ts';
import type { Note } from './reasons.ts';
import { judgeRegistry, silenceOf } from './registry.ts';
import type { Releases } from './releases.ts';
import { nameOfRelease, type ResolvedTarget, resolve, type Target } from './target.ts';
import type { Candidate, Facts, Finding, Judgement } from './types.ts';

/** What verdicts are drawn from beside the facts of a setting. */
export interface Tables {
  releases: Releases;
  /** By number. */
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
  const registry = judgeRegistry(facts, target);
  // A template is ingested on clients alone.
  const policy = line === undefined ? judgeRegistry(facts, { ...target, line: 'client' }) : registry;
  const chosen = chooseNodes(nodes, scope, line, editions).map(({ index, node }) => {
    return { index, node, finding: judgeNode(node, target, policy) };
  });
  const [first] = chosen;
  const value: Headline =
    first && about === 'node' ? { ...first.finding, notes: [], basis: 'csp' } : headline(question, target);
  const servers = line === undefined ? releases.filter((release) => release.line === 'server') : [];
  const shared: Note = { code: 'sharedBuild', servers: servers.map(nameOfRelease) };
  return {
    ...value,
    target: target.name,
    registry: { ...registry, ...(supportedOn !== undefined && { supportedOn }) },
    ...(first && { mdm: first.finding }),
    silence: silenceOf(facts, registry),
    notes: [
      ...(first ? notesOn(first.node, first.finding, value.notes, registry, target) : []),
      ...limitsOf(facts, registry),
      ...(first && servers.length > 0 ? [shared] : []),
    ],
    nodes: chosen.map(({ index, finding: { verdict } }) => ({ index, verdict })),
    ...(line === undefined && candidatesOf(question, releases, editions)),
  };
}

/** What the document of the registry policy limits beside releases. */
function limitsOf({ floor = {} }: Facts, { verdict }: Finding): Note[] {
  const { clause, baseline } = floor;
  if (verdict === 'supported' && baseline?.roles) return [{ code: 'rolesOnly', roles: baseline.roles }];
  return clause === undefined || verdict === 'unsupported' ? [] : [{ code: 'optionClause', clause }];
}
