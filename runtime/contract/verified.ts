/** The answer of `POST /v1/verify`: its items, files and the envelope. */
import * as v from 'valibot';
import { CspEnvelope, ResolveEnvelope, targetProducts } from './answers.ts';
import { WritingState } from './data.ts';
import { AllowedValues } from './node.ts';
import { LifecycleState, ProductVerdict } from './product.ts';
import { Data } from './verify.ts';
import { TargetDrift, VerifySummary } from './verify-summary.ts';
import {
  Confidence,
  count,
  described,
  flag,
  list,
  maybe,
  optional,
  PolicyClass,
  Scope,
  Stamp,
  text,
  Verdict,
} from './words.ts';

export const DataVerdict = described(
  v.picklist(['documented', 'free', 'undocumented', 'wrong-type', 'unknown']),
  'documented: the vendor documents this content. free: its type is right, and the vendor leaves the content to the administrator. undocumented: the vendor documents other contents only. wrong-type: the vendor documents another registry type. unknown: the dataset does not say what may be written, or no data was given.',
);
export type DataVerdict = v.InferOutput<typeof DataVerdict>;

const Meaning = described(
  v.object({
    slug: text('The setting that documents the content.'),
    state: optional(WritingState, 'The state of the policy or check box that writes it.'),
    label: maybe('The option that it stands for.'),
    elementId: maybe('The element that writes it.'),
  }),
  'What the content stands for.',
);
export type Meaning = v.InferOutput<typeof Meaning>;

export const ItemData = described(
  v.object({
    verdict: DataVerdict,
    reason: maybe('Why it is not documented, or why that is not known.'),
    means: list(Meaning, 'Which documented contents it equals.'),
    missing: list(v.string(), 'Elements of the policy that an ADMX payload does not name.'),
  }),
  'The verdict on type and data; absent where the item has neither.',
);
export type ItemData = v.InferOutput<typeof ItemData>;

export const ItemMdm = described(
  v.object({
    slug: text('The setting that the node configures.'),
    omaUri: text('OMA-URI of the node.'),
    scope: Scope,
    confidence: Confidence,
    verdict: Verdict,
    reason: maybe('Why it is not supported, where the item’s reason is another.'),
    ingest: maybe('The OMA-URI that takes the vendor’s template first.'),
    sets: optional(
      v.literal('whole-policy'),
      'The node sets further values that are not in this request: it is no equivalent of this one.',
    ),
    policyValues: optional(count, 'whole-policy: how many registry values the policy has.'),
    payload: maybe('What to send to an ADMX-backed node, made of all values of the setting in this request.'),
    data: maybe(
      'What to send to a node that takes a value of its own, where a reviewed list says that it takes this data.',
    ),
    dataConfidence: v.exactOptional(Confidence),
    allowedValues: v.exactOptional(AllowedValues),
    missing: list(v.string(), 'Ids of elements that a payload needs and that have no value in this request.'),
    missingValues: list(
      v.string(),
      'Further registry values that the policy or the chosen option writes and that are not in this request.',
    ),
    payloadAt: optional(
      count,
      'Index of the item that has the payload, or the data: a long one stands once in an answer.',
    ),
    noPayload: maybe(
      'Why there is neither payload nor data; not the reason of the verdict, which may be supported.',
    ),
  }),
  'The MDM equivalent, its verdict, and what to send.',
);
export type ItemMdm = v.InferOutput<typeof ItemMdm>;

const ItemMatch = v.object({
  slug: text('Identifier of the setting.'),
  displayName: maybe('Title of the setting.'),
  class: PolicyClass,
  otherHive: optional(
    v.picklist(['HKLM', 'HKCU']),
    'The hive that the vendor documents, where another one was asked for.',
  ),
  state: optional(
    LifecycleState,
    'What the vendor’s labels or newer templates call the setting; warnings say more.',
  ),
  registryKey: maybe('Of an MDM node: the registry key that the setting writes.'),
  valueName: maybe('Of an MDM node: the registry value that the setting writes.'),
});
export type ItemMatch = v.InferOutput<typeof ItemMatch>;

export const ItemPlace = described(
  v.object({
    file: text('Name of the file.'),
    line: optional(count, 'Line, counted from 1.'),
    offset: optional(count, 'Byte, counted from 0.'),
  }),
  'Where in a file it stands.',
);

const ItemProblem = described(
  v.object({
    type: text('Path of a page that explains the problem.'),
    detail: text('What is wrong with the item.'),
    errors: described(
      v.array(v.object({ pointer: text('JSON Pointer to the field.'), detail: text('What is expected.') })),
      'The fields that are wrong.',
    ),
  }),
  'Why the item was not verified.',
);
export type ItemProblem = v.InferOutput<typeof ItemProblem>;

export const Conflict = v.object({
  kind: described(
    v.picklist(['same-value', 'same-node', 'same-policy', 'twin']),
    'same-value: other data for the same registry value, or its deletion. same-node: other data for the same MDM node. same-policy: a registry value and MDM nodes, or two nodes, that write other data to the same registry value. twin: other data for the same value of the other hive, or for the node of the other scope, of a setting for both.',
  ),
  indexes: described(v.array(count), 'Of the other items; 10 at most.'),
  conflictResolution: maybe(
    'Of an MDM node: which of several values set for it holds, as the DDF names it: LastWrite, HighestValueMostSecure, …',
  ),
});
export type Conflict = v.InferOutput<typeof Conflict>;

export const VerifiedItem = v.object({
  index: described(count, 'Position in items; items of files follow those of the request.'),
  at: v.exactOptional(ItemPlace),
  problem: v.exactOptional(ItemProblem),
  key: maybe('The normalized key.'),
  value: maybe('The normalized value name.'),
  hive: optional(v.nullable(v.string()), 'The hive that the key names.'),
  omaUri: maybe('The normalized OMA-URI, of an item that has one.'),
  scope: optional(v.nullable(Scope), 'The scope that the OMA-URI names.'),
  given: optional(
    v.object({
      type: maybe('Type, where one was given.'),
      data: v.exactOptional(Data),
      delete: flag('A deletion.'),
    }),
    'What is to be written or sent, as it was read; absent where there is none.',
  ),
  matches: list(ItemMatch, 'The settings that write the value; empty: none does.'),
  verdict: v.exactOptional(Verdict),
  reason: maybe('Why the verdict is not supported.'),
  registry: optional(
    v.object({ verdict: Verdict, reason: text('Why.') }),
    'What the supported-on document says by itself, where it differs from verdict.',
  ),
  product: v.exactOptional(ProductVerdict),
  deprecated: flag('The verdict follows an MDM node that the vendor marks as deprecated for the target.'),
  conflictsWith: list(count, 'Indexes of the items in conflicts; 10 at most of each kind.'),
  conflicts: list(Conflict, 'Items that set the same in another way.'),
  data: v.exactOptional(ItemData),
  mdm: v.exactOptional(ItemMdm),
  mdmAlternatives: list(
    ItemMdm,
    'Where several settings with nodes of their own write the value; then mdm is absent.',
  ),
  noMdm: maybe('Why no MDM node is given for a documented value.'),
  noRegistry: maybe('Why no registry value is given for a documented node.'),
  result: optional(
    v.union([ResolveEnvelope.entries.result, CspEnvelope.entries.result]),
    'full: the result of resolve or csp.',
  ),
  warnings: list(v.string(), 'Facts noticed: read them before acting.'),
});
export type VerifiedItem = v.InferOutput<typeof VerifiedItem>;
/** The answer to an item, without what it repeats of the request. */
export type Verified = Omit<VerifiedItem, 'index' | 'at' | 'given'>;

export const VerifiedFile = v.object({
  name: text('Name of the file.'),
  format: maybe('The format that was recognized.'),
  items: described(count, 'How many values it holds.'),
  notes: list(
    v.object({
      kind: text('What the note is about, for programs.'),
      message: text('What the file says that is not a value.'),
      at: ItemPlace,
    }),
    'Instructions and parts that are no values.',
  ),
  problem: optional(
    v.object({ ...ItemPlace.entries, message: text('What is wrong.') }),
    'Why the file was not read.',
  ),
});
export type VerifiedFile = v.InferOutput<typeof VerifiedFile>;

export const VerifyEnvelope = v.object({
  query: described(
    v.object({
      items: described(count, 'How many items were verified, those of files included.'),
      lang: text('Language of the texts.'),
      targetOs: described(
        v.nullable(v.union([v.string(), v.pipe(v.array(v.string()), v.readonly())])),
        'The target as it was given, or the targets.',
      ),
      targetProducts,
      detail: described(v.picklist(['brief', 'full']), 'How much the answer says of each item.'),
    }),
    'The normalized request that was evaluated.',
  ),
  result: described(
    v.object({
      items: described(v.array(VerifiedItem), 'One answer for each item, in the order of the request.'),
      files: list(VerifiedFile, 'What was read of each file.'),
      summary: VerifySummary,
      drifts: list(
        TargetDrift,
        'With several targets: what changes from each of the others to the last one.',
      ),
      reason: maybe('Present where the confidence is none.'),
    }),
    'The verdicts.',
  ),
  confidence: Confidence,
  dataset: Stamp,
  warnings: described(v.array(v.string()), 'Warnings on the whole request; each item has its own.'),
});
export type VerifyEnvelope = v.InferOutput<typeof VerifyEnvelope>;
