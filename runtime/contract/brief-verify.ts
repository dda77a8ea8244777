/** The brief answers of the tools verify and convert: members of the API's, without those that only repeat the request. */
import * as v from 'valibot';
import { ConvertEnvelope } from './converted.ts';
import { omitOf, pickOf } from './pick.ts';
import { ItemData, ItemMdm, VerifiedItem, VerifyEnvelope } from './verified.ts';
import { Drift, TargetDrift } from './verify-summary.ts';
import { Confidence, count, list, maybe, optional, Verdict } from './words.ts';

const judged = v.object({ verdict: Verdict, reason: maybe('Why, where it is not supported.') });

const BriefItemMdm = v.object({
  ...omitOf(ItemMdm, ['slug', 'dataConfidence']).entries,
  slug: v.exactOptional(ItemMdm.entries.slug),
});

/** A long text that an earlier item has is “as item N”. */
const BriefItem = v.object({
  index: VerifiedItem.entries.index,
  at: maybe('File and line, of an item of a file.'),
  ...pickOf(VerifiedItem, ['key', 'value', 'hive', 'omaUri', 'given']).entries,
  problem: v.exactOptional(
    v.object({ detail: v.string(), errors: v.array(v.object({ pointer: v.string(), detail: v.string() })) }),
  ),
  matches: v.exactOptional(
    v.array(
      v.object({
        slug: v.string(),
        otherHive: v.exactOptional(v.string()),
        state: v.exactOptional(v.string()),
      }),
    ),
  ),
  ...pickOf(VerifiedItem, ['verdict', 'reason']).entries,
  registry: optional(judged, 'What the supported-on document says by itself, where it differs from verdict.'),
  product: v.exactOptional(judged),
  conflictsWith: VerifiedItem.entries.conflictsWith,
  data: v.exactOptional(
    v.object({
      ...pickOf(ItemData, ['verdict', 'reason', 'missing']).entries,
      means: v.exactOptional(
        v.array(v.object({ state: v.exactOptional(v.string()), label: v.exactOptional(v.string()) })),
      ),
    }),
  ),
  mdm: v.exactOptional(BriefItemMdm),
  mdmAlternatives: v.exactOptional(v.array(BriefItemMdm)),
  ...pickOf(VerifiedItem, ['noMdm', 'noRegistry', 'warnings']).entries,
});
export type BriefItem = v.InferOutput<typeof BriefItem>;

const BriefDrift = v.object({
  ...pickOf(TargetDrift, ['from', 'to']).entries,
  items: v.array(v.object({ index: v.number(), drift: Drift })),
});

const { result, warnings, dataset } = VerifyEnvelope.entries;

export const BriefVerify = v.object({
  warnings: v.exactOptional(warnings),
  summary: result.entries.summary,
  drifts: list(BriefDrift, 'With several targets: what changes from each of the others to the last one.'),
  items: v.array(BriefItem),
  next: optional(count, 'Ask again with this as “from”.'),
  files: list(v.string(), 'Files that could not be read, and why; notes on files.'),
  omitted: optional(v.record(v.string(), count), 'What was left out for brevity, and how many.'),
  mdmConfidence: Confidence,
  dataset,
});
export type BriefVerify = v.InferOutput<typeof BriefVerify>;

const { content, mediaType, converted } = ConvertEnvelope.entries.result.entries;

export const BriefConvert = v.object({
  warnings: v.exactOptional(ConvertEnvelope.entries.warnings),
  content: v.exactOptional(content),
  contentBytes: optional(count, 'Size of a document that is too long: ask with detail full.'),
  mediaType,
  converted,
  left: v.exactOptional(
    v.array(v.object({ index: count, at: maybe('File and line, of an item of a file.'), why: v.string() })),
  ),
  files: v.exactOptional(v.array(v.string())),
  omitted: v.exactOptional(v.record(v.string(), count)),
  mdmConfidence: Confidence,
  dataset: ConvertEnvelope.entries.dataset,
});
export type BriefConvert = v.InferOutput<typeof BriefConvert>;
