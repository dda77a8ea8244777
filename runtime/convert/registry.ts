/** From verified values to one of the registry forms: what is written, and what is left out with the reason. */
import type { VerifiedItem } from '../contract/verified.ts';
import { parseKey } from '../format/keys.ts';
import type { Item, RegistryItem } from '../readers/types.ts';
import type { RegistryForm, RegistryValue } from './form.ts';

/** A value of the list with the answer of verify. */
export interface VerifiedValue {
  item: Item;
  answer: VerifiedItem;
}

export interface Left<V> {
  value: V;
  why: string;
}

export interface RegistryConversion<V> {
  /** Text, or base64 where the form is binary. Empty where nothing was converted. */
  content: string;
  converted: number;
  left: Left<V>[];
  warnings: string[];
}

interface Options {
  /** `all`: values that no documented setting writes are converted, too. */
  include: 'documented' | 'all';
  /** Of a form that holds one hive a file. */
  hive?: 'HKLM' | 'HKCU' | undefined;
}

export function convertRegistry<V extends VerifiedValue>(
  values: readonly V[],
  form: RegistryForm,
  { include, hive }: Options,
): RegistryConversion<V> {
  const written: RegistryValue[] = [];
  const left: Left<V>[] = [];
  const seen = new Set<string>();
  for (const value of values) {
    const found = registryValue(value, include);
    const why = typeof found === 'string' ? found : (otherHive(found, hive) ?? form.refuses(found));
    if (typeof found === 'string' || why !== undefined) {
      left.push({ value, why: why ?? '' });
      continue;
    }
    // The same value twice is written once; different data is a conflict, which is left out.
    const id = JSON.stringify([found.hive, found.key.toLowerCase(), found.name.toLowerCase()]);
    if (!seen.has(id)) written.push(found);
    seen.add(id);
  }
  const warnings = written.length === 0 ? [] : (form.warnings?.(written) ?? []);
  return {
    content: written.length === 0 ? '' : form.write(written),
    converted: written.length,
    left,
    warnings,
  };
}

function otherHive(value: RegistryValue, hive: Options['hive']): string | undefined {
  return hive === undefined || value.hive === hive
    ? undefined
    : `a file of this form holds one hive; this one is for ${hive}`;
}

/** The value with its hive and type, or why it cannot be written. Nothing is invented that the list does not hold. */
function registryValue({ item, answer }: VerifiedValue, include: Options['include']): RegistryValue | string {
  if (!('key' in item)) return 'an MDM setting is not a registry value';
  const refused = whyNot(item, answer) ?? (include === 'documented' ? whyUndocumented(answer) : undefined);
  if (refused !== undefined) return refused;
  const hive = hiveOf(item, answer);
  if (hive === undefined) return 'the list names neither HKLM nor HKCU for it';
  const place = { hive, key: keyWithoutHive(item, answer), name: item.value, title: titleOf(item, answer) };
  if (item.delete) return { ...place, delete: true };
  if (item.data === undefined) return 'the list has no data for it';
  if (item.type === undefined) return 'the list names no registry type for it';
  return { ...place, type: item.type, data: item.data };
}

function whyNot({ unread }: RegistryItem, { problem, conflictsWith = [] }: VerifiedItem): string | undefined {
  if (problem !== undefined) return problem.errors.map(({ detail }) => detail).join('; ');
  if (unread !== undefined) return unread;
  return conflictsWith.length === 0
    ? undefined
    : 'another value of the list has other data for the same value, or deletes it';
}

function whyUndocumented({ matches = [], data }: VerifiedItem): string | undefined {
  if (matches.length === 0) return 'no documented setting writes it';
  const open = data?.verdict === 'undocumented' || data?.verdict === 'wrong-type';
  return open ? (data.reason ?? `its data is ${data.verdict}`) : undefined;
}

function hiveOf(item: RegistryItem, { matches = [] }: VerifiedItem): 'HKLM' | 'HKCU' | undefined {
  const { hive } = parseKey(item.key, item.literal);
  if (hive === 'HKLM' || hive === 'HKCU') return hive;
  // A list without hives: the class of the settings, where all have one.
  if (hive !== null) return undefined;
  const classes = new Set(matches.map((match) => match.class));
  if (classes.size !== 1 || classes.has('Both')) return undefined;
  return classes.has('Machine') ? 'HKLM' : 'HKCU';
}

/** In the spelling of the list, where it ends with the key that was looked up. */
function keyWithoutHive(item: RegistryItem, { key = '' }: VerifiedItem): string {
  const normalized = key === '' ? parseKey(item.key, item.literal).key : key;
  const end = item.key.slice(-normalized.length);
  return end.toLowerCase() === normalized ? end : normalized;
}

function titleOf({ value }: RegistryItem, { matches = [] }: VerifiedItem): string {
  return matches[0]?.displayName ?? (value === '' ? '(default)' : value);
}
