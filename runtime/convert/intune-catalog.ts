/**
 * A policy of Intune's settings catalog (`deviceManagementConfigurationPolicy` of Microsoft Graph). Its identifiers are
 * rebuilt from the OMA-URI by the naming that public exports show; what they do not show is left out (docs/convert.md).
 */
import type { PartElement } from '../contract/parts.ts';
import { normalizeOmaUri } from '../format/keys.ts';
import type { ConvertSentence } from '../messages/convert.ts';
import { judgeAllowed } from '../verify/allowed-values.ts';
import { ENTRY_SEPARATOR } from '../verify/mdm-payload.ts';
import { type MdmForm, type NodeSetting, ownContent, policyContent, readInt32 } from './nodes.ts';

const TYPE = '#microsoft.graph.deviceManagementConfiguration';

interface Instance {
  '@odata.type': string;
  settingDefinitionId: string;
  settingInstanceTemplateReference: null;
  choiceSettingValue?: { settingValueTemplateReference: null; value: string; children: Instance[] };
  [content: string]: unknown;
}

export const catalogForm: MdmForm = {
  mediaType: 'application/json',
  encoding: 'utf-8',
  write(all) {
    const policy = new CatalogPolicy(all);
    const left = all.flatMap((setting) => {
      const made = policy.place(setting);
      return typeof made === 'function' ? [{ setting, why: made }] : [];
    });
    const unplaced = new Set(left.map(({ setting }) => setting));
    const settings = all.flatMap((setting) =>
      unplaced.has(setting)
        ? []
        : [{ id: identifier(setting), basis: 'rule' as const, indexes: setting.indexes }],
    );
    return {
      content: policy.roots.length === 0 ? '' : policyText(policy.roots),
      settings,
      left,
      warnings: settings.length > 0 ? [(t) => t.byRule] : [],
    };
  },
};

function policyText(roots: readonly Instance[]): string {
  const policy = {
    name: 'hivecheck',
    description: '',
    platforms: 'windows10',
    technologies: 'mdm',
    roleScopeTagIds: ['0'],
    settingCount: roots.length,
    templateReference: {
      templateId: '',
      templateFamily: 'none',
      templateDisplayName: null,
      templateDisplayVersion: null,
    },
    settings: roots.map((settingInstance, at) => ({ id: String(at), settingInstance })),
  };
  return `${JSON.stringify(policy, undefined, 2)}\n`;
}

class CatalogPolicy {
  readonly roots: Instance[] = [];
  readonly #byNode: ReadonlyMap<string, NodeSetting>;
  readonly #placed = new Map<NodeSetting, Instance | ConvertSentence>();

  constructor(all: readonly NodeSetting[]) {
    this.#byNode = new Map(all.map((setting) => [setting.sent.node, setting]));
  }

  /** Puts the setting at the top, or below the choice of the node that it depends on. @returns why not, else it. */
  place(setting: NodeSetting): Instance | ConvertSentence {
    const known = this.#placed.get(setting);
    if (known !== undefined) return known;
    this.#placed.set(setting, (t) => t.notInRule);
    const made = instanceOf(setting);
    const placed = typeof made === 'function' ? made : this.#add(made, setting);
    this.#placed.set(setting, placed);
    return placed;
  }

  #add(made: Instance, setting: NodeSetting): Instance | ConvertSentence {
    const { dependencies } = setting.found.node;
    if (dependencies === undefined || TOP_LEVEL.test(setting.omaUri)) {
      this.roots.push(made);
      return made;
    }
    const wanted = dependencies.map(({ nodes }) => nodes);
    const [condition] =
      wanted.find((nodes) => nodes.length === 1 && nodes.every((each) => this.#isMet(each))) ?? [];
    const parent = condition && this.#parentOf(condition);
    const host = parent && this.place(parent);
    const children = typeof host === 'object' ? host.choiceSettingValue?.children : undefined;
    if (children === undefined) return parentMissing(wanted.flat());
    children.push(made);
    return made;
  }

  #parentOf({ omaUri }: Condition): NodeSetting | undefined {
    return this.#byNode.get(normalizeOmaUri(omaUri).uri);
  }

  #isMet(condition: Condition): boolean {
    const parent = this.#parentOf(condition);
    if (condition.type !== 'DependsOn' || parent === undefined || condition.allowedValues === undefined)
      return false;
    return judgeAllowed(condition.allowedValues, ownContent(parent)).verdict === 'documented';
  }
}

type Condition = NonNullable<NodeSetting['found']['node']['dependencies']>[number]['nodes'][number];

function parentMissing(conditions: readonly Condition[]): ConvertSentence {
  const [first] = conditions;
  const values = conditions.flatMap(({ allowedValues: { values, min } = { kind: '' } }) =>
    values === undefined ? [String(min ?? '')] : values.map(({ value }) => value),
  );
  return (t) => t.parent(first?.omaUri ?? '', [...new Set(values.filter(Boolean))].join(', '));
}

/** The only node with a dependency that public exports have at the top. */
const TOP_LEVEL = /\/LAPS\/Policies\/PasswordLength$/i;

/** Nodes whose identifiers in the catalog do not follow from their names: they have several, or a `_v2`, `_aad`. */
const NAMED_OTHERWISE = new Set([
  'defender_attacksurfacereductionrules',
  'defender_threatseveritydefaultaction',
  'internetexplorer_disableinternetexplorerapp',
  'localpoliciessecurityoptions_interactivelogon_machineinactivitylimit',
  'update_autorestartnotificationschedule',
  'laps_policies_passwordagedays',
  'defender_configuration_tamperprotection',
  'applicationcontrol_policies',
]);

function identifier({ found }: NodeSetting): string {
  return found.node.omaUri.replace(/^\.\//, '').replaceAll('/', '_').toLowerCase();
}

function instanceOf(setting: NodeSetting): Instance | ConvertSentence {
  const { node } = setting.found;
  if (node.ingest !== undefined) return (t) => t.catalogName;
  const id = identifier(setting);
  const name = id.replace(/^.*?vendor_msft_(?:policy_config_)?/, '');
  if (setting.omaUri.includes('{}') || setting.omaUri !== node.omaUri || NAMED_OTHERWISE.has(name))
    return (t) => t.notInRule;
  const policy = policyContent(setting);
  if (typeof policy === 'function') return policy;
  if (policy === undefined) return ownInstance(setting, id);
  const children = policy.elements.map(([element, text]) => elementInstance(id, element, text));
  const refused = children.find((child) => typeof child === 'function');
  return refused ?? choice(id, policy.isEnabled ? '1' : '0', children as Instance[]);
}

/** Of a node that takes a value of its own. */
function ownInstance(setting: NodeSetting, id: string): Instance | ConvertSentence {
  const { format } = setting.found.node;
  const { kind = 'None', values, delimiter } = setting.allowed ?? {};
  const text = ownContent(setting);
  if (kind === 'ENUM' && delimiter === undefined && /^(?:int|bool|chr)$/.test(format ?? '')) {
    const value = values?.find((each) => each.value.toLowerCase() === text.toLowerCase())?.value;
    return value === undefined ? (t) => t.notInRule : choice(id, value.toLowerCase());
  }
  if (kind === 'Range' && format === 'int') return integer(id, text);
  if (kind !== 'None' || format !== 'chr') return (t) => t.notInRule;
  return delimiter === undefined ? simple(id, string(text)) : collection(id, text.split(delimiter));
}

function elementInstance(root: string, element: PartElement, text: string): Instance | ConvertSentence {
  const id = `${root}_${element.id.toLowerCase()}`;
  switch (element.type) {
    case 'boolean':
      return choice(id, text === 'true' ? '1' : '0');
    case 'enum':
      return choice(id, text.toLowerCase());
    case 'decimal':
      return integer(id, text);
    case 'text':
      return simple(id, string(text));
    case 'multiText':
      return collection(id, entriesOf(text));
    case 'list':
      return listInstance(id, element.explicitValue === true, entriesOf(text));
    default:
      return (t) => t.notInRule;
  }
}

function entriesOf(text: string): string[] {
  return text === '' ? [] : text.split(ENTRY_SEPARATOR);
}

/** @param parts name, data, name, data. */
function listInstance(id: string, isNamed: boolean, parts: readonly string[]): Instance {
  const data = parts.filter((_, at) => at % 2 === 1);
  if (!isNamed) return collection(id, data);
  const rows = data.map((each, at) => ({
    settingValueTemplateReference: null,
    children: [simple(`${id}_key`, string(parts[2 * at] ?? '')), simple(`${id}_value`, string(each))],
  }));
  return instance(id, 'GroupSettingCollection', { groupSettingCollectionValue: rows });
}

function instance(id: string, kind: string, content: object): Instance {
  return {
    '@odata.type': `${TYPE}${kind}Instance`,
    settingDefinitionId: id,
    settingInstanceTemplateReference: null,
    ...content,
  };
}

function choice(id: string, suffix: string, children: Instance[] = []): Instance {
  const value = { settingValueTemplateReference: null, value: `${id}_${suffix}`, children };
  return instance(id, 'ChoiceSetting', { choiceSettingValue: value });
}

function string(value: string): object {
  return { '@odata.type': `${TYPE}StringSettingValue`, settingValueTemplateReference: null, value };
}

function simple(id: string, value: object): Instance {
  return instance(id, 'SimpleSetting', { simpleSettingValue: value });
}

function integer(id: string, text: string): Instance | ConvertSentence {
  const value = readInt32(text);
  if (value === undefined) return (t) => t.number;
  const content = { '@odata.type': `${TYPE}IntegerSettingValue`, settingValueTemplateReference: null, value };
  return simple(id, content);
}

function collection(id: string, entries: readonly string[]): Instance {
  return instance(id, 'SimpleSettingCollection', { simpleSettingCollectionValue: entries.map(string) });
}
