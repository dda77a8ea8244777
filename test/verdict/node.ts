/** Facts of one node, as most tests of the verdict need them. */
import type { Facts, NodeFacts } from '../../runtime/verdict/index.ts';

/** Facts with one Device node, whose other facts are given. */
export function nodeOf(given: Omit<Partial<NodeFacts>, 'place'>): Facts {
  return { nodes: [{ place: 0, scope: 'Device', ...given }] };
}
