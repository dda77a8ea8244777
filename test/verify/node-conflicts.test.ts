import { describe, expect, it } from 'vitest';
import type { DdfFact } from '../../build/facts/nodes.ts';
import type { VerifiedItem } from '../../runtime/contract/verified.ts';
import { flattenUri } from '../../runtime/format/catalog.ts';
import { verified } from '../answers.ts';
import { corpus } from '../corpus/dist.ts';
import { expectEqual } from '../same.ts';
import { storedNodes } from '../verdict/editions.ts';

const { ask } = await corpus();
const nodes = await storedNodes();

interface Sent {
  omaUri: string;
  data?: string | number | string[];
}

const verify = (items: readonly Sent[]) => verified(ask, items);

const conflictsOf = (answers: readonly VerifiedItem[]) =>
  answers.map(({ conflicts = [] }) => conflicts.find(({ kind }) => kind === 'same-node')?.indexes ?? []);

/** Items of every second node: of the five of one two say the same in two spellings, two say other things, one has no data. */
async function ofEachNode(itemsOf: (node: DdfFact) => Sent[] | undefined, conflicts: number[][]) {
  const groups = nodes.flatMap((node, at) => (at % 2 === 0 && itemsOf(node)) || []);
  let told = 0;
  for (let from = 0; from < groups.length; from += 1000) {
    const asked = groups.slice(from, from + 1000);
    for (const [at, found] of conflictsOf(await verify(asked)).entries()) {
      const first = at - (at % conflicts.length);
      const wanted = conflicts[at % conflicts.length]?.map((each) => each + first);
      expectEqual(found, wanted, asked[at]?.omaUri);
      told += found.length;
    }
  }
  return told;
}

const dataOf = ({ format, admx }: DdfFact): [same: Sent['data'], again: Sent['data'], other: string] => {
  if (admx !== undefined) return ['<enabled/>', ' <enabled></enabled>\n', '<disabled/>'];
  if (format === 'int') return [7, '07', '8'];
  return format === 'bool' ? ['true', 'True', 'false'] : ['a', 'a', 'b'];
};

describe('items of every second node', () => {
  it('in every spelling', async () => {
    const told = await ofEachNode(
      (node) => {
        const { omaUri } = node;
        if (omaUri.includes('{}')) return undefined;
        const [same, again, other] = dataOf(node);
        return [
          { omaUri, data: same as string },
          { omaUri: `${omaUri.toUpperCase()}/`, data: again as string },
          { omaUri: omaUri.replace('./Device/', './'), data: other },
          { omaUri },
          { omaUri: omaUri.replace('/Policy/Config/', '/Policy/Result/').slice(2), data: same as string },
        ];
      },
      [[2], [2], [], [], [2]].map((each, at) => (at === 2 ? [0, 1, 4] : each)),
    );
    expect(told).toBeGreaterThan(5000);
  });

  it('by its identifier in the settings catalog', async () => {
    const told = await ofEachNode(
      (node) => {
        const { omaUri, admx } = node;
        // A few names of nodes are those of others and an option.
        if (omaUri.includes('{}') || !/\/Policy\/Config\/\w+\/\w+$/.test(omaUri)) return undefined;
        const id = flattenUri(omaUri);
        const [same, , other] = dataOf(node);
        const choice = admx === undefined ? String(same) : '1';
        return [
          { omaUri, data: same as string },
          { omaUri: id, data: `${id}_${choice}` },
          { omaUri: id, data: choice },
          { omaUri, data: other },
        ];
      },
      [[3], [3], [3], [0, 1, 2]],
    );
    expect(told).toBeGreaterThan(5000);
  });

  it('of Device and User are different nodes, as are instances whose names are made at run time', async () => {
    const all = new Set(nodes.map(({ omaUri }) => omaUri));
    const twins = nodes.filter(
      ({ omaUri }) => omaUri.startsWith('./Device/') && all.has(omaUri.replace('./Device/', './User/')),
    );
    expect(twins.length).toBeGreaterThan(500);
    const items = twins
      .filter(({ omaUri }) => !omaUri.includes('{}'))
      .slice(0, 500)
      .flatMap(({ omaUri }) => [
        { omaUri, data: 'a' },
        { omaUri: omaUri.replace('./Device/', './User/'), data: 'b' },
      ]);
    expect(conflictsOf(await verify(items)).flat()).toEqual([]);
    const dynamic = nodes.filter(({ omaUri }) => /\{\}\//.test(omaUri)).slice(0, 300);
    const instances = dynamic.flatMap(({ omaUri }) => [
      { omaUri: omaUri.replaceAll('{}', 'one'), data: 'a' },
      { omaUri: omaUri.replaceAll('{}', 'two'), data: 'b' },
      { omaUri: omaUri.replaceAll('{}', 'ONE'), data: 'b' },
    ]);
    for (const [at, found] of conflictsOf(await verify(instances)).entries()) {
      expect(found, instances[at]?.omaUri).toEqual([[at + 2], [], [at - 2]][at % 3]);
    }
    // Each rule of a firewall profile has the same identifier.
    const id = 'vendor_msft_firewall_mdmstore_firewallrules_{firewallrulename}_name';
    const rules = await verify([
      { omaUri: id, data: 'one' },
      { omaUri: id, data: 'two' },
    ]);
    expect(conflictsOf(rules)).toEqual([[], []]);
  });
});

it('at most ten are named, and many contradictions take little time', async () => {
  const omaUri = './Device/Vendor/MSFT/Policy/Config/Camera/AllowCamera';
  const answers = await verify(Array.from({ length: 1000 }, (_, at) => ({ omaUri, data: String(at) })));
  expect(answers[500]?.conflictsWith).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
  expect(answers[3]?.conflictsWith).toEqual([0, 1, 2, 4, 5, 6, 7, 8, 9, 10]);
});
