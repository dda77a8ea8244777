/** What a setting's mapping keeps: all its nodes, in order, with what the DDF says of each. */
import { describe, expect, it } from 'vitest';
import { mappingsOf } from '../../build/compile/mapping.ts';
import { nodePage } from '../../build/compile/node-facts.ts';
import { cspOf, recordNode } from '../../build/compile/nodes.ts';
import type { DdfFact } from '../../build/facts/nodes.ts';
import { committedContext } from '../corpus/context.ts';
import { vectors } from '../vectors.ts';

const { facts, join, releases, items } = await committedContext();
const mappings = mappingsOf(join.links);

it('keeps every link, once', () => {
  const kept = [...mappings].flatMap(([id, { nodes }]) =>
    nodes.map(({ node, element }) => `${id} ${node.omaUri} ${element}`),
  );
  const wanted = join.links.map(
    ({ setting, node, element }) => `${setting.policyId} ${node.omaUri} ${element}`,
  );
  expect(kept.sort()).toEqual([...new Set(wanted)].sort());
});

const order = (policyId: string, all = mappings) =>
  all.get(policyId)?.nodes.map(({ node }) => node.omaUri.replace(/^.*\/Config\//, ''));

describe('the order', () => {
  const CIPHERS = 'Microsoft.Policies.CypherStrength::SSLCipherSuiteOrder';

  it.each(vectors<[what: string, policy: string, ...nodes: string[]]>('orders-of-nodes'))(
    'puts %s',
    (_, policy, ...nodes) => expect(order(policy)).toEqual(nodes),
  );

  it('puts a deprecated node after one that lives on', () => {
    const before = order(CIPHERS) ?? [];
    const links = join.links.map((link) =>
      link.node.omaUri.endsWith(before[0] ?? '')
        ? { ...link, node: { ...link.node, deprecated: '10.0.22000' } }
        : link,
    );
    expect(order(CIPHERS, mappingsOf(links))).toEqual(before.toReversed());
  });
});

const [anyItem] = items;
if (anyItem === undefined) throw new Error('no facts');
const told = (node: DdfFact) => {
  const served = cspOf(node, { Device: node.omaUri }, releases);
  // As it is written: a member that is undefined is none.
  return JSON.parse(JSON.stringify(recordNode({ served, confidence: 'official', place: 0 }, node, anyItem)));
};

describe('what is told of a node', () => {
  it.each(vectors<[omaUri: string, wanted: object, not: string[]]>('told-nodes'))(
    '%s',
    (omaUri, wanted, not) => {
      const [found, ...more] = facts.nodes.filter((each) => each.omaUri === omaUri).map(told);
      expect(found).toMatchObject(wanted);
      expect(more).toEqual([]);
      for (const name of not) expect(found).not.toHaveProperty(name);
    },
  );

  it('has a page of the vendor’s for every mapped node', () => {
    expect(join.links.filter(({ node: each }) => nodePage(each.omaUri) === undefined)).toEqual([]);
    expect(nodePage('./Device/Vendor/MSFT/BitLocker/IdentificationField')).toBe(
      'https://learn.microsoft.com/windows/client-management/mdm/bitlocker-csp',
    );
    // The vendor’s page of an ADMX area has a hyphen; an anchor keeps its underscores.
    expect(nodePage('./Device/Vendor/MSFT/Policy/Config/ADMX_DnsClient/Turn_Off_Multicast')).toBe(
      'https://learn.microsoft.com/windows/client-management/mdm/policy-csp-admx-dnsclient#turn_off_multicast',
    );
    expect(nodePage('./Device/Vendor/MSFT/Policy/Config/{}/{}')).toBeUndefined();
    expect(nodePage('./Device/Vendor/MSFT/Unheard/Of')).toBeUndefined();
    expect(nodePage('./Device/Vendor/MSFT/Policy/Config/Contoso~Policy~Area/Setting')).toBeUndefined();
  });
});
