/** The answer in one word: which of two documents it follows, that of the registry policy or that of the MDM node. */
import type { Scope } from '../format/format.ts';
import { found } from './compare.ts';
import { type EditionNode, isDecisive, judgeMinimum } from './nodes.ts';
import type { Note } from './reasons.ts';
import { devicesOf, isOld, judgeRegistry, onBothLines } from './registry.ts';
import type { Releases } from './releases.ts';
import type { ResolvedTarget } from './target.ts';
import type { Conclusion, Facts, Finding } from './types.ts';

/** What the headline is about: writing the registry value, or setting the node. */
export type Subject = 'value' | 'node';

/** The facts with their edition lists, for one question. */
export interface Question {
  facts: Facts;
  nodes: readonly EditionNode[];
  releases: Releases;
  scope: Scope | undefined;
  about: Subject;
}

export type Headline = Finding & Pick<Conclusion, 'basis'> & { notes: readonly Note[] };

/** On the day of this set the nodes of the ADMX areas were switched on: it dates the nodes, never their policies. */
const BACKFILL = '10.0.19041.1202 | 10.0.19042.1202 | 10.0.19043.1202 | 10.0.22000';

const isBackfill = ({ alternatives = [] }: Finding) => [...alternatives].sort().join(' | ') === BACKFILL;

/** On writing the value; a target that may be a client or a server gets what is the same for both. */
export function headline(question: Question, target: ResolvedTarget): Headline {
  if (target.line !== undefined) return ofLine(question, target, target.line === 'server');
  const client = ofLine(question, { ...target, line: 'client' }, false);
  // The line is only one of two: no node is ruled out for it.
  const server = ofLine(question, { ...target, line: 'server' }, false);
  const { basis, notes } = client;
  const isOne = basis !== undefined && basis === server.basis;
  return { ...onBothLines(target, client, server), notes, ...(isOne && { basis }) };
}

/** The first row that fits. @param isServer the target is named as a server, for which no node is documented. */
function ofLine(question: Question, target: ResolvedTarget, isServer: boolean): Headline {
  const { floor = {}, supportedOn } = question.facts;
  const registry = judgeRegistry(question.facts, target);
  const ofText = { notes: [], ...(supportedOn !== undefined && { basis: 'supportedOn' as const }) };
  const byText = { ...registry, ...ofText };
  const node = decisiveNode(question, target);
  if (registry.reason.code === 'dropped' || node === undefined) return byText;
  const minimum = node.alternatives?.join(' | ') ?? node.required ?? '';
  // Which releases contain a product dates nothing that the product's own setting needs.
  const isOldText = floor.component === undefined && isOld(floor[target.line ?? 'client']);
  const isDated = !isOldText && !isBackfill(node);
  if (isServer) {
    // A text of the age of Windows 10 may stand for less than its policy needs; a node that came later shows that.
    const isOpen = isDated && registry.verdict === 'supported' && node.verdict === 'unsupported';
    return isOpen ? { ...found('unverified', { code: 'nodeLaterThanServer', minimum }), ...ofText } : byText;
  }
  if (registry.verdict === 'unsupported') return byText;
  const isLater = node.verdict === 'unsupported' || node.verdict === 'unknown';
  if (isLater && !isDated && registry.verdict === 'supported')
    return { ...byText, notes: [{ code: 'nodeLater', mdm: node.verdict, minimum }] };
  return { ...node, notes: [], basis: 'csp' };
}

/** By its builds alone the best of the nodes that decide: supported, else unknown, else unsupported. */
function decisiveNode({ facts, nodes, scope }: Question, target: ResolvedTarget): Finding | undefined {
  if (facts.endedVersions || devicesOf(target).length > 0) return undefined;
  const decisive = nodes.filter((node) => isDecisive(node) && (scope === undefined || node.scope === scope));
  const order = ['supported', 'unknown', 'unsupported', 'unverified'];
  return decisive
    .map((node) => judgeMinimum(node, target))
    .sort((a, b) => order.indexOf(a.verdict) - order.indexOf(b.verdict))[0];
}
