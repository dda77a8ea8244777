/** Warnings on nodes that need others, over all nodes of the DDF that have such a dependency. */
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readLines } from '../../build/facts/model.ts';
import type { DdfFact, MdmDataFact } from '../../build/facts/nodes.ts';
import { FACTS } from '../../build/paths.ts';
import type { VerifyRequest } from '../../runtime/contract/verify.ts';
import { VERIFY_TEXTS } from '../../runtime/messages/verify.ts';
import type { VerifyContext } from '../../runtime/verify/context.ts';
import { dependencyWarnings } from '../../runtime/verify/dependencies.ts';
import { verified } from '../answers.ts';
import { corpus } from '../corpus/dist.ts';

const { ask } = await corpus();

async function warned(...items: VerifyRequest['items'] & object[]): Promise<string[]> {
  const [first] = await verified(ask, items);
  return (first?.warnings ?? []).filter((warning) => warning.includes('has an effect only where'));
}

const BITLOCKER = './Device/Vendor/MSFT/BitLocker';

it('says that another node is not set, or set otherwise, and nothing where it is set so', async () => {
  const node = { omaUri: `${BITLOCKER}/AllowStandardUserEncryption`, data: '1' };
  const other = `${BITLOCKER}/AllowWarningForOtherDiskEncryption`;
  const start = `The node has an effect only where ${other} holds 0; the request `;
  expect(await warned(node)).toEqual([`${start}does not set it, so that this cannot be seen.`]);
  expect(await warned(node, { omaUri: other, data: '1' })).toEqual([`${start}sets it to 1.`]);
  expect(await warned(node, { omaUri: other, data: '0' })).toEqual([]);
  const short = `./Vendor/MSFT/BitLocker/AllowWarningForOtherDiskEncryption`;
  expect(await warned(node, { omaUri: short, data: '0' })).toEqual([]);
});

it('every node with a dependency has a warning when it comes alone, and no other node has one', async () => {
  const nodes = await readLines<DdfFact>(join(FACTS, 'policy-ddf.jsonl'));
  let dependent = 0;
  for (const { omaUri, dependencies } of nodes) {
    const warnings = await warned({ omaUri, data: '1' });
    expect(warnings.length > 0, omaUri).toBe(dependencies !== undefined);
    if (dependencies !== undefined) dependent++;
  }
  expect(dependent).toBeGreaterThan(100);
});

/** The one node of the DDF that has it does not say which contents. */
it('a node that must not hold a value has a warning where it holds it', async () => {
  const allowedValues = { kind: 'ENUM', values: [{ value: '1' }] };
  const nodes = [{ type: 'Not' as const, omaUri: './Device/Other', allowedValues }];
  const warnings = (data: string) => {
    const context = { verifyTexts: VERIFY_TEXTS.en, values: { sentTo: () => data } };
    return dependencyWarnings([{ nodes }], context as unknown as VerifyContext);
  };
  expect(await warnings('1')).toEqual([expect.stringContaining('./Device/Other')]);
  expect(await warnings('2')).toEqual([]);
});

describe('a registry value of the node that is needed', () => {
  const SANDBOX = 'HKLM\\SOFTWARE\\Policies\\Microsoft\\Windows\\Sandbox';
  const FIREWALL = 'HKLM\\SOFTWARE\\Policies\\Microsoft\\WindowsFirewall\\DomainProfile';

  it('is compared where its data may be sent to the node', async () => {
    const facts = await readLines<MdmDataFact>(join(FACTS, 'mdm-data.jsonl'));
    const nodes = await readLines<DdfFact>(join(FACTS, 'policy-ddf.jsonl'));
    let compared = 0;
    for (const { omaUri, dependencies = [] } of nodes) {
      const [{ nodes: [other] = [] } = {}] = dependencies;
      const fact = facts.find((each) => each.omaUri === other?.omaUri);
      if (fact === undefined || other?.allowed?.min === undefined) continue;
      compared++;
      const { key, valueName: value } = fact;
      const node = { omaUri, data: '1' };
      const registry = (data: number) => ({ key: `HKLM\\${key}`, value, type: 'REG_DWORD', data });
      expect(await warned(node, registry(other.allowed.min))).toEqual([]);
      expect(await warned(node, registry(1 - other.allowed.min))).toEqual([
        expect.stringMatching(/; the request sets it to [01]\.$/),
      ]);
    }
    expect(compared).toBeGreaterThanOrEqual(2);
  });

  it('is named where no document says what its data is as data of the node', async () => {
    const node = {
      omaUri: './Vendor/MSFT/Firewall/MdmStore/DomainProfile/EnableLogDroppedPackets',
      data: 'true',
    };
    expect(await warned(node, { key: FIREWALL, value: 'EnableFirewall', data: 1 })).toEqual([
      expect.stringContaining('; the request has its registry value SOFTWARE\\Policies'),
    ]);
  });

  it('of another hive, and one that is deleted, says nothing', async () => {
    const node = {
      omaUri: './Device/Vendor/MSFT/Policy/Config/WindowsSandbox/AllowWriteToMappedFolders',
      data: '1',
    };
    const value = 'AllowMappedFolders';
    const user = await warned(node, { key: SANDBOX.replace('HKLM', 'HKCU'), value, data: 1 });
    expect(user).toEqual([expect.stringMatching(/the request does not set it/)]);
    const deleted = await warned(node, { key: SANDBOX, value, delete: true });
    expect(deleted).toEqual([expect.stringMatching(/the request has its registry value/)]);
  });

  it('matters to a registry value whose node is to be sent, or cannot have an effect', async () => {
    const write = { key: SANDBOX, value: 'AllowWriteToMappedFolders', data: 1 };
    expect(await warned({ ...write, data: undefined })).toEqual([]);
    expect(await warned(write)).toEqual([
      expect.stringMatching(/holds 1; the request does not set it, so that/),
    ]);
    expect(await warned(write, { key: SANDBOX, value: 'AllowMappedFolders', data: 1 })).toEqual([]);
    expect(await warned(write, { key: SANDBOX, value: 'AllowMappedFolders', data: 0 })).toEqual([
      expect.stringMatching(
        /AllowWriteToMappedFolders has an effect only where .* holds 1; the request sets it to 0\.$/,
      ),
    ]);
    const kiosk = 'HKLM\\Software\\Policies\\Microsoft\\MicrosoftEdge\\KioskMode';
    expect(await warned({ key: kiosk, value: 'ConfigureKioskResetAfterIdleTimeout', data: 5 })).toEqual([
      expect.stringMatching(/ConfigureKioskMode holds 1; the request does not set it, so that/),
    ]);
  });
});
