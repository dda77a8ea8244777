/** What changes between two targets: the groups over the real dataset. */
import { expect, it } from 'vitest';
import { parseJson } from '../../runtime/answer/json.ts';
import type { PartsEntry } from '../../runtime/contract/parts.ts';
import type { VerifiedItem, VerifyEnvelope } from '../../runtime/contract/verified.ts';
import { DRIFTS, type Drift, type TargetDrift } from '../../runtime/contract/verify-summary.ts';
import { splitPairKey } from '../../runtime/format/keys.ts';
import { createHttpApp } from '../../runtime/http/app.ts';
import { briefVerify } from '../../runtime/mcp/verify.ts';
import { driftOf } from '../../runtime/verify/verify.ts';
import { corpus, corpusDist } from '../corpus/dist.ts';
import { entriesOf } from '../corpus/entries.ts';
import { postInit } from '../http/fake.ts';
import { expectSame } from '../same.ts';

const AU = 'HKLM\\Software\\Policies\\Microsoft\\Windows\\WindowsUpdate';
const CAMERA = 'HKLM\\Software\\Policies\\Microsoft\\Camera';
const DELIVERY = 'HKLM\\Software\\Policies\\Microsoft\\Windows\\DeliveryOptimization';
const OLD = 'Windows 10 22H2 Enterprise';
const NEW = 'Windows 11 24H2 Enterprise';

it('every change has its group, by the verdicts on the registry value and what the templates have dropped', async () => {
  const { ask } = await corpus();
  const pairs = new Set(
    entriesOf<PartsEntry>(await corpusDist(), 'parts').flatMap(([, entry]) => entry.pairs),
  );
  const items = [...pairs].flatMap((pair, at) => {
    if (at % 5 !== 0) return [];
    const [key, value] = splitPairKey(pair);
    return [{ key: `HKLM\\${key}`, value }];
  });
  const verify = async (targetOs: string): Promise<VerifiedItem[]> =>
    parseJson(await ask.verify({ items, files: [], lang: 'en-US', targetOs }, { payloads: false })).result
      .items;
  const [before, after] = await Promise.all([verify(OLD), verify(NEW)]);
  const examples: Partial<Record<Drift, VerifiedItem>> = {};
  for (const [index, from] of before.entries()) {
    const to = after[index];
    if (to === undefined) throw new Error('an answer is missing');
    expectSame(driftOf(from, from), undefined);
    const drift = driftOf(from, to);
    const [old, now] = [from.verdict, to.verdict];
    if (drift === 'gained') expect([old, now]).toEqual(['unsupported', 'supported']);
    else if (drift === 'lost') expect([old, now]).toEqual(['supported', 'unsupported']);
    else if (drift !== undefined) {
      expect(old).toBe('supported');
      expect(['unverified', 'unknown']).toContain(now);
    }
    if (drift !== undefined) examples[drift] ??= to;
  }
  expect(Object.keys(examples).sort()).toEqual([...DRIFTS].sort());
});

const ITEMS = [
  { key: AU, value: 'SetAutoRestartNotificationConfig', type: 'REG_DWORD', data: 1 },
  { key: CAMERA, value: 'AllowCamera', type: 'REG_DWORD', data: 0 },
  { key: DELIVERY, value: 'DODisallowCacheServerDownloadsOnVPN', type: 'REG_DWORD', data: 1 },
  { omaUri: './Device/Vendor/MSFT/Policy/Config/DeliveryOptimization/DODisallowCacheServerDownloadsOnVPN' },
  { key: 'HKLM\\Software\\Nobody', value: 'Knows' },
  { key: 7 },
];
const MIDDLE = 'Windows 11 22H2 Enterprise';

it('several targets of a request: the verdicts are for the last one, and each of the others is compared with it', async () => {
  const { ask } = await corpus();
  const app = createHttpApp({ snapshot: () => ask }, {});
  const verify = async (targetOs: unknown, lang = 'en-US') => {
    const response = await app.request('/v1/verify', postInit({ items: ITEMS, targetOs, lang }));
    return (await response.json()) as VerifyEnvelope;
  };
  const both = await verify([OLD, MIDDLE, NEW]);
  expect(both.query.targetOs).toEqual([OLD, MIDDLE, NEW]);
  const last = await verify(NEW);
  expect(both.result.items).toEqual(last.result.items);
  expect(last.result.drifts).toBeUndefined();
  expect((await verify([NEW])).result.drifts).toBeUndefined();
  const drifts: TargetDrift[] = [];
  for (const from of [OLD, MIDDLE]) {
    const { items } = (await verify(from)).result;
    const changes = items.flatMap((item, index) => {
      const drift = driftOf(item, last.result.items[index] ?? item);
      return drift === undefined ? [] : [{ index, drift, reason: expect.any(String) }];
    });
    drifts.push({ from, to: NEW, items: changes });
  }
  expect(both.result.drifts).toEqual(drifts);
  expect(drifts[0]?.items.map(({ index, drift }) => [index, drift])).toEqual([
    [0, 'lost'],
    [2, 'gained'],
    [3, 'gained'],
  ]);
  const unread = await verify(['Windows 99', NEW]);
  expect(unread.warnings).toEqual([expect.stringMatching(/^"Windows 99": /)]);
  for (const wrong of [[], [NEW, NEW, NEW, NEW, NEW], [7], 7, ['x'.repeat(129)]])
    expect(await verify(wrong)).toMatchObject({
      status: 400,
      errors: [{ pointer: expect.stringMatching(/^\/targetOs/) }],
    });
  const { result } = parseJson(
    await ask.verify({ items: ITEMS, files: [], lang: 'en-US', targetOs: [OLD, NEW] }),
  );
  const [brief] = briefVerify({ ...both, result }, { show: 'all', from: 0 }).drifts ?? [];
  expect(brief).toEqual({
    ...drifts[0],
    items: drifts[0]?.items.map(({ index, drift }) => ({ index, drift })),
  });
});

it('payloads are made of the values of one unit, conflicts are those between all', async () => {
  const { ask } = await corpus();
  const item = (data: number) => ({
    key: 'HKLM\\Software\\Policies\\Microsoft\\Windows\\EventLog\\Application',
    value: 'MaxSize',
    type: 'REG_DWORD',
    data,
  });
  const verify = async (units?: number[]) => {
    const request = { items: [item(20000), item(30000)], files: [], lang: 'en-US', targetOs: NEW };
    return parseJson(await ask.verify(request, { units })).result.items;
  };
  const apart = await verify([1, 1]);
  expect(apart.map(({ conflictsWith }) => conflictsWith)).toEqual([[1], [0]]);
  expect(apart.map(({ mdm }) => mdm?.payload?.match(/value="(\d+)"/)?.[1])).toEqual(['20000', '30000']);
  const together = await verify();
  expect(together.map(({ conflictsWith }) => conflictsWith)).toEqual([[1], [0]]);
  expect(together.map(({ mdm }) => mdm?.payload)).toEqual([undefined, undefined]);
});
