/** The check that finds joins which the DDF itself contradicts: on the vendor's files, and on files made wrong. */
import { describe, expect, it } from 'vitest';
import { type Facts, readFacts } from '../../build/facts/model.ts';
import type { DdfFact } from '../../build/facts/nodes.ts';
import { joinMdm } from '../../build/join/mdm.ts';
import { FACTS } from '../../build/paths.ts';

const NODE = './Device/Vendor/MSFT/BitLocker/EncryptionMethodByDriveType';

const facts = await readFacts(FACTS, FACTS);
const vendor = { ...facts, corrections: [] };

const found = (of: Facts) =>
  joinMdm(of).contradictions.map(({ node, by, named }) => [node.omaUri, by, named]);

function changed(omaUri: string, change: (node: DdfFact) => Partial<DdfFact>): Facts {
  return {
    ...vendor,
    nodes: vendor.nodes.map((node) => (node.omaUri === omaUri ? { ...node, ...change(node) } : node)),
  };
}

it('finds one in the vendor’s files, and makes no join of it', () => {
  expect(found(vendor)).toEqual([
    [NODE, 'names', 'Microsoft.Policies.VolumeEncryption::EncryptionMethodWithXts_Name'],
  ]);
  const { links, unmatched } = joinMdm(vendor);
  expect(links.filter(({ node }) => node.omaUri === NODE)).toEqual([]);
  expect(unmatched.find(({ node }) => node.omaUri === NODE)?.reason).toBe('contradicted');
});

it('is settled by the correction, which is needed', () => {
  const { links, contradictions, unneeded } = joinMdm(facts);
  expect(contradictions).toEqual([]);
  expect(unneeded).toEqual([]);
  expect(links.filter(({ node }) => node.omaUri === NODE).map(({ setting }) => setting.policyId)).toEqual([
    'Microsoft.Policies.VolumeEncryption::EncryptionMethodWithXts_Name',
  ]);
});

it('makes the correction unneeded once the vendor names the right policy', () => {
  const right = changed(NODE, ({ admx }) => ({
    admx: { area: '', file: '', ...admx, name: 'EncryptionMethodWithXts_Name' },
  }));
  expect(found(right)).toEqual([]);
  expect(joinMdm({ ...right, corrections: facts.corrections }).unneeded.map(({ omaUri }) => omaUri)).toEqual([
    NODE,
  ]);
});

describe('on files made wrong', () => {
  const type = './Device/Vendor/MSFT/BitLocker/RemovableDrivesEncryptionType';
  const wrong = (name: string) => ({
    admx: { area: 'VolumeEncryption~AT~WindowsComponents', name, file: 'VolumeEncryption.admx' },
  });

  it('finds an AdmxBacked whose GpElement belongs to another policy of the file', () => {
    expect(found(changed(type, () => wrong('RDVConfigureBDE')))).toContainEqual([
      type,
      'gp-mapping',
      'Microsoft.Policies.VolumeEncryption::RDVEncryptionType_Name',
    ]);
  });

  it('finds an AdmxBacked whose GpMapping names another policy by title and area', () => {
    const pin = './Device/Vendor/MSFT/BitLocker/SystemDrivesEnhancedPIN';
    expect(found(changed(pin, () => wrong('MinimumPINLength_Name')))).toContainEqual([
      pin,
      'gp-mapping',
      'Microsoft.Policies.VolumeEncryption::EnhancedPIN_Name',
    ]);
  });

  it('finds every node that is made to claim its neighbour’s policy while its words name its own', () => {
    const told = vendor.nodes.filter(({ admx, names }) => admx && names?.includes(admx.name));
    expect(told.length).toBeGreaterThanOrEqual(7);
    for (const [at, { omaUri }] of told.entries()) {
      const other = told[(at + 1) % told.length]?.admx?.name ?? '';
      expect(found(changed(omaUri, () => wrong(other))).map(([uri]) => uri)).toContain(omaUri);
    }
  });

  it('is silent where the words name the claimed policy beside another', () => {
    const names = ['RDVDenyWriteAccess_Name', 'EncryptionMethodWithXts_Name'];
    expect(found(changed(NODE, () => ({ names })))).toEqual([]);
  });
});
