/** What changes between two targets: the groups over the real dataset, and the command. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { parseJson } from '../../runtime/answer/json.ts';
import type { PartsEntry } from '../../runtime/contract/parts.ts';
import type { VerifiedItem } from '../../runtime/contract/verified.ts';
import { splitPairKey } from '../../runtime/format/keys.ts';
import { DRIFTS, type Drift, driftOf } from '../../runtime/verify/drift.ts';
import { hivecheck } from '../command.ts';
import { corpus, corpusDist } from '../corpus/dist.ts';
import { entriesOf } from '../corpus/entries.ts';
import { writeReg } from '../readers/writers.ts';
import { newFolder } from '../scratch.ts';

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
  const items = [...pairs].map((pair) => {
    const [key, value] = splitPairKey(pair);
    return { key: `HKLM\\${key}`, value };
  });
  const verify = async (targetOs: string): Promise<VerifiedItem[]> =>
    parseJson(await ask.verify({ items, files: [], lang: 'en-US', targetOs }, { payloads: false })).result
      .items;
  const [before, after] = await Promise.all([verify(OLD), verify(NEW)]);
  const examples: Partial<Record<Drift, VerifiedItem>> = {};
  for (const [index, from] of before.entries()) {
    const to = after[index];
    if (to === undefined) throw new Error('an answer is missing');
    expect(driftOf(from, from)).toBeUndefined();
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

it('the command compares each target with the last one', async () => {
  const file = join(await newFolder(), 'list.reg');
  await writeFile(
    file,
    writeReg([
      { key: AU, value: 'SetAutoRestartNotificationConfig', type: 'REG_DWORD', data: 1 },
      { key: CAMERA, value: 'AllowCamera', type: 'REG_DWORD', data: 0 },
      { key: DELIVERY, value: 'DODisallowCacheServerDownloadsOnVPN', type: 'REG_DWORD', data: 1 },
    ]),
  );
  const args = (...targets: string[]) => [
    'verify',
    file,
    ...targets.flatMap((each) => ['--target-os', each]),
  ];
  const text = await hivecheck(args(OLD, NEW));
  expect(text.out).toContain(`From ${OLD} to ${NEW}: 2 of 3 values change`);
  expect(text.out).toMatch(/Lost: .* \(1\)\n.*SetAutoRestartNotificationConfig\n +why: .*10\.0\.19045/);
  expect(text.out).toMatch(/Gained: .* \(1\)\n.*DODisallowCacheServerDownloadsOnVPN\n/);
  expect(text.out).toContain(`target: ${NEW}`);
  const json = JSON.parse((await hivecheck([...args(OLD, 'Windows 11 22H2 Enterprise', NEW), '--json'])).out);
  const { drifts } = json.result as { drifts: { from: string; to: string; items: object[] }[] };
  expect(drifts.map(({ from, to }) => [from, to])).toEqual([
    [OLD, NEW],
    ['Windows 11 22H2 Enterprise', NEW],
  ]);
  expect(drifts[0]?.items).toEqual([
    { index: 0, drift: 'lost', reason: expect.stringContaining('10.0.19045') },
    { index: 2, drift: 'gained', reason: expect.any(String) },
  ]);
  const unread = await hivecheck(args('Windows 99', NEW));
  expect(unread).toMatchObject({ code: 2, err: expect.stringContaining('Windows 99') });
  const wrong = await hivecheck(args('1', '2', '3', '4', '5'));
  expect(wrong).toMatchObject({ code: 2, err: expect.stringContaining('at most 4 targets') });
  const csv = await hivecheck([...args(OLD, NEW), '--format', 'csv']);
  expect(csv).toMatchObject({ code: 2, err: expect.stringContaining('text or JSON') });
});
