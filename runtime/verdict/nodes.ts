/** The MDM nodes of a setting: which are told first, and the verdict on setting one of them. */
import type { EditionList, NamedEdition, Scope } from '../format/format.ts';
import { compare, found } from './compare.ts';
import { allowsEdition } from './editions.ts';
import type { Note } from './reasons.ts';
import type { ProductLine } from './releases.ts';
import type { ResolvedTarget } from './target.ts';
import type { Finding, Judgement, NodeFacts } from './types.ts';

/** A node with its edition list; absent where there is none. */
export type EditionNode = NodeFacts & { list?: EditionList | undefined };

/**
 * One node of each place in the MDM tree, best first: of the scope asked for; for the target's line and edition (no
 * target is a PC); then in the order of the facts. `index`: in that order.
 */
export function chooseNodes(
  nodes: readonly EditionNode[],
  scope: Scope | undefined,
  line: ProductLine | undefined,
  editions: readonly NamedEdition[] = [],
): { index: number; node: EditionNode }[] {
  const all = nodes.map((node, index) => ({ index, node, rank: node.scope === scope ? 0 : 2 }));
  const chosen = all.filter(
    ({ index, node: { place }, rank }) =>
      !all.some((other) => other.node.place === place && (other.rank - rank || other.index - index) < 0),
  );
  const rankOf = ({ node, rank }: (typeof all)[number]) => rank + (fits(node, line, editions) ? 0 : 1);
  return chosen.sort((a, b) => rankOf(a) - rankOf(b) || a.index - b.index);
}

/** Whether the node is documented for the product line and the editions, not for builds; an empty list documents none. */
function fits(node: EditionNode, line: ProductLine | undefined, editions: readonly NamedEdition[]) {
  // No edition list names a server edition; a node that cannot be set is for none.
  return line !== 'server' && !node.access && judgeEditions(node, editions) === undefined;
}

/** Whether the verdict on the value may follow the node: the vendor's own, of the value, settable, with a minimum, for a PC. */
export function isDecisive({ list, ingested, wholePolicy, access, builds }: EditionNode): boolean {
  if (ingested || wholePolicy || access || builds === undefined) return false;
  return list === undefined || list.isForPc;
}

/**
 * Reasons by which a text or an explanation excludes a target from a policy (“Windows Vista only”). A text that starts
 * later than the node (“At least Windows 11”, 10.0.19045.4842) says nothing of the node.
 */
const EXCLUSIONS: readonly string[] = ['ended', 'lineExcluded', 'noFloor'];

/**
 * The verdict on setting the node. It does nothing where the vendor excludes the target from its policy, whatever the
 * revision or edition. A template that is ingested needs Windows 10 1703 and what its policy needs: Notepad's
 * DisableAIFeatures.
 */
export function judgeNode(node: EditionNode, target: ResolvedTarget, policy: Finding): Finding {
  const finding = judgePlace(node, target);
  const { verdict, reason } = policy;
  const isExcluded = verdict === 'unsupported' && EXCLUSIONS.includes(reason.code);
  if (isExcluded && ['supported', 'unknown'].includes(finding.verdict)) return policy;
  if (finding.verdict !== 'supported') return finding;
  if (node.wholePolicy) return found('unverified', { code: 'wholePolicy' });
  const isExplained = reason.code === 'noFloor' && reason.why === 'explained';
  const isLater = ['unsupported', 'unknown'].includes(verdict) || reason.code === 'gone' || isExplained;
  if (node.ingested && isLater && reason.code !== 'noMinimum') return policy;
  return node.catalogOnly ? found('unverified', { code: 'catalogOnly' }) : finding;
}

/** Whether the target has the node, and one may set it. */
function judgePlace(node: EditionNode, target: ResolvedTarget): Finding {
  if (target.line === 'server') return found('unverified', { code: 'notForServer' });
  const { access } = node;
  if (access !== undefined) return found('unsupported', { code: 'notSettable', access });
  const byEdition = judgeEditions(node, target.editions ?? []);
  if (byEdition !== undefined && byEdition.verdict !== 'unknown') return byEdition;
  const byBuild = judgeMinimum(node, target);
  // The editions differ or are not clear; a build that none of them reaches is decided.
  return byEdition === undefined || byBuild.verdict === 'unsupported' ? byBuild : byEdition;
}

/** Judges a node by its minimum builds alone. */
export function judgeMinimum({ builds, unreadable = [] }: EditionNode, target: ResolvedTarget): Finding {
  if (builds === undefined) return found('unknown', { code: 'noNodeMinimum' });
  return builds.length === 0
    ? found('unverified', { code: 'noReadableBuild', minimum: unreadable.join(' | ') })
    : compare(target, builds);
}

/** Undefined: the editions allow it, and the build decides. */
function judgeEditions({ list, ingested }: EditionNode, named: readonly NamedEdition[]): Finding | undefined {
  if (ingested) {
    const other = named.find(({ device }) => device !== undefined);
    return (
      other && found('unsupported', { code: 'editionNotListed', edition: other.name, editions: ['all'] })
    );
  }
  if (list === undefined || list.codes.length === 0) {
    const isOpen = list === undefined && named.length === 0;
    return isOpen ? undefined : found('unverified', { code: 'editionsUndocumented' });
  }
  const { groups: editions, isForPc } = list;
  if (named.length === 0) return isForPc ? undefined : found('unsupported', { code: 'notForPc', editions });
  const parts = named.map((edition) => ({ edition: edition.name, part: allowsEdition(list, edition) }));
  const of = (wanted: boolean) =>
    parts.flatMap(({ edition, part }) => ((part === 'all') === wanted ? edition : []));
  const [listed, others] = [of(true), of(false)];
  if (others.length === 0) return undefined;
  for (const { edition, part } of parts) {
    if (typeof part !== 'string') return found('unknown', { code: 'editionUnclear', edition, listed: part });
  }
  return listed.length > 0
    ? found('unknown', { code: 'editionsDiffer', listed, others })
    : found('unsupported', { code: 'editionNotListed', edition: others.join(', '), editions });
}

/** Notes on the node of an answer. `ofHeadline`: notes of the headline, which include that the verdicts differ. */
export function notesOn(
  { list, builds = [], unreadable = [], deprecatedFrom }: EditionNode,
  { verdict: mdm }: Finding,
  { notes: ofHeadline }: Pick<Judgement, 'notes'>,
  { verdict: registry }: Finding,
  target: ResolvedTarget,
): Note[] {
  const notes = [...deprecation(deprecatedFrom, target), ...ofHeadline];
  // Answers for a server have both verdicts, and this sentence would only repeat them.
  const isOther = ofHeadline.length === 0 && target.line !== 'server';
  if (isOther && mdm !== registry) notes.push({ code: 'verdictsDiffer', mdm, registry });
  // If no edition was named: the common editions that the node is not for.
  const isAll = list === undefined || !list.isForPc || list.groups.includes('all');
  const editions = isAll ? [] : ['Pro', 'Enterprise'].filter((group) => !list.groups.includes(group));
  if (editions.length > 0 && target.line !== 'server' && target.editions === undefined)
    notes.push({ code: 'editionsLacking', editions });
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
