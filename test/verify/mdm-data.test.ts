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

/** Numbers that the node's list or range has, one by one; of a wide range its ends. */
function takenBy(uri: string): string[] {
  const [found] = parts.flatMap(([, { nodes = [] }]) => nodes.filter(({ uris }) => uris.includes(uri)));
  const { values = [], min, max } = found?.allowedValues ?? {};
  const ends = min === undefined || max === undefined ? [] : [String(min), String(max)];
  return [...values.map(({ value }) => value), ...ends];
}

describe('a reviewed pair of a node and a registry value', () => {
  it('gives each content that the node takes as the data to send, and nothing for others', async () => {
    let sent = 0;
    const wrong: unknown[] = [];
    for (const { omaUri, key, valueName, confidence } of facts) {
      const hive = omaUri.startsWith('./User/') ? 'HKCU' : 'HKLM';
      for (const data of [...takenBy(omaUri), '4294967296']) {
        const [item = {}] = await verified(ask, [{ key: `${hive}\\${key}`, value: valueName, data }], TARGET);
        const node = nodesOf(item).find((each) => each.omaUri === omaUri);
        if (node === undefined || data === '4294967296') {
          if (node?.data !== undefined) wrong.push([omaUri, data, node]);
        } else if (node.data === data && node.dataConfidence === confidence) sent++;
        else wrong.push([omaUri, data, node]);
      }
    }
    expect(wrong).toEqual([]);
    expect(sent).toBeGreaterThan(380);
  });

  it('is in the dataset wherever its value belongs to a setting of the node, and nothing else is', () => {
    const listed = new Set(facts.map(({ omaUri }) => omaUri));
    const others = parts.flatMap(([slug, { nodes = [], pairs }]) =>
      nodes.flatMap(({ uris, takes }) => {
        if (takes === undefined) return [];
        const own = facts.filter(({ omaUri }) => uris.includes(omaUri) && listed.has(omaUri));
        const pair = own.map(({ key, valueName }) => pairKey(key.toLowerCase(), valueName.toLowerCase()));
        return pair.includes(pairs[takes.pair] ?? '') ? [] : [[slug, uris]];
      }),
    );
    expect(others).toEqual([]);
    const taken = new Set(
      parts.flatMap(([, { nodes = [] }]) => nodes.flatMap((n) => (n.takes ? n.uris : []))),
    );
    expect(facts.filter(({ omaUri }) => !taken.has(omaUri))).toEqual([]);
  });
});
