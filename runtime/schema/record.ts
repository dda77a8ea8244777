/** The full setting record. */
import * as v from 'valibot';
import { documentedData } from './data.ts';
import { Csp, dropped, identity, OmaUris } from './match.ts';
import { documentedProducts } from './product.ts';
import { Confidence, maybe, PolicyClass, Scope, text } from './words.ts';

export const StateValue = v.object({
  state: v.exactOptional(
    v.pipe(
      v.picklist(['enabled', 'disabled', 'true', 'false']),
      v.description('The state of the policy or check box in which the value is written.'),
    ),
  ),
  key: text('Registry path, without hive.'),
  valueName: text('Value name.'),
  value: maybe('What is written; absent: the value is deleted.'),
  valueKind: text('decimal, longDecimal, string or delete.'),
});
export type StateValue = v.InferOutput<typeof StateValue>;

export const OptionRecord = v.object({
  label: maybe('What the Group Policy editor shows.'),
  value: maybe('What is written; absent: the value is deleted.'),
  valueKind: text('decimal, longDecimal, string or delete.'),
  valueList: v.exactOptional(
    v.pipe(v.array(StateValue), v.description('Further values that choosing this option writes.')),
  ),
});
export type OptionRecord = v.InferOutput<typeof OptionRecord>;

export const ElementRecord = v.object({
  type: v.pipe(
    v.picklist(['boolean', 'decimal', 'longDecimal', 'text', 'multiText', 'enum', 'list']),
    v.description('The element’s kind in the ADMX schema.'),
  ),
  id: text('Element identifier.'),
  registryKey: maybe('Registry path, only where it differs from the setting’s.'),
  valueName: maybe('Value name that the element writes; absent for a list.'),
  label: maybe('Label as the Group Policy editor shows it.'),
  registryType: documentedData.registryType,
  required: v.exactOptional(v.pipe(v.boolean(), v.description('The editor demands a value.'))),
  defaultValue: maybe('What the editor preselects.'),
  defaultItem: maybe('enum: value of the option that the vendor preselects.'),
  options: v.exactOptional(v.pipe(v.array(OptionRecord), v.description('enum: what can be chosen.'))),
  trueValue: maybe('boolean: what is written when ticked.'),
  trueValueKind: maybe('Kind of trueValue.'),
  falseValue: maybe('boolean: what is written when not ticked.'),
  falseValueKind: maybe('Kind of falseValue; delete: the value is deleted.'),
  stateValues: v.exactOptional(
    v.pipe(v.array(StateValue), v.description('boolean: further values of each state.')),
  ),
  minValue: maybe('decimal: smallest value.'),
  maxValue: maybe('decimal: largest value.'),
  storeAsText: v.exactOptional(v.pipe(v.literal(true), v.description('The number is written as REG_SZ.'))),
  maxLength: maybe('text: most characters.'),
  maxStrings: maybe('multiText: most lines.'),
  expandable: v.exactOptional(v.pipe(v.boolean(), v.description('Written as REG_EXPAND_SZ.'))),
  valuePrefix: maybe('list: value names are this prefix and a number.'),
  additive: v.exactOptional(v.pipe(v.boolean(), v.description('list: values that are there already stay.'))),
  explicitValue: v.exactOptional(
    v.pipe(v.boolean(), v.description('list: the administrator chooses each name.')),
  ),
});
export type ElementRecord = v.InferOutput<typeof ElementRecord>;

export const AllowedValues = v.pipe(
  v.object({
    kind: text('ENUM, Range, RegEx, Flag, …, as the DDF names it.'),
    values: v.exactOptional(v.array(v.object({ value: v.string(), label: v.exactOptional(v.string()) }))),
    min: v.exactOptional(v.number()),
    max: v.exactOptional(v.number()),
    pattern: v.exactOptional(v.string()),
    delimiter: maybe('Separates several values in one text.'),
  }),
  v.description('What the node takes.'),
);

/** What a record tells of an MDM node besides what a match tells. */
const recordNode = {
  ...Csp.pipe[0].entries,
  editionNames: v.exactOptional(
    v.pipe(v.array(v.string()), v.description('Every Windows edition that has the node.')),
  ),
  allowedValues: v.exactOptional(AllowedValues),
  defaultValue: maybe('What the node holds where nothing was set.'),
  store: v.exactOptional(
    v.pipe(
      v.object({ key: v.string(), value: v.string() }),
      v.description(
        'Where Windows keeps what MDM has set, below HKLM: for auditors to read, never to be written.',
      ),
    ),
  ),
  payloads: v.exactOptional(
    v.pipe(
      v.object({ enabled: v.string(), disabled: v.string() }),
      v.description('What to send; {ELEMENT-ID} stands for an element’s value.'),
    ),
  ),
};

export const RecordNode = v.object(recordNode);
export type RecordNode = v.InferOutput<typeof RecordNode>;

/** Where the vendor maps single elements only, `elements` is there and everything else is absent. */
const RecordCsp = v.object({
  ...recordNode,
  omaUri: maybe('OMA-URI of the MDM node; absent where only single elements have nodes.'),
  omaUris: v.exactOptional(OmaUris),
  scope: v.exactOptional(Scope),
  via: v.exactOptional(Csp.pipe[0].entries.via),
  admxBacked: v.exactOptional(v.boolean()),
  source: maybe('The source that documents the node.'),
  sourceVersion: maybe('Version label of that source.'),
  elements: v.exactOptional(
    v.pipe(v.record(v.string(), RecordNode), v.description('Element id → the node of that one element.')),
  ),
});
export type RecordCsp = v.InferOutput<typeof RecordCsp>;

const date = (description: string) =>
  v.exactOptional(v.pipe(v.string(), v.isoDate(), v.description(description)));

export const SettingRecord = v.object({
  ...identity,
  class: PolicyClass,
  registryKey: text('Registry path in the vendor’s case, without hive.'),
  valueName: maybe('Name of the policy’s own value; absent where only its elements write values.'),
  source: text('The source that documents the setting.'),
  sourceVersion: text('Version label of the source.'),
  confidence: Confidence,
  policyId: text('<ADMX namespace>::<policy name>.'),
  namespace: text('ADMX namespace.'),
  admxFile: maybe('File that defines the policy; absent where no template documents the setting.'),
  categoryPath: v.pipe(v.array(v.string()), v.description('Titles of the categories from the root.')),
  supportedOn: maybe('Supported-platform text; may contain line breaks.'),
  csp: v.exactOptional(
    v.pipe(RecordCsp, v.description('The MDM equivalent, of the setting or of single elements.')),
  ),
  cspAlternatives: v.exactOptional(
    v.pipe(v.array(RecordNode), v.description('Further MDM nodes of the same setting.')),
  ),
  noMdm: maybe(
    'Why the template cannot be ingested, where that is the only way: the key that Windows does not let it write.',
  ),
  firstSeen: date('Release date of the first version that has the setting; absent where it is not known.'),
  lastModified: date(
    'Release date of the last version in which its facts changed; absent where it is not known.',
  ),
  ...dropped,
  ...documentedProducts,
  former: v.exactOptional(
    v.pipe(
      v.array(
        v.object({
          registryKey: text('Registry path, without hive.'),
          valueName: maybe('Value name; absent where a list wrote names that the administrator made.'),
          removedIn: text('Version that no longer writes it.'),
          source: text('The source of the last version that wrote it.'),
          sourceVersion: text('Label of that version.'),
        }),
      ),
      v.description('Values that older versions of the setting wrote and the current one does not.'),
    ),
  ),
  ...documentedData,
  enabledValue: maybe('What enabled writes to the own value.'),
  enabledValueKind: maybe('Kind of enabledValue.'),
  disabledValue: maybe('What disabled writes to the own value.'),
  disabledValueKind: maybe('Kind of disabledValue; delete: the value is deleted.'),
  stateValues: v.pipe(
    v.array(StateValue),
    v.description('Further values of the enabled and the disabled state.'),
  ),
  elements: v.array(ElementRecord),
  explainText: maybe('Explanatory text, only where the licence of the source allows it.'),
  learnUrl: maybe('Documentation URL.'),
  textFallbacks: v.exactOptional(
    v.pipe(
      v.record(v.string(), v.string()),
      v.description('Path of a text in this record → its language, where that is not the record’s.'),
    ),
  ),
});
export type SettingRecord = v.InferOutput<typeof SettingRecord>;
