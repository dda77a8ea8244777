/** Payloads of small policies of every shape: one sets just what is asked for, and there is one wherever one would. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { partsOf } from '../../build/compile/parts.ts';
import type { ElementRecord, SettingRecord, StateValue } from '../../runtime/format/format.ts';
import { readPayload } from '../../runtime/verify/admx-payload.ts';
import { composePayload } from '../../runtime/verify/payload.ts';
import type { Written } from '../../runtime/verify/payload-elements.ts';
import { vectors } from '../vectors.ts';
import {
  applied,
  type Content,
  differences,
  effectsOf,
  faultsOf,
  freeWrites,
  pairOf,
  type Registry,
  stateWrites,
  writtenValues,
} from './admx-interpreter.ts';

const KEY = 'K';
/** Of elements that have a key of their own; of lists it may be that of the policy. */
const OTHER_KEY = `${KEY}\\L`;

type Datum = Pick<StateValue, 'value' | 'valueKind'>;
const datum = fc.constantFrom<Datum>(
  { value: '0', valueKind: 'decimal' },
  { value: '1', valueKind: 'decimal' },
  { value: '1', valueKind: 'string' },
  { valueKind: 'delete' },
);
const name = fc.constantFrom('a', 'b', 'c');
const further = (...states: NonNullable<StateValue['state']>[]): fc.Arbitrary<StateValue[]> =>
  fc.array(
    fc
      .record({ key: fc.constant(KEY), state: fc.constantFrom(...states), valueName: name, content: datum })
      .map(({ content, ...rest }) => ({ ...rest, ...content })),
    { maxLength: 2 },
  );

/** The members of a record that have a content, as `enabledValue` and `enabledValueKind`. */
const contentOf = (of: string, { value, valueKind }: Datum) => ({
  ...(value !== undefined && { [`${of}Value`]: value }),
  [`${of}ValueKind`]: valueKind,
});

type Element = Omit<ElementRecord, 'id'>;
const ownKey = fc.constant(OTHER_KEY);
const choice: fc.Arbitrary<Element> = fc.oneof(
  fc.record(
    {
      type: fc.constant('enum' as const),
      registryKey: ownKey,
      valueName: name,
      options: fc.array(
        fc.tuple(datum, further('true')).map(([content, all]) => ({
          ...content,
          valueList: all.map(({ state: _, ...rest }): StateValue => rest),
        })),
        { minLength: 1, maxLength: 3 },
      ),
    },
    { requiredKeys: ['type', 'valueName', 'options'] },
  ),
  fc
    .record({ valueName: name, on: datum, off: datum, stateValues: further('true', 'false') })
    .filter(({ on, off }) => JSON.stringify(on) !== JSON.stringify(off))
    .map(({ on, off, ...rest }) => ({
      type: 'boolean' as const,
      ...rest,
      ...contentOf('true', on),
      ...contentOf('false', off),
    })),
);
const free: fc.Arbitrary<Element> = fc.oneof(
  fc.record(
    {
      type: fc.constantFrom('decimal' as const, 'longDecimal' as const),
      registryKey: ownKey,
      valueName: name,
      storeAsText: fc.constant(true as const),
      minValue: fc.constant('1'),
      maxValue: fc.constantFrom('0', '1', '9'),
    },
    { requiredKeys: ['type', 'valueName', 'maxValue'] },
  ),
  fc.record(
    {
      type: fc.constant('text' as const),
      valueName: name,
      expandable: fc.constant(true as const),
      maxLength: fc.constantFrom('1', '9'),
    },
    { requiredKeys: ['type', 'valueName', 'maxLength'] },
  ),
  fc.record({
    type: fc.constant('multiText' as const),
    valueName: name,
    maxStrings: fc.constantFrom('1', '9'),
  }),
  fc.record(
    {
      type: fc.constant('list' as const),
      registryKey: fc.constantFrom(KEY, OTHER_KEY),
      explicitValue: fc.boolean(),
      additive: fc.boolean(),
      valuePrefix: fc.constantFrom('', 'p'),
    },
    { requiredKeys: ['type', 'registryKey', 'explicitValue', 'additive'] },
  ),
);

/** What the policy itself writes: to one value, which has a content in one of its states at least. */
const own = fc.oneof(
  fc.constant({}),
  fc
    .record({ valueName: name, on: datum, off: datum }, { requiredKeys: [] })
    .filter(({ on, off }) => on !== undefined || off !== undefined)
    .map(({ on, off, ...rest }) => ({
      ...rest,
      ...(on && contentOf('enabled', on)),
      ...(off && contentOf('disabled', off)),
    })),
);
const policy = fc
  .tuple(own, further('enabled', 'disabled'), fc.array(fc.oneof(choice, free), { maxLength: 2 }))
  .map(([itself, stateValues, all]) => {
    const elements = all.map((element, at) => ({ ...element, id: `e${at}` }));
    const place = { slug: 's', class: 'Machine', registryKey: KEY };
    return { ...place, ...itself, stateValues, elements } as unknown as SettingRecord;
  });

const content = fc.constantFrom(...vectors<Content>('payload-contents'));
const pair = fc
  .tuple(fc.constantFrom(KEY, OTHER_KEY), fc.constantFrom('a', 'b', 'c', '1', '2', '3', 'x', 'p1'))
  .map(([key, each]) => pairOf(key, each));
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
  return entries.length === 0 ? [] : [entries.flat().join('\uf000')];
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

function isWithinBounds(
  { type, minValue = '0', maxValue, maxLength, maxStrings }: ElementRecord,
  text: string,
): boolean {
  if (maxValue !== undefined) {
    if (!/^\d+$/.test(text) || Number(text) < Number(minValue) || Number(text) > Number(maxValue))
      return false;
  }
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
      const list = `${element.explicitValue ? '' : (element.valuePrefix ?? '')}1\uf0001`;
      const text = element.type === 'list' ? list : '1';
      return freeWrites(element, record, text);
    });
    const edited = new Map<string, Content | undefined>([...stateWrites(record, of), ...writes, ...changes]);
    const all: Registry = new Map(
      [...edited].flatMap(([at, given]) => (given === undefined ? [] : [[at, given]])),
    );
    return { record, all, asked: new Map([...all].filter(([at]) => isOf(record, at))) };
  });

it('sets just what is asked for', () => {
  let payloads = 0;
  fc.assert(
    fc.property(asking, ({ record, asked }) => {
      const { payload } = composePayload(partsOf(record), writtenValues(asked));
      if (payload === undefined) return;
      payloads++;
      expect(faultsOf(record, payload, asked), payload).toEqual([]);
      const read = readPayload(payload);
      if ('fault' in read) return;
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
      const isTold = ({ type, registryKey = KEY, valueName }: ElementRecord) =>
        type === 'list' || asked.has(pairOf(registryKey, valueName));
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

it('is the same beside other values and for deletions that carry data, and not made where a value is in doubt', () => {
  let payloads = 0;
  fc.assert(
    fc.property(asking, content, ({ record, asked, all }, given) => {
      const parts = partsOf(record);
      const composed = composePayload(parts, writtenValues(asked));
      expect(composePayload(parts, writtenValues(all))).toEqual(composed);
      const marked = (at: string, as: Partial<Written>) =>
        composePayload(parts, writtenValues([...asked, [at, { ...asked.get(at), ...as }]]));
      for (const [at, each] of asked) {
        if (each === null) expect(marked(at, { delete: true, ...given })).toEqual(composed);
        else if (composed.payload !== undefined) {
          payloads++;
          // Other items write other data to it, or its data was not read.
          expect(marked(at, { conflict: true })).toEqual({ reason: { code: 'conflict' } });
          expect(marked(at, { unread: 'why' })).toEqual({ reason: { code: 'unread' } });
        }
      }
    }),
    { numRuns: 2500 },
  );
  expect(payloads).toBeGreaterThan(200);
});
