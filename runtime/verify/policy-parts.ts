/** What of a setting's record composing and reading an ADMX payload needs: which part writes which value with what. */

import { FALLBACK_LANGUAGE } from '../answer/language.ts';
import { findRecord } from '../answer/setting.ts';
import type { RegistryType } from '../contract/data.ts';
import type { RecordNode } from '../contract/record.ts';
import type { Dataset } from '../dataset/dataset.ts';
import type { ElementRecord, SettingRecord, StateValue } from '../format/format.ts';
import { normalizeKeyForBuild, normalizeValue, pairKey } from '../format/keys.ts';

/** A content of a value; `data` undefined: the value is deleted. */
export interface PairContent {
  /** {@link pairKey} of the value. */
  pair: string;
  data: string | undefined;
  type: string | undefined;
}

/** A content that one state of the policy writes. */
export interface StateContent extends Omit<PairContent, 'pair'> {
  state: 'enabled' | 'disabled';
}

/** A state of a check box, or an option of a drop-down list. */
export interface Choice {
  /** What stands for it in a payload; undefined: no document says. */
  text: string | undefined;
  /** The element's own value, and those of its lists. */
  writes: readonly PairContent[];
}

/** A value that states of the policy write. */
export interface StatePair {
  /** {@link pairKey} of the value. */
  pair: string;
  contents: StateContent[];
}

export interface PolicyElement extends ElementRecord {
  /** {@link pairKey}; of a list the normalized key. */
  pair: string;
  /** In the vendor's case. */
  key: string;
  /** boolean, enum. */
  choices?: readonly Choice[];
}

export interface PolicyParts {
  slug: string;
  /** The policy's own value and the items of its lists. */
  states: readonly StatePair[];
  elements: readonly PolicyElement[];
  nodes: readonly RecordNode[];
}

/** Slug → its parts; undefined: the dataset has no record of it. Rejects with `DatasetUnavailable`. */
export type PolicyReader = (slug: string) => Promise<PolicyParts | undefined>;

/** Reads each policy once: several values and nodes of a request belong to it. */
export function policyReader(dataset: Dataset): PolicyReader {
  const known = new Map<string, ReturnType<PolicyReader>>();
  return (slug) => {
    // What is read here is the same in every language.
    const read =
      known.get(slug) ??
      findRecord(dataset, slug, FALLBACK_LANGUAGE).then((found) => found && partsOf(found));
    known.set(slug, read);
    return read;
  };
}

export function partsOf(record: SettingRecord): PolicyParts {
  const { slug, registryKey, elements, csp, cspAlternatives = [] } = record;
  const own = csp?.omaUri === undefined ? [] : [csp as RecordNode];
  return {
    slug,
    states: byPair([...ownStates(record), ...record.stateValues.flatMap((item) => stateOf(item))]),
    elements: elements.map((element) => {
      const key = element.registryKey ?? registryKey;
      const pair = element.type === 'list' ? normalizeKeyForBuild(key) : pairOf(key, element.valueName);
      const choices = choicesOf(element, pair);
      return { ...element, key, pair, ...(choices && { choices }) };
    }),
    nodes: [...own, ...Object.values(csp?.elements ?? {}), ...cspAlternatives],
  };
}

function choicesOf(element: ElementRecord, pair: string): Choice[] | undefined {
  const { type, options = [], stateValues = [] } = element;
  const own = (data: string | undefined, kind: string) => ({ pair, data, type: typeOfKind(kind) });
  if (type === 'enum') {
    return options.map(({ value, valueKind, valueList = [] }) => ({
      text: value,
      writes: [own(value, valueKind), ...valueList.map(contentOf)],
    }));
  }
  if (type !== 'boolean') return undefined;
  const { trueValue, trueValueKind, falseValue, falseValueKind } = element;
  const both = [
    ['true', trueValue, trueValueKind],
    ['false', falseValue, falseValueKind],
  ] as const;
  return both.flatMap(([text, data, kind]) => {
    const further = stateValues.filter(({ state }) => state === text).map(contentOf);
    return kind === undefined ? [] : [{ text, writes: [own(data, kind), ...further] }];
  });
}

function contentOf({ key, valueName, value, valueKind }: StateValue): PairContent {
  return { pair: pairOf(key, valueName), data: value, type: typeOfKind(valueKind) };
}

type PairState = StateContent & PairContent;

function byPair(all: readonly PairState[]): StatePair[] {
  const pairs = new Map<string, StateContent[]>();
  for (const { pair, ...content } of all) {
    // A list comes after the policy's own value; fthsvc.admx has one pair in both, with other data.
    const others = (pairs.get(pair) ?? []).filter(({ state }) => state !== content.state);
    pairs.set(pair, [...others, content]);
  }
  return [...pairs].map(([pair, contents]) => ({ pair, contents }));
}

/** As look-ups normalize the pair. */
export function pairOf(key: string, valueName = ''): string {
  return pairKey(normalizeKeyForBuild(key), normalizeValue(valueName));
}

function ownStates(record: SettingRecord): PairState[] {
  const { valueName, registryKey } = record;
  if (valueName === undefined) return [];
  const pair = pairOf(registryKey, valueName);
  const all = [
    ['enabled', record.enabledValue, record.enabledValueKind],
    ['disabled', record.disabledValue, record.disabledValueKind],
  ] as const;
  return all.flatMap(([state, data, kind]) =>
    kind === undefined ? [] : [{ pair, state, data, type: typeOfKind(kind) }],
  );
}

function stateOf(item: StateValue): PairState[] {
  const { state } = item;
  return state === 'enabled' || state === 'disabled' ? [{ state, ...contentOf(item) }] : [];
}

const TYPES: Record<string, RegistryType> = {
  decimal: 'REG_DWORD',
  longDecimal: 'REG_QWORD',
  string: 'REG_SZ',
  binary: 'REG_BINARY',
};

/** Undefined for `delete`. */
export function typeOfKind(kind: string): RegistryType | undefined {
  return TYPES[kind];
}

/** Of elements that hold one free content. */
export function elementType({ type, storeAsText, expandable }: ElementRecord): RegistryType {
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

/** Whether contents of the right type are within the element's bounds; several: the lines of a multiText. */
export function fitsElement(element: PolicyElement, texts: readonly string[]): boolean {
  const { maxStrings } = element;
  const few = maxStrings === undefined || texts.length <= Number(maxStrings);
  return few && texts.every((text) => textFits(element, text));
}

function textFits({ type, minValue, maxValue, maxLength }: PolicyElement, text: string): boolean {
  if (type !== 'decimal' && type !== 'longDecimal') {
    return maxLength === undefined || text.length <= Number(maxLength);
  }
  if (!/^\d{1,20}$/.test(text)) return false;
  const number = BigInt(text);
  return (
    (minValue === undefined || number >= BigInt(minValue)) &&
    (maxValue === undefined || number <= BigInt(maxValue))
  );
}
