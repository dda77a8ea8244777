/**
 * The registry values that a setting writes, each once, with what all of its parts write there: the facts that resolve
 * tells of the pair. A record tells them by part.
 */
import { elementType, pairOf, typeOfKind } from '../answer/policy-parts.ts';
import { sameData } from '../json.ts';
import type { DocumentedData, DocumentedValue, RegistryType } from '../schema/data.ts';
import type { ElementRecord, SettingRecord, StateValue } from '../schema/record.ts';
import type { Writable } from './brief-match.ts';

interface Place {
  /** Absent: the setting’s. */
  key?: string;
  /** Absent for a list. */
  value?: string;
  element?: string;
  label?: string;
}

export interface Write extends Place {
  data: Writable;
}

/** What a part says of contents that it does not list. */
type Around = Pick<DocumentedData, 'bounds' | 'maxLength' | 'maxStrings' | 'open'> & { type: RegistryType };

interface Gathered {
  place: Place;
  /** Each with its type; a deletion has none. */
  contents: DocumentedValue[];
  around: Around[];
  /** What a list or the record itself says of the value. */
  own: Writable;
}

type Meaning = Pick<DocumentedValue, 'state' | 'label'>;

/** Its own value first, those of its elements, the further ones of states, check boxes and options. */
export function writesOf(record: SettingRecord): Write[] {
  const pairs = new Pairs(record);
  addOwn(record, pairs);
  for (const element of record.elements) addElement(element, pairs);
  for (const item of record.stateValues) addItem(item, {}, {}, pairs);
  for (const element of record.elements) addItems(element, pairs);
  for (const element of record.elements) addDeletion(element, pairs);
  return pairs.writes();
}

class Pairs {
  readonly #key: string;
  readonly #pairs = new Map<string, Gathered>();

  constructor({ registryKey }: SettingRecord) {
    this.#key = registryKey;
  }

  /** A list stands for itself: two under one key may make different names. */
  at(key: string | undefined = this.#key, place: Place): Gathered {
    const id = place.value === undefined ? `list ${place.element}` : pairOf(key, place.value);
    const elsewhere = key.toLowerCase() !== this.#key.toLowerCase();
    const pair = this.#pairs.get(id) ?? {
      place: { ...(elsewhere && { key }), ...place },
      contents: [],
      around: [],
      own: {},
    };
    this.#pairs.set(id, pair);
    return pair;
  }

  writes(): Write[] {
    return [...this.#pairs.values()].map(({ place, own, ...parts }) => ({
      ...place,
      data: { ...combined(parts), ...own },
    }));
  }
}

function addOwn(record: SettingRecord, pairs: Pairs): void {
  const { registryKey, valueName, enabledValue, enabledValueKind, disabledValue, disabledValueKind } = record;
  if (valueName === undefined) return;
  const pair = pairs.at(registryKey, { value: valueName });
  // A record without states is of no template: it tells the contents itself, and has no other parts.
  if (enabledValueKind === undefined && disabledValueKind === undefined) pair.own = ownData(record);
  addContent(pair, enabledValueKind, enabledValue, { state: 'enabled' });
  addContent(pair, disabledValueKind, disabledValue, { state: 'disabled' });
}

function ownData(record: SettingRecord): DocumentedData {
  const { registryType, values, bounds, maxLength, maxStrings, entries, patterns, open, openTypes } = record;
  const data = { registryType, values, bounds, maxLength, maxStrings, entries, patterns, open, openTypes };
  return Object.fromEntries(Object.entries(data).filter(([, each]) => each !== undefined)) as DocumentedData;
}

function addContent({ contents }: Gathered, kind: string | undefined, value = '', meaning: Meaning): void {
  if (kind === undefined) return;
  const type = typeOfKind(kind);
  contents.push({
    data: kind === 'delete' ? null : value,
    ...meaning,
    ...(type !== undefined && { type }),
  });
}

function addElement(element: ElementRecord, pairs: Pairs): void {
  const { id, type, registryKey, valueName, label, options = [] } = element;
  if (type !== 'list' && valueName === undefined) return;
  const place = { element: id, ...(label !== undefined && { label }) };
  const pair = pairs.at(registryKey, type === 'list' ? place : { value: valueName ?? '', ...place });
  if (type === 'list') pair.own = { list: namesOf(element) };
  if (type === 'boolean') {
    addContent(pair, element.trueValueKind, element.trueValue, { state: 'true' });
    addContent(pair, element.falseValueKind, element.falseValue, { state: 'false' });
  } else if (type === 'enum') {
    for (const { valueKind, value, ...option } of options)
      addContent(pair, valueKind, value, titleOf(option));
  } else pair.around.push(aroundOf(element));
}

function namesOf({ valuePrefix, explicitValue = false, additive = false }: ElementRecord) {
  return { explicitValue, additive, ...(valuePrefix !== undefined && { valuePrefix }) };
}

function titleOf({ label }: { label?: string }): Meaning {
  return label === undefined ? {} : { label };
}

function aroundOf(element: ElementRecord): Around {
  const { type, minValue: min, maxValue: max, maxLength, maxStrings } = element;
  const around = { type: elementType(element) };
  const number = type === 'decimal' || type === 'longDecimal';
  if (number && (min !== undefined || max !== undefined)) {
    return { ...around, bounds: { ...(min !== undefined && { min }), ...(max !== undefined && { max }) } };
  }
  return {
    ...around,
    ...(maxLength !== undefined && { maxLength }),
    ...(maxStrings !== undefined && { maxStrings }),
    open: true,
  };
}

function addItem(
  { key, valueName, valueKind, value, state }: StateValue,
  place: Place,
  meaning: Meaning,
  pairs: Pairs,
): void {
  const pair = pairs.at(key, { value: valueName, ...place });
  addContent(pair, valueKind, value, { ...(state !== undefined && { state }), ...meaning });
}

/** What ticking a check box or choosing an option writes besides. */
function addItems(element: ElementRecord, pairs: Pairs): void {
  const { id, stateValues = [], options = [] } = element;
  for (const item of stateValues) addItem(item, { element: id }, titleOf(element), pairs);
  for (const { valueList = [], ...option } of options) {
    for (const item of valueList) addItem(item, { element: id }, titleOf(option), pairs);
  }
}

/**
 * Disabling a policy deletes what its drop-down lists and numbers write, unless it states another content: every
 * Registry.pol of the baselines of Microsoft and DoD has `**del.NAME` there.
 */
function addDeletion({ type, registryKey, valueName }: ElementRecord, pairs: Pairs): void {
  if (valueName === undefined || (type !== 'enum' && type !== 'decimal')) return;
  const pair = pairs.at(registryKey, { value: valueName });
  const stated = pair.contents.some(({ state }) => state === 'disabled');
  if (!stated) addContent(pair, 'delete', undefined, { state: 'disabled' });
}

/** A type goes with each content only where there are several. */
function combined({ contents, around }: Pick<Gathered, 'contents' | 'around'>): DocumentedData {
  const types = new Set([...contents, ...around].flatMap(({ type }) => type ?? []));
  const [only] = types;
  const mixed = types.size > 1;
  const values = contents.map(({ type, ...content }) => ({ ...content, ...(mixed && type && { type }) }));
  return {
    ...(only !== undefined && !mixed && { registryType: only }),
    ...(values.length > 0 && { values: unique(values) }),
    ...agreed(around),
    ...(around.some(({ open }) => open) && { open: true as const }),
    ...(mixed && around.length > 0 && { openTypes: [...new Set(around.map(({ type }) => type))] }),
  };
}

function unique(values: readonly DocumentedValue[]): DocumentedValue[] {
  return [...new Map(values.map((value) => [JSON.stringify(value), value])).values()];
}

/** What all parts say alike. */
function agreed([first, ...others]: readonly Around[]): Partial<DocumentedData> {
  if (first === undefined) return {};
  const facts = (['bounds', 'maxLength', 'maxStrings'] as const).filter(
    (name) => first[name] !== undefined && others.every((each) => sameData(each[name], first[name])),
  );
  return Object.fromEntries(facts.map((name) => [name, first[name]]));
}
