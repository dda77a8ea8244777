/** Contents that several sources document, over the real dataset. */
import { describe, expect, it } from 'vitest';
import type { VerifiedItem } from '../../runtime/contract/verified.ts';
import { verified } from '../answers.ts';
import { corpus } from '../corpus/dist.ts';

const { ask } = await corpus();

async function only(key: string, value: string, content: object): Promise<VerifiedItem> {
  return (await verified(ask, [{ key, value, ...content }]))[0] as VerifiedItem;
}

const LSA = 'HKLM\\System\\CurrentControlSet\\Control\\Lsa';
const KERBEROS = 'HKLM\\Software\\Microsoft\\Windows\\CurrentVersion\\Policies\\System\\Kerberos\\Parameters';
const SYSTEM = 'HKLM\\Software\\Microsoft\\Windows\\CurrentVersion\\Policies\\System';
const ASR =
  'HKLM\\Software\\Policies\\Microsoft\\Windows Defender\\Windows Defender Exploit Guard\\ASR\\Rules';
const RULE = 'be9ba2d9-53ea-4cdc-84e5-9b1eeee46550';

describe('flags', () => {
  it.each([
    [`${LSA}\\MSV1_0`, 'NTLMMinClientSec', 0, 'documented'],
    [`${LSA}\\MSV1_0`, 'NTLMMinClientSec', 537395200, 'documented'],
    [`${LSA}\\MSV1_0`, 'NTLMMinServerSec', 524288, 'documented'],
    [`${LSA}\\MSV1_0`, 'NTLMMinServerSec', 524289, 'undocumented'],
    [KERBEROS, 'SupportedEncryptionTypes', 2147483640, 'documented'],
    [KERBEROS, 'SupportedEncryptionTypes', 28, 'documented'],
    [KERBEROS, 'SupportedEncryptionTypes', 32, 'undocumented'],
    [KERBEROS, 'SupportedEncryptionTypes', 0, 'undocumented'],
    [SYSTEM, 'DontDisplayLockedUserId', 4, 'documented'],
    [SYSTEM, 'DontDisplayLockedUserId', 5, 'undocumented'],
  ])('%s + %s = %d is %s', async (key, value, data, verdict) => {
    const item = await only(key, value, { type: 'REG_DWORD', data });
    expect(item.data?.verdict, JSON.stringify(item.data)).toBe(verdict);
  });

  it('of a sum are all named', async () => {
    const item = await only(KERBEROS, 'SupportedEncryptionTypes', { type: 'REG_DWORD', data: 28 });
    expect(item.data?.means?.map(({ label }) => label)).toEqual(
      expect.arrayContaining(['RC4_HMAC_MD5', 'AES128_HMAC_SHA1', 'AES256_HMAC_SHA1']),
    );
  });
});

it('a list that takes any text does not make a content documented that other sources exclude', async () => {
  for (const [data, verdict] of [
    ['1', 'documented'],
    ['6', 'documented'],
    ['7', 'undocumented'],
  ]) {
    for (const type of ['REG_SZ', 'REG_DWORD']) {
      const item = await only(ASR, RULE, { type, data });
      expect(item.data?.verdict, `${type} ${data}: ${JSON.stringify(item)}`).toBe(verdict);
    }
  }
});

it('types on which the sources differ are all documented, with a warning', async () => {
  const item = await only(ASR, RULE, { type: 'REG_SZ', data: '1' });
  expect(item.warnings).toContainEqual(expect.stringContaining('name different types'));
});

it('types of texts that a control and an option name apart are documented, with a warning', async () => {
  for (const content of [
    { type: 'REG_SZ', data: 'a' },
    { type: 'REG_MULTI_SZ', data: ['a', 'b'] },
  ]) {
    const item = await only(SYSTEM, 'LegalNoticeText', content);
    expect(item.data?.verdict).toBe('free');
    expect(item.warnings).toContainEqual(expect.stringMatching(/types: .*: REG_MULTI_SZ, REG_SZ\.$/));
  }
  const caption = await only(SYSTEM, 'LegalNoticeCaption', { type: 'REG_SZ', data: 'a' });
  expect(caption.warnings ?? []).not.toContainEqual(expect.stringContaining('different types'));
});

it('data that a value of the same name has elsewhere is undocumented, with a pointer', async () => {
  const item = await only(LSA, 'RunAsPPL', { type: 'REG_DWORD', data: 2 });
  expect(item.data).toMatchObject({
    verdict: 'undocumented',
    reason: expect.stringMatching(/^The matched sources document only: /),
  });
  expect(item.warnings).toContainEqual(
    expect.stringMatching(/documents this data for a value of the same name, below .*Windows.System\.$/),
  );
  const other = await only(LSA, 'RunAsPPL', { type: 'REG_DWORD', data: 9 });
  expect(other.warnings ?? []).not.toContainEqual(expect.stringContaining('of the same name'));
});

it('a text of a disabled policy is deleted', async () => {
  const key = 'HKLM\\Software\\Policies\\Microsoft\\Windows\\WindowsUpdate';
  const item = await only(key, 'WUServer', { delete: true });
  expect(item.data).toMatchObject({ verdict: 'documented', means: [{ state: 'disabled' }] });
});

it('a text of entries that commas divide is documented where each entry is', async () => {
  const key = 'HKLM\\Software\\Policies\\Microsoft\\Windows\\NetworkProvider\\HardenedPaths';
  for (const [data, verdict] of [
    ['RequireMutualAuthentication=1,RequireIntegrity=1', 'documented'],
    ['RequireMutualAuthentication=1, RequireIntegrity=1, RequirePrivacy=1', 'documented'],
    ['RequireMutualAuthentication=1, RequireIntegrity=0', 'undocumented'],
  ]) {
    const item = await only(key, '\\\\*\\SYSVOL', { type: 'REG_SZ', data });
    expect(item.data?.verdict, data).toBe(verdict);
  }
});
