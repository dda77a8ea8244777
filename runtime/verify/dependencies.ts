/** What other nodes must hold for a node to have an effect, held against the rest of the request. */
import { findNodes } from '../answer/find-node.ts';
import type { NodeDependency } from '../contract/node.ts';
import type { ItemMdm } from '../contract/verified.ts';
import { normalizeKeyForBuild, normalizeOmaUri, normalizeValue, pairKey } from '../format/keys.ts';
import { judgeAllowed } from './allowed-values.ts';
import type { VerifyContext } from './context.ts';
import { contentAs } from './registry-content.ts';
import type { Values } from './values.ts';

type Condition = NodeDependency['nodes'][number];

/** What the request says of a node: the data sent to it, or else the registry value behind it. */
interface Seen {
  data?: string;
  /** Key and name. */
  registry?: string;
}

interface Finding extends Seen {
  condition: Condition;
  /** `unseen` where the request does not set the node, or its data cannot be compared. */
  state: 'met' | 'unmet' | 'unseen';
}

/**
 * The DDF does not say whether one or all of several must be met: where one is, there is no warning.
 * @param node Absent for the node of an item. @param only Warns of this state alone; absent: of both.
 */
export async function dependencyWarnings(
  dependencies: readonly NodeDependency[] = [],
  values: Values,
  context: VerifyContext,
  { node, only }: { node?: string; only?: 'unmet' } = {},
): Promise<string[]> {
  const groups: Finding[][] = [];
  for (const { nodes } of dependencies)
    groups.push(await Promise.all(nodes.map((each) => dependencyFinding(each, values, context))));
  if (groups.some((group) => group.every(({ state }) => state === 'met'))) return [];
  const told = groups.flat().filter(({ state }) => (only === undefined ? state !== 'met' : state === only));
  return told.map((finding) => warningOf(finding, node, context));
}

/** Of a registry value: where the answer has what to send, or where what it depends on is set otherwise. */
export async function sentDependencies(
  { slug, omaUri, payload, data }: ItemMdm,
  values: Values,
  context: VerifyContext,
): Promise<string[]> {
  const nodes = (await context.partsOf(slug))?.nodes;
  const dependencies = nodes?.find(({ uris }) => uris.includes(omaUri))?.dependencies;
  const isSent = payload !== undefined || data !== undefined;
  return dependencyWarnings(dependencies, values, context, {
    node: omaUri,
    ...(!isSent && { only: 'unmet' }),
  });
}

async function dependencyFinding(
  condition: Condition,
  values: Values,
  context: VerifyContext,
): Promise<Finding> {
  const { omaUri, type, allowedValues } = condition;
  const sent = values.sentTo(normalizeOmaUri(omaUri).uri);
  const seen = sent === undefined ? await inRegistry(omaUri, values, context) : { data: sent };
  if (seen.data === undefined || allowedValues === undefined) return { condition, state: 'unseen', ...seen };
  const { verdict } = judgeAllowed(allowedValues, seen.data);
  if (verdict !== 'documented' && verdict !== 'undocumented') return { condition, state: 'unseen', ...seen };
  const isMet = (verdict === 'documented') === (type === 'DependsOn');
  return { condition, state: isMet ? 'met' : 'unmet', ...seen };
}

/** Data of the registry value is data of the node only where a reviewed fact says so. */
async function inRegistry(omaUri: string, values: Values, context: VerifyContext): Promise<Seen> {
  const { nodes, scope } = await findNodes(context.dataset, omaUri);
  const [{ slug, registryKey = '', valueName } = {}] = nodes[0]?.matches.value ?? [];
  const parts = slug === undefined ? undefined : await context.partsOf(slug);
  if (parts === undefined || valueName === undefined) return {};
  const takes = parts.nodes?.find(({ uris }) => uris.includes(omaUri))?.takes;
  const pair = pairKey(normalizeKeyForBuild(registryKey), normalizeValue(valueName));
  const given = values.writtenTo(scope === 'User' ? 'HKCU' : 'HKLM', pair);
  if (given === undefined) return {};
  const { type, data } = given;
  const isTaken = takes && parts.pairs[takes.pair] === pair && (type === undefined || type === takes.type);
  const text = isTaken && data !== undefined ? contentAs(takes.type, data) : undefined;
  return { ...(text !== undefined && { data: text }), registry: `${registryKey} + ${valueName}` };
}

function warningOf(
  { condition: { omaUri, type, allowedValues }, state, data, registry }: Finding,
  node: string | undefined,
  { verifyTexts: { dependency, dependencySeen: seen } }: VerifyContext,
): string {
  const start = dependency(node, omaUri, contentsText(allowedValues), type === 'Not');
  if (data !== undefined) return start + (state === 'unmet' ? seen.unmet(data) : seen.notCompared(data));
  return start + (registry === undefined ? seen.unset() : seen.registry(registry));
}

export function contentsText(allowed: Condition['allowedValues']): string {
  const { values, min, max } = allowed ?? {};
  if (values !== undefined) return values.map(({ value }) => value).join(', ');
  return min === max ? String(min ?? '') : `${min ?? ''} – ${max ?? ''}`;
}
