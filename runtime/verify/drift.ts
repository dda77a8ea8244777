/** What of the items gains or loses support between two targets, and how far a document says so. */
import type { Drift, TargetDrift } from '../contract/drift.ts';
import type { Verified } from '../contract/verified.ts';
import type { AskedPair } from './asked-pair.ts';
import type { VerifyContext } from './context.ts';
import type { WrongItem } from './items.ts';
import { nodeVerdict } from './node.ts';
import type { AskedNode } from './node-sent.ts';
import { pairVerdict } from './pair.ts';
import { droppedOf } from './summary.ts';

/** Undefined: nothing says that it changes. */
export function driftOf(from: Verified, to: Verified): Drift | undefined {
  const [before, after] = [from.verdict, to.verdict];
  if (before === 'unsupported') return after === 'supported' ? 'gained' : undefined;
  if (before !== 'supported' || after === 'supported') return undefined;
  if (after === 'unsupported') return 'lost';
  return droppedOf(to) === 'removed' ? 'gone' : 'not-stated';
}

/** The verdict on an item for each of the targets but the last one, whose answer it gets. */
export function earlierVerdicts(
  asked: AskedPair | AskedNode | { item: WrongItem },
  context: VerifyContext,
): Promise<(Verified | undefined)[]> {
  return Promise.all(
    context.earlierTargets.map((targetOs) => {
      const own = { ...context, targetOs };
      if ('key' in asked) return pairVerdict(asked, own);
      return 'sent' in asked ? nodeVerdict(asked, own) : undefined;
    }),
  );
}

export class Drifts {
  readonly #all: TargetDrift[];

  constructor({ earlierTargets, targetOs }: VerifyContext) {
    this.#all = earlierTargets.map((from) => ({ from, to: targetOs ?? '', items: [] }));
  }

  /** @param before By {@link earlierVerdicts}. */
  add(index: number, before: readonly (Verified | undefined)[], answer: Verified): void {
    for (const [at, { items }] of this.#all.entries()) {
      const from = before[at];
      const drift = from && driftOf(from, answer);
      if (from === undefined || drift === undefined) continue;
      const { reason } = drift === 'gained' ? from : answer;
      items.push({ index, drift, ...(reason !== undefined && { reason }) });
    }
  }

  members(): { drifts?: TargetDrift[] } {
    return this.#all.length === 0 ? {} : { drifts: this.#all };
  }
}
