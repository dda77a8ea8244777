/** The counts over the items of a verify request, and what of them changes between two targets. */
import * as v from 'valibot';
import { count, described, maybe, tally, text, Verdict } from './words.ts';

export const VerifySummary = v.object({
  items: described(count, 'How many items were verified, wrong ones included.'),
  problems: described(
    count,
    'What was not verified: items with a problem of their own, values whose data could not be read, and files that could not.',
  ),
  undocumented: described(
    count,
    'Items that are not documented: registry values that no setting writes, OMA-URIs that are no documented node.',
  ),
  conflicts: described(count, 'Items that others contradict.'),
  dropped: described(count, 'Items that are deprecated, or whose settings all are, or obsolete or removed.'),
  verdicts: tally('How many items have each verdict.'),
  data: tally('How many items have each verdict on their data.'),
  mdm: described(
    v.object({
      ready: described(count, 'With payload or data to send to the node.'),
      'whole-policy': described(count, 'The node sets further values that are not in the request.'),
      ingestion: described(count, 'As ready, after the vendor’s template.'),
      noPayload: described(count, 'A node is documented; what to send for this data is not.'),
      none: described(count, 'No node is documented.'),
      unsupported: described(count, 'The node is unsupported on the target.'),
    }),
    'Registry values by what their MDM node needs; each is counted once.',
  ),
  products: tally('How many items have each verdict on the version of their product.'),
});
export type VerifySummary = v.InferOutput<typeof VerifySummary>;

export const DRIFTS = ['lost', 'gone', 'not-stated', 'gained', 'newly-stated', 'neither'] as const;
export const Drift = described(
  v.picklist(DRIFTS),
  'lost: a document says that the last target does not support it. gone: newer templates do not have it, and no document says that it ends. not-stated: supported before, and nothing says whether it still is. gained: the earlier target does not support it. newly-stated: supported, and nothing says whether the earlier target supports it. neither: supported by neither, and the verdicts differ.',
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
        verdict: described(Verdict, 'That for the earlier target.'),
        reason: maybe(
          'Of the target that does not support it, or of which that is not known; of neither, the earlier one.',
        ),
      }),
    ),
    'Every item whose verdict for the two targets differs.',
  ),
});
export type TargetDrift = v.InferOutput<typeof TargetDrift>;
