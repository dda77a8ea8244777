import { describe, expect, it } from 'vitest';
import type { MdmDataFact } from '../../build/facts/nodes.ts';
import type { PartsEntry } from '../../runtime/contract/parts.ts';
import { pairKey } from '../../runtime/format/keys.ts';
import { nodesOf } from '../../runtime/verify/summary.ts';
import { verified } from '../answers.ts';
import { corpus, corpusDist } from '../corpus/dist.ts';
import { entriesOf } from '../corpus/entries.ts';
import { factLines } from '../vectors.ts';

const TARGET = { targetOs: 'Windows 11 24H2' };
const { ask } = await corpus();
const facts = factLines<MdmDataFact>('mdm-data.jsonl');
const parts = entriesOf<PartsEntry>(await corpusDist(), 'parts');

/** Data of the registry value → what is sent for it; of a wide range its ends, and a list is tested by examples. */
function casesOf({ omaUri, by, map, separator = '', valueName }: MdmDataFact): [unknown, string?][] {
  if (valueName === undefined) return [];
  if (by === 'text') return [['a', 'a']];
  if (by === 'lines') return [[['a', 'b'], `a${separator}b`], [[`a${separator}`]]];
  const [found] = parts.flatMap(([, { nodes = [] }]) => nodes.filter(({ uris }) => uris.includes(omaUri)));
  const { values = [], min, max } = found?.allowedValues ?? {};
  const own = [...values.map(({ value }) => value), ...(min === undefined ? [] : [`${min}`, `${max}`])];
  return [...Object.entries(map ?? Object.fromEntries(own.map((each) => [each, each]))), ['4294967296']];
}

describe('a reviewed pair of a node and a registry value', () => {
  it('gives for each content what the node takes as the data to send, and nothing for others', async () => {
    let sent = 0;
    const wrong: unknown[] = [];
    for (const fact of facts) {
      const key = `${fact.omaUri[2] === 'U' ? 'HKCU' : 'HKLM'}\\${fact.key}`;
      for (const [data, expected] of casesOf(fact)) {
        const [item = {}] = await verified(ask, [{ key, value: fact.valueName ?? '', data }], TARGET);
        const node = nodesOf(item).find(({ omaUri }) => omaUri === fact.omaUri);
        if (node?.data !== undefined) sent++;
        if (node && (node.data !== expected || node.dataConfidence !== (expected && fact.confidence)))
          wrong.push([data, node]);
      }
    }
    expect(wrong).toEqual([]);
    expect(sent).toBeGreaterThan(1400);
  });

  it('is in the dataset wherever its value belongs to a setting of the node, and nothing else is', () => {
    const placeOf = ({ key, valueName, element }: MdmDataFact) =>
      valueName === undefined ? element : pairKey(key.toLowerCase(), valueName.toLowerCase());
    const stored = parts.flatMap(([, { nodes = [], pairs }]) =>
      nodes.flatMap(({ uris, takes, takesAs = takes }) => {
        if (takesAs === undefined) return [];
        const place = 'list' in takesAs ? takesAs.list : pairs[takesAs.pair];
        return [uris.map((uri) => `${uri} ${place}`)];
      }),
    );
    const listed = new Set(facts.map((fact) => `${fact.omaUri} ${placeOf(fact)}`));
    expect(stored.filter((each) => !each.some((id) => listed.has(id)))).toEqual([]);
    expect([...listed].filter((id) => !stored.flat().includes(id))).toEqual([]);
  });
});
