/** The brief answer of the tool verify. */
import * as v from 'valibot';
import { BriefMdm, BriefVerdict, common } from './brief.ts';
import { DataVerdict, VerifySummary } from './verified.ts';
import { Confidence, count, described, list, maybe, optional, Stamp, tally } from './words.ts';

export const ItemNode = v.object({
  ...BriefMdm.entries,
  slug: maybe('Its setting, where there are several.'),
  reason: maybe('Why the verdict is not supported; absent: resolve tells it.'),
  payload: maybe('What to send.'),
  data: v.exactOptional(v.string()),
  noPayload: maybe('Why there is neither.'),
  missing: list(v.string(), 'Elements and values that a payload needs and that are not here.'),
  moreMissing: optional(count, 'How many more.'),
});
export type ItemNode = v.InferOutput<typeof ItemNode>;

const BriefItem = v.object({
  index: described(count, 'Position in items, then in files.'),
  at: maybe('File and line.'),
  asked: maybe('Key and value name, or node, as it was read.'),
  problem: maybe('What is wrong with the item.'),
  slugs: list(v.string(), 'The settings that write it; empty: none does.'),
  registry: optional(BriefVerdict, 'The verdict on writing the registry value.'),
  node: optional(BriefVerdict, 'The verdict on an OMA-URI that no registry setting backs.'),
  noRegistry: maybe('Why a documented node has no registry value.'),
  data: optional(
    v.object({
      verdict: DataVerdict,
      reason: maybe('Why.'),
      means: list(v.string(), 'What it stands for.'),
      missing: list(v.string(), 'Elements that a given payload does not name.'),
    }),
    'The verdict on type and content.',
  ),
  mdm: optional(ItemNode, 'The MDM equivalent with its own verdict.'),
  mdmChoices: list(ItemNode, 'Where several settings have nodes; the choice is yours.'),
  product: v.exactOptional(BriefVerdict),
  noMdm: maybe('Why no MDM equivalent is given.'),
  warnings: list(v.string(), 'Facts noticed: read them before acting.'),
});
export type BriefItem = v.InferOutput<typeof BriefItem>;

export const BriefVerify = v.object({
  summary: v.object({
    items: described(count, 'How many items were verified.'),
    problems: described(count, 'Items, data of items, and files that could not be read.'),
    undocumented: described(count, 'Values and OMA-URIs that are not documented.'),
    conflicts: VerifySummary.entries.conflicts,
    dropped: VerifySummary.entries.dropped,
    registry: tally('Registry values by verdict on writing them.'),
    nodes: tally('OMA-URIs by verdict on setting them.'),
    data: tally('Items by verdict on their data.'),
    mdm: tally('Registry values by what their node needs.'),
    products: tally('Items by verdict on the version of their product.'),
  }),
  items: described(v.array(BriefItem), 'One answer for each item.'),
  next: optional(count, 'Ask again with this as “from”.'),
  files: list(v.string(), 'Files that could not be read, and why; notes on files.'),
  confidence: Confidence,
  warnings: common.warnings,
  omitted: common.omitted,
  dataset: Stamp,
});
export type BriefVerify = v.InferOutput<typeof BriefVerify>;
