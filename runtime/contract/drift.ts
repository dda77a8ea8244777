/** What of the items of a verify request changes between two targets. */
import * as v from 'valibot';
import { count, described, maybe, text } from './words.ts';

export const DRIFTS = ['lost', 'gone', 'not-stated', 'gained'] as const;
export const Drift = described(
  v.picklist(DRIFTS),
  'lost: a document says that the last target does not support it. gone: newer templates do not have it, and no document says that it ends. not-stated: supported before, and nothing says whether it still is. gained: the earlier target does not support it.',
);
export type Drift = v.InferOutput<typeof Drift>;

export const TargetDrift = v.object({
  from: text('The target as it was given.'),
  to: text('The last target, which the verdicts of the items are for.'),
  items: described(
    v.array(
      v.object({
        index: described(count, 'Position in items.'),
        drift: Drift,
        reason: maybe('Why the one of the two targets does not support it, or why that is not known.'),
      }),
    ),
    'What changes; of the others no document says that it does.',
  ),
});
export type TargetDrift = v.InferOutput<typeof TargetDrift>;
