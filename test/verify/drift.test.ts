/** What changes between two targets: the groups over the real dataset. */
import { expect, it } from 'vitest';
import { parseJson } from '../../runtime/answer/json.ts';
import type { PartsEntry } from '../../runtime/contract/parts.ts';
import { DRIFTS, type Drift } from '../../runtime/contract/verify-summary.ts';
import { splitPairKey } from '../../runtime/format/keys.ts';
import { verifyText } from '../../runtime/mcp/text.ts';
import { briefVerify } from '../../runtime/mcp/verify.ts';
import { driftOf } from '../../runtime/verify/verify.ts';
import { verified } from '../answers.ts';
import { corpus, corpusDist } from '../corpus/dist.ts';
import { entriesOf } from '../corpus/entries.ts';
import { expectSame } from '../same.ts';

const AU = 'HKLM\\Software\\Policies\\Microsoft\\Windows\\WindowsUpdate';
const LOG = 'HKLM\\Software\\Policies\\Microsoft\\Windows\\EventLog\\Application';
const OLD = 'Windows 10 22H2 Enterprise';
const NEW = 'Windows 11 24H2 Enterprise';
const WAYS: Record<Drift, RegExp> = {
  lost: /^supported → unsupported$/,
  gone: /^supported → un(?:verified|known)$/,
  'not-stated': /^supported → un(?:verified|known)$/,
  gained: /^unsupported → supported$/,
  'newly-stated': /^un(?:verified|known) → supported$/,
  neither: /^un\w+ → un\w+$/,
};

it('every change has its group, by the verdicts on the registry value and what the templates have dropped', async () => {
  const { ask } = await corpus();
  const pairs = new Set(
    entriesOf<PartsEntry>(await corpusDist(), 'parts').flatMap(([, entry]) => entry.pairs),
  );
  const items = [...pairs].map((pair) => {
    const [key, value] = splitPairKey(pair);
    return { key: `HKLM\\${key}`, value };
  });
  const verify = (targetOs: string) => verified(ask, items, { targetOs });
  const [before, after] = await Promise.all([verify(OLD), verify(NEW)]);
  const found = new Set<Drift>();
  for (const [index, from] of before.entries()) {
    const to: Partial<(typeof after)[number]> = after[index] ?? {};
    expectSame(driftOf(from, from), undefined);
    const drift = driftOf(from, to);
    if (drift === undefined) continue;
    expect(`${from.verdict} → ${to.verdict}`).toMatch(WAYS[drift]);
    found.add(drift);
  }
  expect([...found].sort()).toEqual([...DRIFTS].sort());
});

it('the tool names what changes without the reasons', async () => {
  const { ask } = await corpus();
  const items = [{ key: AU, value: 'SetAutoRestartNotificationConfig' }];
  const answer = parseJson(await ask.verify({ items, files: [], lang: 'en-US', targetOs: [OLD, NEW] }));
  const brief = briefVerify(answer, { show: 'all', from: 0 });
  expect(brief.drifts).toEqual([
    { from: OLD, to: NEW, items: [{ index: 0, drift: 'lost', verdict: 'supported' }] },
  ]);
  expect(verifyText(brief, answer)).toContain(`for “${NEW}”; those for “${OLD}” that differ: 1 `);
});

it('payloads are made of the values of one unit, conflicts are those between all', async () => {
  const { ask } = await corpus();
  const item = (data: number) => ({ key: LOG, value: 'MaxSize', type: 'REG_DWORD', data });
  const verify = (units?: number[]) =>
    verified(ask, [item(20000), item(30000)], { targetOs: NEW }, { ...(units && { units }) });
  const apart = await verify([1, 1]);
  expect(apart.map(({ conflictsWith }) => conflictsWith)).toEqual([[1], [0]]);
  expect(apart.map(({ mdm }) => mdm?.payload?.match(/value="(\d+)"/)?.[1])).toEqual(['20000', '30000']);
  const together = await verify();
  expect(together.map(({ conflictsWith }) => conflictsWith)).toEqual([[1], [0]]);
  expect(together.map(({ mdm }) => mdm?.payload)).toEqual([undefined, undefined]);
});
