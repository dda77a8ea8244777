/** The setting record: how it is asked for, and all that one of them says. Others are rows of answers-small.jsonl. */
import { describe, expect, it } from 'vitest';
import { record, setting } from '../answers.ts';
import { fixture, ROOT } from './fixture.ts';

const ask = await fixture();

describe('a record', () => {
  it('is given by slug and by policyId, in any case, and only by these', async () => {
    for (const asked of [
      'a.plain',
      'A.PLAIN',
      'Example.Policies.Test::Plain',
      'example.policies.test::PLAIN',
    ]) {
      const answer = await setting(ask, asked);
      expect(answer?.query).toEqual({ slug: 'a.plain', lang: 'en-US' });
      expect(answer?.result.matches).toEqual([answer?.result.setting]);
    }
    for (const asked of ['a.plai', 'Example.Policies.Test::', '::Plain', 'Example.Policies.Test:Plain'])
      expect(await setting(ask, asked)).toBeUndefined();
  });

  it('carries what is known, and nothing for what is not', async () => {
    const node = {
      omaUri: './Device/Vendor/MSFT/Policy/Config/Area/Plain',
      scope: 'Device',
      minOs:
        'Windows 10, version 2004 [10.0.19041.1202] and later | Windows 11, version 21H2 [10.0.22000] and later',
      learnUrl: 'https://learn.microsoft.com/windows/client-management/mdm/policy-csp-area#plain',
    };
    expect(await record(ask, 'a.plain')).toEqual({
      slug: 'a.plain',
      lang: 'en-US',
      name: 'Plain',
      displayName: 'Plain title',
      class: 'Machine',
      registryKey: `${ROOT}\\Plain`,
      valueName: 'On',
      source: 'newer',
      sourceVersion: 'N',
      confidence: 'official',
      policyId: 'Example.Policies.Test::Plain',
      namespace: 'Example.Policies.Test',
      admxFile: 'a.admx',
      categoryPath: [],
      supportedOn: 'At least Windows Server 2016 or Windows 10',
      csp: {
        ...node,
        omaUris: { Device: node.omaUri },
        via: 'policy',
        admxBacked: true,
        payloads: { enabled: '<enabled/>', disabled: '<disabled/>' },
        store: { key: 'SOFTWARE\\Microsoft\\PolicyManager\\current\\device\\Area', value: 'Plain' },
        source: 'policy-ddf',
        sourceVersion: 'D',
      },
      firstSeen: '2025-01-01',
      lastModified: '2025-01-01',
      registryType: 'REG_DWORD',
      enabledValue: '1',
      enabledValueKind: 'decimal',
      disabledValueKind: 'delete',
      stateValues: [],
      elements: [],
      learnUrl: node.learnUrl,
    });
  });
});
