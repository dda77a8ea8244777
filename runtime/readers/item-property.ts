/** The cmdlets for item properties, and the properties of the DSC resource `Registry`, as values. */
import { parseKey } from '../format/keys.ts';
import TABLES from './cmdlets.json' with { type: 'json' };
import type { Collector } from './collect.ts';
import { computedData, unreadCommand } from './command.ts';
import { isNumeric, readTypeName } from './data.ts';
import { quote } from './fault.ts';
import type { Token } from './ps-lexer.ts';
import {
  type Arguments,
  argumentsOf,
  byteDigits,
  type Literal,
  Numeral,
  POLICY_PARAMETERS,
} from './ps-literals.ts';
import { addRow } from './rows.ts';

interface Cmdlet {
  does: 'write' | 'delete' | 'delete-key' | 'create-key' | 'other';
  /** Parameters that take their values by place. */
  places: string[];
  /** The registry value of a policy: key and name have other parameters. Taking it out of the policy deletes nothing. */
  ofPolicy?: true;
}

/** By their names and aliases. Those for items are for files, too. */
export const CMDLETS = new Map(
  Object.entries(TABLES.cmdlets).flatMap(([names, cmdlet]) =>
    names.split(' ').map((name) => [name, cmdlet as Cmdlet] as const),
  ),
);

/** One command. */
interface Command {
  name: string;
  does: Cmdlet['does'];
  given: Arguments;
  collector: Collector;
}

/** @param ofKey Whether something in the arguments, or what a pipe gives, is a registry key. */
export function readCmdlet(
  { does, places, ofPolicy }: Cmdlet,
  name: string,
  tokens: readonly Token[],
  ofKey: boolean,
  collector: Collector,
): void {
  const given = ofPolicy ? policyArguments(places, tokens) : argumentsOf(places, tokens);
  const isValue = does === 'write' || does === 'delete';
  const why = typeof given === 'string' ? given : 'its path is computed, or a list';
  const path = typeof given === 'string' ? undefined : (given.get('literalpath') ?? given.get('path'));
  if (typeof given === 'string' || typeof path !== 'string') {
    // Those for items are for files, too. A new key without a value is passed over.
    const mayWrite = does !== 'create-key' || tokens.some(({ text }) => /^[-\u2013\u2014]va/i.test(text));
    if (isValue || (mayWrite && ofKey) || /property$/i.test(name))
      unreadCommand(collector, `${name}: ${why}`);
    return;
  }
  const command: Command = { name, does, given, collector };
  if (isValue) readProperty(command, path);
  else if (parseKey(path.slice(0, 300)).hive !== null) readKeyCmdlet(command, path);
}

/** By the names that those for items have. */
function policyArguments(places: string[], tokens: readonly Token[]): Arguments | string {
  const given = argumentsOf(places, tokens, POLICY_PARAMETERS);
  if (typeof given === 'string') return given;
  if (!POLICY_KEY.test(String(given.get('key')))) return 'its key is computed, or none of HKLM and HKCU';
  return new Map([...given].map(([name, value]) => [ITEM_PARAMETERS[name] ?? name, value]));
}

const POLICY_KEY = /^HK(?:LM|CU|EY_LOCAL_MACHINE|EY_CURRENT_USER)\\/i;
const ITEM_PARAMETERS: Record<string, string> = { name: 'policy', key: 'literalpath', valuename: 'name' };

function readProperty(command: Command, path: string): void {
  const { name, does, given, collector } = command;
  const { unknownHive, hive } = parseKey(path.slice(0, 300));
  // A drive that is not one of the registry: a file.
  if (unknownHive !== undefined && /^[a-z]:/i.test(path)) return;
  if (hive === null) unreadCommand(collector, `${name}: ${quote(path)} does not begin with a hive`);
  else if (!given.has('literalpath') && isPattern(path))
    unreadCommand(collector, `${name}: ${quote(path)} is a pattern of keys`);
  else {
    const named = given.get('name');
    for (const each of does === 'delete' ? [named].flat() : [named]) readNamed(command, path, each);
  }
}

const isPattern = (text: string): boolean => /[*?[\]]/.test(text);

/** Names of Microsoft.Win32.RegistryValueKind. */
const KIND = /^(?:(?:expand|multi)?string|binary|[dq]word|none|unknown)?$/i;

export function readNamed(
  { name: cmdlet, does, given, collector }: Command,
  key: string,
  name: Literal,
): void {
  if (name === undefined || Array.isArray(name) || (does === 'delete' && isPattern(String(name)))) {
    unreadCommand(collector, `${cmdlet}: the name of the value is computed, a list or a pattern`);
    return;
  }
  // What PowerShell calls the default value.
  const value = /^\(default\)$/i.test(String(name)) ? '' : String(name);
  const type = given.get('type') ?? '';
  const known = typeof type === 'string' ? readTypeName(type) : undefined;
  const isComputed = ['type', 'value'].some((each) => given.has(each) && given.get(each) === undefined);
  const unread = (why: string) =>
    collector.add({ key, value, ...(known !== undefined && { type: known }), unread: why });
  if (does === 'delete') collector.add({ key, value, delete: true });
  else if (typeof type === 'string' && !KIND.test(type))
    unreadCommand(collector, `${cmdlet}: PowerShell refuses the type ${quote(type)}`);
  else if (typeof type !== 'string' || isComputed) unread(computedData(cmdlet));
  else if (isUnclear(known, given.get('value')))
    unread('PowerShell may write a number otherwise than it is spelt; put it in quotation marks');
  else addRow({ key, value, type, data: propertyData(type, given.get('value')) }, collector);
}

/** Without a type a number has that of its value, if it is a whole one. */
function isUnclear(type: string | undefined, value: Literal): boolean {
  const numerals = [value].flat().filter((each) => each instanceof Numeral);
  if (type === undefined) return numerals.some((each) => typeof each.value === 'string' || each.value < 0);
  return numerals.length > 0 && type.endsWith('SZ');
}

/** In the form of a list's entry: bytes as digits, negative numbers as their bits, one text as the only entry. */
function propertyData(typeText: string, given: Literal): unknown {
  const type = readTypeName(typeText);
  const plain = (each: Literal) => (each instanceof Numeral ? each.value : each);
  const value = Array.isArray(given) ? given.map(plain) : plain(given);
  if (value === undefined) return undefined;
  if (type === 'REG_BINARY' || type === 'REG_NONE') return byteDigits([value].flat()) ?? { value };
  if (type === 'REG_MULTI_SZ')
    return [value].flat().map((entry) => (typeof entry === 'number' ? String(entry) : entry));
  return type !== undefined && isNumeric(type) ? bitsOf(value, type === 'REG_DWORD' ? 32 : 64) : value;
}

/** Of a negative number that the type holds, in digits. */
function bitsOf(value: unknown, bits: number): unknown {
  const number = /^-\d{1,19}$/.test(String(value)) ? BigInt(String(value)) : 0n;
  return number < 0n && number === BigInt.asIntN(bits, number) ? String(BigInt.asUintN(bits, number)) : value;
}

/** `-Value` of a new key is its default value; the path may be the parent, and the name the key. */
function readKeyCmdlet(command: Command, path: string): void {
  const { name, does, given, collector } = command;
  const below = given.get('name');
  if (does === 'delete-key' && !isPattern(path)) collector.deletesKey(path);
  else if (does !== 'create-key' || (given.has('name') && typeof below !== 'string'))
    unreadCommand(collector, `${name} of ${quote(path)}`);
  else {
    const key = below === undefined ? path : `${path}\\${below}`;
    if (given.has('value')) readNamed(command, key, '');
    else collector.createsKey(key);
  }
}

/** The hive of a policy's file that the DSC resource `RegistryPolicyFile` writes. */
const TARGETS = new Map([
  ['computerconfiguration', 'HKLM\\'],
  ['userconfiguration', 'HKCU\\'],
]);

/** The properties of a DSC resource `RegistryPolicyFile`. What it takes out of a policy is not deleted from the registry. */
export function readPolicyFile(fields: ReadonlyMap<string, Literal>, collector: Collector): void {
  const [key, target, action = 'present'] = ['key', 'targettype', 'ensure'].map((name) => fields.get(name));
  const hive = TARGETS.get(String(target).toLowerCase());
  const isRead = typeof key === 'string' && parseKey(key.slice(0, 300)).hive === null;
  if (hive === undefined || !isRead || !/^present$/i.test(String(action)))
    unreadCommand(collector, 'the key or TargetType of a resource RegistryPolicyFile, or Ensure');
  else readRegistryResource(new Map([...fields, ['key', hive + key]]), collector);
}

/** The properties of a DSC resource `Registry`, by their names in lower case. */
export function readRegistryResource(fields: ReadonlyMap<string, Literal>, collector: Collector): void {
  const given: Record<string, Literal> = { ensure: 'present', ...Object.fromEntries(fields) };
  const { key, valuename: value, ensure: action } = given;
  if (typeof key !== 'string' || typeof value !== 'string' || typeof action !== 'string') {
    const why = 'the key, the name or Ensure of a resource Registry is computed or absent';
    unreadCommand(collector, why);
    return;
  }
  const data = fields.get('valuedata');
  const type = fields.get('valuetype') ?? 'String';
  if (fields.has('hex')) collector.add({ key, value, unread: 'Hex stands beside ValueData' });
  else if (typeof type !== 'string' || (fields.has('valuedata') && data === undefined))
    collector.add({ key, value, unread: computedData('ValueData') });
  else addRow({ key, value, type, data: resourceData(type, data), action }, collector);
}

/** A list of one for every type but REG_MULTI_SZ; bytes are digits. */
function resourceData(type: string, data: Literal): unknown {
  if (readTypeName(type) === 'REG_MULTI_SZ') return propertyData(type, data);
  const [only, ...more] = [data].flat();
  return more.length === 0 ? only : { data };
}
