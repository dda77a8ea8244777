/** The contents that each part of a setting may write, by registry pair. */

import type * as answer from '../../runtime/contract/data.ts';
import type { RegistryType } from '../../runtime/contract/data.ts';
import type { ElementRecord, Texts } from '../../runtime/format/format.ts';
import { append, once, optional, picked } from '../collections.ts';
import { elementPair, itemPair, pairId } from '../facts/pair-id.ts';
import type { ContentFact, ElementFact, ListItem, RegistryData, SettingFact } from '../facts/types.ts';

/** A content as in answers, but in all languages, and with the element that writes it, if any. */
export interface DocumentedValue extends Omit<answer.DocumentedValue, 'label' | 'labelOmitted'> {
  /** Label of the option, or of the element whose list has the item; empty if the vendor's text is not a label. */
  label?: Texts;
}

/** Bounds, lengths and similar members are absent if parts of the setting disagree. */
export interface DocumentedData extends Omit<answer.DocumentedData, 'values'> {
  values?: DocumentedValue[];
}

/** A fixed content, or limits of contents that a part does not list. */
export type Contribution =
  | ({ fixed: RegistryData } & Omit<DocumentedValue, 'data' | 'type'>)
  | ({ type: RegistryType } & Omit<DocumentedData, 'registryType' | 'values' | 'openTypes'>);

/** Map from pair to what the setting's parts write there; lists of one key are distinguished by their element. */
type Contributions = Map<string, Contribution[]>;

/** Called for each pair of a setting: 3.8 s over all facts without `once`, 0.4 s with it. */
export const contributionsOf = once((setting: SettingFact): Contributions => {
  const all: Contributions = new Map();
  const add = (id: string, each: Iterable<Contribution>) => {
    for (const one of each) append(all, id, one);
  };
  const addItems = (items: ListItem[] | undefined, owner: Omit<DocumentedValue, 'data'>) => {
    for (const item of items ?? []) add(itemPair(item, setting), [{ fixed: item.data, ...owner }]);
  };
  if (setting.valueName !== undefined) add(pairId(setting.key, setting.valueName), ownContents(setting));
  addItems(setting.enabledList, { state: 'enabled' });
  addItems(setting.disabledList, { state: 'disabled' });
  for (const element of setting.elements ?? []) {
    const id = element.type === 'list' ? listOf(element.id) : elementPair(element, setting);
    if (id !== undefined) {
      add(id, elementContents(element, setting));
      add(
        id,
        (element.otherTypes ?? []).map((type) => ({ type, open: true })),
      );
    }
    const label = textsOf(setting, ({ labels }) => labels?.[element.id]);
    const owner = { ...optional('label', label), elementId: element.id };
    addItems(element.trueList, { state: 'true', ...owner });
    addItems(element.falseList, { state: 'false', ...owner });
    for (const [at, { valueList }] of (element.items ?? []).entries())
      if (valueList) addItems(valueList, option(element, at, setting));
  }
  addDeletions(setting, all);
  return all;
});

/**
 * Disabling a policy deletes what its elements write. In every Registry.pol and PolicyRules file of the baselines of
 * Microsoft and DoD drop-down lists and numbers have `**del.NAME` where their policy is disabled, and never where it is
 * enabled; texts have it in DoD's baseline of Office 2016. Unticked check boxes write their `falseValue` there.
 */
function addDeletions(setting: SettingFact, all: Contributions): void {
  for (const element of setting.elements ?? []) {
    if (element.type === 'boolean') continue;
    const id = element.type === 'list' ? listOf(element.id) : elementPair(element, setting);
    // A content that the policy states for disabling takes precedence.
    const stated = (all.get(id ?? '') ?? []).some((each) => 'fixed' in each && each.state === 'disabled');
    if (id !== undefined && !stated)
      append(all, id, { fixed: DELETE, state: 'disabled', elementId: element.id });
  }
}

export function listOf(element: string): string {
  return `\0list\0${element}`;
}

export const DWORD_1: RegistryData = { kind: 'decimal', value: '1' };
export const DELETE: RegistryData = { kind: 'delete' };

/** The contents that a source other than a template documents. */
function* statedContents(setting: SettingFact, content: ContentFact): Generator<Contribution> {
  const { registryType: type, options = [], minValue, maxValue, free } = content;
  for (const [at, fixed] of options.entries()) {
    const label = textsOf(setting, (text) => text.options?.[at]);
    yield { fixed, ...optional('label', label) };
  }
  for (const { data, label } of content.otherOptions ?? [])
    yield { fixed: data, ...optional('label', label === undefined ? undefined : { 'en-US': label }) };
  const rest = {
    ...optional('bounds', bounds(minValue, maxValue)),
    ...picked(content, 'entries', 'patterns'),
    ...(content.flags && { flags: content.flags }),
    ...(free && { open: free }),
  };
  if (Object.keys(rest).length > 0) yield { type, ...rest };
  for (const each of content.otherTypes ?? []) yield { type: each.registryType, open: true };
}

/** If the template gives neither value, enabled writes DWORD 1 and disabled deletes (ADMX schema). */
export function ownStates({ valueName, content, enabledValue, disabledValue }: SettingFact) {
  const silent = valueName !== undefined && !content && !enabledValue && !disabledValue;
  return silent ? [DWORD_1, DELETE] : [enabledValue, disabledValue];
}

function* ownContents(setting: SettingFact): Generator<Contribution> {
  if (setting.content) return yield* statedContents(setting, setting.content);
  const [enabled, disabled] = ownStates(setting);
  if (enabled) yield { fixed: enabled, state: 'enabled' };
  if (disabled) yield { fixed: disabled, state: 'disabled' };
}

/** Registry type of an element that holds one free content. */
export function freeType(element: Pick<ElementRecord, 'type' | 'storeAsText' | 'expandable'>): RegistryType {
  const { type, storeAsText, expandable } = element;
  switch (type) {
    case 'decimal':
      return storeAsText ? 'REG_SZ' : 'REG_DWORD';
    case 'longDecimal':
      return storeAsText ? 'REG_SZ' : 'REG_QWORD';
    case 'multiText':
      return 'REG_MULTI_SZ';
    default:
      return expandable ? 'REG_EXPAND_SZ' : 'REG_SZ';
  }
}

function* elementContents(element: ElementFact, setting: SettingFact): Generator<Contribution> {
  const { id, maxLength } = element;
  switch (element.type) {
    case 'boolean':
      // Without `falseValue` unticked deletes the value: Registry.pol files of real baselines have `**del.NAME` there.
      yield { fixed: element.trueValue ?? DWORD_1, state: 'true', elementId: id };
      yield { fixed: element.falseValue ?? DELETE, state: 'false', elementId: id };
      return;
    case 'enum':
      for (const [at, { value }] of (element.items ?? []).entries())
        yield { fixed: value, ...option(element, at, setting) };
      return;
    case 'decimal':
    case 'longDecimal': {
      const range = bounds(element.minValue, element.maxValue);
      yield {
        type: freeType(element),
        ...optional('bounds', range),
        ...(range === undefined && { open: true as const }),
      };
      return;
    }
    default:
      // Of text, multiText and list; `maxStrings` of another than multiText, which import reads, bounds nothing.
      yield {
        type: freeType(element),
        ...optional('maxLength', maxLength),
        ...(element.type === 'multiText' && optional('maxStrings', mostStrings(element.maxStrings))),
        open: true,
      };
  }
}

/** In the ADMX schema 0 is the default and means no bound; SinclairMakeMeAdmin.admx states it explicitly. */
export function mostStrings(maxStrings: string | undefined): string | undefined {
  return maxStrings !== undefined && Number(maxStrings) === 0 ? undefined : maxStrings;
}

function option({ id }: ElementFact, at: number, setting: SettingFact): Omit<DocumentedValue, 'data'> {
  const label = textsOf(setting, ({ items }) => items?.[id]?.[at]);
  return { ...optional('label', label), elementId: id };
}

/** Texts by language; undefined if there are none. */
export function textsOf(
  { text }: SettingFact,
  pick: (text: SettingFact['text'][string]) => string | null | undefined,
): Texts | undefined {
  const found = Object.entries(text).flatMap(([lang, each]) => {
    const label = pick(each);
    return typeof label === 'string' ? [[lang, label] as const] : [];
  });
  return found.length > 0 ? Object.fromEntries(found) : undefined;
}

function bounds(min: string | undefined, max: string | undefined): DocumentedData['bounds'] {
  if (min === undefined && max === undefined) return undefined;
  return { ...optional('min', min), ...optional('max', max) };
}
