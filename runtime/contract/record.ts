/** The full setting record. */
import * as v from 'valibot';
import { documentedData, labelOmitted, WritingState } from './data.ts';
import { Csp, dropped, identity, OmaUris } from './match.ts';
import { documentedProducts } from './product.ts';
import { Confidence, described, flag, list, maybe, optional, PolicyClass, Scope, text } from './words.ts';

export const StateValue = v.object({
  state: optional(WritingState, 'The state of the policy or check box in which the value is written.'),
  key: text('Registry path, without hive.'),
  valueName: text('Value name.'),
  value: maybe('What is written; absent: the value is deleted.'),
  valueKind: text('decimal, longDecimal, string or delete.'),
});
export type StateValue = v.InferOutput<typeof StateValue>;

export const OptionRecord = v.object({
  label: maybe('What the Group Policy editor shows.'),
  labelOmitted,
  value: maybe('What is written; absent: the value is deleted.'),
  valueKind: text('decimal, longDecimal, string or delete.'),
  valueList: list(StateValue, 'Further values that choosing this option writes.'),
});
export type OptionRecord = v.InferOutput<typeof OptionRecord>;

export const ElementRecord = v.object({
  type: described(
    v.picklist(['boolean', 'decimal', 'longDecimal', 'text', 'multiText', 'enum', 'list']),
    'The element’s kind in the ADMX schema.',
  ),
  id: text('Element identifier.'),
  registryKey: maybe('Registry path, only where it differs from the setting’s.'),
  valueName: maybe('Value name that the element writes; absent for a list.'),
  label: maybe('Label as the Group Policy editor shows it.'),
  labelOmitted,
  registryType: documentedData.registryType,
  required: optional(v.boolean(), 'The editor demands a value.'),
  defaultValue: maybe('What the editor preselects.'),
  defaultItem: maybe('enum: value of the option that the vendor preselects.'),
  options: list(OptionRecord, 'enum: what can be chosen.'),
  trueValue: maybe('boolean: what is written when ticked.'),
  trueValueKind: maybe('Kind of trueValue.'),
  falseValue: maybe('boolean: what is written when not ticked.'),
  falseValueKind: maybe('Kind of falseValue; delete: the value is deleted.'),
  stateValues: list(StateValue, 'boolean: further values of each state.'),
  minValue: maybe('decimal: smallest value.'),
  maxValue: maybe('decimal: largest value.'),
  storeAsText: flag('The number is written as REG_SZ.'),
  maxLength: maybe('text: most characters.'),
  maxStrings: maybe('multiText: most lines.'),
  expandable: optional(v.boolean(), 'Written as REG_EXPAND_SZ.'),
  valuePrefix: maybe('list: value names are this prefix and a number.'),
  additive: optional(v.boolean(), 'list: values that are there already stay.'),
  explicitValue: optional(v.boolean(), 'list: the administrator chooses each name.'),
});
export type ElementRecord = v.InferOutput<typeof ElementRecord>;

/** Members of an MDM node that a record has and a match does not. */
const recordNode = {
  ...Csp.entries,
  editionNames: list(v.string(), 'Every Windows edition that has the node.'),
  store: optional(
    v.object({ key: text('Registry path, without hive.'), value: text('Value name.') }),
    'Where Windows keeps what MDM has set, below HKLM: for auditors to read, never to be written.',
  ),
  payloads: optional(
    v.object({ enabled: text('Enables the policy.'), disabled: text('Disables it.') }),
    'What to send; {ELEMENT-ID} stands for an element’s value.',
  ),
};

export const RecordNode = v.object(recordNode);
export type RecordNode = v.InferOutput<typeof RecordNode>;

/** If the vendor maps only single elements, `elements` is present and everything else is absent. */
const RecordCsp = v.object({
  ...recordNode,
  omaUri: maybe('OMA-URI of the MDM node; absent where only single elements have nodes.'),
  omaUris: v.exactOptional(OmaUris),
  scope: v.exactOptional(Scope),
  via: v.exactOptional(Csp.entries.via),
  admxBacked: v.exactOptional(Csp.entries.admxBacked),
  source: maybe('The source that documents the node.'),
  sourceVersion: maybe('Version label of that source.'),
  elements: optional(v.record(v.string(), RecordNode), 'Element id → the node of that one element.'),
});
export type RecordCsp = v.InferOutput<typeof RecordCsp>;

const date = (description: string) =>
  v.exactOptional(v.pipe(v.string(), v.isoDate(), v.description(description)));

export const SettingRecord = v.object({
  ...identity,
  class: PolicyClass,
  registryKey: text('Registry path in the vendor’s case, without hive.'),
  valueName: maybe(
    'Name of the policy’s own value, or of the only one that it writes; absent where its elements write several, or a list.',
  ),
  elementId: maybe(
    'Element that writes that only value, or the list; absent when the policy’s own value is shown.',
  ),
  source: text('The source that documents the setting.'),
  sourceVersion: text('Version label of the source.'),
  confidence: Confidence,
  policyId: text('<ADMX namespace>::<policy name>.'),
  namespace: text('ADMX namespace.'),
  admxFile: maybe('File that defines the policy; absent where no template documents the setting.'),
  categoryPath: described(v.array(v.string()), 'Titles of the categories from the root.'),
  supportedOn: maybe('Supported-platform text; may contain line breaks.'),
  csp: optional(RecordCsp, 'The MDM equivalent, of the setting or of single elements.'),
  cspAlternatives: list(RecordNode, 'Further MDM nodes of the same setting.'),
  noMdm: maybe(
    'Why the template cannot be ingested, where that is the only way: the key that Windows does not let it write.',
  ),
  firstSeen: date('Release date of the first version that has the setting; absent where it is not known.'),
  lastModified: date(
    'Release date of the last version in which its facts changed; absent where it is not known.',
  ),
  ...dropped,
  ...documentedProducts,
  former: list(
    v.object({
      registryKey: text('Registry path, without hive.'),
      valueName: maybe('Value name; absent where a list wrote names that the administrator made.'),
      removedIn: text('Version that no longer writes it.'),
      source: text('The source of the last version that wrote it.'),
      sourceVersion: text('Label of that version.'),
    }),
    'Values that older versions of the setting wrote and the current one does not.',
  ),
  ...documentedData,
  enabledValue: maybe('What enabled writes to the own value.'),
  enabledValueKind: maybe('Kind of enabledValue.'),
  disabledValue: maybe('What disabled writes to the own value.'),
  disabledValueKind: maybe('Kind of disabledValue; delete: the value is deleted.'),
  stateValues: described(v.array(StateValue), 'Further values of the enabled and the disabled state.'),
  elements: described(v.array(ElementRecord), 'What an administrator fills in besides the state.'),
  explainText: maybe('Explanatory text, only where the licence of the source allows it.'),
  learnUrl: maybe('Documentation URL.'),
  textFallbacks: optional(
    v.record(v.string(), v.string()),
    'Path of a text in this record → its language, where that is not the record’s.',
  ),
});
export type SettingRecord = v.InferOutput<typeof SettingRecord>;
