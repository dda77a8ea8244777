/** Warnings on nodes that need others, over all nodes of the DDF that have such a dependency. */
import { join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { readLines } from '../../build/facts/model.ts';
import type { DdfFact } from '../../build/facts/nodes.ts';
import { FACTS } from '../../build/paths.ts';
import { parseJson } from '../../runtime/answer/json.ts';
import type { VerifiedItem, VerifyEnvelope } from '../../runtime/contract/verified.ts';
import { VERIFY_TEXTS } from '../../runtime/messages/verify.ts';
import type { Snapshot } from '../../runtime/service.ts';
import type { VerifyContext } from '../../runtime/verify/context.ts';
import { dependencyWarnings } from '../../runtime/verify/dependencies.ts';
import type { Values } from '../../runtime/verify/values.ts';
import { corpus } from '../corpus/dist.ts';

let ask: Snapshot;
beforeAll(async () => {
  ({ ask } = await corpus());
});

async function warned(...items: { omaUri: string; data: string }[]): Promise<string[]> {
  const answer = await ask.verify({ items, files: [], lang: 'en-US', targetOs: null, detail: 'brief' });
  const [first] = (parseJson(answer) as VerifyEnvelope).result.items as VerifiedItem[];
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
it('a node that must not hold a value has a warning where it holds it', () => {
  const allowedValues = { kind: 'ENUM', values: [{ value: '1' }] };
  const nodes = [{ type: 'Not' as const, omaUri: './Device/Other', allowedValues }];
  const context = { verifyTexts: VERIFY_TEXTS.en } as unknown as VerifyContext;
  const warnings = (data: string) =>
    dependencyWarnings([{ nodes }] as never, { sentTo: () => data } as unknown as Values, context);
  expect(warnings('1')).toEqual([expect.stringContaining('./Device/Other')]);
  expect(warnings('2')).toEqual([]);
});
