/** The index of settings-catalog names: nodes of the DDF, elements of their policies, and ingested templates. */

import {
  type CatalogEntry,
  type CatalogTarget,
  flattenUri,
  readTemplateUri,
} from '../../runtime/format/catalog.ts';
import type { Scope } from '../../runtime/format/format.ts';
import { normalizeOmaUri } from '../../runtime/format/keys.ts';
import { optional } from '../collections.ts';
import type { DdfFact } from '../facts/nodes.ts';
import type { ElementFact, SettingFact } from '../facts/types.ts';
import shorter from './catalog-names.json' with { type: 'json' };
import type { CompileContext, Item } from './context.ts';
import { isGeneric } from './node-facts.ts';

/** Options of a policy: disabled and enabled. */
const STATES = ['0', '1'];

/** Map from flattened name to its targets: one for both scopes, or one for each. */
export function catalogEntries({ facts, join, items }: CompileContext): Map<string, CatalogEntry> {
  const index = new Index();
  for (const node of facts.nodes) {
    // `Policy/Result` is normalized to `Policy/Config` and has no name of its own.
    if (isGeneric(node.omaUri) || normalizeOmaUri(node.omaUri).result) continue;
    index.add(flattenUri(node.omaUri), nodeTarget(node));
  }
  for (const { node, setting, element } of join.links) {
    const { omaUri } = node;
    if (node.admx && element === undefined) index.addElements(flattenUri(omaUri), { omaUri }, setting);
  }
  addRules(index, items);
  for (const item of items) addIngested(index, item);
  return index.entries;
}

/** Adds the names under the categories of the current template, and under those of older templates. */
function addIngested(index: Index, { setting, ingestion }: Item): void {
  if (!ingestion) return;
  const target: CatalogTarget = { omaUris: ingestion.omaUris, ...optional('scope', onlyScope(setting)) };
  const [uri = ''] = Object.values(ingestion.omaUris);
  const current = ingestion.path.join('~');
  for (const path of [current, ...(ingestion.formerPaths ?? [])]) {
    const name = readTemplateUri(uri.replace(`~${current}/`, `~${path}/`))?.name;
    if (!name) continue;
    index.add(name, { ...target, options: STATES });
    index.addElements(name, target, setting);
  }
}

function onlyScope({ class: policyClass }: SettingFact): Scope | undefined {
  if (policyClass === 'Both') return undefined;
  return policyClass === 'User' ? 'User' : 'Device';
}

function nodeTarget(node: DdfFact): CatalogTarget {
  const values = node.allowed?.values?.map(({ value }) => value.toLowerCase());
  const options = node.admx ? STATES : (values ?? (node.format === 'bool' ? ['false', 'true'] : undefined));
  return {
    omaUri: node.omaUri,
    ...optional('options', options),
    ...(node.format === 'node' ? { inner: true as const } : {}),
  };
}

function elementOptions({ type, items }: ElementFact): string[] | undefined {
  if (type === 'boolean') return STATES;
  return items?.flatMap(({ value }) => value.value?.toLowerCase() ?? []);
}

const RULES = './Device/Vendor/MSFT/Policy/Config/Defender/AttackSurfaceReductionRules';
const RULES_KEY = /\\asr\\rules$/i;
/** Options of a rule in the settings catalog. */
const RULE_STATES = ['off', 'block', 'audit', 'warn'];

/** Names in public exports that omit or shorten words of the rule's title; all others are its letters and digits. */
const SHORTER = new Map(Object.entries(shorter));

/** Adds a name per rule: the catalog has a setting for each, the node one text for all. Keys name rules by GUID. */
function addRules(index: Index, items: CompileContext['items']): void {
  const names = new Set<string>();
  for (const { setting } of items) {
    const { key, valueName, elements = [] } = setting;
    const written = [valueName, ...elements.map((each) => each.valueName)].filter(
      (name) => name !== undefined,
    );
    const [guid] = written.filter((name) => /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i.test(name));
    const title = setting.text['en-US']?.displayName ?? '';
    const letters = title
      .replace(/\(.*/, '')
      .toLowerCase()
      .replaceAll(/[^a-z\d]/g, '');
    const name = `${flattenUri(RULES)}_${SHORTER.get(letters) ?? letters}`;
    if (guid === undefined || letters === '' || !RULES_KEY.test(key) || names.has(name)) continue;
    names.add(name);
    index.add(name, { omaUri: RULES, member: guid.toLowerCase(), options: RULE_STATES });
  }
}

class Index {
  readonly entries = new Map<string, CatalogEntry>();

  add(name: string, target: CatalogTarget): void {
    const { targets } = this.entries.get(name) ?? { targets: [] };
    // An identifier that means two nodes would be read as the first.
    const isOf = (scope: Scope) => (each: CatalogTarget) => (each.scope ?? scope) === scope;
    if ((['Device', 'User'] as const).some((scope) => isOf(scope)(target) && targets.some(isOf(scope))))
      throw new RangeError(`The settings catalog would have ${name} for two nodes or elements.`);
    this.entries.set(name, { targets: [...targets, target] });
  }

  addElements(name: string, target: CatalogTarget, { elements = [] }: SettingFact): void {
    for (const element of elements) {
      this.add(`${name}_${element.id.toLowerCase()}`, {
        ...target,
        elementId: element.id,
        ...optional('options', elementOptions(element)),
      });
    }
  }
}
