/** What a form is: one way to write registry values down so that a tool applies them. */
import type { ConvertSentence } from '../messages/convert.ts';
import type { ValueData } from '../readers/types.ts';

/** One value to write or to delete, with a hive and a type. Data is in the form of its type (`readers/types.ts`). */
export interface RegistryValue {
  hive: 'HKLM' | 'HKCU';
  /** Without its hive, in the spelling of the list. */
  key: string;
  /** Empty: the default value. */
  name: string;
  /** `REG_…` or `0x…`. Absent where the value is deleted. */
  type?: string;
  data?: ValueData;
  delete?: true;
  /** What the value belongs to, for comments and names: the title of its setting, else its own name. */
  title: string;
}

/** A value with content. */
export interface WrittenValue extends RegistryValue {
  type: string;
  data: ValueData;
}

export interface RegistryForm {
  mediaType: string;
  /** How a file of this form is encoded; the content of an answer is text, or base64 where the form is binary. */
  encoding: 'utf-8' | 'utf-8-bom' | 'utf-16le-bom' | 'binary';
  /** Why the form cannot hold the value. Undefined: it can. */
  refuses(value: RegistryValue): ConvertSentence | undefined;
  /** Only values that the form does not refuse. */
  write(values: readonly RegistryValue[]): string;
  /** What whoever applies the content should know. */
  warnings?(values: readonly RegistryValue[]): ConvertSentence[];
}

export function isWritten(value: RegistryValue): value is WrittenValue {
  return value.type !== undefined && value.data !== undefined && value.delete === undefined;
}

/** The types that every tool can write. REG_NONE and types that Windows has no name for are in no form but .reg and pol. */
const PLAIN_TYPES = new Set([
  'REG_SZ',
  'REG_EXPAND_SZ',
  'REG_MULTI_SZ',
  'REG_DWORD',
  'REG_QWORD',
  'REG_BINARY',
]);

/** For the forms of tools: why none of them can hold the value. */
export function refusedByTools(value: RegistryValue): ConvertSentence | undefined {
  const { type } = value;
  if (isWritten(value) && !PLAIN_TYPES.has(value.type)) return (t) => t.typeOfForm(type ?? '');
  return refusedByTexts(value);
}

/** For the forms that are text. Answers are JSON, which cannot hold half a surrogate pair for most parsers. */
export function refusedByTexts(value: RegistryValue): ConvertSentence | undefined {
  const texts = [value.key, value.name, ...textsOf(value)];
  return texts.every((text) => text.isWellFormed()) ? refusedByAll(value) : (t) => t.halfPair;
}

/** What no form can hold. */
export function refusedByAll(value: RegistryValue): ConvertSentence | undefined {
  const { key, name } = value;
  if (/[\0\r\n]/.test(key + name)) return (t) => t.lineBreak;
  const texts = textsOf(value);
  if (texts.some((text) => text.includes('\0'))) return (t) => t.nul;
  return Array.isArray(value.data) && texts.includes('') ? (t) => t.emptyEntry : undefined;
}

/** All text of the data; empty for numbers and binary data. */
export function textsOf({ type, data }: RegistryValue): string[] {
  if (Array.isArray(data)) return data;
  return (type === 'REG_SZ' || type === 'REG_EXPAND_SZ') && typeof data === 'string' ? [data] : [];
}

export const HIVE_NAMES = { HKLM: 'HKEY_LOCAL_MACHINE', HKCU: 'HKEY_CURRENT_USER' } as const;

export function warnOfUser(values: readonly RegistryValue[], runner: 'dsc' | 'ansible'): ConvertSentence[] {
  return values.some(({ hive }) => hive === 'HKCU') ? [(t) => t.user[runner]] : [];
}

/** Values of one hive and key together, in the order of their first value. */
export function byKey(values: readonly RegistryValue[]): [RegistryValue, RegistryValue[]][] {
  const groups = new Map<string, RegistryValue[]>();
  for (const value of values) {
    const id = `${value.hive}\\${value.key.toLowerCase()}`;
    const group = groups.get(id);
    if (group) group.push(value);
    else groups.set(id, [value]);
  }
  return [...groups.values()].flatMap((group) =>
    group[0] ? [[group[0], group] as [RegistryValue, RegistryValue[]]] : [],
  );
}
