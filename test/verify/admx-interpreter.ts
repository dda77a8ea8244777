/** What an ADMX payload writes, by the record of its policy alone: naive, and without any part of `runtime/answer`. */
import type { ElementRecord, SettingRecord, StateValue } from '../../runtime/format/format.ts';
import { readPayload } from '../../runtime/verify/admx-payload.ts';
import type { Written, WrittenValues } from '../../runtime/verify/payload-elements.ts';

/** null: deleted. */
export type Content = { type: string; data: string | string[] } | null;
/** `<key>\0<value name>` in lower case → content. */
export type Registry = Map<string, Content>;

type Write = readonly [pair: string, content: Content];

const TYPES: Record<string, string> = { decimal: 'REG_DWORD', longDecimal: 'REG_QWORD', string: 'REG_SZ' };

export function pairOf(key: string, name = ''): string {
  return `${key}\0${name}`.toLowerCase();
}

/** What a request writes, as payloads are made of it. `name`: where it is not in lower case. */
export function writtenValues(
  all: Iterable<readonly [pair: string, written: Partial<Written> | null]>,
): WrittenValues {
  const entries = [...new Map(all)].map(([pair, written]) => {
    const [key = '', name = ''] = pair.split('\0');
    return { pair, key, value: name, written: { name, ...(written ?? { delete: true as const }) } };
  });
  return {
    get: (pair) => entries.find((each) => each.pair === pair)?.written,
    below: (key) => entries.filter((each) => each.key === key),
  };
}

function contentOf(data: string | undefined, kind: string): Content {
  return kind === 'delete' ? null : { type: TYPES[kind] ?? kind, data: data ?? '' };
}

function itemWrites(items: readonly StateValue[] | undefined, state?: string): Write[] {
  return (items ?? [])
    .filter((item) => state === undefined || item.state === state)
    .map(({ key, valueName, value, valueKind }) => [pairOf(key, valueName), contentOf(value, valueKind)]);
}

/** Of the policy itself. */
export function stateWrites(record: SettingRecord, state: 'enabled' | 'disabled'): Write[] {
  const { registryKey, valueName } = record;
  const [data, kind] =
    state === 'enabled'
      ? [record.enabledValue, record.enabledValueKind]
      : [record.disabledValue, record.disabledValueKind];
  const own: Write[] =
    valueName === undefined || kind === undefined
      ? []
      : [[pairOf(registryKey, valueName), contentOf(data, kind)]];
  return [...own, ...itemWrites(record.stateValues, state)];
}

/** Of an element: what stands for a content in a payload, and what that writes. */
export interface Effect {
  /** undefined: no document says what stands for an option that deletes. */
  text: string | undefined;
  writes: Write[];
}

/** Of a check box or a drop-down list. */
export function effectsOf(element: ElementRecord, { registryKey }: SettingRecord): Effect[] {
  const pair = pairOf(element.registryKey ?? registryKey, element.valueName);
  if (element.type === 'enum')
    return (element.options ?? []).map(({ value, valueKind, valueList }) => ({
      text: value,
      writes: [[pair, contentOf(value, valueKind)], ...itemWrites(valueList)],
    }));
  const { trueValue, trueValueKind = 'delete', falseValue, falseValueKind = 'delete', stateValues } = element;
  return [
    {
      text: 'true',
      writes: [[pair, contentOf(trueValue, trueValueKind)], ...itemWrites(stateValues, 'true')],
    },
    {
      text: 'false',
      writes: [[pair, contentOf(falseValue, falseValueKind)], ...itemWrites(stateValues, 'false')],
    },
  ];
}

export function freeWrites(element: ElementRecord, { registryKey }: SettingRecord, text: string): Write[] {
  const { type, storeAsText, expandable, valueName } = element;
  const key = element.registryKey ?? registryKey;
  const plain = expandable ? 'REG_EXPAND_SZ' : 'REG_SZ';
  if (type === 'list') {
    const parts = text.split('\uf000');
    return parts.flatMap((name, at): Write[] =>
      at % 2 === 1 ? [] : [[pairOf(key, name), { type: plain, data: parts[at + 1] ?? '' }]],
    );
  }
  const data = type === 'multiText' ? text.split('\uf000') : text;
  const registryType =
    type === 'multiText' ? 'REG_MULTI_SZ' : storeAsText ? 'REG_SZ' : (TYPES[type] ?? plain);
  return [[pairOf(key, valueName), { type: registryType, data }]];
}

function sure(effects: readonly Effect[]): Write[] | undefined {
  const [first] = effects;
  if (first === undefined || new Set(effects.map(({ writes }) => JSON.stringify(writes))).size > 1)
    return undefined;
  // One that writes two contents to one value has an order that nobody documents.
  const pairs = new Map<string, string>();
  for (const [pair, content] of first.writes) {
    const text = JSON.stringify(content);
    if ((pairs.get(pair) ?? text) !== text) return undefined;
    pairs.set(pair, text);
  }
  return first.writes;
}

/** What MDM writes that gets this payload; undefined: the documents do not tell. */
export function applied(
  record: SettingRecord,
  state: 'enabled' | 'disabled',
  data: ReadonlyMap<string, string>,
): Registry | undefined {
  const registry: Registry = new Map(stateWrites(record, state));
  if (state === 'disabled') return registry;
  const byElements: Registry = new Map();
  for (const element of record.elements) {
    const text = data.get(element.id);
    if (text === undefined) return undefined;
    const writes =
      element.type === 'enum' || element.type === 'boolean'
        ? sure(effectsOf(element, record).filter((each) => each.text === text))
        : freeWrites(element, record, text);
    if (writes === undefined) return undefined;
    for (const [pair, content] of writes) {
      const known = byElements.get(pair);
      // Nobody documents which of two elements is written last.
      if (known !== undefined && JSON.stringify(known) !== JSON.stringify(content)) return undefined;
      byElements.set(pair, content);
    }
  }
  return new Map([...registry, ...byElements]);
}

/**
 * How the registry differs from what was asked for. A deletion of a value that was not named is no part of it;
 * disabling a policy deletes what its drop-down lists and numbers write.
 */
export function differences(
  record: SettingRecord,
  state: 'enabled' | 'disabled',
  registry: Registry,
  asked: Registry,
): string[] {
  const deleted = record.elements
    .filter(({ type }) => state === 'disabled' && type !== 'boolean' && type !== 'list')
    .map(({ registryKey = record.registryKey, valueName }) => pairOf(registryKey, valueName));
  // Writing a list deletes the other values of its key, but for an additive one (ADMX schema).
  const lists = record.elements
    .filter(({ type, additive }) => state === 'enabled' && type === 'list' && !additive)
    .map(({ registryKey = record.registryKey }) => registryKey.toLowerCase());
  const isDeleted = (pair: string) =>
    !registry.has(pair) && (deleted.includes(pair) || lists.includes(pair.split('\0')[0] ?? ''));
  const less = [...asked].filter(([pair, content]) =>
    content === null && isDeleted(pair)
      ? false
      : JSON.stringify(registry.get(pair)) !== JSON.stringify(content),
  );
  const more = [...registry].filter(([pair, content]) => content !== null && !asked.has(pair));
  return [...less.map(([pair]) => `less: ${pair}`), ...more.map(([pair]) => `more: ${pair}`)];
}

/** What is wrong with a payload that was made of what was asked for. */
export function faultsOf(record: SettingRecord, payload: string, asked: Registry): string[] {
  const read = readPayload(payload);
  if ('fault' in read) return [JSON.stringify(read.fault)];
  const registry = applied(record, read.state, read.data);
  if (registry === undefined) return ['no document tells what it writes'];
  const boxes = read.state === 'disabled' ? record.elements.filter(({ type }) => type === 'boolean') : [];
  // Disabling a policy unticks its boxes.
  const unticked = boxes.map((box) => JSON.stringify(effectsOf(box, record)[1]?.writes[0]));
  const own = [...asked].filter((each) => unticked.includes(JSON.stringify(each)));
  const all = differences(record, read.state, registry, asked);
  return all.filter((each) => !own.some(([pair]) => each === `less: ${pair}`));
}
