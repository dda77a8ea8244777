/** The records of one setting, one per language → its canonical form. */
import { hash } from 'node:crypto';
import { documentedData } from '../../runtime/contract/data.ts';
import type { RecordCsp } from '../../runtime/contract/record.ts';
import type {
  CspEntry,
  ElementRecord,
  LineRule,
  OptionRecord,
  SettingRecord,
  StateValue,
  SupportedOnFloor,
} from '../../runtime/format/format.ts';
import { oneLine } from '../../runtime/messages/names.ts';
import type { CanonicalSetting, FactKind } from './model.ts';

type Put = (kind: FactKind, path: string, value: string | undefined) => void;

/**
 * Every record has the same facts; only texts differ by language.
 * @param records At least one.
 * @param floor Basis of the verdict on the registry value; a record does not have it.
 */
export function canonicalSetting(
  records: readonly [SettingRecord, ...SettingRecord[]],
  floor?: SupportedOnFloor,
): CanonicalSetting {
  const [first] = records;
  const { facts, put } = collectedFacts();
  for (const name of IDENTITY) put('identity', name, first[name]);
  putRegistry(first, put);
  for (const element of first.elements) putElement(element, onlyElement(first) === element, put);
  putMdm(first, put);
  putValidity(first, floor, put);
  for (const record of records) putTexts(record, put);
  // Facts of one's own import have no dates.
  const { slug, policyId, source, sourceVersion, firstSeen = '', lastModified = '' } = first;
  return { slug, policyId, source, sourceVersion, firstSeen, lastModified, facts };
}

function collectedFacts(): Pick<CanonicalSetting, 'facts'> & { put: Put } {
  const facts: CanonicalSetting['facts'] = new Map();
  const put: Put = (kind, path, value) => {
    if (value !== undefined) facts.set(path, { kind, value });
  };
  return { facts, put };
}

const IDENTITY = ['slug', 'policyId', 'admxFile', 'source'] as const;

function putRegistry(record: SettingRecord, put: Put): void {
  put('key', 'registryKey', onlyElement(record)?.registryKey ?? record.registryKey);
  put('key', 'class', record.class);
  put('value', 'valueName', ownName(record));
  // Of a policy the parts that these are made of are compared too.
  for (const name of DATA) put('value', name, factText(record[name]));
  put('value', 'enabledValue', datum(record.enabledValueKind, record.enabledValue));
  put('value', 'disabledValue', datum(record.disabledValueKind, record.disabledValue));
  putStateValues('value', 'stateValues', record.stateValues, put);
}

const DATA = Object.keys(documentedData) as (keyof typeof documentedData)[];

/** A list or an object as JSON, without labels. */
export function factText(value: unknown): string | undefined {
  if (value === undefined || typeof value === 'string') return value;
  return JSON.stringify(value, (name, each) => (name.startsWith('label') ? undefined : each));
}

function ownName({ valueName, elementId }: SettingRecord): string | undefined {
  return elementId === undefined ? valueName : undefined;
}

/** The only element; its key is compared as the setting's, of which a list has it too. */
function onlyElement(record: SettingRecord): ElementRecord | undefined {
  return ownName(record) === undefined && record.elements.length === 1 ? record.elements[0] : undefined;
}

/** `decimal 1`, or `delete`, which has no value. */
function datum(kind: string | undefined, value: string | undefined): string | undefined {
  return kind === undefined ? value : value === undefined ? kind : `${kind} ${value}`;
}

function putStateValues(
  kind: FactKind,
  path: string,
  items: readonly StateValue[] | undefined,
  put: Put,
): void {
  const writes = (items ?? []).map(
    (item) =>
      `${item.state ? `${item.state}: ` : ''}${item.key}\\${item.valueName} = ${datum(item.valueKind, item.value)}`,
  );
  if (writes.length > 0) put(kind, path, writes.join('; '));
}

/** The versions of Windows and of its product that have it, and whether the vendor still does. */
function putValidity(record: SettingRecord, floor: SupportedOnFloor | undefined, put: Put): void {
  for (const line of ['client', 'server'] as const) put('minBuild', `floor/${line}`, ruleText(floor?.[line]));
  put('minBuild', 'floor/why', floor?.why);
  // `seenIn` is not compared: each release of a product would change it in each of its settings.
  const stated = (record.products ?? []).filter(({ seenIn, worksUntil }) => !seenIn || worksUntil);
  const ranges = stated.map(({ product, channel, from, to, onHost, seenIn, worksUntil: end }) => {
    const notes = [onHost && '(tied to Windows)', end && `(works until ${end})`];
    const range = seenIn ? [] : [from ?? '…', 'to', to ?? '…'];
    return [product, channel, ...range, ...notes].filter(Boolean).join(' ');
  });
  put('minBuild', 'products', ranges.length > 0 ? ranges.join('; ') : undefined);
  put('lifecycle', 'removedIn', record.removedIn);
  put('lifecycle', 'lastSeenIn', record.lastSeenIn);
  put('lifecycle', 'lifecycle', record.lifecycle?.state);
}

function ruleText(rule: LineRule | undefined): string | undefined {
  if (rule === undefined || typeof rule === 'string') return rule;
  const { named, starts, ends, never } = rule;
  const runs = named.map(({ from, to }) => `${from} to ${to ?? '…'}`);
  const limits = [
    starts && `nothing below ${starts}`,
    ends && `nothing above ${ends}`,
    never && 'nothing of this line',
  ];
  return [...runs, ...limits.filter(Boolean)].join(', ');
}

/** Members of an element that are texts, or compared separately. */
const NOT_PLAIN = new Set([
  ...['id', 'label', 'labelOmitted', 'options', 'stateValues'],
  ...['trueValue', 'trueValueKind', 'falseValue', 'falseValueKind'],
]);

/** @param isOnly Its key is compared as the setting's. */
function putElement(element: ElementRecord, isOnly: boolean, put: Put): void {
  const path = `elements/${element.id}`;
  for (const [name, value] of Object.entries(element)) {
    if (NOT_PLAIN.has(name) || value === undefined || (isOnly && name === 'registryKey')) continue;
    put('element', `${path}/${name}`, String(value));
  }
  put('element', `${path}/trueValue`, datum(element.trueValueKind, element.trueValue));
  put('element', `${path}/falseValue`, datum(element.falseValueKind, element.falseValue));
  putStateValues('element', `${path}/stateValues`, element.stateValues, put);
  const options = (element.options ?? []).map(optionValue);
  if (options.length > 0) put('element', `${path}/options`, options.join(', '));
}

function optionValue(option: OptionRecord): string {
  const list = (option.valueList ?? []).map(
    (item) => `${item.key}\\${item.valueName} = ${datum(item.valueKind, item.value)}`,
  );
  return `${datum(option.valueKind, option.value)}${list.length > 0 ? ` (${list.join('; ')})` : ''}`;
}

function putMdm({ confidence, csp, cspAlternatives = [] }: SettingRecord, put: Put): void {
  put('mdm', 'confidence', confidence);
  if (!csp) return;
  for (const [scope, uri] of Object.entries(csp.omaUris ?? {})) put('mdm', `csp/${scope}`, uri);
  putNode('csp', csp, put);
  for (const [id, node] of Object.entries(csp.elements ?? {})) {
    put('mdm', `csp/elements/${id}`, node.omaUri);
    putNode(`csp/elements/${id}`, node, put);
  }
  for (const node of cspAlternatives) {
    put('mdm', `csp/alternatives/${node.omaUri}`, node.omaUri);
    putNode(`csp/alternatives/${node.omaUri}`, node, put);
  }
}

/** What the node takes, and what else it needs. */
const NODE_FACTS = [
  'format',
  'access',
  'allowedValues',
  'defaultValue',
  'dependencies',
  'conflictResolution',
  'reboot',
  'ingest',
  'ingestion',
  'payloads',
] as const;

type NodeRequirements = Pick<
  RecordCsp,
  'minOs' | 'deprecated' | 'deprecatedFrom' | 'editions' | (typeof NODE_FACTS)[number]
>;

/** Of a node that no setting backs: its OMA-URI is in place of slug and policyId. */
export function canonicalNode(node: NonNullable<CspEntry['node']>): CanonicalSetting {
  const { omaUri = '', omaUris = {}, source, sourceVersion } = node;
  const { facts, put } = collectedFacts();
  for (const [scope, uri] of Object.entries(omaUris)) put('mdm', `csp/${scope}`, uri);
  putNode('csp', node, put);
  return { slug: omaUri, policyId: omaUri, source, sourceVersion, firstSeen: '', lastModified: '', facts };
}

function putNode(path: string, node: NodeRequirements, put: Put): void {
  put('minBuild', `${path}/minOs`, node.minOs);
  put('minBuild', `${path}/deprecated`, node.deprecated && (node.deprecatedFrom ?? 'yes'));
  put('mdm', `${path}/editions`, node.editions?.join(', '));
  for (const name of NODE_FACTS) put('mdm', `${path}/${name}`, factText(node[name]));
}

/** A fallback text of another language is not a text of this one. */
function putTexts(record: SettingRecord, put: Put): void {
  const { lang, textFallbacks = {} } = record;
  const own = (kind: FactKind, path: string, value: string | undefined) => {
    if (!Object.hasOwn(textFallbacks, path)) put(kind, `${path}[${lang}]`, value);
  };
  own('text', 'displayName', record.displayName);
  own(
    lang === 'en-US' ? 'minBuild' : 'text',
    'supportedOn',
    record.supportedOn && oneLine(record.supportedOn),
  );
  if (
    record.categoryPath.length > 0 &&
    !record.categoryPath.some((_, at) => Object.hasOwn(textFallbacks, `categoryPath/${at}`))
  ) {
    put('text', `categoryPath[${lang}]`, record.categoryPath.join(' › '));
  }
  // A change of the prose is a fact; the prose itself does not go into notes.
  if (record.explainText !== undefined)
    put(
      'text',
      `explainText[${lang}]`,
      `${record.explainText.length} characters, ${hash('sha256', record.explainText).slice(0, 8)}`,
    );
  for (const element of record.elements) {
    own('text', `elements/${element.id}/label`, element.label);
    for (const [at, option] of (element.options ?? []).entries()) {
      own('text', `elements/${element.id}/options/${at}`, option.label);
    }
  }
}
