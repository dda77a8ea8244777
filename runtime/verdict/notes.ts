/** Facts beside the verdict: limits of the text, deprecation, editions, minimums that cannot be read. */
import { compare } from './compare.ts';
import { type ChosenNode, type EditionNode, lackingEditions } from './nodes.ts';
import type { Note } from './reasons.ts';
import type { ResolvedTarget } from './target.ts';
import type { Facts, Finding } from './types.ts';

/** What the document of the registry policy limits beside releases. */
export function limitsOf({ floor = {} }: Facts, { verdict }: Finding): Note[] {
  const { clause, baseline } = floor;
  if (verdict === 'supported' && baseline?.roles) return [{ code: 'rolesOnly', roles: baseline.roles }];
  return clause === undefined || verdict === 'unsupported' ? [] : [{ code: 'optionClause', clause }];
}

/** On the node of an answer; `differ`: that its verdict is another one than the registry policy's. */
export function notesOn({ node }: ChosenNode, differ: readonly Note[], target: ResolvedTarget): Note[] {
  return [
    ...deprecation(node.deprecatedFrom, target),
    ...differ,
    ...lackingEditions(node, target),
    ...unreadableAlternatives(node),
  ];
}

export function verdictsDiffer(mdm: Finding, registry: Finding): Note[] {
  return mdm.verdict === registry.verdict
    ? []
    : [{ code: 'verdictsDiffer', mdm: mdm.verdict, registry: registry.verdict }];
}

function unreadableAlternatives({ builds = [], unreadable = [] }: EditionNode): Note[] {
  return builds.length > 0 && unreadable.length > 0
    ? [{ code: 'unreadableAlternatives', alternatives: unreadable }]
    : [];
}

/** A deprecated node keeps its verdict. */
function deprecation(since: string | true | undefined, target: ResolvedTarget): Note[] {
  if (since === undefined) return [];
  if (since === true) return [{ code: 'deprecatedUndated' }];
  const { verdict } = compare(target, [since]);
  if (verdict === 'unsupported') return [];
  return [{ code: verdict === 'supported' ? 'deprecated' : 'maybeDeprecated', since }];
}
