/**
 * A policy of Intune's settings catalog (`deviceManagementConfigurationPolicy` of Microsoft Graph). Its identifiers are
 * rebuilt from the OMA-URI by the naming that public exports show; what they do not show is left out (docs/convert.md).
 */
import type { NodeDependency } from '../contract/node.ts';
import type { PartElement } from '../contract/parts.ts';
import { normalizeOmaUri } from '../format/keys.ts';
import { judgeAllowed } from '../verify/allowed-values.ts';
import { contentsText } from '../verify/dependencies.ts';
import { ENTRY_SEPARATOR } from '../verify/mdm-payload.ts';
import { allowedOf } from '../verify/node-data.ts';
import CATALOG from './catalog.json' with { type: 'json' };
import { type Left, LeftOut, leave } from './left-out.ts';
import { type MdmForm, type NodeSetting, ownContent, policyContent, readInt32 } from './nodes.ts';

const TYPE = '#microsoft.graph.deviceManagementConfiguration';

interface Instance {
  settingDefinitionId: string;
  choiceSettingValue?: { children: Instance[] };
  [member: string]: unknown;
}

export const catalogForm: MdmForm = {
  make: instanceOf,
  document(made, left) {
    const instances = made as Map<NodeSetting, Instance>;
    const roots = placed(instances, left);
    const settings = [...instances].map(([{ indexes }, { settingDefinitionId: id }]) => {
      return { id, basis: 'rule' as const, indexes };
    });
    const policy = {
      ...CATALOG.policy,
      settingCount: roots.length,
      settings: roots.map((settingInstance, at) => ({ id: String(at), settingInstance })),
    };
    return { content: `${JSON.stringify(policy, undefined, 2)}\n`, settings, warnings: [(t) => t.byRule] };
  },
};

/**
 * Those at the top; the others become children of the choice of the node that they depend on. What has no such parent is
 * taken out of `made` and left out.
 */
function placed(made: Map<NodeSetting, Instance>, left: Left): Instance[] {
  const roots: Instance[] = [];
  const byNode = new Map([...made.keys()].map((setting) => [setting.sent.node, setting]));
  /** @param below Its children and theirs, which it cannot depend on. */
  const siblingsOf = (setting: NodeSetting, below: NodeSetting[] = []): Instance[] | undefined => {
    const { dependencies } = setting.first.node;
    if (dependencies === undefined || TOP_LEVEL.test(setting.omaUri)) return roots;
    const parent = parentOf(dependencies, byNode);
    if (parent === undefined || below.includes(parent)) return undefined;
    return siblingsOf(parent, [...below, setting]) && made.get(parent)?.choiceSettingValue?.children;
  };
  for (const [setting, instance] of [...made]) {
    const siblings = siblingsOf(setting);
    if (siblings !== undefined) siblings.push(instance);
    else {
      made.delete(setting);
      const { omaUri = '', allowedValues } = setting.first.node.dependencies?.[0]?.nodes[0] ?? {};
      leave(new LeftOut((t) => t.parent(omaUri, contentsText(allowedValues))), setting.indexes, left);
    }
  }
  return roots;
}

/** The first node that the list sets to what a dependency requires. */
function parentOf(dependencies: readonly NodeDependency[], byNode: ReadonlyMap<string, NodeSetting>) {
  for (const { nodes } of dependencies) {
    const [{ omaUri, type, allowedValues } = {}] = nodes.length === 1 ? nodes : [];
    const parent = omaUri && byNode.get(normalizeOmaUri(omaUri).uri);
    if (!parent || type !== 'DependsOn' || allowedValues === undefined) continue;
    if (judgeAllowed(allowedValues, ownContent(parent)).verdict === 'documented') return parent;
  }
  return undefined;
}

/** The only node with a dependency that public exports have at the top. */
const TOP_LEVEL = /\/LAPS\/Policies\/PasswordLength$/i;

/** Nodes whose identifiers in the catalog do not follow from their names: they have several, or a `_v2`, `_aad`. */
const NAMED_OTHERWISE = new Set(CATALOG.namedOtherwise);
/** Nodes and whole areas that public lists of the catalog lack, or that it shows to templates alone. */
const NOT_OFFERED = new Set(CATALOG.notOffered);

function instanceOf(setting: NodeSetting): Instance {
  const { node } = setting.first;
  if (node.ingest !== undefined) throw new LeftOut((t) => t.catalogName);
  const id = node.omaUri.replace(/^\.\//, '').replaceAll('/', '_').toLowerCase();
  const name = id.replace(/^.*?vendor_msft_(?:policy_config_)?/, '');
  if (setting.omaUri !== node.omaUri || NAMED_OTHERWISE.has(name)) throw NOT_IN_RULE;
  if (NOT_OFFERED.has(name) || NOT_OFFERED.has(name.replace(/_.*/, ''))) throw MISSING;
  const policy = policyContent(setting);
  if (policy === undefined) return ownInstance(setting, id);
  if (policy === 'disabled') return choice(id, '0');
  const children = policy.map(([element, text]) => {
    const make = ELEMENTS[element.type];
    if (make === undefined) throw NOT_IN_RULE;
    return make(`${id}_${element.id.toLowerCase()}`, text, element);
  });
  return choice(id, '1', children);
}

const NOT_IN_RULE = new LeftOut((t) => t.notInRule);
const MISSING = new LeftOut((t) => t.notOffered);

function ownInstance(setting: NodeSetting, id: string): Instance {
  const { format } = setting.first.node;
  const { kind = 'None', values, delimiter } = allowedOf(setting.first, setting.parts) ?? {};
  const text = ownContent(setting);
  const chosen = text.toLowerCase();
  if (kind === 'ENUM' && delimiter === undefined && /^(?:int|bool|chr)$/.test(format ?? ''))
    if (values?.some(({ value }) => value.toLowerCase() === chosen)) return choice(id, chosen);
  if (kind === 'Range' && format === 'int') return simple(id, readInt32(text));
  if (kind !== 'None' || format !== 'chr') throw NOT_IN_RULE;
  return delimiter === undefined ? simple(id, text) : collection(id, text.split(delimiter));
}

const ELEMENTS: Record<string, (id: string, text: string, element: PartElement) => Instance> = {
  boolean: (id, text) => choice(id, text === 'true' ? '1' : '0'),
  enum: (id, text) => choice(id, text.toLowerCase()),
  decimal: (id, text) => simple(id, readInt32(text)),
  text: (id, text) => simple(id, text),
  multiText: (id, text, element) => collection(id, entriesOf(text, element)),
  list: listInstance,
};

/** The catalog's lists of elements have one entry at least. */
function entriesOf(text: string, element: PartElement): string[] {
  if (text === '') throw new LeftOut((t) => t.elements(element.id));
  return text.split(ENTRY_SEPARATOR);
}

/** The text has name, data, name, data. */
function listInstance(id: string, text: string, element: PartElement): Instance {
  const parts = entriesOf(text, element);
  const data = parts.filter((_, at) => at % 2 === 1);
  // Intune makes the names of these; public exports show it for numbers from 1 on.
  const isNumbered = parts.every((each, at) => at % 2 === 1 || each === String(at / 2 + 1));
  if (!element.explicitValue && isNumbered) return collection(id, data);
  if (!element.explicitValue) throw NOT_IN_RULE;
  const rows = data.map((each, at) => ({
    settingValueTemplateReference: null,
    children: [simple(`${id}_key`, parts[2 * at] ?? ''), simple(`${id}_value`, each)],
  }));
  return instance(id, 'GroupSettingCollection', rows);
}

function choice(id: string, suffix: string, children: Instance[] = []): Instance {
  const value = { settingValueTemplateReference: null, value: `${id}_${suffix}`, children };
  return instance(id, 'ChoiceSetting', value);
}

const simple = (id: string, value: string | number) => instance(id, 'SimpleSetting', typedValue(value));

const collection = (id: string, entries: string[]) =>
  instance(id, 'SimpleSettingCollection', entries.map(typedValue));

function typedValue(value: string | number): object {
  const type = typeof value === 'number' ? 'Integer' : 'String';
  return { '@odata.type': `${TYPE}${type}SettingValue`, settingValueTemplateReference: null, value };
}

/** The member with its value is named after its kind. */
function instance(id: string, kind: string, value: object): Instance {
  return {
    '@odata.type': `${TYPE}${kind}Instance`,
    settingDefinitionId: id,
    settingInstanceTemplateReference: null,
    [`${kind.charAt(0).toLowerCase()}${kind.slice(1)}Value`]: value,
  };
}
