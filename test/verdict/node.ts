/** Facts of one node, as most tests of the verdict need them. */
import { minimumsOf } from '../../build/compile/min-os.ts';
import type { Facts, NodeFacts } from '../../runtime/verdict/index.ts';

/** Facts of a node with its minimum as answers have it. */
export type GivenNode = NodeFacts & { minOs?: string };

/** Facts with one Device node, whose other facts are given. */
export function nodeOf(given: Omit<Partial<GivenNode>, 'place'>): Facts {
  return { nodes: [factsOfNode({ place: 0, scope: 'Device', ...given })] };
}

/** Facts as tables have them: `node` of their only node. */
export type GivenFacts = Facts & { node?: Partial<GivenNode> };

export const givenFacts = ({ node, ...facts }: GivenFacts): Facts => ({
  ...facts,
  ...(node && nodeOf(node)),
});

export function factsOfNode({ minOs, ...node }: GivenNode): NodeFacts {
  return { ...node, ...(minOs !== undefined && minimumsOf(minOs)) };
}
