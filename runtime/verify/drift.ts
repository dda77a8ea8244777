/** What of the items gains or loses support between two targets, and how far a document says so. */
import type { Drift, TargetDrift } from '../contract/drift.ts';
import type { Verified } from '../contract/verified.ts';
import type { VerifyContext } from './context.ts';
import type { WrongItem } from './items.ts';
import { nodeVerdict } from './node.ts';
import type { AskedNode } from './node-sent.ts';
import { type AskedPair, pairVerdict } from './pair.ts';
import { droppedOf } from './summary.ts';

/** Undefined: nothing says that it changes. */
export function driftOf(from: Verified, to: Verified): Drift | undefined {
  const [before, after] = [from.verdict, to.verdict];
  if (before === 'unsupported') return after === 'supported' ? 'gained' : undefined;
  if (before !== 'supported' || after === 'supported') return undefined;
  if (after === 'unsupported') return 'lost';
  return droppedOf(to) === 'removed' ? 'gone' : 'not-stated';
}

/** From each target of the request but the last one, whose answers the items get. */
export function driftsOf({ earlierTargets, targetOs }: VerifyContext): TargetDrift[] {
  return earlierTargets.map((from) => ({ from, to: targetOs ?? '', items: [] }));
}

/** Adds what changes for an item. @param answer For the last target. */
export async function addDrifts(
  all: readonly TargetDrift[],
  asked: AskedPair | AskedNode | { item: WrongItem },
  index: number,
  answer: Verified,
  context: VerifyContext,
): Promise<void> {
  for (const { from: targetOs, items } of all) {
    const own = { ...context, targetOs };
    const from = 'key' in asked ? await pairVerdict(asked, own) : 'sent' in asked && nodeVerdict(asked, own);
    const drift = from ? driftOf(from, answer) : undefined;
    if (!from || drift === undefined) continue;
    const { reason } = drift === 'gained' ? from : answer;
    items.push({ index, drift, ...(reason !== undefined && { reason }) });
  }
}
