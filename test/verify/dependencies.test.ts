/** Warnings on nodes that need others, over all nodes of the DDF that have such a dependency; rows are in verify-answers. */
import { expect, it } from 'vitest';
import type { DdfFact } from '../../build/facts/nodes.ts';
import type { VerifyRequest } from '../../runtime/contract/verify.ts';
import { VERIFY_TEXTS } from '../../runtime/messages/verify.ts';
import type { VerifyContext } from '../../runtime/verify/context.ts';
import { dependencyWarnings } from '../../runtime/verify/dependencies.ts';
import { verified } from '../answers.ts';
import { corpus } from '../corpus/dist.ts';
import { factLines } from '../vectors.ts';

const { ask } = await corpus();
const nodes = factLines<DdfFact>('policy-ddf.jsonl');

async function warned(...items: VerifyRequest['items'] & object[]): Promise<string[]> {
  const [first] = await verified(ask, items);
  return (first?.warnings ?? []).filter((warning) => warning.includes('has an effect only where'));
}

it('every node with a dependency has a warning when it comes alone, and no other node has one', async () => {
  let dependent = 0;
  // Of those without one a fifth.
  for (const { omaUri, dependencies } of nodes.filter((each, at) => each.dependencies || at % 5 === 0)) {
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
