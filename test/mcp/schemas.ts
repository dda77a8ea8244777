/** Schemas of the brief answers, written beside the lists of members that make them: members of the API's, with the same names. */
import * as v from 'valibot';
import {
  CspEnvelope,
  Near,
  NearNode,
  Provenance,
  ResolveEnvelope,
  SearchEnvelope,
  SettingEnvelope,
} from '../../runtime/contract/answers.ts';
import {
  AddedSetting,
  ChangedSetting,
  FactChange,
  ListChangesEnvelope,
  RemovedSetting,
} from '../../runtime/contract/changes.ts';
import { ConvertEnvelope } from '../../runtime/contract/converted.ts';
import { documentedData } from '../../runtime/contract/data.ts';
import { Csp, Match, PolicyWrite } from '../../runtime/contract/match.ts';
import { Lifecycle } from '../../runtime/contract/product.ts';
import {
  DocumentedNode,
  ElementRecord,
  OptionRecord,
  RecordNode,
  SettingRecord,
  StateValue,
} from '../../runtime/contract/record.ts';
import { ItemData, ItemMdm, VerifiedItem, VerifyEnvelope } from '../../runtime/contract/verified.ts';
import { Drift, TargetDrift } from '../../runtime/contract/verify-summary.ts';
import { Confidence, count, Stamp, Verdict } from '../../runtime/contract/words.ts';

type Entries<E extends v.ObjectEntries> = { readonly entries: E };
/** valibot’s own would keep the whole schema of one that has a description. */
const pickOf = <E extends v.ObjectEntries, const K extends [keyof E, ...(keyof E)[]]>(
  { entries }: Entries<E>,
  names: K,
) => v.object(Object.fromEntries(names.map((name) => [name, entries[name]])) as Pick<E, K[number]>);

const omitOf = <E extends v.ObjectEntries, const K extends [keyof E, ...(keyof E)[]]>(
  { entries }: Entries<E>,
  names: K,
) => {
  const kept = Object.entries(entries).filter(([name]) => !names.includes(name));
  return v.object(Object.fromEntries(kept) as Omit<E, K[number]>);
};

const opt = v.exactOptional;
const word = opt(v.string());
const many = <const S extends v.GenericSchema>(item: S) => opt(v.array(item));

const mdmConfidence = opt(Confidence);

/** What every brief answer begins and ends with: warnings come first, and none is ever left out. */
const framed = <R extends v.ObjectEntries>(result: R) =>
  v.object({
    warnings: opt(ResolveEnvelope.entries.warnings),
    ...result,
    omitted: opt(v.record(v.string(), count)),
    mdmConfidence,
    provenance: opt(pickOf(Provenance, ['source', 'sourceVersion'])),
    dataset: Stamp,
  });

const reasoned = { verdict: Verdict, reason: word };

const BriefCompatibility = v.object({
  ...reasoned,
  registry: opt(v.object(reasoned)),
  mdm: opt(v.object(reasoned)),
  product: opt(v.object(reasoned)),
});

const BriefNode = pickOf(Csp, [
  'omaUri',
  'admxBacked',
  'deprecated',
  'deprecatedFrom',
  'ingest',
  'sets',
  'policyValues',
]);

const named = {
  ...pickOf(Match, ['slug', 'displayName', 'class', 'otherHive', 'removedIn', 'lastSeenIn']).entries,
  lifecycle: opt(pickOf(Lifecycle, ['state'])),
};

const BriefMatch = v.object({
  ...named,
  ...documentedData,
  ...pickOf(Match, ['elementId', 'list']).entries,
  csp: opt(BriefNode),
  mdmConfidence,
  compatibility: opt(BriefCompatibility),
});
export const BriefResolve = framed({
  matches: v.array(BriefMatch),
  compatibility: opt(BriefCompatibility),
  reason: ResolveEnvelope.entries.result.entries.reason,
  nearest: many(omitOf(Near, ['list'])),
  node: opt(pickOf(DocumentedNode, ['omaUri', 'scope'])),
});

const BackedMatch = v.object({
  ...named,
  ...pickOf(Match, ['registryKey', 'valueName', 'elementId', 'list']).entries,
  ...documentedData,
  writes: many(pickOf(PolicyWrite, ['registryKey', 'valueName'])),
  csp: opt(v.object({ ...BriefNode.entries, minOs: Csp.entries.minOs })),
  mdmConfidence,
  compatibility: opt(BriefCompatibility),
});

export const BriefCsp = framed({
  matches: v.array(BackedMatch),
  compatibility: opt(BriefCompatibility),
  node: opt(
    pickOf(DocumentedNode, ['omaUri', 'scope', 'minOs', 'allowedValues', 'defaultValue', 'deprecated']),
  ),
  reason: CspEnvelope.entries.result.entries.reason,
  nearest: many(NearNode),
});

export const BriefSearch = framed({
  matches: v.array(
    v.object({
      ...named,
      ...pickOf(Match, ['registryKey', 'valueName']).entries,
      csp: opt(pickOf(Csp, ['omaUri', 'sets', 'policyValues'])),
      mdmConfidence,
    }),
  ),
  ...pickOf(SearchEnvelope.entries.result, ['total', 'weak', 'reason', 'suggestions']).entries,
});

const BriefElement = v.object({
  ...omitOf(ElementRecord, ['options', 'stateValues', 'defaultItem', 'storeAsText', 'additive']).entries,
  options: many(pickOf(OptionRecord, ['label', 'value'])),
});

const RecordFacts = v.object({
  ...omitOf(v.object(named), ['otherHive']).entries,
  ...pickOf(SettingRecord, [
    ...(['registryKey', 'valueName', 'elementId', 'supportedOn', 'noMdm', 'learnUrl'] as const),
    ...(['enabledValue', 'enabledValueKind', 'disabledValue', 'disabledValueKind'] as const),
  ]).entries,
  ...documentedData,
  former: many(v.object({ registryKey: v.string(), valueName: word, removedIn: v.string() })),
  stateValues: many(omitOf(StateValue, ['valueKind'])),
  elements: many(BriefElement),
  csp: opt(
    v.object({
      ...v.partial(pickOf(RecordNode, ['omaUri', 'scope'])).entries,
      ...pickOf(RecordNode, ['minOs', 'ingest', 'payloads', 'allowedValues', 'deprecated']).entries,
      elements: opt(v.record(v.string(), pickOf(RecordNode, ['omaUri']))),
    }),
  ),
});

export const BriefSetting = framed({
  setting: RecordFacts,
  reason: SettingEnvelope.entries.result.entries.reason,
});

export const BriefCoverage = framed({
  coverage: v.object({
    totals: v.record(v.string(), count),
    mdm: v.record(v.string(), count),
    languages: v.record(v.string(), v.object({ settings: count })),
    sources: v.array(v.string()),
  }),
});

const changed = ListChangesEnvelope.entries.result.entries;

export const BriefChanges = framed({
  complete: changed.complete,
  items: opt(changed.items),
  undocumented: changed.undocumented,
  added: many(pickOf(AddedSetting, ['slug'])),
  removed: many(pickOf(RemovedSetting, ['slug', 'removedIn', 'lastSeenIn'])),
  changed: many(
    v.object({
      ...omitOf(ChangedSetting, ['source', 'facts']).entries,
      facts: many(FactChange),
    }),
  ),
  reason: changed.reason,
});

const { dataConfidence: _, slug, ...ofNode } = ItemMdm.entries;
const BriefItemMdm = v.object({ ...ofNode, slug: opt(slug) });

/** A long text that an earlier item has is “as item N”. */
const BriefItem = v.object({
  index: VerifiedItem.entries.index,
  at: word,
  ...pickOf(VerifiedItem, ['key', 'value', 'hive', 'omaUri', 'given']).entries,
  problem: opt(
    v.object({ detail: v.string(), errors: v.array(v.object({ pointer: v.string(), detail: v.string() })) }),
  ),
  matches: many(
    v.object({
      slug: v.string(),
      otherHive: word,
      state: word,
    }),
  ),
  ...pickOf(VerifiedItem, ['verdict', 'reason']).entries,
  registry: opt(v.object(reasoned)),
  product: opt(v.object(reasoned)),
  conflictsWith: VerifiedItem.entries.conflictsWith,
  data: opt(
    v.object({
      ...pickOf(ItemData, ['verdict', 'reason', 'missing']).entries,
      means: many(v.object({ state: word, label: word })),
    }),
  ),
  mdm: opt(BriefItemMdm),
  mdmAlternatives: many(BriefItemMdm),
  ...pickOf(VerifiedItem, ['noMdm', 'noRegistry', 'warnings']).entries,
});

const { result, dataset } = VerifyEnvelope.entries;
export const BriefVerify = v.object({
  warnings: opt(VerifyEnvelope.entries.warnings),
  summary: result.entries.summary,
  drifts: many(
    v.object({
      ...pickOf(TargetDrift, ['from', 'to']).entries,
      items: v.array(v.object({ index: v.number(), drift: Drift })),
    }),
  ),
  items: v.array(BriefItem),
  next: opt(count),
  files: many(v.string()),
  omitted: opt(v.record(v.string(), count)),
  mdmConfidence: Confidence,
  dataset,
});

const { content, mediaType, converted } = ConvertEnvelope.entries.result.entries;

export const BriefConvert = v.object({
  warnings: opt(ConvertEnvelope.entries.warnings),
  content: opt(content),
  contentBytes: opt(count),
  mediaType,
  converted,
  left: many(v.object({ index: count, at: word, why: v.string() })),
  files: many(v.string()),
  omitted: opt(v.record(v.string(), count)),
  mdmConfidence: Confidence,
  dataset: ConvertEnvelope.entries.dataset,
});
