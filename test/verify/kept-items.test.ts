/** An answer to an item that is kept is the one that would be made: for every pair, and whatever else a request holds. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { parseJson } from '../../runtime/answer/json.ts';
import type { VerifyEnvelope } from '../../runtime/contract/verified.ts';
import { MAX_ITEMS, type VerifyRequest } from '../../runtime/contract/verify.ts';
import type { Dataset } from '../../runtime/dataset/dataset.ts';
import type { MatchEntry, SettingEntry, SettingRecord, Shard } from '../../runtime/format/format.ts';
import { splitPairKey } from '../../runtime/format/keys.ts';
import type { Snapshot } from '../../runtime/http/service.ts';
import { createSnapshot, KEPT_ITEM_BYTES } from '../../runtime/service.ts';
import { type KeptItem, keepItems } from '../../runtime/verify/kept-items.ts';
import { corpus, corpusDist } from '../corpus/dist.ts';
import { expectEqual } from '../same.ts';

interface Value {
  key: string;
  value: string;
  type?: string;
  data?: number | string | string[];
  delete?: boolean;
}

let plain: Snapshot;
let dataset: Dataset;
let folder: string;
beforeAll(async () => {
  ({ ask: plain, dataset } = await corpus());
  folder = join(await corpusDist(), dataset.manifest.version);
});

const keeping = (bytes = KEPT_ITEM_BYTES): Snapshot =>
  createSnapshot(dataset, () => Promise.reject(new Error('not asked for')) as never, bytes);

const requestOf = (items: readonly unknown[], more: Partial<VerifyRequest> = {}): VerifyRequest => ({
  items,
  files: [],
  lang: 'en-US',
  targetOs: 'Windows 11 24H2',
  detail: 'brief',
  ...more,
});

function entriesOf<T>(index: string): [string, T][] {
  return readdirSync(join(folder, index)).flatMap((file) =>
    Object.entries((JSON.parse(readFileSync(join(folder, index, file), 'utf8')) as Shard<T>).entries),
  );
}

describe('of every documented pair', () => {
  it('asked again, in another order and among others', async () => {
    const values = entriesOf<MatchEntry>('resolve').map(([id, { matches }], at): Value => {
      const [key, value] = splitPairKey(id);
      const hive = matches[0]?.served.class === 'User' ? 'HKCU' : 'HKLM';
      return { key: `${hive}\\${key}`, value, ...contentOf(matches, at) };
    });
    expect(values.length).toBeGreaterThan(14_000);
    const ask = keeping();
    for (const order of [values, values.toReversed(), values.filter((_, at) => at % 3 !== 0)]) {
      for (let from = 0; from < order.length; from += MAX_ITEMS) {
        const request = requestOf(order.slice(from, from + MAX_ITEMS));
        const made = await plain.verify(request);
        expectEqual(await ask.verify(request), made);
        expectEqual(await ask.verify(request), made, 'the second time');
      }
    }
  });
});

function contentOf(matches: MatchEntry['matches'], at: number): Partial<Value> {
  const { registryType, values = [] } = matches[0]?.data ?? {};
  const { data, type = registryType } = values[at % Math.max(values.length, 1)] ?? {};
  if (data === null) return { delete: true };
  if (data === undefined || type === undefined) return { type: 'REG_DWORD', data: at % 3 };
  return { type, data: type === 'REG_MULTI_SZ' ? [data] : data };
}

describe('of values that one payload is made of', () => {
  /** By setting: its values, with contents that are right, wrong or of another type. */
  const policies = (): Value[][] =>
    entriesOf<SettingEntry>('setting/en-US').flatMap(([, { setting }]) => {
      const values = valuesOf(setting);
      return setting.csp?.admxBacked === true && values.length > 2 ? [values] : [];
    });

  it('whatever the request has of them', async () => {
    const all = policies();
    expect(all.length).toBeGreaterThan(300);
    const ask = keeping();
    let payloads = 0;
    // Few policies, so that the same items come again beside others; every second has a list.
    const few = (some: Value[][]) => some.filter((_, at) => at % Math.ceil(some.length / 15) === 0);
    const hasList = (values: Value[]) => values.some(({ value }) => value === 'name');
    const some = fc.constantFrom(
      ...few(all.filter(hasList)),
      ...few(all.filter((values) => !hasList(values))),
    );
    const requests = some.chain((values) =>
      fc.array(fc.tuple(fc.constantFrom(...values), fc.constantFrom('HKLM', 'HKCU', 'HKLM')), {
        minLength: 1,
        maxLength: 12,
      }),
    );
    await fc.assert(
      fc.asyncProperty(requests, fc.constantFrom('en-US', 'fr-FR'), async (given, lang) => {
        const items = given.map(([value, hive]) => ({ ...value, key: `${hive}\\${value.key}` }));
        const request = requestOf(items, { lang });
        const made = await plain.verify(request);
        payloads += parseJson(made).result.items.filter(({ mdm }) => mdm?.payload !== undefined).length;
        expectEqual(await ask.verify(request), made);
      }),
      { numRuns: 2000 },
    );
    expect(payloads).toBeGreaterThan(100);
  });
});

function valuesOf({ registryKey, valueName, elements, stateValues }: SettingRecord): Value[] {
  const named = [
    { key: registryKey, value: valueName },
    ...stateValues.map(({ key, valueName: value }) => ({ key, value })),
    ...elements.flatMap(({ type, registryKey: key = registryKey, valueName }) =>
      (type === 'list' ? ['1', '2', 'name'] : [valueName]).map((value) => ({ key, value })),
    ),
  ];
  const contents: Partial<Value>[] = [
    { type: 'REG_DWORD', data: 1 },
    { type: 'REG_DWORD', data: 0 },
    { type: 'REG_SZ', data: 'text' },
    { delete: true },
    {},
  ];
  return named.flatMap(({ key, value }) =>
    value === undefined ? [] : contents.map((content) => ({ key, value, ...content })),
  );
}

const UPDATE = {
  key: String.raw`HKLM\Software\Policies\Microsoft\Windows\WindowsUpdate\AU`,
  value: 'AUOptions',
  type: 'REG_DWORD',
  data: 4,
};

async function same(ask: Snapshot, request: VerifyRequest): Promise<VerifyEnvelope> {
  const made = await plain.verify(request);
  expectEqual(await ask.verify(request), made);
  expectEqual(await ask.verify(request), made, 'the second time');
  return parseJson(made);
}

it('tells its own place, in items and in files', async () => {
  const ask = keeping();
  const content = Buffer.from(
    `Windows Registry Editor Version 5.00\n\n[${UPDATE.key}]\n"AUOptions"=dword:4\n\n[${UPDATE.key}]\n"AUOptions"=dword:4\n`,
  ).toString('base64');
  const { result } = await same(ask, requestOf([UPDATE], { files: [{ name: 'a.reg', content }] }));
  expect(result.items.map(({ index, at }) => [index, at?.line])).toEqual([
    [0, undefined],
    [1, 4],
    [2, 7],
  ]);
});

it('names the items that contradict it, and is what it was once they are gone', async () => {
  const ask = keeping();
  await same(ask, requestOf([UPDATE]));
  const { result } = await same(ask, requestOf([{ ...UPDATE, data: 3 }, UPDATE]));
  expect(result.items[1]?.warnings?.join()).toMatch(/\b0\b/);
  await same(ask, requestOf([UPDATE]));
});

it('is another one for another target, language, product and detail', async () => {
  const ask = keeping();
  const texts = new Set<string>();
  for (const more of [
    {},
    { targetOs: null },
    { targetOs: 'Windows 10 1507' },
    { lang: 'fr-FR' },
    { targetProducts: { Firefox: '100' } },
    { payloads: false },
    { detail: 'full' as const },
  ]) {
    const { result } = await same(ask, requestOf([UPDATE], more));
    texts.add(JSON.stringify(result.items));
  }
  expect(texts.size).toBeGreaterThan(4);
});

it('a wrong item gets its own problem where a file has the same', async () => {
  const ask = keeping();
  const key = `HKLM\\Software\\${'x'.repeat(5000)}`;
  const content = Buffer.from(`Windows Registry Editor Version 5.00\n\n[${key}]\n"a"=dword:1\n`).toString(
    'base64',
  );
  const file = { items: [], files: [{ name: 'a.reg', content }] };
  await same(ask, requestOf([], file));
  const { result } = await same(ask, requestOf([{ key, value: 'a', type: 'REG_DWORD', data: 1 }]));
  expect(result.items[0]?.problem?.errors[0]?.pointer).toBe('/items/0/key');
});

it('a field that is not read may be nested without end, and the data is refused', async () => {
  const ask = keeping();
  const nested = JSON.parse(`${'['.repeat(200_000)}${']'.repeat(200_000)}`) as unknown;
  const { result } = await same(
    ask,
    requestOf([
      { ...UPDATE, more: nested },
      { ...UPDATE, data: nested },
    ]),
  );
  expect(result.items.map(({ problem }) => problem?.errors[0]?.pointer)).toEqual([
    undefined,
    '/items/1/data',
  ]);
});

it('a number that JSON cannot write is not taken for null', async () => {
  const ask = keeping();
  const infinite = JSON.parse('1e999') as unknown;
  await same(ask, requestOf([{ ...UPDATE, data: infinite }]));
  const { result } = await same(ask, requestOf([{ ...UPDATE, data: null }]));
  expect(result.items[0]?.problem?.errors[0]?.pointer).toBe('/items/0/data');
});

it('what is sent instead of an item is refused, again too', async () => {
  const { result } = await same(keeping(), requestOf([null, 1, 'text', [], [[{}]], {}, true]));
  expect(result.summary).toMatchObject({ items: 7, problems: 7 });
});

it('with little room it keeps little, and answers the same', async () => {
  const ask = keeping(5000);
  const items = [
    UPDATE,
    { ...UPDATE, data: 2 },
    { omaUri: './Device/Vendor/MSFT/Policy/Config/Update/ActiveHoursEnd' },
  ];
  for (const item of [...items, ...items, ...items.toReversed()]) await same(ask, requestOf([item]));
});

it('what was found of a node counts for the room that its answer takes', () => {
  const kept = keepItems(100_000);
  const put = (id: string, question: object) =>
    kept?.set(id, { question, members: new Uint8Array(100), counted: {}, madeOf: [] } as unknown as KeptItem);
  for (let at = 0; at < 50; at++) put(`pair ${at}`, { key: 'software' });
  expect(kept?.size).toBe(50);
  for (let at = 0; at < 50; at++)
    put(`node ${at}`, { found: { nodes: ['x'.repeat(3000)] }, sent: undefined });
  expect(kept?.size).toBeLessThan(12);
});
