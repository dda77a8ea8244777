/** When a broken download goes on, and when it begins anew: two files must never be joined into one. */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { download } from '../../build/pipeline/fetch/download.ts';
import type { Http, HttpResponse } from '../../build/pipeline/fetch/http.ts';
import { newFolder } from '../scratch.ts';
import { vectors } from '../vectors.ts';

const URL_FILE = 'https://example.com/file.bin';
const BODY = Buffer.from('0123456789');

interface Answer {
  status: number;
  headers?: Record<string, string>;
  body?: Uint8Array;
  /** The connection breaks after the body. */
  breaks?: boolean;
}

/** A host of prepared answers, without retries of its own; `asked` has the headers of each request. */
function host(...answers: Answer[]) {
  const asked: Record<string, string>[] = [];
  const get = async (url: string, headers: Record<string, string>): Promise<HttpResponse> => {
    asked.push(headers);
    const {
      status,
      headers: sent = {},
      body = Buffer.alloc(0),
      breaks,
    } = answers[asked.length - 1] as Answer;
    const read = (async function* () {
      yield body;
      if (breaks) throw new Error('broken');
    })();
    const stream = Object.assign(read, { dump: async () => {}, destroy: () => {}, on: () => stream });
    return { statusCode: status, headers: sent, body: stream, url } as unknown as HttpResponse;
  };
  const reading = <T>(_url: string, read: () => Promise<T>): Promise<T> => read();
  return { http: { get, reading } as unknown as Http, asked };
}

const request = async (maxBytes = 100) => ({
  url: URL_FILE,
  file: join(await newFolder(), 'file.bin'),
  maxBytes,
});
const half = (headers: Record<string, string>): Answer => ({
  status: 200,
  headers: { 'content-length': '10', ...headers },
  body: BODY.subarray(0, 4),
  breaks: true,
});
const whole = { status: 200, headers: { 'content-length': '10' }, body: BODY };
const rest = (range: string, body = BODY.subarray(4)): Answer => ({
  status: 206,
  headers: { 'content-range': range, 'content-length': String(body.length) },
  body,
});

type Resumed = [what: string, headers: Record<string, string>, validator?: string];
it.each(vectors<Resumed>('resumed-downloads'))('%s', async (_, headers, validator) => {
  const asked = await request();
  const { http, asked: sent } = host(half(headers), validator ? rest('bytes 4-9/10') : whole);
  await expect(download(http, asked)).rejects.toThrow('broken');
  expect(await download(http, asked)).toMatchObject({ changed: true, size: 10 });
  expect(sent[1]).toEqual(validator ? { range: 'bytes=4-', 'if-range': validator } : {});
  expect(await readFile(asked.file, 'utf8')).toBe(String(BODY));
});

it('begins anew where the part is of another URL, and takes the whole file where the host sends no range', async () => {
  for (const [url, headers] of [
    ['https://example.com/other.bin', {}],
    [URL_FILE, { range: 'bytes=4-', 'if-range': '"a"' }],
  ] as const) {
    const asked = await request();
    const { http, asked: sent } = host(half({ etag: '"a"' }), { ...whole, body: Buffer.from('ABCDEFGHIJ') });
    await expect(download(http, asked)).rejects.toThrow('broken');
    await download(http, { ...asked, url });
    expect(sent[1]).toEqual(headers);
    expect(await readFile(asked.file, 'utf8')).toBe('ABCDEFGHIJ');
  }
});

it.each(['bytes 3-9/10', 'bytes 0-9/10', 'bytes */10'])('refuses the range %s', async (range) => {
  const asked = await request();
  const { http } = host(half({ etag: '"a"' }), rest(range));
  await expect(download(http, asked)).rejects.toThrow('broken');
  await expect(download(http, asked)).rejects.toThrow('sends another range than the one asked for');
});

it('refuses a body that ends early, and one that is larger than allowed', async () => {
  const { http } = host({ ...whole, body: BODY.subarray(0, 7) });
  await expect(download(http, await request())).rejects.toThrow('broke off after 7 of 10 bytes');
  for (const large of [whole, { status: 200, body: BODY }]) {
    const { http: sending } = host(large);
    await expect(download(sending, await request(9))).rejects.toThrow('larger than the 9 bytes allowed');
  }
});

it('does not trust the notes of a part', async () => {
  const asked = await request();
  await writeFile(`${asked.file}.part`, 'xxxx');
  for (const note of ['{', '{}', 'null', JSON.stringify({ url: URL_FILE, validator: 7 })]) {
    await writeFile(`${asked.file}.part.json`, note);
    const { http, asked: sent } = host(whole);
    await download(http, asked);
    expect(sent[0]).toEqual({});
    await writeFile(`${asked.file}.part`, 'xxxx');
  }
});
