/** Payloads of small policies of every shape: one sets just what is asked for, and there is one wherever one would. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { partsOf } from '../../build/compile/parts.ts';
import type { ElementRecord, SettingRecord, StateValue } from '../../runtime/format/format.ts';
import { readPayload } from '../../runtime/verify/admx-payload.ts';
import { composePayload } from '../../runtime/verify/payload.ts';
import type { Written } from '../../runtime/verify/payload-elements.ts';
import {
  applied,
  type Content,
  differences,
  effectsOf,
  freeWrites,
  pairOf,
  type Registry,
  stateWrites,
  writtenValues,
} from './admx-interpreter.ts';

const KEY = 'K';
const NAMES = ['a', 'b', 'c'];
const LIST_NAMES = ['1', '2', '3', 'x', 'p1'];

const datum = fc.constantFrom<{ value?: string; valueKind: string }>(
  { value: '0', valueKind: 'decimal' },
  { value: '1', valueKind: 'decimal' },
  { value: '1', valueKind: 'string' },
  { valueKind: 'delete' },
);
const name = fc.constantFrom(...NAMES);
const further = (...states: NonNullable<StateValue['state']>[]): fc.Arbitrary<StateValue[]> =>
  fc.array(
    fc
      .record({ state: fc.constantFrom(...states), valueName: name, content: datum })
      .map(({ content, ...rest }) => ({ key: KEY, ...rest, ...content })),
    { maxLength: 2 },
  );
const optional = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined });

const choice: fc.Arbitrary<Omit<ElementRecord, 'id'>> = fc.oneof(
  fc.record({
    type: fc.constant('enum' as const),
    valueName: name,
    options: fc.array(
      fc.tuple(datum, further('true')).map(([content, all]) => ({
        ...content,
        valueList: all.map(({ state: _, ...rest }): StateValue => rest),
      })),
      { minLength: 1, maxLength: 3 },
    ),
  }),
  fc
    .record({
      valueName: name,
      on: datum,
      off: datum,
      stateValues: further('true', 'false'),
    })
    .filter(({ on, off }) => JSON.stringify(on) !== JSON.stringify(off))
    .map(({ valueName, on, off, stateValues }) => ({
      type: 'boolean' as const,
      valueName,
      ...(on.value !== undefined && { trueValue: on.value }),
      trueValueKind: on.valueKind,
      ...(off.value !== undefined && { falseValue: off.value }),
      falseValueKind: off.valueKind,
      stateValues,
    })),
);
const free: fc.Arbitrary<Omit<ElementRecord, 'id'>> = fc.oneof(
  fc
    .record({
      type: fc.constantFrom('decimal' as const, 'longDecimal' as const),
      valueName: name,
      asText: fc.boolean(),
      maxValue: fc.constantFrom('0', '1', '9'),
    })
    .map(({ asText, ...rest }) => ({ ...rest, ...(asText && { storeAsText: true as const }) })),
  fc.record({ type: fc.constant('text' as const), valueName: name, maxLength: fc.constantFrom('1', '9') }),
  fc.record({
    type: fc.constant('multiText' as const),
    valueName: name,
    maxStrings: fc.constantFrom('1', '9'),
  }),
  fc
    .record({
      type: fc.constant('list' as const),
      registryKey: fc.constantFrom(KEY, `${KEY}\\L`),
      explicitValue: fc.boolean(),
      additive: fc.boolean(),
      valuePrefix: optional(fc.constantFrom('', 'p')),
    })
    .map(({ valuePrefix, ...rest }) => ({ ...rest, ...(valuePrefix !== undefined && { valuePrefix }) })),
);

interface Own {
  valueName: string | undefined;
  on: { value?: string; valueKind: string } | undefined;
  off: { value?: string; valueKind: string } | undefined;
}

function recordOf({ valueName, on, off }: Own, stateValues: StateValue[], elements: ElementRecord[]) {
  return {
    slug: 's',
    class: 'Machine',
    registryKey: KEY,
    ...(valueName !== undefined && { valueName }),
    ...(on?.value !== undefined && { enabledValue: on.value }),
    ...(on !== undefined && { enabledValueKind: on.valueKind }),
    ...(off?.value !== undefined && { disabledValue: off.value }),
    ...(off !== undefined && { disabledValueKind: off.valueKind }),
    stateValues,
    elements,
  } as unknown as SettingRecord;
}

const own: fc.Arbitrary<Own> = fc
  .record({ valueName: optional(name), on: optional(datum), off: optional(datum) })
  .map(({ valueName, on, off }) =>
    on === undefined && off === undefined ? { valueName: undefined, on, off } : { valueName, on, off },
  );
const policy = fc
  .tuple(own, further('enabled', 'disabled'), fc.array(fc.oneof(choice, free), { maxLength: 2 }))
  .map(([itself, stateValues, elements]) =>
    recordOf(
      itself,
      stateValues,
      elements.map((element, at) => ({ ...element, id: `e${at}` })),
    ),
  );

const content = fc.constantFrom<Content>(
  null,
  { type: 'REG_DWORD', data: '0' },
  { type: 'REG_DWORD', data: '1' },
  { type: 'REG_QWORD', data: '1' },
  { type: 'REG_SZ', data: '1' },
  { type: 'REG_SZ', data: 'long' },
  { type: 'REG_MULTI_SZ', data: ['1'] },
  { type: 'REG_MULTI_SZ', data: ['1', '2'] },
  { type: 'REG_MULTI_SZ', data: ['1\uf0002'] },
);
const pair = fc.oneof(
  name.map((each) => pairOf(KEY, each)),
  fc
    .tuple(fc.constantFrom(KEY, `${KEY}\\L`), fc.constantFrom(...LIST_NAMES))
    .map(([key, each]) => pairOf(key, each)),
);
const edits = fc.array(fc.tuple(pair, fc.option(content, { nil: undefined })), { maxLength: 3 });

/** What each element may be given, seen from what is asked for. */
function textsOf(element: ElementRecord, record: SettingRecord, asked: Registry): string[] {
  if (element.type === 'enum' || element.type === 'boolean')
    return effectsOf(element, record).flatMap(({ text }) => text ?? []);
  if (element.type !== 'list') {
    const [[at] = ['']] = freeWrites(element, record, '');
    const data = asked.get(at)?.data;
    return data === undefined ? [] : [Array.isArray(data) ? data.join('\uf000') : data];
  }
  const parts = partNames(record);
  const entries = [...asked].flatMap(([each, given]) => {
    const [key, value = ''] = each.split('\0');
    const mine = key === element.registryKey?.toLowerCase() && !parts.has(each) && given !== null;
    return mine && !Array.isArray(given.data) ? [[value, given.data] as const] : [];
  });
  const sorted = element.explicitValue ? entries : entries.sort(([a], [b]) => (a < b ? -1 : 1));
  // What is sent for a list without names of its own has the names from 1 on.
  if (!element.explicitValue && sorted.some(([value], at) => value !== String(at + 1))) return [];
  return entries.length === 0 ? [] : [sorted.flat().join('\uf000')];
}

/** The values that an element may write; of a list its key, for its names are open. */
function namesOf(element: ElementRecord, record: SettingRecord): string[] {
  if (element.type === 'list') return [element.registryKey ?? ''];
  const writes =
    element.type === 'enum' || element.type === 'boolean'
      ? effectsOf(element, record).flatMap((effect) => effect.writes)
      : freeWrites(element, record, '');
  return [...new Set(writes.map(([at]) => at))];
}

/** Values that parts of the policy write which are no entries of a list. */
function partNames(record: SettingRecord): Set<string> {
  const own = record.valueName === undefined ? [] : [pairOf(KEY, record.valueName)];
  const all = [...stateWrites(record, 'enabled'), ...stateWrites(record, 'disabled')];
  return new Set([
    ...own,
    ...all.map(([each]) => each),
    ...record.elements.flatMap((element) => namesOf(element, record)),
  ]);
}

/** Whether elements of the policy write one value. */
function haveCommon(record: SettingRecord): boolean {
  const all = record.elements.flatMap((element) => namesOf(element, record));
  return new Set(all).size < all.length;
}

/** Whether a value is one that the policy may write. */
function isOf(record: SettingRecord, at: string): boolean {
  if (partNames(record).has(at)) return true;
  const [key, value = ''] = at.split('\0');
  return record.elements.some(
    ({ type, registryKey, explicitValue, valuePrefix }) =>
      type === 'list' &&
      registryKey?.toLowerCase() === key &&
      (explicitValue || valuePrefix === undefined || new RegExp(`^${valuePrefix}[1-9]$`).test(value)),
  );
}

function isWithinBounds({ type, maxValue, maxLength, maxStrings }: ElementRecord, text: string): boolean {
  if (maxValue !== undefined && !(/^\d+$/.test(text) && Number(text) <= Number(maxValue))) return false;
  if (maxLength !== undefined && text.length > Number(maxLength)) return false;
  return type !== 'multiText' || text.split('\uf000').length <= Number(maxStrings);
}

/** Every payload that there is. */
function* payloadsOf(record: SettingRecord, asked: Registry) {
  yield { state: 'disabled' as const, data: new Map<string, string>() };
  let all: [string, string][][] = [[]];
  for (const element of record.elements) {
    const texts = textsOf(element, record, asked).filter((text) => isWithinBounds(element, text));
    all = all.flatMap((each) => texts.map((text): [string, string][] => [...each, [element.id, text]]));
  }
  for (const each of all) yield { state: 'enabled' as const, data: new Map(each) };
}

function edited(from: Registry, all: readonly (readonly [string, Content | undefined])[]): Registry {
  const registry = new Map(from);
  for (const [at, given] of all) {
    if (given === undefined) registry.delete(at);
    else registry.set(at, given);
  }
  return registry;
}

const state = fc.constantFrom('enabled' as const, 'disabled' as const);
/** What a policy writes with some of its choices, and what is near to it. */
const asking = fc
  .tuple(policy, state, fc.array(fc.nat(5), { minLength: 2, maxLength: 2 }), edits)
  .map(([record, of, ways, changes]) => {
    const writes = record.elements.flatMap((element, at) => {
      if (of === 'disabled') return [];
      if (element.type === 'enum' || element.type === 'boolean') {
        const effects = effectsOf(element, record);
        return effects[(ways[at] ?? 0) % effects.length]?.writes ?? [];
      }
      const text = { list: '1\uf0001', multiText: '1' }[element.type as string] ?? '1';
      return freeWrites(element, record, text);
    });
    const all = edited(new Map([...stateWrites(record, of), ...writes]), changes);
    return { record, all, asked: new Map([...all].filter(([at]) => isOf(record, at))) };
  });

it('sets just what is asked for', () => {
  let payloads = 0;
  fc.assert(
    fc.property(asking, ({ record, asked }) => {
      const { payload } = composePayload(partsOf(record), writtenValues(asked));
      if (payload === undefined) return;
      payloads++;
      const read = readPayload(payload);
      if ('fault' in read) throw new Error(payload);
      const registry = applied(record, read.state, read.data);
      if (registry === undefined) throw new Error(`no document tells what it writes: ${payload}`);
      expect(differences(record, read.state, registry, asked), payload).toEqual([]);
      for (const element of record.elements) {
        const text = read.data.get(element.id);
        const isFree = element.type !== 'enum' && element.type !== 'boolean';
        if (isFree && text !== undefined) expect(isWithinBounds(element, text), payload).toBe(true);
      }
    }),
    { numRuns: 8000 },
  );
  expect(payloads).toBeGreaterThan(1000);
});

it('is there wherever one would set just that', () => {
  let right = 0;
  fc.assert(
    fc.property(asking, ({ record, asked }) => {
      const both = new Map(stateWrites(record, 'enabled'));
      const own = new Set([...both, ...stateWrites(record, 'disabled')].map(([at]) => at));
      const tells = ([at, each]: [string, Content]) =>
        each !== null && JSON.stringify(both.get(at)) !== JSON.stringify(each);
      // Deletions alone tell no state, nor does what both states write.
      if (![...asked].some(tells) && stateWrites(record, 'disabled').length > 0) return;
      if ([...asked.values()].every((each) => each === null)) return;
      if (haveCommon(record)) return;
      const isTold = ({ type, valueName }: ElementRecord) =>
        type === 'list' || asked.has(pairOf(KEY, valueName));
      for (const { state: of, data } of payloadsOf(record, asked)) {
        // The own value of an element tells its option.
        if (of === 'enabled' && !record.elements.every(isTold)) continue;
        const registry = applied(record, of, data);
        if (registry === undefined || differences(record, of, registry, asked).length > 0) continue;
        // A deletion that only one of them names, of a value that a state or an option writes, is not looked into.
        const written = new Map(stateWrites(record, of));
        const isOneSided = (at: string) =>
          asked.has(at)
            ? !registry.has(at) && (own.has(at) || (of === 'enabled' && at.startsWith('k\0')))
            : (written.get(at) ?? null) !== null;
        if ([...asked.keys(), ...registry.keys()].some(isOneSided)) continue;
        right++;
        const { payload, reason } = composePayload(partsOf(record), writtenValues(asked));
        expect(payload, JSON.stringify([of, ...data, reason])).toBeDefined();
      }
    }),
    { numRuns: 8000 },
  );
  expect(right).toBeGreaterThan(1000);
});

it('is not made of deletions that either state would make', () => {
  let either = 0;
  fc.assert(
    fc.property(asking, ({ record, asked }) => {
      const deletions = new Map([...asked].map(([at]): [string, Content] => [at, null]));
      const fitting = [...payloadsOf(record, deletions)].filter(({ state: of, data }) => {
        const registry = applied(record, of, data);
        return registry !== undefined && differences(record, of, registry, deletions).length === 0;
      });
      if (new Set(fitting.map((each) => each.state)).size < 2) return;
      either++;
      expect(composePayload(partsOf(record), writtenValues(deletions))).not.toHaveProperty('payload');
    }),
    { numRuns: 8000 },
  );
  expect(either).toBeGreaterThan(100);
});

it('is the same beside values that are none of the policy', () => {
  fc.assert(
    fc.property(asking, ({ record, asked, all }) => {
      const parts = partsOf(record);
      expect(composePayload(parts, writtenValues(all))).toEqual(composePayload(parts, writtenValues(asked)));
    }),
    { numRuns: 2500 },
  );
});

it('is the same for a deletion that carries data', () => {
  fc.assert(
    fc.property(asking, content, ({ record, asked }, given) => {
      const parts = partsOf(record);
      const plain = composePayload(parts, writtenValues(asked));
      for (const [pair, each] of asked) {
        if (each !== null) continue;
        expect(composePayload(parts, writtenValues([...asked, [pair, { delete: true, ...given }]]))).toEqual(
          plain,
        );
      }
    }),
    { numRuns: 2500 },
  );
});

it('is not made where a value of the policy was not read, or other items write other data to it', () => {
  let payloads = 0;
  fc.assert(
    fc.property(asking, ({ record, asked }) => {
      const parts = partsOf(record);
      if (composePayload(parts, writtenValues(asked)).payload === undefined) return;
      payloads++;
      for (const [at, given] of asked) {
        if (given === null) continue;
        const marked = (as: Partial<Written>) =>
          composePayload(parts, writtenValues([...asked, [at, { ...given, ...as }]]));
        expect(marked({ conflict: true })).toEqual({ reason: { code: 'conflict' } });
        expect(marked({ unread: 'why' })).toEqual({ reason: { code: 'unread' } });
      }
    }),
    { numRuns: 2500 },
  );
  expect(payloads).toBeGreaterThan(200);
});
