/**
 * The mapped BitLocker nodes one by one: the policy that each node's description or `GpMapping` names, and that the
 * policy is there. Read by hand in BitLocker.xml and VolumeEncryption.admx.
 */
import { expect, it } from 'vitest';
import { readFacts } from '../../build/facts/model.ts';
import { joinMdm } from '../../build/join/mdm.ts';
import { FACTS } from '../../build/paths.ts';
import { vectors } from '../vectors.ts';

const ROOT = './Device/Vendor/MSFT/BitLocker/';
const CORRECTED = 'EncryptionMethodByDriveType';

/** With the number of the policy's elements: an ADMX-backed node takes them all. */
const EXPECTED = vectors<[node: string, policy: string, elements: number]>('bitlocker-nodes');

const facts = await readFacts(FACTS, FACTS);
const links = joinMdm(facts).links.filter(({ node }) => node.omaUri.startsWith(ROOT));

it('are these 17', () => {
  expect(links.map(({ node }) => node.omaUri.slice(ROOT.length)).sort()).toEqual(
    EXPECTED.map(([name]) => name).sort(),
  );
});

it.each(EXPECTED)('%s', (name, policy, elements) => {
  const [link] = links.filter(({ node }) => node.omaUri === ROOT + name);
  expect(link?.setting.policyId).toBe(`Microsoft.Policies.VolumeEncryption::${policy}`);
  expect(link?.element, 'the policy as a whole').toBeUndefined();
  expect(link?.confidence).toBe('official');
  expect(link?.setting.elements ?? []).toHaveLength(elements);
  expect(link?.by).toBe(name === CORRECTED ? 'correction' : 'AdmxBacked');
});

it('have a minimum and editions, their own or those of the CSP', () => {
  const root = facts.nodes.find(({ omaUri }) => omaUri === ROOT.slice(0, -1));
  for (const { node } of links) {
    expect(node.editions, node.omaUri).toEqual(root?.editions);
    if (node.inherited?.includes('builds')) expect(node.builds).toEqual(['10.0.15063']);
  }
  expect(links.filter(({ node }) => node.inherited?.includes('builds'))).toHaveLength(8);
});
