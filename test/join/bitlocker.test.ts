/**
 * The mapped BitLocker nodes one by one: the policy that each node's description or `GpMapping` names, and that the
 * policy is there. Read by hand in BitLocker.xml and VolumeEncryption.admx.
 */
import { expect, it } from 'vitest';
import { readFacts } from '../../build/facts/model.ts';
import { joinMdm } from '../../build/join/mdm.ts';
import { FACTS } from '../../build/paths.ts';

const ROOT = './Device/Vendor/MSFT/BitLocker/';

/** Node → policy of VolumeEncryption.admx, and its elements: an ADMX-backed node takes them all. */
const EXPECTED: Record<string, [policy: string, elements: number]> = {
  EncryptionMethodByDriveType: ['EncryptionMethodWithXts_Name', 3],
  FixedDrivesEncryptionType: ['FDVEncryptionType_Name', 1],
  FixedDrivesRecoveryOptions: ['FDVRecoveryUsage_Name', 7],
  FixedDrivesRequireEncryption: ['FDVDenyWriteAccess_Name', 0],
  IdentificationField: ['IdentificationField_Name', 2],
  RemovableDrivesConfigureBDE: ['RDVConfigureBDE', 2],
  RemovableDrivesEncryptionType: ['RDVEncryptionType_Name', 1],
  RemovableDrivesRequireEncryption: ['RDVDenyWriteAccess_Name', 1],
  SystemDrivesDisallowStandardUsersCanChangePIN: ['DisallowStandardUsersCanChangePIN_Name', 0],
  SystemDrivesEnablePreBootPinExceptionOnDECapableDevice: [
    'EnablePreBootPinExceptionOnDECapableDevice_Name',
    0,
  ],
  SystemDrivesEnablePrebootInputProtectorsOnSlates: ['EnablePrebootInputProtectorsOnSlates_Name', 0],
  SystemDrivesEncryptionType: ['OSEncryptionType_Name', 1],
  SystemDrivesEnhancedPIN: ['EnhancedPIN_Name', 0],
  SystemDrivesMinimumPINLength: ['MinimumPINLength_Name', 1],
  SystemDrivesRecoveryMessage: ['PrebootRecoveryInfo_Name', 3],
  SystemDrivesRecoveryOptions: ['OSRecoveryUsage_Name', 7],
  SystemDrivesRequireStartupAuthentication: ['ConfigureAdvancedStartup_Name', 5],
};

const facts = await readFacts(FACTS, FACTS);
const links = joinMdm(facts).links.filter(({ node }) => node.omaUri.startsWith(ROOT));

it('are these 17', () => {
  expect(links.map(({ node }) => node.omaUri.slice(ROOT.length)).sort()).toEqual(
    Object.keys(EXPECTED).sort(),
  );
});

it.each(Object.entries(EXPECTED))('%s', (name, [policy, elements]) => {
  const [link] = links.filter(({ node }) => node.omaUri === ROOT + name);
  expect(link?.setting.policyId).toBe(`Microsoft.Policies.VolumeEncryption::${policy}`);
  expect(link?.element, 'the policy as a whole').toBeUndefined();
  expect(link?.confidence).toBe('official');
  expect(link?.setting.elements ?? []).toHaveLength(elements);
  expect(link?.by).toBe(name === 'EncryptionMethodByDriveType' ? 'correction' : 'AdmxBacked');
});

it('have a minimum and editions, their own or those of the CSP', () => {
  const root = facts.nodes.find(({ omaUri }) => omaUri === ROOT.slice(0, -1));
  for (const { node } of links) {
    expect(node.editions, node.omaUri).toEqual(root?.editions);
    if (node.inherited?.includes('builds')) expect(node.builds).toEqual(['10.0.15063']);
  }
  expect(links.filter(({ node }) => node.inherited?.includes('builds'))).toHaveLength(8);
});
