/** What other nodes must hold for the node of an item to have an effect, held against the rest of the request. */
import type { NodeDependency } from '../contract/node.ts';
import { normalizeOmaUri } from '../format/keys.ts';
import { judgeAllowed } from './allowed-values.ts';
import type { VerifyContext } from './context.ts';
import type { Values } from './values.ts';

type Condition = NodeDependency['nodes'][number];

/** Met where the request sets the node so; `unseen` where it does not set it, or its data cannot be compared. */
type Finding = { condition: Condition; state: 'met' | 'unmet' | 'unseen'; data?: string };

/** The DDF does not say whether one or all of several must be met: where one is, there is no warning. */
export function dependencyWarnings(
  dependencies: readonly NodeDependency[] | undefined,
  values: Values,
  { verifyTexts }: VerifyContext,
): string[] {
  const all = (dependencies ?? []).map(({ nodes }) => nodes.map((each) => dependencyFinding(each, values)));
  if (all.some((group) => group.every(({ state }) => state === 'met'))) return [];
  return all.flatMap((group) =>
    group
      .filter(({ state }) => state !== 'met')
      .map(({ condition, data }) => {
        const { omaUri, type, allowedValues } = condition;
        return verifyTexts.dependency(omaUri, contentsText(allowedValues), type === 'Not', data);
      }),
  );
}

function dependencyFinding(condition: Condition, values: Values): Finding {
  const { omaUri, type, allowedValues } = condition;
  const data = values.sentTo(normalizeOmaUri(omaUri).uri);
  if (data === undefined || allowedValues === undefined) return { condition, state: 'unseen' };
  const { verdict } = judgeAllowed(allowedValues, data);
  if (verdict !== 'documented' && verdict !== 'undocumented') return { condition, state: 'unseen' };
  const isMet = (verdict === 'documented') === (type === 'DependsOn');
  return { condition, state: isMet ? 'met' : 'unmet', data };
}

function contentsText(allowed: Condition['allowedValues']): string {
  const { values, min, max } = allowed ?? {};
  if (values !== undefined) return values.map(({ value }) => value).join(', ');
  return min === max ? String(min ?? '') : `${min ?? ''} – ${max ?? ''}`;
}
