/**
 * Reads exports of Intune as Microsoft Graph writes them: settings-catalog profiles (`settings[].settingInstance`)
 * and custom profiles (`omaSettings[]`), alone, in lists, or below whatever members a program puts around them.
 */
import { isObject, type JsonObject, jsonText } from '../format/json.ts';
import { base64Bytes } from '../format/text.ts';
import type { Collector, TypedData } from './collect.ts';
import { ReadFault } from './fault.ts';
import { type JsonDocument, parseJsonDocument } from './json.ts';
import type { Pieces } from './types.ts';

interface State {
  document: JsonDocument;
  collector: Collector;
  /** Profiles without settings in a form that is read. */
  others: Set<object>;
}

export function* readIntune(text: string, collector: Collector): Pieces {
  const document = yield* parseJsonDocument(text, collector);
  const others = new Set<object>();
  const found = yield* readProfiles(document.value, { document, collector, others });
  for (const each of found ? others : []) {
    collector.spot = { line: document.lineOf(each) };
    collector.note('skipped', 'what this entry sets is in a form that is not read');
  }
  if (!found) {
    const message =
      'no settings of Intune in this JSON: looked for settings[].settingInstance and omaSettings[].omaUri';
    throw new ReadFault(message, { line: 1 });
  }
}

/** Whether there was a place for settings at all; it may be empty. Depth is bounded by the parser. */
function* readProfiles(json: unknown, state: State): Pieces<boolean> {
  if (Array.isArray(json)) return yield* readAll(json, state);
  if (!isObject(json)) return false;
  if (isObject(json.settingInstance)) {
    yield* readInstance(json.settingInstance, state);
    return true;
  }
  let found = yield* readOmaSettings(json.omaSettings, state);
  for (const [name, member] of Object.entries(json)) {
    const isEmpty = name === 'settings' && Array.isArray(member) && member.length === 0;
    if (isEmpty || (name !== 'omaSettings' && (yield* readProfiles(member, state)))) found = true;
  }
  if (!found && PROFILE.test(jsonText(json['@odata.type']))) state.others.add(json);
  return found;
}

/** Of profiles that have a member for each setting (templates), or whose settings were not exported. */
const PROFILE = /^#microsoft\.graph\.\w+(?:Configuration|ConfigurationPolicy|Intent)$/;

/** Reads several profiles or settings. Where one has settings, each entry without any gets a note. */
function* readAll(json: readonly unknown[], state: State): Pieces<boolean> {
  const others: object[] = [];
  let found = false;
  for (const each of json) {
    yield;
    if (yield* readProfiles(each, state)) found = true;
    else if (typeof each === 'object' && each !== null) others.push(each);
  }
  for (const each of found ? others : []) if (Object.keys(each).length > 0) state.others.add(each);
  return found;
}

/** One setting of the catalog, then those nested in its options and groups. */
function* readInstance(instance: JsonObject, state: State): Pieces {
  yield;
  const values = valuesOf(instance);
  addIntuneSetting(instance, 'settingDefinitionId', state, contentOf(instance, values));
  for (const value of values) {
    for (const child of Array.isArray(value.children) ? value.children : []) {
      if (isObject(child)) yield* readInstance(child, state);
    }
  }
}

const KINDS = ['choice', 'simple', 'group'];

function valuesOf(instance: JsonObject): JsonObject[] {
  const single = KINDS.map((kind) => instance[`${kind}SettingValue`]);
  const collections = KINDS.flatMap((kind) => instance[`${kind}SettingCollectionValue`] ?? []);
  return [...single, ...collections].filter(isObject);
}

const ENCRYPTED = 'the export holds this value encrypted';

function addIntuneSetting(
  setting: JsonObject,
  member: 'settingDefinitionId' | 'omaUri',
  { document, collector }: State,
  content: TypedData,
): void {
  collector.spot = { line: document.lineOf(setting) };
  const omaUri = setting[member];
  if (typeof omaUri !== 'string' || omaUri === '') throw collector.fault(`the setting has no ${member}`);
  const kind = content.unread === ENCRYPTED ? 'encrypted-data' : undefined;
  collector.add({ omaUri, ...content }, kind);
}

/** Groups have no value of their own. */
function contentOf(instance: JsonObject, values: JsonObject[]): TypedData {
  if (values.some((value) => value.valueState === 'encryptedValueToken')) return { unread: ENCRYPTED };
  const data = values.map((value) => value.value).filter((value) => value !== undefined && value !== null);
  const [first] = data;
  if (first === undefined) return {};
  const { simpleSettingCollectionValue: texts, choiceSettingCollectionValue: choices } = instance;
  const id = jsonText(instance.settingDefinitionId);
  if (Array.isArray(texts) || Array.isArray(choices)) return { data: addedTo(id, data) };
  if (isObject(instance.choiceSettingValue)) return { data: addedTo(id, [first])[0] ?? '' };
  return { data: typeof first === 'number' ? first : jsonText(first) };
}

/** `…_1` of `…`: an option's identifier is its setting's and what the option adds. */
function addedTo(id: string, options: readonly unknown[]): string[] {
  const start = `${id}_`;
  const { length } = start;
  return options.map(jsonText).map((each) => (each.slice(0, length) === start ? each.slice(length) : each));
}

function* readOmaSettings(settings: unknown, state: State): Pieces<boolean> {
  if (!Array.isArray(settings)) return false;
  for (const setting of settings) {
    yield;
    if (!isObject(setting)) throw new ReadFault('an entry of omaSettings is not an object', { line: 1 });
    addIntuneSetting(setting, 'omaUri', state, omaData(setting));
  }
  return true;
}

/**
 * The data of one setting of a custom profile (`omaSettingString`, `omaSettingStringXml`, …). Never throws: what cannot
 * be read has its reason beside the setting.
 */
function omaData(setting: JsonObject): TypedData {
  const { value } = setting;
  // Samples on Microsoft's pages have `isEncrypted` also beside XML that is not encrypted.
  const isHidden = setting.isEncrypted === true && !(typeof value === 'string' && value.startsWith('<'));
  if (isHidden || (typeof value === 'string' && /^\*{4,}$/.test(value))) return { unread: ENCRYPTED };
  if (value === undefined || value === null) return {};
  if (typeof value === 'number') return { data: value };
  if (typeof value === 'boolean') return { data: String(value) };
  if (typeof value !== 'string') return { unread: 'the value is neither text nor a number' };
  const kind = jsonText(setting['@odata.type']).toLowerCase();
  return kind.endsWith('omasettingstringxml') ? decodedXml(value) : { data: value };
}

/** Graph carries the XML of a setting as base64; what an editor put there as plain XML is taken as it is. */
function decodedXml(value: string): TypedData {
  if (value.trimStart().startsWith('<')) return { data: value };
  try {
    const bytes = base64Bytes(value);
    return { data: new TextDecoder('utf-8', { fatal: true }).decode(bytes) };
  } catch {
    return { unread: 'the value is not base64 of UTF-8 text' };
  }
}
