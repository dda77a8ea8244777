/** Items → setting records, one per language that has the setting's title. */
import { FALLBACK_LANGUAGE } from '../../runtime/answer/language.ts';
import type { ElementRecord, SettingRecord, StateValue, Texts } from '../../runtime/format/format.ts';
import { forJson, optional, picked } from '../collections.ts';
import type { ElementFact, ListItem, RegistryData, SettingFact } from '../facts/types.ts';
import { policyName } from '../join/index-settings.ts';
import type { CompileContext, Item } from './context.ts';
import { DELETE, DWORD_1, mostStrings, ownStates, textsOf } from './contributions.ts';
import { documentedData } from './data.ts';
import { droppedOf, formerItems } from './dropped.ts';
import { displayNames } from './match.ts';
import { documentedNodes, recordNode, storedNodes } from './nodes.ts';
import { mainPair } from './pairs.ts';
import { documentedProducts } from './products.ts';
import { servedData } from './shown-match.ts';
import type { StoredNode } from './stored.ts';
import { Texter } from './texter.ts';

/** Languages in which the setting has a title; English if it has none at all, so every setting has a record. */
export function recordLanguages({ setting }: Item): string[] {
  const languages = Object.keys(displayNames(setting.text));
  return languages.length > 0 ? languages : [FALLBACK_LANGUAGE];
}

export function settingRecord(item: Item, lang: string, context: CompileContext): SettingRecord {
  const { source, setting } = item;
  const texter = new Texter(lang);
  const { csp, cspAlternatives, confidence } = mdmOf(item, context);
  const learnUrl = item.learnUrl ?? (csp?.via === 'admx-ingestion' ? undefined : csp?.learnUrl);
  const displayName = texter.pick(displayNames(setting.text), 'displayName');
  const supportedOn = texter.pick(item.supportedOn, 'supportedOn');
  const categoryPath = item.categories
    .map((texts, at) => texter.pick(texts, `categoryPath/${at}`) ?? '')
    .filter(Boolean);
  const place = placeOf(item);
  const [enabled, disabled] = ownStates(setting);
  const elements = (setting.elements ?? []).map((element) =>
    elementRecord(element, setting, place.registryKey, texter),
  );
  return forJson<SettingRecord>({
    slug: setting.slug,
    lang,
    name: policyName(setting),
    displayName,
    class: setting.class,
    ...place,
    source: source.id,
    sourceVersion: setting.version,
    confidence,
    policyId: setting.policyId,
    namespace: setting.policyId.slice(0, setting.policyId.indexOf('::')),
    admxFile: setting.admx,
    categoryPath,
    supportedOn,
    csp,
    cspAlternatives,
    noMdm: item.noMdm,
    firstSeen: setting.firstSeen,
    lastModified: setting.lastModified,
    ...droppedOf(setting),
    ...documentedProducts(item),
    former: formerOf(item, context),
    ...ownData(setting, texter),
    ...data('enabledValue', enabled),
    ...data('disabledValue', disabled),
    stateValues: [
      ...stateValues('enabled', setting.enabledList, setting),
      ...stateValues('disabled', setting.disabledList, setting),
    ],
    elements,
    explainText: setting.text[lang]?.explainText,
    learnUrl,
    textFallbacks: Object.keys(texter.fallbacks).length > 0 ? texter.fallbacks : undefined,
  });
}

function placeOf({ setting, pairs }: Item): Pick<SettingRecord, 'registryKey' | 'valueName' | 'elementId'> {
  const main = mainPair(setting, pairs);
  return {
    registryKey: main?.key ?? setting.key,
    ...optional('valueName', main?.valueName),
    ...optional('elementId', main?.element?.id),
  };
}

type RecordMdm = Pick<SettingRecord, 'csp' | 'cspAlternatives' | 'confidence'>;

function mdmOf(item: Item, context: CompileContext): RecordMdm {
  const { mapping, pairs } = item;
  const facts = new Map(mapping?.nodes.map(({ node }) => [node.omaUri, node]));
  const nodeRecord = (stored: StoredNode) => recordNode(stored, facts.get(stored.served.omaUri), item);
  const ids = [...(mapping?.elements ?? [])];
  // If a setting writes only one value, by one element, that element's node is the setting's node.
  const only = pairs.length === 1 && ids.length === 1 ? ids[0] : undefined;
  const [whole, ...others] = storedNodes(item, only, false, context);
  const elements = ids.flatMap((id) => {
    const own = (mapping?.nodes ?? []).filter(({ element }) => element === id);
    const [first] = documentedNodes(own, context);
    return first ? [[id, nodeRecord(first)] as const] : [];
  });
  // The Device and the User form of a node count as one: `omaUris` has both.
  const alternatives = others.filter(
    ({ place }, at) => place !== whole?.place && others.findIndex((each) => each.place === place) === at,
  );
  const csp = {
    ...(whole && nodeRecord(whole)),
    ...(elements.length > 0 ? { elements: Object.fromEntries(elements) } : {}),
  };
  return {
    confidence: mapping?.confidence ?? whole?.confidence ?? 'none',
    ...(Object.keys(csp).length > 0 ? { csp } : {}),
    ...(alternatives.length > 0 ? { cspAlternatives: alternatives.map(nodeRecord) } : {}),
  };
}

type DataOf<K extends string> = { [key in K]?: string } & { [key in `${K}Kind`]?: string };

function data<K extends string>(name: K, value: RegistryData | undefined): DataOf<K> {
  if (!value) return {} as DataOf<K>;
  return { ...optional(name, value.value), [`${name}Kind`]: value.kind } as DataOf<K>;
}

function stateValues(
  state: StateValue['state'],
  items: ListItem[] | undefined,
  { key }: SettingFact,
): StateValue[] {
  return (items ?? []).map((item) => ({
    ...optional('state', state),
    key: item.key ?? key,
    valueName: item.valueName,
    ...optional('value', item.data.value),
    valueKind: item.data.kind,
  }));
}

function elementRecord(
  element: ElementFact,
  setting: SettingFact,
  recordKey: string,
  texter: Texter,
): ElementRecord {
  const labels = textsOf(setting, (text) => text.labels?.[element.id]);
  const base: ElementRecord = {
    type: element.type,
    id: element.id,
    ...optional('registryKey', element.key === recordKey ? undefined : element.key),
    ...optional('valueName', element.valueName),
    ...texter.label(labels, `elements/${element.id}/label`),
    ...optional('registryType', elementType(element, setting)),
  };
  switch (element.type) {
    case 'enum':
      return { ...base, required: element.required === true, ...enumFields(element, setting, texter) };
    case 'boolean':
      return { ...base, ...booleanFields(element, setting) };
    case 'list':
      return {
        ...base,
        registryKey: element.key ?? setting.key,
        ...optional('valuePrefix', element.valuePrefix),
        additive: element.additive === true,
        explicitValue: element.explicitValue === true,
        expandable: element.expandable === true,
      };
    default:
      return {
        ...base,
        required: element.required === true,
        ...picked(element, 'minValue', 'maxValue', 'storeAsText', 'maxLength'),
        ...optional('maxStrings', mostStrings(element.maxStrings)),
        ...(element.type === 'text' ? { expandable: element.expandable === true } : {}),
        ...optional('defaultValue', element.defaultValue),
      };
  }
}

function elementType(element: ElementFact, setting: SettingFact): ElementRecord['registryType'] {
  const pair = { key: element.key ?? setting.key, ...optional('valueName', element.valueName), element };
  return documentedData(setting, pair).registryType;
}

function enumFields(element: ElementFact, setting: SettingFact, texter: Texter): Partial<ElementRecord> {
  const preselected = element.items?.[element.defaultItem ?? -1]?.value.value;
  const options = (element.items ?? []).map(({ value, valueList }, at) => ({
    ...texter.label(
      textsOf(setting, (text) => text.items?.[element.id]?.[at]),
      `elements/${element.id}/options/${at}`,
    ),
    ...optional('value', value.value),
    valueKind: value.kind,
    ...(valueList ? { valueList: stateValues(undefined, valueList, setting) } : {}),
  }));
  return { options, ...optional('defaultItem', preselected) };
}

/** Without `trueValue` ticked writes DWORD 1; without `falseValue` unticked deletes the value. */
function booleanFields(element: ElementFact, setting: SettingFact): Partial<ElementRecord> {
  const lists = [
    ...stateValues('true', element.trueList, setting),
    ...stateValues('false', element.falseList, setting),
  ];
  return {
    ...data('trueValue', element.trueValue ?? DWORD_1),
    ...data('falseValue', element.falseValue ?? DELETE),
    ...optional('defaultValue', element.defaultValue),
    ...(lists.length > 0 ? { stateValues: lists } : {}),
  };
}

function formerOf(item: Item, context: CompileContext): SettingRecord['former'] {
  const former = formerItems(item, context).flatMap(({ source, setting, pairs }) =>
    pairs.map(({ key, valueName }) => ({
      registryKey: key,
      ...optional('valueName', valueName),
      removedIn: setting.removedIn ?? '',
      source: source.id,
      sourceVersion: setting.version,
    })),
  );
  return former.length > 0 ? former : undefined;
}

/** Documented contents of the own value; for a template's policy only the type, since its states list the contents. */
function ownData(setting: SettingFact, texter: Texter): Partial<SettingRecord> {
  const { key, valueName } = setting;
  if (valueName === undefined) return {};
  const documented = documentedData(setting, { key, valueName });
  if (!setting.content) return optional('registryType', documented.registryType);
  const labelOf = (texts: Texts, at: number) => texter.label(texts, `values/${at}/label`);
  const { values, ...data } = servedData(documented, undefined, labelOf);
  return { ...data, ...optional('values', values) };
}
