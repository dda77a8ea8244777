/** The distinct edition lists of the DDF, numbered: hundreds of nodes share one, and each names some forty editions. */
import { compare } from '../collections.ts';
import type { DdfFact } from '../facts/nodes.ts';
import { editionList } from './edition-names.ts';

export function editionListTable(nodes: readonly DdfFact[]) {
  const texts = new Set(nodes.flatMap(({ editions }) => (editions ? [editions.join(';')] : [])));
  const sorted = [...texts].sort(compare);
  const indexes = new Map(sorted.map((text, index) => [text, index]));
  return {
    lists: sorted.map((text) => editionList(text === '' ? [] : text.split(';'))),
    indexOf: (codes: readonly string[]): number => {
      const index = indexes.get(codes.join(';'));
      if (index === undefined) throw new RangeError(`No node has the edition list ${codes.join(';')}.`);
      return index;
    },
  };
}
