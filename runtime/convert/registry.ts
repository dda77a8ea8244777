/** From verified values to one of the registry forms: what is written, and what is left out with the reason. */
import type { Verified } from '../contract/verified.ts';
import { parseKey } from '../format/keys.ts';
import type { ConvertSentence } from '../messages/convert.ts';
import type { PairItem } from '../verify/items.ts';
import type { Conversion, Left, ListValue } from './convert.ts';
import type { RegistryForm, RegistryValue } from './form.ts';

interface Options {
  /** `all`: values that no documented setting writes are converted, too. */
  include?: 'documented' | 'all' | undefined;
  /** Of a form that holds one hive a file. */
  hive?: 'HKLM' | 'HKCU' | undefined;
}

export function convertRegistry(
  values: readonly ListValue[],
  form: RegistryForm,
  { include, hive }: Options,
): Conversion {
  const written = new Map<string, RegistryValue>();
  const left: Left[] = [];
  for (const value of values) {
    const found = registryValue(value, include ?? 'documented');
    const why = 'hive' in found ? (otherHive(found, hive) ?? form.refuses(found)) : found.why;
    // The same value twice is written once; different data is a conflict, which is left out.
    if ('hive' in found && why === undefined) {
      const id = JSON.stringify([found.hive, found.key.toLowerCase(), found.name.toLowerCase()]);
      if (!written.has(id)) written.set(id, found);
    } else if (why !== undefined) left.push({ index: value.index, why });
  }
  const all = [...written.values()];
  return all.length === 0
    ? { content: '', left, warnings: [] }
    : { content: form.write(all), left, warnings: form.warnings?.(all) ?? [] };
}

function otherHive(value: RegistryValue, hive: Options['hive']): ConvertSentence | undefined {
  return hive === undefined || value.hive === hive ? undefined : (t) => t.otherHive(hive);
}

/** The value with its hive and type, or why it cannot be written. Nothing is invented that the list does not hold. */
function registryValue(
  { asked: { item }, answer }: ListValue,
  include: 'documented' | 'all',
): RegistryValue | Pick<Left, 'why'> {
  if ('omaUri' in item) return { why: (t) => t.notRegistry };
  if ('errors' in item) return { why: item.errors.map(({ detail }) => detail).join('; ') };
  const refused = whyNot(item, answer) ?? (include === 'documented' ? whyUndocumented(answer) : undefined);
  if (refused !== undefined) return { why: refused };
  const hive = hiveOf(item, answer);
  if (hive === undefined) return { why: (t) => t.noHive };
  const place = { hive, key: keyWithoutHive(item, answer), name: item.value, title: titleOf(item, answer) };
  if (item.delete) return { ...place, delete: true };
  if (item.data === undefined) return { why: (t) => t.noData };
  if (item.type === undefined) return { why: (t) => t.unnamedType };
  return { ...place, type: item.type, data: item.data };
}

function whyNot({ unread }: PairItem, { conflicts = [] }: Verified): Left['why'] | undefined {
  return unread ?? (conflicts.some(({ kind }) => kind === 'same-value') ? (t) => t.conflict : undefined);
}

function whyUndocumented(answer: Verified): Left['why'] | undefined {
  const { matches = [], data, verdict, reason } = answer;
  if (matches.length === 0) return (t) => t.undocumented;
  if (verdict === 'unsupported' && reason !== undefined) return reason;
  const open = data?.verdict === 'undocumented' || data?.verdict === 'wrong-type';
  return open ? data.reason : undefined;
}

function hiveOf(item: PairItem, { matches = [] }: Verified): 'HKLM' | 'HKCU' | undefined {
  const { hive } = parseKey(item.key, item.literal);
  if (hive === 'HKLM' || hive === 'HKCU') return hive;
  // A list without hives: the class of the settings, where all have one.
  if (hive !== null) return undefined;
  const classes = new Set(matches.map((match) => match.class));
  if (classes.size !== 1 || classes.has('Both')) return undefined;
  return classes.has('Machine') ? 'HKLM' : 'HKCU';
}

/** In the spelling of the list, where it ends with the key that was looked up. */
function keyWithoutHive(item: PairItem, { key = '' }: Verified): string {
  const normalized = key === '' ? parseKey(item.key, item.literal).key : key;
  const end = item.key.slice(-normalized.length);
  return end.toLowerCase() === normalized ? end : normalized;
}

function titleOf({ value }: PairItem, { matches = [] }: Verified): string {
  return matches[0]?.displayName ?? (value === '' ? '(default)' : value);
}
