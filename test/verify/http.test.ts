/** `POST /v1/verify` over the application, with the built-in dataset; every answer is held against the OpenAPI document. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { VerifiedItem, VerifyEnvelope } from '../../runtime/contract/verified.ts';
import { MAX_ITEMS } from '../../runtime/contract/verify.ts';
import { createHttpApp } from '../../runtime/http/app.ts';
import { WORKING } from '../../runtime/http/routes/verify.ts';
import type { Snapshot } from '../../runtime/service.ts';
import { checkedItem } from '../../runtime/verify/items.ts';
import { corpus } from '../corpus/dist.ts';
import { postInit } from '../http/fake.ts';
import { schemaAt } from '../http/openapi.ts';
import { expectParts } from '../paths.ts';
import { itemsOf as listedItems, read } from '../readers/generators.ts';
import { type WrittenValue, writePol, writeReg } from '../readers/writers.ts';
import { type RepeatedText, repeatedText, vectors } from '../vectors.ts';

const AU = 'HKLM\\Software\\Policies\\Microsoft\\Windows\\WindowsUpdate';
const TARGET = 'Windows 11 24H2';

const { ask } = await corpus();
const app = createHttpApp({ snapshot: () => ask }, { log: { error: () => {} } });
const document = (await (await app.request('/openapi.json')).json()) as object;
const isDescribed = schemaAt(document, '/components/schemas/VerifyEnvelope');

async function post(body: unknown, path = '/v1/verify'): Promise<Response> {
  return app.request(path, postInit(body));
}

async function verify(body: Record<string, unknown>): Promise<VerifyEnvelope> {
  const response = await post({ targetOs: TARGET, ...body });
  const answer = (await response.json()) as VerifyEnvelope;
  expect(response.status, JSON.stringify(answer).slice(0, 300)).toBe(200);
  expect(isDescribed(answer) ? [] : isDescribed.errors).toEqual([]);
  return answer;
}

async function itemsOf(...items: unknown[]): Promise<VerifiedItem[]> {
  return (await verify({ items })).result.items;
}

function base64(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('base64');
}

/** Requests, and parts of their answers. */
interface Row {
  what: string;
  request: Record<string, unknown> & { files?: { name: string; text: RepeatedText }[] };
  answer: Record<string, unknown>;
}

it.each(vectors<Row>('verify-answers'))('$what', async ({ what, request, answer }) => {
  const files = request.files?.map(({ name, text }) => ({
    name,
    content: base64(Buffer.from(repeatedText(text))),
  }));
  expectParts(await verify({ ...request, ...(files && { files }) }), answer, what);
});

describe('items', () => {
  it.each(['REG_QWORD', 'REG_DWORD', 'REG_SZ', undefined])(
    'a number that JSON.parse rounds is refused as %s',
    async (type) => {
      const errors = [
        { pointer: expect.stringMatching(/data$/), detail: expect.stringContaining('must be text') },
      ];
      for (const data of ['9007199254740993', '18446744073709551615', '-9007199254740993', '1e999']) {
        const item = `{"key":"HKLM\\\\A","value":"b",${type ? `"type":"${type}",` : ''}"data":${data}}`;
        const node = `{"omaUri":"./Device/Vendor/MSFT/A","data":${data}}`;
        const body = `{"items":[${item},${node}]}`;
        const response = await app.request('/v1/verify', { ...postInit({}), body });
        const { result } = (await response.json()) as VerifyEnvelope;
        expect(
          result.items.map(({ problem }) => problem?.errors),
          data,
        ).toEqual([errors, errors]);
      }
      const [most, text] = await itemsOf(
        { key: AU, value: 'x', type: 'REG_QWORD', data: Number.MAX_SAFE_INTEGER },
        { key: AU, value: 'x', type: 'REG_QWORD', data: '9007199254740993' },
      );
      expect([most?.conflictsWith, text?.conflictsWith]).toEqual([[1], [0]]);
    },
  );

  it('an item and the entry of a list with the same type and data are one', () => {
    const types = 'REG_SZ expandstring REG_MULTI_SZ dword QWORD REG_BINARY REG_NONE REG_LINK REG_FOO';
    const type = fc.constantFrom(...types.split(' '), '0x4', '0xffff0003', '0x');
    const number = fc.oneof(fc.maxSafeInteger(), fc.integer({ min: -1, max: 2 ** 33 }), fc.constant(0.5));
    const text = fc.oneof(
      fc.string({ maxLength: 8 }),
      fc.stringMatching(/^(?:0x)?[\da-f ,-]{0,20}$/),
      number.map(String),
    );
    const data = fc.oneof(number, text, fc.array(text, { maxLength: 3 }));
    let wrong = 0;
    fc.assert(
      fc.property(type, data, (named, content) => {
        fc.pre(!(named === 'REG_MULTI_SZ' && typeof content === 'string'));
        const sent = { key: 'HKLM\\A', value: 'b', type: named, data: content };
        const asItem = checkedItem(sent, 0);
        const [listed] = listedItems(read('a.json', JSON.stringify([sent])));
        if (!('errors' in asItem)) {
          expect(listed).toEqual(asItem);
          return;
        }
        wrong++;
        expect(listed).toMatchObject({ key: 'HKLM\\A', value: 'b', unread: expect.any(String) });
        expect(listed).not.toHaveProperty('data');
      }),
      { numRuns: 2000 },
    );
    expect(wrong).toBeGreaterThan(200);
  });

  it('a long payload is told once: the answer to a long list does not grow with its square', async () => {
    const key = 'HKLM\\SOFTWARE\\Policies\\Google\\Chrome\\ExtensionInstallForcelist';
    const items = Array.from({ length: 1000 }, (_, at) => {
      return { key, value: `${at + 1}`, type: 'REG_SZ', data: 'x'.repeat(700) };
    });
    const nodes = (await itemsOf(...items)).map(({ mdm }) => mdm);
    expect(JSON.stringify(nodes).length).toBeLessThan(3_000_000);
    expect(nodes[0]?.payload?.length).toBeGreaterThan(700_000);
    for (const node of nodes.slice(1)) expect([node?.payload, node?.payloadAt]).toEqual([undefined, 0]);
    const few = (await itemsOf(...items.slice(0, 2))).map(({ mdm }) => mdm?.payload);
    expect(few[0]).toBeDefined();
    expect(few[1]).toBe(few[0]);
  });
});

describe('files', () => {
  const value: WrittenValue = { key: AU, value: 'ActiveHoursEnd', type: 'REG_DWORD', data: 9 };

  it('are read within the same limits; each value tells its place, each file its problem', async () => {
    const { result } = await verify({
      items: [{ key: AU, value: 'x' }],
      files: [
        { name: 'a.reg', content: base64(writeReg([value])) },
        { name: 'GPO/Machine/registry.pol', content: base64(writePol([value])) },
        { name: 'b.reg', content: '%%%' },
        { name: 'c.zip', content: base64(Uint8Array.of(0x50, 0x4b, 3, 4)) },
        { name: 'd.reg', content: base64(writeReg(Array.from({ length: MAX_ITEMS }, () => value))) },
      ],
    });
    expect(result.items.length).toBe(3);
    expect(result.items.map(({ at }) => at)).toEqual([
      undefined,
      { file: 'a.reg', line: 4 },
      { file: 'GPO/Machine/registry.pol', offset: 8 },
    ]);
    for (const { data } of result.items.slice(1)) expect(data?.verdict).toBe('documented');
    expect(result.files?.map(({ items, problem }) => [items, problem?.message.slice(0, 20)])).toEqual([
      [1, undefined],
      [1, undefined],
      [0, 'content is not base6'],
      [0, 'the file is an archi'],
      [0, 'with this file the r'],
    ]);
  });

  it('have 1,000 notes together: each has the name of its file', async () => {
    const content = base64(Buffer.from(`REGEDIT4\n${'[-HKLM\\A]\n'.repeat(600)}`));
    const files = Array.from({ length: 90 }, () => ({ name: 'a'.repeat(1000), content }));
    const { result } = await verify({ files });
    expect(result.files?.filter(({ notes }) => notes?.length === 600)).toHaveLength(1);
    expect(result.files?.filter(({ problem }) => problem?.message.includes('or notes'))).toHaveLength(89);
    expect(JSON.stringify(result).length).toBeLessThan(1_500_000);
  });
});

describe('a key of a file that is longer than one of a request', () => {
  // All readers hand their items to the one collector that cuts names (test/readers/recognise.test.ts).
  it.each([
    ['has', '[', 300],
    ['deletes', '[-', 0],
  ])('makes each item of one that %s it a wrong one that does not repeat it', async (_, bracket, count) => {
    const values = Array.from({ length: 300 }, (_, at) => `"v${at}"=dword:1\n`);
    const text = `REGEDIT4\n${bracket}HKEY_LOCAL_MACHINE\\${'a'.repeat(30_000)}]\n${values.join('')}`;
    const files = [{ name: 'a.reg', content: base64(Buffer.from(text)) }];
    const { result } = await verify({ items: count === 0 ? [{ key: AU, value: 'x' }] : [], files });
    const found = result.items.filter(({ at }) => at !== undefined);
    expect(found.length).toBe(count);
    for (const { problem } of found) expect(problem?.errors[0]?.pointer).toMatch(/^\/items\/\d+\/key$/);
    expect(JSON.stringify(result).length).toBeLessThan(1000 * 300);
  });
});

it('the key of a file is read as it stands, also where the command asks for it as an item', async () => {
  const name = 'Machine/Registry.pol';
  for (const key of [AU.replace('\\Windows\\', '/Windows/'), `${AU} `]) {
    const file = writePol([{ key, value: 'ActiveHoursEnd', type: 'REG_DWORD', data: 9 }]);
    const items = listedItems(read(name, file)).map((item) => ({ ...item, literal: true }));
    const typed = await verify({ items: [{ key, value: 'ActiveHoursEnd' }] });
    expect(typed.result.items[0]?.matches?.length).toBeGreaterThan(0);
    for (const request of [{ files: [{ name, content: base64(file) }] }, { items }]) {
      const { result } = await verify(request);
      expect(result.items.map(({ matches }) => matches)).toEqual([[]]);
    }
  }
});

describe('limits', () => {
  it('a body may have 1 MiB, and a keyed request needs its key', async () => {
    const big = { items: [{ key: AU, value: 'x', data: 'x'.repeat(1000 * 1024) }] };
    expect((await post(big)).status).toBe(200);
    expect((await post({ items: [{ key: 'x'.repeat(1024 * 1024), value: '' }] })).status).toBe(413);
    expect((await post({ items: [{}] }, '/k/v1/verify')).status).toBe(401);
  });

  it('the work for a client that has left ends, and its place is free again', async () => {
    const values = Array.from({ length: MAX_ITEMS }, (_, at) => ({ key: AU, value: `x${at}` }));
    const request = { items: values, files: [], lang: 'en-US', targetOs: null, detail: 'full' as const };
    const left = new AbortController();
    const answer = ask.verify(request, { signal: left.signal });
    left.abort(new Error('left'));
    await expect(answer).rejects.toThrow('left');

    const leaving = { ...ask, verify: () => Promise.reject(new Error('left')) };
    const app = createHttpApp({ snapshot: () => leaving }, { log: { error: () => {} } });
    const init = { ...postInit({ items: [{ key: AU, value: 'x' }] }), signal: AbortSignal.abort() };
    for (let at = 0; at <= WORKING.ofOne; at++) {
      expect((await app.request('/v1/verify', init)).status).toBe(499);
    }
  });

  it('of one address one body is worked on at a time and some wait; the others are told to come again', async () => {
    let running = 0;
    let most = 0;
    let release = () => {};
    const gate = new Promise<void>((done) => {
      release = done;
    });
    const slow = {
      ...ask,
      verify: async (...args: Parameters<Snapshot['verify']>) => {
        most = Math.max(most, ++running);
        return gate.then(() => ask.verify(...args)).finally(() => running--);
      },
    };
    const busy = createHttpApp({ snapshot: () => slow }, { log: { error: () => {} } });
    const body = postInit({ items: [{ key: AU, value: 'x' }] });
    const all = Array.from({ length: WORKING.ofOne + 2 }, async () => busy.request('/v1/verify', body));
    const refused = await Promise.race(all);
    expect(refused.status).toBe(503);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    release();
    const statuses = (await Promise.all(all)).map(({ status }) => status).sort();
    expect(statuses).toEqual([...Array<number>(WORKING.ofOne).fill(200), 503, 503]);
    expect(most).toBe(1);
    expect((await busy.request('/v1/verify', body)).status).toBe(200);
  });
});
