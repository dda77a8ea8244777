/** An ADMX file → its policies, categories and supported-on definitions. */
import { isDeepStrictEqual } from 'node:util';
import { ElementRecord } from '../../runtime/contract/record.ts';
import type { PolicyClass } from '../../runtime/format/format.ts';
import { optional } from '../collections.ts';
import type { ElementFact, ListItem, RegistryData } from '../facts/types.ts';
import type { AdmxDefinition, AdmxFile, AdmxPolicy, Resolve, TextRef } from './admx-file.ts';
import { checkAncestors } from './ancestors.ts';
import { trimKey } from './key.ts';
import { type Complain, complaining, type Report } from './problems.ts';
import { checkShape } from './shape.ts';
import { readLogic } from './support-logic.ts';
import { child, children, type XmlElement } from './xml.ts';

/** Reads one file; errors inside it go to `report`, and the caller leaves the file out. */
export function readAdmx(root: XmlElement, file: string, report: Report): AdmxFile {
  const complain = complaining(file, report);
  if (root.name !== 'policyDefinitions') {
    complain(root, `<${root.name}> is not an ADMX root (policyDefinitions)`);
    return { file, namespace: '', policies: [], categories: [], supportedOn: [] };
  }
  checkShape(root, complain);
  const namespaces = child(root, 'policyNamespaces');
  const target = child(namespaces, 'target');
  const namespace = target?.attrs.namespace;
  if (!namespace) complain(target ?? root, 'no target namespace');
  const resolve = resolver(namespaces, namespace, complain);
  const definitions = (all: XmlElement[]) => all.map((each) => readDefinition(each, resolve));
  const categories = definitions(children(child(root, 'categories'), 'category'));
  checkAncestors(categories, resolve, complain);
  return {
    file,
    namespace: namespace ?? '',
    policies: children(child(root, 'policies'), 'policy').flatMap(
      (each) => readPolicy(each, resolve, complain) ?? [],
    ),
    categories,
    supportedOn: definitions(children(child(child(root, 'supportedOn'), 'definitions'), 'definition')),
  };
}

/** Prefixes are local to the file. */
function resolver(namespaces: XmlElement | undefined, own: string | undefined, complain: Complain): Resolve {
  const prefixes = new Map<string, string>();
  for (const each of namespaces?.children ?? []) {
    const { prefix = '', namespace } = each.attrs;
    if (prefixes.has(prefix) && prefixes.get(prefix) !== namespace)
      complain(each, `prefix "${prefix}" stands for two namespaces: give one of them another prefix`);
    if (prefix && namespace) prefixes.set(prefix, namespace);
  }
  return (ref) => {
    const colon = ref.indexOf(':');
    const namespace = colon < 0 ? own : prefixes.get(ref.slice(0, colon));
    return namespace === undefined ? undefined : `${namespace}::${ref.slice(colon + 1)}`;
  };
}

function readDefinition(element: XmlElement, resolve: Resolve): AdmxDefinition {
  const parent = child(element, 'parentCategory')?.attrs.ref;
  return {
    name: element.attrs.name ?? '',
    ...optional('displayName', textRef(element.attrs.displayname)),
    ...optional('parent', parent === undefined ? undefined : resolve(parent)),
    ...optional('logic', readLogic(element, resolve)),
    line: element.line,
    column: element.column,
  };
}

function readPolicy(element: XmlElement, resolve: Resolve, complain: Complain): AdmxPolicy | undefined {
  const { name, key, class: policyClass, valuename } = element.attrs;
  // An empty key counts as missing: nothing is written to the root of a hive.
  if (!name || key === undefined || trimKey(key) === '') {
    complain(element, `policy ${name || '(no name)'} lacks its ${name ? 'key' : 'name'}`);
    return undefined;
  }
  const known = readClass(policyClass);
  if (!known) {
    complain(element, `policy ${name}: unknown class "${policyClass ?? ''}"`);
    return undefined;
  }
  const policy: AdmxPolicy = {
    name,
    class: known,
    ...optional('displayName', textRef(element.attrs.displayname)),
    ...optional('explainText', textRef(element.attrs.explaintext)),
    ...optional('presentation', /^\$\(presentation\.(.*)\)$/.exec(element.attrs.presentation ?? '')?.[1]),
    key: trimKey(key),
    ...optional('valueName', valuename),
    ...optional('enabledValue', readData(child(element, 'enabledValue'), complain)),
    ...optional('disabledValue', readData(child(element, 'disabledValue'), complain)),
    ...optional('enabledList', readList(child(element, 'enabledList'), complain)),
    ...optional('disabledList', readList(child(element, 'disabledList'), complain)),
    elements: [],
    itemTexts: {},
    ...referred('category', child(element, 'parentCategory')?.attrs.ref, resolve),
    ...referred('supportedOn', child(element, 'supportedOn')?.attrs.ref, resolve),
    line: element.line,
    column: element.column,
  };
  for (const each of child(element, 'elements')?.children ?? []) readElement(each, policy, complain);
  return policy;
}

function referred(
  name: 'category' | 'supportedOn',
  ref: string | undefined,
  resolve: Resolve,
): Pick<AdmxPolicy, 'category' | 'categoryUnresolved' | 'supportedOn' | 'supportedOnUnresolved'> {
  if (ref === undefined) return {};
  const id = resolve(ref);
  return id === undefined ? { [`${name}Unresolved`]: ref } : { [name]: id };
}

function checkBounds({ name, attrs, ...at }: XmlElement, policy: AdmxPolicy, complain: Complain): void {
  const { minvalue = '0', maxvalue = minvalue } = attrs;
  if (![minvalue, maxvalue].every((each) => /^\d+$/.test(each))) return;
  const most = name === 'decimal' ? 2n ** 32n : 2n ** 64n;
  if (BigInt(minvalue) > BigInt(maxvalue) || BigInt(maxvalue) >= most)
    complain(at, `policy ${policy.name}: <${name}> holds no number from ${minvalue} to ${maxvalue}`);
}

function readElement(element: XmlElement, policy: AdmxPolicy, complain: Complain): void {
  const { attrs } = element;
  const type = ElementRecord.entries.type.options.find((each) => each === element.name);
  if (type === undefined) {
    complain(element, `policy ${policy.name}: unknown element kind <${element.name}>`);
    return;
  }
  const id = attrs.id;
  if (!id || (type !== 'list' && attrs.valuename === undefined)) {
    complain(element, `policy ${policy.name}: <${type}> lacks its ${id ? 'valueName' : 'id'}`);
    return;
  }
  // No table of labels can have it as a name.
  if (id === '__proto__')
    complain(element, `policy ${policy.name}: "${id}" cannot be an id: give it another`);
  checkBounds(element, policy, complain);
  const items = type === 'enum' ? children(element, 'item') : [];
  const fact: ElementFact = {
    type,
    id,
    ...optional('key', ownKey(attrs.key, policy.key)),
    ...optional('valueName', type === 'list' ? undefined : attrs.valuename),
    ...flag('required', attrs.required),
    ...optional('trueValue', readData(child(element, 'trueValue'), complain)),
    ...optional('falseValue', readData(child(element, 'falseValue'), complain)),
    ...optional('trueList', readList(child(element, 'trueList'), complain)),
    ...optional('falseList', readList(child(element, 'falseList'), complain)),
    ...optional('minValue', attrs.minvalue),
    ...optional('maxValue', attrs.maxvalue),
    ...flag('storeAsText', attrs.storeastext),
    ...optional('maxLength', attrs.maxlength),
    ...optional('maxStrings', attrs.maxstrings),
    ...flag('expandable', attrs.expandable),
    // A list's `valueName` (nca.admx) is outside the schema; its effect is documented nowhere.
    ...optional('valuePrefix', type === 'list' ? attrs.valueprefix : undefined),
    ...flag('additive', attrs.additive),
    ...flag('explicitValue', attrs.explicitvalue),
    ...(type === 'enum' ? { items: items.map((item) => readItem(item, policy, complain)) } : {}),
  };
  // Labels and MDM payloads are found by the id.
  const twin = policy.elements.find((each) => each.id === id);
  if (twin && !isDeepStrictEqual(twin, fact))
    complain(element, `policy ${policy.name}: two elements have the id "${id}": give one of them another`);
  policy.elements.push(fact);
  if (type === 'enum') policy.itemTexts[id] = items.map((item) => textRef(item.attrs.displayname));
}

function readItem(
  item: XmlElement,
  policy: AdmxPolicy,
  complain: Complain,
): { value: RegistryData; valueList?: ListItem[] } {
  const value = readData(child(item, 'value'), complain);
  if (!value) complain(item, `policy ${policy.name}: an enum item has no value`);
  return {
    value: value ?? { kind: 'delete' },
    ...optional('valueList', readList(child(item, 'valueList'), complain)),
  };
}

/** `<enabledValue><decimal value="1"/></enabledValue>` and similar elements. */
function readData(element: XmlElement | undefined, complain: Complain): RegistryData | undefined {
  if (!element) return undefined;
  const data = element.children[0];
  if (!data) {
    complain(element, `<${element.name}> is empty`);
    return undefined;
  }
  switch (data.name) {
    case 'decimal':
    case 'longDecimal':
      if (!/^\d+$/.test(data.attrs.value ?? ''))
        complain(data, `<${data.name}> has no number as its value: "${data.attrs.value ?? ''}"`);
      else if (BigInt(data.attrs.value ?? '') >> (data.name === 'decimal' ? 32n : 64n) > 0n)
        complain(data, `<${data.name}> is more than its registry type holds: ${data.attrs.value ?? ''}`);
      return { kind: data.name, value: data.attrs.value ?? '' };
    case 'string':
      // A line break alone is nothing: DoD's STIG of Word has an empty DefaultFormat for it.
      return { kind: 'string', value: data.text.replace(/^\s+$/, '') };
    case 'delete':
      return { kind: 'delete' };
    default:
      return undefined;
  }
}

function readList(element: XmlElement | undefined, complain: Complain): ListItem[] | undefined {
  if (!element) return undefined;
  const items: ListItem[] = [];
  for (const item of children(element, 'item')) {
    const data = readData(child(item, 'value'), complain);
    if (!data || item.attrs.valuename === undefined) {
      complain(item, `an item of <${element.name}> lacks its ${data ? 'valueName' : 'value'}`);
      continue;
    }
    // An empty key counts as missing: nothing is written to the root of a hive.
    const key = item.attrs.key || element.attrs.defaultkey || undefined;
    items.push({ ...optional('key', key && trimKey(key)), valueName: item.attrs.valuename, data });
  }
  return items;
}

function ownKey(key: string | undefined, policyKey: string): string | undefined {
  const own = trimKey(key ?? '');
  return own === '' || own === policyKey ? undefined : own;
}

function readClass(value: string | undefined): PolicyClass | undefined {
  return (['User', 'Machine', 'Both'] as const).find((each) => each.toLowerCase() === value?.toLowerCase());
}

function textRef(value: string | undefined): TextRef | undefined {
  if (value === undefined) return undefined;
  const id = /^\$\(string\.(.*)\)$/.exec(value.trim())?.[1];
  return id === undefined ? { text: value } : { id };
}

/** Accepts the spellings of XML Schema, and those in capitals in hand-made files. */
export function isTrue(value: string | undefined): boolean {
  return ['true', '1'].includes(value?.trim().toLowerCase() ?? '');
}

function flag<K extends string>(name: K, value: string | undefined): { [key in K]?: true } {
  return (isTrue(value) ? { [name]: true } : {}) as { [key in K]?: true };
}
