/** JSON Schemas (2020-12) of matches and setting records: what `StoredMatch` and `SettingRecord` look like when served. */
import { array, type JsonSchema, object, ref, type Schemas, text } from './schema.ts';

const confidence: JsonSchema = {
  type: 'string',
  enum: ['official', 'derived', 'none'],
  description:
    'official: the vendor states the MDM mapping. derived: the service inferred it, verify it before relying on it. none: no MDM mapping exists.',
};
const scope: JsonSchema = { type: 'string', enum: ['Device', 'User'] };
const minOs = text(
  'Minimum OS alternatives separated by " | "; an alternative ends with its build in square brackets and “and later”, or carries no readable build.',
);
const policyClass: JsonSchema = {
  type: 'string',
  enum: ['User', 'Machine', 'Both'],
  description: 'Machine writes HKLM, User writes HKCU, Both either.',
};
const omaUris: JsonSchema = {
  type: 'object',
  properties: { Device: text(), User: text() },
  additionalProperties: false,
};
const node = {
  omaUri: text('OMA-URI of the MDM node.'),
  scope,
  minOs,
  deprecatedFrom: {
    description: 'Build from which the vendor calls the node deprecated; true where he names no build.',
    oneOf: [{ type: 'string' }, { const: true }],
  },
  source: text('Name of the source that documents the node.'),
  sourceVersion: text('Version label of that source.'),
};
const NODE_REQUIRED = ['omaUri', 'scope', 'source', 'sourceVersion'];

/** Of a match and of a record alike. */
const identity = {
  slug: text(
    'Identifier of the setting: lower-case admxfile.policyname, the same in every language and version.',
  ),
  lang: text(
    'Language of the texts; another than the one asked for where that one lacks them (a warning says so).',
  ),
  name: text('Policy name in the ADMX file.'),
  displayName: text('Title as the Group Policy editor shows it; absent where the vendor gives none.'),
  class: policyClass,
  registryKey: text('Registry path in the vendor’s case, without hive.'),
  valueName: text(
    'Value name in the vendor’s case; empty for the default value, absent where none is written.',
  ),
  source: text(),
  sourceVersion: text('Version label of the source.'),
  confidence,
};

const stateValue = object(
  {
    state: { type: 'string', enum: ['enabled', 'disabled', 'true', 'false'] },
    key: text(),
    valueName: text(),
    value: text('Absent: the value is deleted.'),
    valueKind: text(),
  },
  ['key', 'valueName', 'valueKind'],
);

const element = object(
  {
    type: {
      type: 'string',
      enum: ['boolean', 'decimal', 'longDecimal', 'text', 'multiText', 'enum', 'list'],
    },
    id: text(),
    registryKey: text('Only where it differs from the setting’s.'),
    valueName: text(),
    label: text(),
    required: { type: 'boolean' },
    defaultValue: text(),
    defaultItem: text('Value of the option that the vendor preselects.'),
    options: array(
      object({ label: text(), value: text(), valueKind: text(), valueList: array(ref('StateValue')) }, [
        'valueKind',
      ]),
    ),
    trueValue: text(),
    trueValueKind: text(),
    falseValue: text(),
    falseValueKind: text(),
    stateValues: array(ref('StateValue')),
    minValue: text(),
    maxValue: text(),
    storeAsText: { const: true },
    maxLength: text(),
    maxStrings: text(),
    expandable: { type: 'boolean' },
    valuePrefix: text(),
    additive: { type: 'boolean' },
    explicitValue: { type: 'boolean' },
  },
  ['type', 'id'],
);

const match = object(
  {
    ...identity,
    elementId: text('Element that writes the value; absent when the policy’s own value does.'),
    list: object(
      { valuePrefix: text(), explicitValue: { type: 'boolean' }, additive: { type: 'boolean' } },
      ['explicitValue', 'additive'],
      'The value belongs to a list whose names the administrator makes.',
    ),
    csp: object(
      { ...node, omaUris, learnUrl: text() },
      [...NODE_REQUIRED, 'omaUris'],
      'The MDM equivalent; absent when none exists.',
    ),
    supportedOn: text('Supported-on line of the vendor.'),
    learnUrl: text('Documentation URL.'),
    compatibility: ref('Compatibility'),
  },
  ['slug', 'lang', 'name', 'class', 'registryKey', 'source', 'sourceVersion', 'confidence'],
);

const setting = object(
  {
    ...identity,
    namespace: text(),
    policyId: text('<ADMX namespace>::<policy name>.'),
    admxFile: text(),
    categoryPath: array(text()),
    supportedOn: text('Supported-platform text; may contain line breaks.'),
    csp: object(
      {
        ...node,
        omaUris,
        learnUrl: text(),
        elements: { type: 'object', additionalProperties: ref('CspNode') },
        alternatives: array(ref('CspNode')),
      },
      [],
      'The MDM equivalent, of the setting or of single elements.',
    ),
    firstSeen: { type: 'string', format: 'date' },
    lastModified: { type: 'string', format: 'date' },
    enabledValue: text(),
    enabledValueKind: text(),
    disabledValue: text(),
    disabledValueKind: text(),
    stateValues: array(ref('StateValue')),
    elements: array(ref('Element')),
    explainText: text('Only where the licence of the source allows it.'),
    learnUrl: text(),
    textFallbacks: { type: 'object', additionalProperties: { type: 'string' } },
  },
  [
    'slug',
    'lang',
    'name',
    'class',
    'registryKey',
    'source',
    'sourceVersion',
    'confidence',
    'namespace',
    'policyId',
    'admxFile',
    'categoryPath',
    'firstSeen',
    'lastModified',
    'stateValues',
    'elements',
  ],
);

export const recordSchemas: Schemas = {
  Confidence: confidence,
  CspNode: object(node, NODE_REQUIRED),
  StateValue: stateValue,
  Element: element,
  Match: match,
  Setting: setting,
};
