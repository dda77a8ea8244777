/**
 * Reads YAML that holds Ansible tasks of `win_regedit`, documents of DSC and OSConfig with `Microsoft.Windows/Registry` or
 * `CSP`, and resources `Registry` of PowerShell DSC and winget. Only what is literal is read; notes name what else writes.
 */
import type { Collector } from './collect.ts';
import { computedData, NESTED, OTHER_WRITERS, startsEncoded, unreadCommand } from './command.ts';
import { quote } from './fault.ts';
import { readRegistryResource } from './item-property.ts';
import { byteDigits, type Literal } from './ps-literals.ts';
import { addRow } from './rows.ts';
import type { Pieces } from './types.ts';
import { YamlReader } from './yaml.ts';
import { isOdd, type YamlMap, type YamlNode } from './yaml-flow.ts';

const TASK = /^(?:[\w.]+\.)?win_regedit$/;
const DSC_TYPE = 'microsoft.windows/registry';
const RESOURCE = /(?:^|\/)x?registry$/;
const TASK_NAME = /(?:^[ \t-]*|[{,][ \t]*)["']?(?:[\w.]{1,100}\.)?win_reg(?:edit|merge)["']?[ \t]*:/m;
const TYPE_NAME =
  /\b(?:type|resource)["']?[ \t]*:[ \t]*["']?(?:\w{1,100}\/x?Registry\b|Microsoft\.Windows\/(?:Registry|CSP))/i;

/** Whether a text has one of these tasks or documents. */
export function hasTasks(text: string): boolean {
  return TASK_NAME.test(text) || TYPE_NAME.test(text);
}

export function* readTasks(text: string, collector: Collector): Pieces {
  const reader = new YamlReader(text, collector);
  yield* reader.read();
  for (const document of reader.documents) yield* visit(document, collector);
}

function* visit(node: YamlNode, collector: Collector): Pieces {
  yield;
  if (node.kind === 'list') for (const entry of node.entries) yield* visit(entry, collector);
  if (node.kind === 'unclear') noteLines(node.raw ?? '', node.line, collector);
  if (node.kind !== 'map') return;
  const { members, line } = node;
  collector.spot = { line };
  if ([...membersOf(members.get('module_defaults')).keys()].some((each) => TASK.test(each)))
    throw collector.fault('module_defaults change what the tasks of win_regedit write, and are not read');
  readTypedResource(members, collector);
  // Those of a module that is named alone; the reader of YAML leaves out a name without a value.
  if (/^hk/.test(lowerOf(membersOf(members.get('args')).get('path'))))
    unreadCommand(collector, 'args of a task name a registry key');
  for (const [name, member] of members) {
    if (TASK.test(name.slice(-300))) readTask(withArgs(oneLineTask(member), members.get('args')), collector);
    else if (OTHER_TASK.test(name.slice(-300)) && noteTask(name, member, collector)) continue;
    yield* visit(member, collector);
  }
}

/** Modules and members that may write registry values in other ways. */
const OTHER_TASK =
  /^(?:(?:[\w.]+\.)?(?:win_(?:regmerge|security_policy|dsc|shell|command|powershell|psexec)|raw)|(?:local_)?action|arguments|cmd|properties|settings)$/;
const WRITES = /^x?registry$|^registry values$|^(?:[\w.]+\.)?win_reg(?:edit|merge)\b/i;

function writes(text: string): boolean {
  return [NESTED, OTHER_WRITERS, WRITES].some((each) => each.test(text)) || startsEncoded([{ text }]);
}

function noteLines(text: string, line: number, collector: Collector): void {
  if (!writes(text) && !hasTasks(text)) return;
  unreadCommand(collector, 'a text of several lines holds what may write values', line);
}

/** Adds a note if the task may write; returns whether it did. */
function noteTask(name: string, task: YamlNode, collector: Collector): boolean {
  const texts = [task, ...membersOf(task).values()].flatMap(textsOf);
  // A program and its arguments may be separate members.
  const mayWrite =
    texts.some((text) => WRITES.test(text)) || [' ', '\n'].some((by) => writes(texts.join(by)));
  if (!name.endsWith('regmerge') && !mayWrite) return false;
  const what = /^[ps]/.test(name) ? 'a resource that runs commands' : `a task of ${name}`;
  unreadCommand(collector, what, task.line);
  return true;
}

function textsOf(node: YamlNode): string[] {
  if (node.kind === 'list') return node.entries.flatMap(textsOf);
  return node.kind === 'text' ? [node.text] : node.kind === 'unclear' ? [node.raw ?? ''] : [];
}

function readTypedResource(members: YamlMap['members'], collector: Collector): void {
  const properties = membersOf(members.get('properties'));
  const type = lowerOf(members.get('type'));
  if (type === DSC_TYPE) readDsc(properties, collector);
  else if (type === 'microsoft.windows/csp') readCsp(properties, collector);
  else if (type.startsWith(DSC_TYPE)) unreadCommand(collector, `a resource of ${quote(type)}`);
  else if (RESOURCE.test(type.slice(-300))) readRegistry(properties, collector);
  if (RESOURCE.test(lowerOf(members.get('resource')).slice(-300)))
    readRegistry(membersOf(members.get('settings')), collector);
}

function lowerOf(node: YamlNode | undefined): string {
  return node?.kind === 'text' ? node.text.toLowerCase() : '';
}

/** The member with one of the names; empty if there is none. Of two the module takes the last, whatever its author meant. */
function memberOf(members: YamlMap['members'], names: readonly string[]): Literal {
  const [node, twin] = names.flatMap((name) => members.get(name) ?? []);
  if (node === undefined) return '';
  return twin !== undefined || isOdd(node) ? undefined : literalOf(node);
}

/** Ansible reads an escape in such a text, `\n` of a key, too: then the text stays as it is. */
const PARAMETER = /\s*(\w+)=(?:'([^']*)'|"([^"]*)"|([^\s'"]*))(?:\s+|$)/gy;
const ESCAPE = /\\(?:[abfnrtvxuUN]|['"\\])/;
/** No yield is possible within it: a megabyte would take half a second. */
const MAX_LINE = 65_536;

/** `path=HKLM:\A name=b` as a mapping. */
function oneLineTask(task: YamlNode): YamlNode {
  if (task.kind !== 'text' || task.text.length > MAX_LINE || ESCAPE.test(task.text)) return task;
  const { line } = task;
  const found = [...task.text.matchAll(PARAMETER)];
  if (found.map(([all]) => all).join('') !== task.text) return task;
  const members = found.map(([, name = '', ...texts]): [string, YamlNode] => {
    return [name, { kind: 'text', text: texts.join(''), line }];
  });
  return { kind: 'map', members: new Map(members), line };
}

/** Ansible adds the `args` of a task to its parameters. */
function withArgs(task: YamlNode, args: YamlNode | undefined): YamlNode {
  if (task.kind !== 'map' || args === undefined) return task;
  return args.kind === 'map' ? { ...task, members: new Map([...args.members, ...task.members]) } : args;
}

/** Every text of the task is literal, or undefined. */
function readTask(task: YamlNode, collector: Collector): void {
  collector.spot = { line: task.line };
  if (task.kind !== 'map') {
    unreadCommand(collector, 'the parameters of a task of win_regedit are no mapping');
    return;
  }
  const { members } = task;
  const of = (...names: string[]) => memberOf(members, names);
  const key = of('path', 'key');
  const value = of('name', 'entry', 'value');
  const type = of('type', 'datatype');
  const state = of('state');
  const node = members.get('data');
  const unread = whyUnread(node, type);
  const other = [...members.keys()].find((name) => name === '<<' || name === 'hive');
  if (other !== undefined) unreadCommand(collector, `a task of win_regedit with ${quote(other)}`);
  else if (key === '' || typeof key !== 'string' || typeof value !== 'string' || typeof state !== 'string')
    unreadCommand(
      collector,
      'the path, name or state of a task of win_regedit is computed, absent or given twice',
    );
  else if (state === 'absent') removeNamed(key, value, members, collector);
  else if (typeof type !== 'string' || unread !== undefined)
    collector.add({ key, value, unread: unread ?? computedData('type') });
  else {
    // The module writes an empty list where a task has none.
    const absent = type === 'multistring' && value !== '' ? [] : undefined;
    const content = node ? taskData(type, literalOf(node)) : absent;
    addRow({ key, value, type: type || 'string', data: content, action: state }, collector);
  }
}

function removeNamed(key: string, value: string, members: YamlMap['members'], collector: Collector): void {
  const keeps = /^(?:false|no|off)$/.test(lowerOf(members.get('delete_key')));
  if (value === '' && !keeps) collector.deletesKey(key);
  else collector.add({ key, value, delete: true });
}

/** Why the data differs from the text in the file. */
function whyUnread(node: YamlNode | undefined, type: Literal): string | undefined {
  if (node === undefined) return undefined;
  if (isOdd(node, /^[dq]word$/i.test(String(type))))
    return 'YAML reads the data as another value than it is spelt; put it in quotation marks';
  return literalOf(node) === undefined ? computedData('data') : undefined;
}

function taskData(type: string, data: Literal): unknown {
  if (!/^(?:binary|none)$/i.test(type)) return data;
  return Array.isArray(data) ? (byteDigits(data) ?? { data }) : String(data).replace(/^hex:/i, '');
}

/** The text or texts, undefined where something in them is computed. */
function literalOf(node: YamlNode): Literal {
  if (node.kind === 'list') {
    const entries = node.entries.map(literalOf);
    return entries.includes(undefined) ? undefined : entries;
  }
  if (node.kind !== 'text') return undefined;
  return !node.unsafe && /\{[{%#]/.test(node.text) ? undefined : node.text;
}

/** A text in square brackets is an expression; of two brackets at its beginning DSC takes one away. */
function dscText(node: YamlNode | undefined): string | undefined {
  if (node?.kind !== 'text') return undefined;
  if (node.text.startsWith('[[')) return node.text.slice(1);
  return /^(?:\s+\[|\[.*\]$)/s.test(node.text) ? undefined : node.text;
}

function membersOf(node: YamlNode | undefined): YamlMap['members'] {
  return node?.kind === 'map' ? node.members : new Map();
}

/** Names of the members; OSConfig has others for the type and the data, and had others for all. */
const NAMES = ['keyPath', 'valueName', 'valueType', 'value'];
const OLD_NAMES = ['key', 'value', 'type', 'data'];

function readDsc(members: YamlMap['members'], collector: Collector): void {
  const names = members.has('key') ? OLD_NAMES : NAMES;
  const [path, name, type, content] = names.map((each) => members.get(each));
  const [key, value, typeText] = [path, name, type].map(dscText);
  const typed = content && new Map([[typeText ?? '', content]]);
  const valueData = members.get('valueData');
  const data = valueData ? membersOf(valueData) : typed;
  // `_ensure`, of early previews, is not read.
  const exist = ['_exist', '_ensure'].map((each) => lowerOf(members.get(each))).join('');
  const isUnclear = name === undefined ? data !== undefined : value === undefined;
  if (key === undefined || isUnclear || !/^(?:true|false)?$/.test(exist))
    unreadCommand(collector, 'the key, name or _exist of a registry resource is computed or absent');
  else if (value === undefined) collector[exist === 'false' ? 'deletesKey' : 'createsKey'](key);
  else if (exist === 'false') collector.add({ key, value, delete: true });
  else if (data === undefined) addRow({ key, value, type: typeText ?? 'REG_NONE' }, collector);
  else addDsc({ key, value }, data, collector);
}

/** A node of MDM in a document of OSConfig. */
function readCsp(members: YamlMap['members'], collector: Collector): void {
  const omaUri = dscText(members.get('path'));
  const data = dscText(members.get('value'));
  if (omaUri === undefined) unreadCommand(collector, 'the path of a resource CSP is computed or absent');
  else collector.add({ omaUri, ...(data === undefined ? { unread: computedData('value') } : { data }) });
}

function addDsc(pair: { key: string; value: string }, data: YamlMap['members'], collector: Collector): void {
  const [[type, content] = ['', undefined], ...more] = data;
  const read = content?.kind === 'list' ? content.entries.map(dscText) : dscText(content);
  const isComputed = read === undefined || (Array.isArray(read) && read.includes(undefined));
  const bytes = type.toLowerCase() === 'binary' && Array.isArray(read) ? byteDigits(read) : read;
  if (more.length > 0 || isComputed || bytes === undefined)
    collector.add({ ...pair, unread: computedData('valueData') });
  else addRow({ ...pair, type, data: bytes }, collector);
}

/** The resource of PowerShell DSC, under its names there. */
function readRegistry(members: YamlMap['members'], collector: Collector): void {
  const fields = new Map([...members].map(([name, node]) => [name.toLowerCase(), literalOf(node)]));
  readRegistryResource(fields, collector);
}
