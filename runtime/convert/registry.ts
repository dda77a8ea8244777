/** Writes verified values in one of the registry forms. A form is the input of a tool that applies the values. */
import type { ConvertRequest } from '../contract/convert.ts';
import type { Verified } from '../contract/verified.ts';
import { normalizeValue, withoutPrefix } from '../format/keys.ts';
import { type ConvertReason, type ConvertSentence, convertSentence } from '../messages/convert.ts';
import type { ValueData } from '../readers/types.ts';
import type { AskedPair } from '../verify/pair.ts';
import type { AnsweredItem } from '../verify/verify.ts';
import { type Converted, LeftOut } from './left-out.ts';

interface Place {
  hive: 'HKLM' | 'HKCU';
  /** Key without its hive, in the spelling of the list. */
  key: string;
  /** Empty: the default value. */
  name: string;
  /** Title for comments and names: that of its setting, else its own name. */
  title: string;
}

/** `REG_…` or `0x…`, and data in the form of the type (`readers/types.ts`). */
export type WrittenValue = Place & { type: string; data: ValueData; delete?: undefined };

export type RegistryValue = WrittenValue | (Place & { type?: undefined; data?: undefined; delete: true });

/** Why a form cannot hold a value, and of which values that is so. */
type Rules = Partial<Record<ConvertReason, (value: RegistryValue) => boolean>>;

export interface RegistryForm {
  /** `fileBytes` of `cli/convert.ts` encodes the file by it: `charset=utf-8` and XML with a BOM. An answer has text, or base64. */
  mediaType: string;
  /** Values that it cannot hold, besides those that no form can. */
  rules: Rules;
  write(values: readonly RegistryValue[]): string;
  /** Warnings for the person who applies the content: always, and for values in HKCU. */
  warning?: ConvertSentence;
  userWarning?: ConvertSentence;
}

/** Whether its key, its name or its data (a number as digits) passes the test. */
export function hasText({ key, name, data = '' }: RegistryValue, passes: (text: string) => boolean): boolean {
  return [key, name, ...[data].flat().map(String)].some(passes);
}

/** Rules of the forms that are text. Most JSON parsers refuse half a surrogate pair. */
export const TEXT_RULES: Rules = { halfPair: (value) => hasText(value, (text) => !text.isWellFormed()) };

const NO_FORM: Rules = {
  lineBreak: ({ key, name }) => /[\0\r\n]/.test(key + name),
  nul: (value) => hasText(value, (text) => text.includes('\0')),
  emptyEntry: ({ data }) => Array.isArray(data) && data.includes(''),
};

/** Undefined: the form can hold the value. */
export function whyRefused({ rules }: RegistryForm, value: RegistryValue): ConvertSentence | undefined {
  const all = { ...rules, ...NO_FORM };
  const why = (Object.keys(all) as ConvertReason[]).find((each) => all[each]?.(value));
  return why && convertSentence(why, value.type);
}

export function registryConverter(form: RegistryForm, { to, include, hive }: ConvertRequest) {
  const written = new Map<string, RegistryValue>();
  const only = hive ?? (to === 'pol' ? 'HKLM' : undefined);
  return {
    add(value: AnsweredItem) {
      const found = registryValue(value, include === 'all');
      if (only !== undefined && found.hive !== only) throw new LeftOut((t) => t.otherHive(only));
      const refused = whyRefused(form, found);
      if (refused) throw new LeftOut(refused);
      // The same value twice is written once; different data is a conflict, which is left out.
      const id = JSON.stringify([found.hive, normalizeValue(found.key), normalizeValue(found.name)]);
      if (!written.has(id)) written.set(id, found);
    },
    finish(): Converted {
      const all = [...written.values()];
      const userWarning = all.some((each) => each.hive === 'HKCU') ? form.userWarning : undefined;
      const warnings = [form.warning, userWarning].filter((warning) => warning !== undefined);
      return { content: form.write(all), warnings };
    },
  };
}

/** The value with its hive and type. Nothing is invented that the list does not hold. */
function registryValue(asked: AnsweredItem, isAll: boolean): RegistryValue {
  if (!('key' in asked)) throw new LeftOut((t) => t.notRegistry);
  const { answer } = asked;
  const { matches = [] } = answer;
  const [first] = matches;
  if (!isAll && (first === undefined || first.otherHive !== undefined))
    throw new LeftOut((first && answer.noMdm) ?? ((t) => t.undocumented));
  const { type, data, delete: deleted, key } = asked.item;
  const name = lookedUpName(asked);
  const hive = hiveOf(asked, matches);
  if (hive === undefined) throw new LeftOut((t) => t.noHive);
  const title = first?.displayName ?? (name || '(default)');
  // The spelling of the list, if it ends with the key that was looked up.
  const end = key.slice(-asked.key.length);
  const place = { hive, key: normalizeValue(end) === asked.key ? end : asked.key, name, title };
  if (deleted) return { ...place, delete: true };
  if (data === undefined) throw new LeftOut((t) => t.noData);
  if (type === undefined) throw new LeftOut((t) => t.unnamedType);
  return { ...place, type, data };
}

/** The name that was looked up: `(Default)` in a list is none. Of instructions only `**del.` has another form. */
function lookedUpName({ item, question }: AskedPair): string {
  const { value, prefix, instruction = prefix } = question;
  if (instruction && !(prefix === 'del' && item.delete)) throw new LeftOut((t) => t.instruction);
  return value && withoutPrefix(item.value, question);
}

/** The hive of a value without one: by the class of its settings, if all have the same. */
function hiveOf({ question }: AskedPair, matches: NonNullable<Verified['matches']>) {
  const { hive } = question.parsed;
  if (hive === 'HKLM' || hive === 'HKCU') return hive;
  const [first, ...others] = new Set(matches.map((match) => match.class));
  if (hive !== null || first === undefined || first === 'Both' || others.length > 0) return undefined;
  return first === 'Machine' ? 'HKLM' : 'HKCU';
}
