/** The brief answers of the tools of the Model Context Protocol: an agent pays for every byte. */
import * as v from 'valibot';
import { RegistryType } from './data.ts';
import { LifecycleState } from './product.ts';
import {
  Confidence,
  count,
  described,
  flag,
  list,
  maybe,
  optional,
  Scope,
  Stamp,
  tally,
  text,
  Verdict,
} from './words.ts';

const provenance = described(
  v.array(v.string()),
  'The sources that the answer rests on, each with its version.',
);

/** What every brief answer ends with. */
export const common = {
  warnings: list(v.string(), 'Facts noticed: read them before acting.'),
  omitted: optional(
    v.record(v.string(), count),
    'What was left out for brevity, and how many; detail “full” tells it. Texts that end in “…” were cut.',
  ),
  provenance,
  dataset: Stamp,
};

export const BriefVerdict = v.object({ verdict: Verdict, reason: maybe('Why, where it is not supported.') });
export type BriefVerdict = v.InferOutput<typeof BriefVerdict>;

/** Not current: said where it holds, whatever is left out. */
const past = {
  lifecycle: optional(LifecycleState, 'Not current: the vendor’s word.'),
  removedIn: maybe('First version without it.'),
};

const Hive = described(v.picklist(['HKLM', 'HKCU', 'either']), 'The hive that the vendor documents.');

export const BriefValue = v.object({
  data: described(v.nullable(v.string()), 'The content; null: the value is deleted.'),
  means: maybe('The state or option that it stands for.'),
  type: optional(RegistryType, 'Of this content, where they have several.'),
});
export type BriefValue = v.InferOutput<typeof BriefValue>;

/** What may be written. */
const contents = {
  values: list(BriefValue, 'The documented contents.'),
  min: maybe('Smallest number.'),
  max: maybe('Largest number.'),
};

const writable = {
  type: v.exactOptional(RegistryType),
  ...contents,
  maxLength: maybe('Most characters.'),
  maxStrings: maybe('REG_MULTI_SZ: most entries.'),
  entries: list(v.string(), 'REG_MULTI_SZ: no entries but these.'),
  open: list(RegistryType, 'Types of further contents, which are left open.'),
  list: maybe(
    'One value for each entry of a list, named so: {n} a number from 1, {name} the administrator’s choice, {data} the entry itself.',
  ),
};

export const BriefMdm = v.object({
  omaUri: text('The node to set.'),
  scope: Scope,
  confidence: Confidence,
  verdict: v.exactOptional(Verdict),
  reason: maybe('Why, where it is not supported; absent: the reason of the registry verdict.'),
  admxBacked: flag('The node takes an ADMX payload: <enabled/> with data, or <disabled/>.'),
  ingest: maybe('OMA-URI that takes the vendor’s template first.'),
});
export type BriefMdm = v.InferOutput<typeof BriefMdm>;

export const BriefMatch = v.object({
  slug: text('Identifier of the setting; the tool “setting” tells all of it.'),
  title: maybe('Title of the setting.'),
  ...past,
  hive: Hive,
  ...writable,
  registry: optional(BriefVerdict, 'The verdict on writing the registry value.'),
  mdm: optional(BriefMdm, 'The MDM equivalent; absent: none is documented.'),
  product: v.exactOptional(BriefVerdict),
});
export type BriefMatch = v.InferOutput<typeof BriefMatch>;

const reason = maybe('Why nothing was found, or no MDM equivalent.');

export const BriefNear = v.object({
  key: maybe('Documented key; absent: the one asked for.'),
  value: maybe('Documented value name.'),
  omaUri: maybe('Documented node.'),
  slug: maybe('Its setting.'),
});
export type BriefNear = v.InferOutput<typeof BriefNear>;

const others = list(v.string(), 'Slugs of further matches; “setting” tells each, detail “full” all.');

const nearest = list(BriefNear, 'Documented, but not what was asked for: perhaps it was meant.');

export const BriefResolve = v.object({
  matches: described(v.array(BriefMatch), 'The settings that write the value.'),
  others,
  reason,
  nearest,
  setInstead: maybe('The node to set instead of this value.'),
  confidence: Confidence,
  ...common,
});
export type BriefResolve = v.InferOutput<typeof BriefResolve>;

export const BriefBacked = v.object({
  slug: text('Identifier of the setting behind the node.'),
  title: maybe('Title of the setting.'),
  ...past,
  hive: Hive,
  key: text('Registry key that the setting writes, without hive.'),
  value: maybe('Registry value that it writes; empty: the default value.'),
  writes: list(v.string(), 'All values of the policy, where it has several.'),
  ...writable,
  mdm: v.exactOptional(BriefMdm),
  minOs: maybe('Documented minimum of the node: alternatives separated by “|”.'),
  product: v.exactOptional(BriefVerdict),
});
export type BriefBacked = v.InferOutput<typeof BriefBacked>;

export const BriefCsp = v.object({
  matches: described(v.array(BriefBacked), 'The settings behind the node.'),
  others,
  node: optional(
    v.object({ omaUri: v.string(), minOs: v.exactOptional(v.string()), ...contents }),
    'The node and what it takes, where it is documented and no registry setting backs it.',
  ),
  reason,
  nearest,
  confidence: Confidence,
  ...common,
});
export type BriefCsp = v.InferOutput<typeof BriefCsp>;

export const BriefHit = v.object({
  slug: text('Identifier of the setting: ask the tool “setting” with it.'),
  title: maybe('Title of the setting.'),
  ...past,
  hive: Hive,
  mdm: Confidence,
});
export type BriefHit = v.InferOutput<typeof BriefHit>;

export const BriefSearch = v.object({
  hits: described(v.array(BriefHit), 'The settings found, best first.'),
  total: described(count, 'How many settings were found before limit.'),
  weak: flag('None fits well: most likely none is what was meant.'),
  reason,
  suggestions: list(v.string(), 'Other spellings to search for.'),
  ...common,
});
export type BriefSearch = v.InferOutput<typeof BriefSearch>;

export const BriefWrite = v.object({
  key: maybe('Registry key, where it is not the setting’s.'),
  value: maybe('Value name; absent for a list.'),
  ...writable,
  element: maybe('Element of the policy that writes it; absent: the policy itself.'),
  label: maybe('Label of the element.'),
});
export type BriefWrite = v.InferOutput<typeof BriefWrite>;

export const BriefSetting = v.object({
  slug: text('Identifier of the setting.'),
  title: maybe('Title of the setting.'),
  ...past,
  hive: Hive,
  key: text('Registry key, without hive.'),
  writes: described(v.array(BriefWrite), 'The registry values that the setting writes.'),
  supportedOn: maybe('The vendor’s supported-on text.'),
  mdm: v.exactOptional(
    v.object({
      omaUri: maybe('The node to set; absent where only single elements have nodes.'),
      scope: v.exactOptional(Scope),
      minOs: maybe('Documented minimum of the node.'),
      ingest: maybe('OMA-URI that takes the vendor’s template first.'),
      enabled: maybe('Payload that enables it; {ID}: an element’s value.'),
      disabled: maybe('Payload that disables it.'),
      elements: list(v.string(), 'Nodes of single elements.'),
    }),
  ),
  reason,
  learnUrl: maybe('Documentation URL.'),
  confidence: Confidence,
  ...common,
});
export type BriefSetting = v.InferOutput<typeof BriefSetting>;

export const BriefCoverage = v.object({
  totals: tally('Documented settings and the registry values that they write.'),
  mdm: tally('Settings by how their MDM equivalent is known.'),
  languages: tally('Settings with texts in each language.'),
  ...common,
});
export type BriefCoverage = v.InferOutput<typeof BriefCoverage>;

/** The whole envelope of the API, where detail is “full”; its parts are described in the OpenAPI document. */
const FullAnswer = described(
  v.object({
    query: v.record(v.string(), v.unknown()),
    result: v.record(v.string(), v.unknown()),
    confidence: Confidence,
    provenance: v.exactOptional(v.record(v.string(), v.unknown())),
    dataset: Stamp,
    warnings: v.array(v.string()),
  }),
  'detail “full”: the whole answer of the API, as its OpenAPI document describes it.',
);

/** What a tool returns as structured content. */
export const toolOutput = <S extends v.GenericSchema>(brief: S) => v.union([brief, FullAnswer]);
