/**
 * The elements that a template or a DDF file may have, and where. Readers ignore an element that is misspelt
 * (`<EnabledValue>`), misplaced or repeated, and the policy or node without it would be a wrong fact.
 */
import type { Complain } from './problems.ts';
import type { XmlElement } from './xml.ts';

const DATA = 'decimal|longDecimal|string|delete';
const VALUES = 'AdmxBacked Enum* Value ValueDescription List';
/**
 * Parent → its children by Microsoft's schema; `*`: any number of them, `|`: one of them. Children of parents not
 * listed here are checked by their readers, or not at all.
 */
const CHILDREN: Record<string, string> = {
  policyDefinitions: 'policyNamespaces supersededAdm* annotation* resources supportedOn categories policies',
  policyNamespaces: 'target using*',
  supportedOn: 'products definitions annotation*',
  definitions: 'definition* annotation*',
  definition: 'and|or range* reference* annotation*',
  and: 'and* or* range* reference*',
  or: 'and* or* range* reference*',
  categories: 'category* annotation*',
  category: 'parentCategory annotation* seeAlso* keywords',
  policies: 'policy* annotation*',
  policy:
    'annotation* parentCategory seeAlso* keywords supportedOn enabledValue disabledValue enabledList disabledList elements',
  enabledValue: DATA,
  disabledValue: DATA,
  trueValue: DATA,
  falseValue: DATA,
  value: DATA,
  enabledList: 'item* annotation*',
  disabledList: 'item* annotation*',
  trueList: 'item* annotation*',
  falseList: 'item* annotation*',
  valueList: 'item* annotation*',
  item: 'value valueList annotation*',
  boolean: 'trueValue falseValue trueList falseList annotation*',
  enum: 'item* annotation*',
  decimal: 'annotation*',
  longDecimal: 'annotation*',
  text: 'annotation*',
  multiText: 'annotation*',
  list: 'annotation*',
  string: '',
  policyDefinitionResources: 'displayName description annotation* resources',
  resources: 'stringTable presentationTable',
  stringTable: 'string* annotation*',
  presentationTable: 'presentation* annotation*',
  MgmtTree: 'VerDTD Man Mod Diagnostics Node*',
  Node: 'NodeName Path RTProperties DFProperties Node*',
  DFProperties:
    'AccessType DefaultValue Description DFFormat Occurrence Scope DFTitle DFType CaseSense Applicability AllowedValues ' +
    'ConflictResolution Deprecated GpMapping DynamicNodeNaming AtomicRequired RebootBehavior DependencyBehavior ' +
    'ReplaceBehavior CommonErrorResults',
  AccessType: 'Add Copy Delete Exec Get Replace',
  DFFormat: 'b64|bin|bool|chr|date|float|int|node|null|time|xml',
  // `RequiresAzureAd` of the schema is an error here: a verdict that ignores it could be wrong.
  Applicability: 'OsBuildVersion CspVersion EditionAllowList',
  AllowedValues: VALUES,
  Enum: 'Value ValueDescription',
  DependencyBehavior: 'DependencyGroup*',
  DependencyGroup: 'Dependency* DependencyChangedAllowedValues',
  Dependency: 'DependencyUri DependencyAllowedValue',
  DependencyAllowedValue: VALUES,
  DependencyChangedAllowedValues: VALUES,
};

/**
 * Child elements, or attributes in lower case, without which a node would be one whose name is chosen, a value empty, and
 * a mapping or condition lost.
 */
const NEEDED = new Map(
  Object.entries({
    MgmtTree: 'Node',
    Node: 'NodeName',
    AllowedValues: 'valuetype',
    Enum: 'Value',
    List: 'delimiter',
    AdmxBacked: 'area name file',
    GpMapping: 'gpenglishname gpareapath',
    DependencyBehavior: 'DependencyGroup',
    DependencyGroup: 'Dependency',
    Dependency: 'DependencyUri DependencyAllowedValue',
    DependencyAllowedValue: 'valuetype',
    DependencyChangedAllowedValues: 'valuetype',
  }),
);

const SHAPES = new Map(
  Object.entries(CHILDREN).map(([parent, all]) => [parent, all.split(' ').map((slot) => slot.split(/[|*]/))]),
);

/** Attributes, their allowed values, and the error for others: a policy read without them would be a wrong fact. */
const ATTRIBUTES: [names: string, allowed: RegExp, otherwise: string][] = [
  [
    'key defaultkey',
    /^(?![\s\\]*(?:HKEY_\w+|HK(?:LM|CU|U|CR|CC))(?:[\\:/]|$))/i,
    'begins with a hive, which Windows takes for a key: leave it to the class of the policy',
  ],
  [
    'required storeastext expandable additive explicitvalue',
    /^\s*(?:true|false|[01])\s*$/i,
    'is neither true nor false',
  ],
  ['valuename', /^(?!\*\*)/, 'is an instruction of Registry.pol, which is not read: take the policy out'],
  ['minvalue maxvalue maxlength maxstrings minversionindex maxversionindex', /^\d+$/, 'is no number'],
  [
    'displayname explaintext',
    /^(?!\s*\$\()|^\s*\$\(string\.[^)]+\)\s*$/,
    'is no reference such as $(string.Name)',
  ],
  ['presentation', /^\$\(presentation\.[^)]+\)$/, 'is no reference such as $(presentation.Name)'],
  ['osbuilddeprecated', /^\d+(?:\.\d+){2,3}$/, 'is no build such as 10.0.22631'],
  [
    'valuetype',
    /^(?:ADMX|ENUM|Flag|JSON|None|Range|RegEx|SDDL|XSD)$/,
    'is no kind of values of the DDF schema',
  ],
];

function checkAttributes(element: XmlElement, complain: Complain): void {
  for (const [names, allowed, otherwise] of ATTRIBUTES) {
    for (const name of names.split(' ')) {
      const value = element.attrs[name];
      if (value !== undefined && !allowed.test(value))
        complain(element, `${name} of <${element.name}> ${otherwise}: "${value}"`);
    }
  }
}

export function checkShape(element: XmlElement, complain: Complain): void {
  checkAttributes(element, complain);
  const slots = SHAPES.get(element.name);
  const used = new Set<string[]>();
  for (const each of element.children) {
    const slot = slots?.find((names) => names.includes(each.name));
    if (slots && !slot)
      complain(each, `unknown element <${each.name}> in <${element.name}>: correct its name, or take it out`);
    // The split leaves an empty name after a `*`.
    else if (slot && used.has(slot) && !slot.includes(''))
      complain(each, `<${each.name}> is one too many in <${element.name}>: leave one of them`);
    else if (each.name !== 'annotation') checkShape(each, complain);
    if (slot) used.add(slot);
  }
  checkNeeded(element, complain);
}

function checkNeeded({ name, attrs, children, ...at }: XmlElement, complain: Complain): void {
  for (const needed of NEEDED.get(name)?.split(' ') ?? [])
    if (!Object.hasOwn(attrs, needed) && !children.some((each) => each.name === needed))
      complain(at, `<${name}> lacks its ${needed}`);
}
