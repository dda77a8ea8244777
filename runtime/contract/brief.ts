/** The brief answers of the tools of the Model Context Protocol: members of the API's answers, with the same names. */
import * as v from 'valibot';
import {
  CspEnvelope,
  Near,
  NearNode,
  Provenance,
  ResolveEnvelope,
  SearchEnvelope,
  SettingEnvelope,
} from './answers.ts';
import { AddedSetting, ChangedSetting, FactChange, ListChangesEnvelope, RemovedSetting } from './changes.ts';
import { RegistryVerdict } from './compatibility.ts';
import { documentedData } from './data.ts';
import { Csp, Match, PolicyWrite } from './match.ts';
import { omitOf, pickOf } from './pick.ts';
import { Lifecycle } from './product.ts';
import {
  DocumentedNode,
  ElementRecord,
  OptionRecord,
  RecordNode,
  SettingRecord,
  StateValue,
} from './record.ts';
import { Confidence, count, described, list, maybe, optional, Stamp } from './words.ts';

const { warnings } = ResolveEnvelope.entries;

/** `none` beside a documented registry value is not read as a word on the whole answer. */
const mdmConfidence = optional(
  Confidence,
  'The API’s confidence: how the MDM equivalent is known. It is no word on the registry value.',
);

/** What every brief answer begins and ends with: warnings come first, and none is ever left out. */
const framed = <R extends v.ObjectEntries>(result: R) =>
  v.object({
    warnings: v.exactOptional(warnings),
    ...result,
    omitted: optional(
      v.record(v.string(), count),
      'What was left out for brevity, and how many; detail “full” has it. Texts that end in “…” were cut.',
    ),
    mdmConfidence,
    provenance: v.exactOptional(pickOf(Provenance, ['source', 'sourceVersion'])),
    dataset: Stamp,
  });

const reasoned = {
  verdict: RegistryVerdict.entries.verdict,
  reason: maybe('Why, where it is not supported.'),
};

const BriefCompatibility = described(
  v.object({
    ...reasoned,
    registry: optional(
      v.object(reasoned),
      'What the supported-on document of the registry value says by itself, where that is another verdict.',
    ),
    mdm: optional(
      v.object(reasoned),
      'The verdict on setting the node that “csp” names: read this before an OMA-URI is sent.',
    ),
    product: v.exactOptional(v.object(reasoned)),
  }),
  'The verdict for the target: of a registry value on writing it, of a node on setting it.',
);

const lifecycle = v.exactOptional(pickOf(Lifecycle, ['state']));

const BriefNode = pickOf(Csp, ['omaUri', 'admxBacked', 'deprecated', 'deprecatedFrom', 'ingest']);

const named = {
  ...pickOf(Match, ['slug', 'displayName', 'class', 'otherHive', 'removedIn', 'lastSeenIn']).entries,
  lifecycle,
};

export const BriefMatch = v.object({
  ...named,
  ...documentedData,
  ...pickOf(Match, ['elementId', 'list']).entries,
  csp: v.exactOptional(BriefNode),
  mdmConfidence,
  compatibility: v.exactOptional(BriefCompatibility),
});

export type BriefMatch = v.InferOutput<typeof BriefMatch>;

export const BriefResolve = framed({
  matches: described(v.array(BriefMatch), 'The settings that write the value.'),
  compatibility: v.exactOptional(BriefCompatibility),
  reason: ResolveEnvelope.entries.result.entries.reason,
  nearest: list(omitOf(Near, ['list']), 'Documented, but not what was asked for: perhaps it was meant.'),
  node: optional(pickOf(DocumentedNode, ['omaUri', 'scope']), 'The node to set instead of this value.'),
});
export type BriefResolve = v.InferOutput<typeof BriefResolve>;

const BackedMatch = v.object({
  ...named,
  ...pickOf(Match, ['registryKey', 'valueName', 'elementId', 'list']).entries,
  ...documentedData,
  writes: v.exactOptional(v.array(pickOf(PolicyWrite, ['registryKey', 'valueName']))),
  csp: v.exactOptional(v.object({ ...BriefNode.entries, minOs: Csp.entries.minOs })),
  mdmConfidence,
  compatibility: v.exactOptional(BriefCompatibility),
});

export const BriefCsp = framed({
  matches: described(v.array(BackedMatch), 'The settings behind the node.'),
  compatibility: v.exactOptional(BriefCompatibility),
  node: v.exactOptional(
    pickOf(DocumentedNode, ['omaUri', 'scope', 'minOs', 'allowedValues', 'defaultValue', 'deprecated']),
  ),
  reason: CspEnvelope.entries.result.entries.reason,
  nearest: list(NearNode, 'Documented, but not what was asked for: perhaps it was meant.'),
});
export type BriefCsp = v.InferOutput<typeof BriefCsp>;

const BriefHit = v.object({
  ...named,
  ...pickOf(Match, ['registryKey', 'valueName']).entries,
  csp: v.exactOptional(pickOf(Csp, ['omaUri'])),
  mdmConfidence,
});

export const BriefSearch = framed({
  matches: described(
    v.array(BriefHit),
    'The settings found, best first; the last may be named by slug alone.',
  ),
  ...pickOf(SearchEnvelope.entries.result, ['total', 'weak', 'reason', 'suggestions']).entries,
});
export type BriefSearch = v.InferOutput<typeof BriefSearch>;

const BriefElement = v.object({
  ...omitOf(ElementRecord, ['options', 'stateValues', 'defaultItem', 'storeAsText', 'additive']).entries,
  options: v.exactOptional(v.array(pickOf(OptionRecord, ['label', 'value']))),
});

const FormerValue = v.object({
  registryKey: v.string(),
  valueName: v.exactOptional(v.string()),
  removedIn: v.string(),
});

const RecordFacts = v.object({
  ...omitOf(v.object(named), ['otherHive']).entries,
  ...pickOf(SettingRecord, [
    'registryKey',
    'valueName',
    'elementId',
    'supportedOn',
    'noMdm',
    'learnUrl',
    'enabledValue',
    'enabledValueKind',
    'disabledValue',
    'disabledValueKind',
  ]).entries,
  ...documentedData,
  former: v.exactOptional(v.array(FormerValue)),
  stateValues: v.exactOptional(v.array(omitOf(StateValue, ['valueKind']))),
  elements: v.exactOptional(v.array(BriefElement)),
  csp: v.exactOptional(
    v.object({
      ...v.partial(pickOf(RecordNode, ['omaUri', 'scope'])).entries,
      ...pickOf(RecordNode, ['minOs', 'ingest', 'payloads', 'allowedValues', 'deprecated']).entries,
      elements: v.exactOptional(v.record(v.string(), pickOf(RecordNode, ['omaUri']))),
    }),
  ),
});

export const BriefSetting = framed({
  setting: RecordFacts,
  reason: SettingEnvelope.entries.result.entries.reason,
});
export type BriefSetting = v.InferOutput<typeof BriefSetting>;

const numbers = v.record(v.string(), count);

export const BriefCoverage = framed({
  coverage: v.object({
    totals: described(numbers, 'Documented settings and the registry values that they write.'),
    mdm: described(numbers, 'Settings by how their MDM equivalent is known.'),
    languages: described(v.record(v.string(), v.object({ settings: count })), 'Settings with texts in each.'),
    sources: described(v.array(v.string()), 'Each active source with its newest version.'),
  }),
});
export type BriefCoverage = v.InferOutput<typeof BriefCoverage>;

const changed = ListChangesEnvelope.entries.result.entries;

export const BriefChanges = framed({
  complete: changed.complete,
  items: v.exactOptional(changed.items),
  undocumented: changed.undocumented,
  added: v.exactOptional(v.array(pickOf(AddedSetting, ['slug']))),
  removed: v.exactOptional(v.array(pickOf(RemovedSetting, ['slug', 'removedIn', 'lastSeenIn']))),
  changed: v.exactOptional(
    v.array(
      v.object({
        ...omitOf(ChangedSetting, ['source', 'facts']).entries,
        facts: v.exactOptional(v.array(FactChange)),
      }),
    ),
  ),
  reason: changed.reason,
});
export type BriefChanges = v.InferOutput<typeof BriefChanges>;
