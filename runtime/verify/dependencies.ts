/** Compares the values that other nodes must have for a node to have an effect with the rest of the request. */
import { findNode } from '../answer/find-node.ts';
import type { NodeDependency } from '../contract/node.ts';
import { normalizeKeyForBuild, normalizeOmaUri, normalizeValue, pairKey } from '../format/keys.ts';
import { judgeAllowed } from './allowed-values.ts';
import type { VerifyContext } from './context.ts';
import { nodeIn, takenBy } from './registry-content.ts';
import { takenData } from './taken.ts';

type Condition = NodeDependency['nodes'][number];

/**
 * The DDF does not say whether one or all of several must be met: where one is, there is no warning.
 * @param node Absent for the node of an item. @param only Warns of this state alone; absent: of both.
 */
export async function dependencyWarnings(
  dependencies: readonly NodeDependency[] = [],
  context: VerifyContext,
  { node, only }: { node?: string; only?: 'unmet' | undefined } = {},
): Promise<string[]> {
  const warnings: string[] = [];
  let isMet = false;
  for (const { nodes } of dependencies) {
    const found = await Promise.all(nodes.map((each) => dependencyState(each, node, context)));
    isMet ||= found.every(({ state }) => state === 'met');
    for (const { state, warning } of found)
      if (only === undefined ? state !== 'met' : state === only) warnings.push(warning);
  }
  return isMet ? [] : warnings;
}

/** `unseen` if the request does not set the node, or its data cannot be compared. */
async function dependencyState(
  { omaUri, type, allowedValues }: Condition,
  node: string | undefined,
  context: VerifyContext,
): Promise<{ state: 'met' | 'unmet' | 'unseen'; warning: string }> {
  const { dependency, dependencySeen: seen } = context.verifyTexts;
  const start = dependency(node, omaUri, contentsText(allowedValues), type === 'Not');
  const sent = context.values.sentTo(normalizeOmaUri(omaUri).uri);
  const { data, registry } = sent === undefined ? await inRegistry(omaUri, context) : { data: sent };
  if (data === undefined) {
    const why = registry === undefined ? seen.unset() : seen.registry(registry);
    return { state: 'unseen', warning: start + why };
  }
  const verdict = allowedValues && judgeAllowed(allowedValues, data).verdict;
  if (verdict !== 'documented' && verdict !== 'undocumented')
    return { state: 'unseen', warning: start + seen.notCompared(data) };
  const isMet = (verdict === 'documented') === (type === 'DependsOn');
  return { state: isMet ? 'met' : 'unmet', warning: start + seen.unmet(data) };
}

/** The registry value behind a node. Its data is data of the node only where a reviewed fact says so. */
async function inRegistry(
  omaUri: string,
  { dataset, partsOf, values }: VerifyContext,
): Promise<{ data?: string; registry?: string }> {
  const { entry, scope } = await findNode(dataset, omaUri);
  const [{ slug, registryKey = '', valueName } = {}] = entry?.matches ?? [];
  const parts = slug === undefined ? undefined : await partsOf(slug);
  if (parts === undefined || valueName === undefined) return {};
  const taken = takenBy(nodeIn(parts, omaUri));
  const pair = pairKey(normalizeKeyForBuild(registryKey), normalizeValue(valueName));
  const given = values.writtenTo(scope === 'User' ? 'HKCU' : 'HKLM', pair);
  if (given === undefined) return {};
  const isTaken = taken && !('list' in taken) && parts.pairs[taken.pair] === pair;
  const data = isTaken ? takenData(taken, given) : undefined;
  return { ...(data !== undefined && { data }), registry: `${registryKey} + ${valueName}` };
}

export function contentsText(allowed: Condition['allowedValues']): string {
  const { values, min, max } = allowed ?? {};
  if (values !== undefined) return values.map(({ value }) => value).join(', ');
  return min === max ? String(min ?? '') : `${min ?? ''} – ${max ?? ''}`;
}
