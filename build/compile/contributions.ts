/** What each part of a setting may write, by the pair that it writes. */

import type { RegistryType, TemplateVersion } from '../../runtime/contract/data.ts';
import type { Texts } from '../../runtime/format/format.ts';
import { append, optional } from '../collections.ts';
import { elementPair, itemPair, pairId } from '../facts/pair-id.ts';
import type { ContentFact, ElementFact, ListItem, RegistryData, SettingFact } from '../facts/types.ts';

export type DataState = 'enabled' | 'disabled' | 'true' | 'false';

export interface DocumentedValue {
  /** Numbers as their digits, binary as hexadecimal; null: that state deletes the value. */
  data: string | null;
  state?: DataState;
  /** Of the option, or of the element whose list holds the item; empty where the vendor's text is no label. */
  label?: Texts;
  /** Only where the pair's contents have several types. */
  type?: RegistryType;
  /** Id of the element that writes it. */
  element?: string;
  /** Where not all versions of the product line that have the setting document it. */
  documentedIn?: TemplateVersion[];
}

export interface DocumentedBounds {
  min?: string;
  max?: string;
}

export interface DocumentedData {
  /** Absent where the contents have several types, or the value is only ever deleted. */
  registryType?: RegistryType;
  values?: DocumentedValue[];
  /** Absent where parts of the setting disagree. */
  bounds?: DocumentedBounds;
  maxLength?: string;
  /** REG_MULTI_SZ: how many entries, and no others than these. */
  maxStrings?: string;
  entries?: string[];
  /** Regular expressions that the content must match. */
  patterns?: string[];
  /** Every sum of the listed numbers is documented, too. */
  flags?: true;
  /** Some part leaves the content open (texts, lists, free options). */
  open?: true;
  /** The types of contents that are not listed, where the pair's contents have several types. */
  openTypes?: RegistryType[];
}

/** A fixed content, or what one part says of contents that it does not list. */
export type Contribution =
  | ({ fixed: RegistryData } & Omit<DocumentedValue, 'data' | 'type'>)
  | ({ type: RegistryType } & Omit<DocumentedData, 'registryType' | 'values' | 'openTypes'>);

/** Pair → what the setting's parts write there; lists of one key are told by their element. */
type Contributions = Map<string, Contribution[]>;

/** A setting is asked for each of its pairs: 3.8 s over all facts without this, 0.4 s with it. */
const known = new WeakMap<SettingFact, Contributions>();

export function contributionsOf(setting: SettingFact): Contributions {
  const found = known.get(setting);
  if (found) return found;
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
    if (id !== undefined) add(id, elementContents(element, setting));
    const label = textsOf(setting, ({ labels }) => labels?.[element.id]);
    const owner = { ...optional('label', label), element: element.id };
    addItems(element.trueList, { state: 'true', ...owner });
    addItems(element.falseList, { state: 'false', ...owner });
    for (const [at, { valueList }] of (element.items ?? []).entries())
      if (valueList) addItems(valueList, option(element, at, setting));
  }
  addDeletions(setting, all);
  known.set(setting, all);
  return all;
}

/**
 * Disabling a policy deletes what its elements write. In every Registry.pol and PolicyRules file of the baselines of
 * Microsoft and DoD drop-down lists and numbers have `**del.NAME` where their policy is disabled, and never where it is
 * enabled; texts have it in DoD's baseline of Office 2016. Unticked check boxes write their `falseValue` there.
 */
function addDeletions(setting: SettingFact, all: Contributions): void {
  for (const element of setting.elements ?? []) {
    if (element.type === 'boolean') continue;
    const id = element.type === 'list' ? listOf(element.id) : elementPair(element, setting);
    // Where the policy states what disabling writes there, that holds.
    const stated = (all.get(id ?? '') ?? []).some((each) => 'fixed' in each && each.state === 'disabled');
    if (id !== undefined && !stated)
      append(all, id, { fixed: DELETE, state: 'disabled', element: element.id });
  }
}

export function listOf(element: string): string {
  return `\0list\0${element}`;
}

const DWORD_1: RegistryData = { kind: 'decimal', value: '1' };
const DELETE: RegistryData = { kind: 'delete' };

/** What a source other than a template documents of the value. */
function* statedContents(setting: SettingFact, content: ContentFact): Generator<Contribution> {
  const { registryType: type, options = [], minValue, maxValue, entries, patterns, free } = content;
  for (const [at, fixed] of options.entries())
    yield {
      fixed,
      ...optional(
        'label',
        textsOf(setting, (text) => text.options?.[at] ?? undefined),
      ),
    };
  for (const { data, label } of content.otherOptions ?? [])
    yield { fixed: data, ...optional('label', label === undefined ? undefined : { 'en-US': label }) };
  const rest = {
    ...optional('bounds', bounds(minValue, maxValue)),
    ...optional('entries', entries),
    ...optional('patterns', patterns),
    ...(content.flags && { flags: content.flags }),
    ...(free && { open: free }),
  };
  if (Object.keys(rest).length > 0) yield { type, ...rest };
  for (const each of content.otherTypes ?? []) yield { type: each.registryType, open: true };
}

function* ownContents(setting: SettingFact): Generator<Contribution> {
  const { content, enabledValue, disabledValue } = setting;
  if (content) return yield* statedContents(setting, content);
  // Where the template gives neither, enabled writes DWORD 1 and disabled deletes (ADMX schema).
  const silent = !enabledValue && !disabledValue;
  const [enabled, disabled] = silent ? [DWORD_1, DELETE] : [enabledValue, disabledValue];
  if (enabled) yield { fixed: enabled, state: 'enabled' };
  if (disabled) yield { fixed: disabled, state: 'disabled' };
}

function* elementContents(element: ElementFact, setting: SettingFact): Generator<Contribution> {
  const { id, type, expandable, maxLength, maxStrings, storeAsText } = element;
  switch (type) {
    case 'boolean':
      // Without `falseValue` unticked deletes the value: Registry.pol files of real baselines have `**del.NAME` there.
      yield { fixed: element.trueValue ?? DWORD_1, state: 'true', element: id };
      yield { fixed: element.falseValue ?? DELETE, state: 'false', element: id };
      return;
    case 'enum':
      for (const [at, { value }] of (element.items ?? []).entries())
        yield { fixed: value, ...option(element, at, setting) };
      return;
    case 'decimal':
    case 'longDecimal': {
      const number = type === 'decimal' ? 'REG_DWORD' : 'REG_QWORD';
      const range = bounds(element.minValue, element.maxValue);
      yield {
        type: storeAsText ? 'REG_SZ' : number,
        ...optional('bounds', range),
        ...(range === undefined && { open: true as const }),
      };
      return;
    }
    case 'multiText':
      yield {
        type: 'REG_MULTI_SZ',
        ...optional('maxLength', maxLength),
        ...optional('maxStrings', mostStrings(maxStrings)),
        open: true,
      };
      return;
    case 'text':
    case 'list':
      yield {
        type: expandable ? 'REG_EXPAND_SZ' : 'REG_SZ',
        ...optional('maxLength', maxLength),
        open: true,
      };
  }
}

/** In the ADMX schema 0 is the default and no bound; SinclairMakeMeAdmin.admx writes it out. */
export function mostStrings(maxStrings: string | undefined): string | undefined {
  return maxStrings !== undefined && Number(maxStrings) === 0 ? undefined : maxStrings;
}

function option({ id }: ElementFact, at: number, setting: SettingFact): Omit<DocumentedValue, 'data'> {
  const label = textsOf(setting, ({ items }) => items?.[id]?.[at] ?? undefined);
  return { ...optional('label', label), element: id };
}

function textsOf(
  { text }: SettingFact,
  pick: (text: SettingFact['text'][string]) => string | undefined,
): Texts | undefined {
  const found = Object.entries(text).flatMap(([lang, each]) => {
    const label = pick(each);
    return label === undefined ? [] : [[lang, label] as const];
  });
  return found.length > 0 ? Object.fromEntries(found) : undefined;
}

function bounds(min: string | undefined, max: string | undefined): DocumentedBounds | undefined {
  if (min === undefined && max === undefined) return undefined;
  return { ...optional('min', min), ...optional('max', max) };
}
