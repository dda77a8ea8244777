import { readdir } from 'node:fs/promises';
import { expect, test } from 'vitest';
import type { FetchProgress } from '../../build/pipeline/fetch/fetch.ts';
import { Http } from '../../build/pipeline/fetch/http.ts';
import { vectors } from '../vectors.ts';
import { zip } from './_archives.ts';
import { direct, done, json, run, sha256, tree, URL_ZIP, workspace } from './_run.ts';
import { PACKAGE } from './_templates.ts';
import { startVendors } from './_vendors.ts';

const vendors = await startVendors();

/** Settles once the client has so many bytes on its disk: only then may the server cut the line. */
function reader(bytes: number) {
  let settle = () => {};
  const done = new Promise<void>((resolve) => {
    settle = resolve;
  });
  return { done, onProgress: ({ received }: FetchProgress) => (received >= bytes ? settle() : undefined) };
}

const PRIVATE = vectors<string>('private-hosts');
test.each(PRIVATE)(
  'a redirect to %s is not followed, though the declaration allows the host',
  async (host) => {
    vendors.on(URL_ZIP, { status: 302, headers: { location: `https://${host}/x` } });
    const http = new Http({
      userAgent: 'test',
      origins: { 'dl.example.com': vendors.origins()['dl.example.com'] ?? '' },
    });
    const name = new URL(`https://${host}/`).host;
    await expect(http.allowing([name]).text(URL_ZIP)).rejects.toThrow('which is not a public address');
    await http.close();
  },
);

test('503, 429 and a cut connection are tried again', async () => {
  const body = zip(PACKAGE);
  vendors.on(URL_ZIP, (_asked, count) => {
    if (count === 1) return { status: 503, headers: { 'retry-after': '0' } };
    if (count === 2) return { status: 429, headers: { 'retry-after': 'Wed, 21 Oct 2015 07:28:00 GMT' } };
    return count === 3 ? { body, cutAfter: 10 } : { body };
  });
  const place = await workspace();
  expect(await run(vendors, place, direct(URL_ZIP))).toEqual([{ ...done, date: '2026-11-20' }]);
  // The body that broke off is not resumed: it has no validator.
  expect(vendors.asked).toHaveLength(4);
});

test('a truncated body goes on where it broke off', async () => {
  const body = zip({
    ...PACKAGE,
    'filler.bin': Uint8Array.from({ length: 90_000 }, (_, at) => (at * at) % 251),
  });
  const read = reader(300);
  vendors.on(URL_ZIP, ({ headers }, count) => {
    const reply = { body, headers: { etag: '"t"', 'last-modified': 'Mon, 02 Nov 2026 10:00:00 GMT' } };
    if (count === 1) return { ...reply, cutAfter: 300, cut: read.done };
    const from = Number(/\d+/.exec(headers.range ?? '')?.[0]);
    const range = { 'content-range': `bytes ${from}-${body.length - 1}/${body.length}` };
    return { status: 206, body: body.subarray(from), headers: { ...reply.headers, ...range } };
  });
  expect(await run(vendors, await workspace(), direct(URL_ZIP), read)).toEqual([done]);
  expect(vendors.asked.map(({ headers }) => [headers.range, headers['if-match']])).toEqual([
    [undefined, undefined],
    [`bytes=300-${body.length - 1}`, '"t"'],
  ]);
});

test('a file that changed between the halves is taken whole', async () => {
  const [old, now] = [zip({ 'lamp.admx': 'old' }), zip(PACKAGE)];
  vendors.on(URL_ZIP, (_asked, count) =>
    count === 1
      ? { body: old, headers: { etag: '"old"' }, cutAfter: 20 }
      : { body: now, headers: { etag: '"new"' } },
  );
  const place = await workspace();
  expect(await run(vendors, place, direct(URL_ZIP))).toMatchObject([{ status: 'fetched', files: 3 }]);
  expect(await json(place.lockFile)).toMatchObject({
    sources: { lamp: [{ files: [{ sha256: sha256(now) }] }] },
  });
});

test('without a strong ETag the rest of another file is not joined', async () => {
  const [old, now] = [zip({ 'lamp.admx': 'old' }), zip(PACKAGE)];
  const read = reader(20);
  vendors.on(URL_ZIP, ({ headers: { range, 'if-range': condition } }, count) => {
    const from = range === undefined || condition ? 0 : 20;
    const headers = {
      'last-modified': `Mon, 0${count} Nov 2026 10:00:00 GMT`,
      'content-length': `${now.length - from}`,
      'content-range': `bytes ${from}-${now.length - 1}/${now.length}`,
    };
    if (count === 1) return { body: old, headers, cutAfter: 20, cut: read.done };
    return { status: from > 0 ? 206 : 200, body: now.subarray(from), headers };
  });
  const place = await workspace();
  await run(vendors, place, direct(URL_ZIP), read);
  expect(await json(place.lockFile)).toMatchObject({
    sources: { lamp: [{ files: [{ sha256: sha256(now) }] }] },
  });
});

test('a broken download goes on in the next run, from the cache', async () => {
  const body = zip(PACKAGE);
  const place = await workspace();
  const headers = { etag: '"c"', 'last-modified': 'Mon, 02 Nov 2026 10:00:00 GMT' };
  const read = reader(200);
  vendors.on(URL_ZIP, { body, headers, cutAfter: 200, cut: read.done });
  const [failed] = await run(vendors, place, direct(URL_ZIP), { ...read, http: { attempts: 1 } });
  expect(failed).toMatchObject({ status: 'failed' });
  vendors.file(URL_ZIP, body, '"c"');
  expect(await run(vendors, place, direct(URL_ZIP))).toEqual([done]);
  expect(vendors.asked.at(-1)?.headers.range).toBe('bytes=200-');
  expect(await readdir(place.cache)).toEqual([]);
});

test('progress ends at the whole, and what has not changed is not sent again', async () => {
  const place = await workspace();
  const body = zip(PACKAGE);
  vendors.file(URL_ZIP, body, '"same"');
  const seen: unknown[] = [];
  await run(vendors, place, direct(URL_ZIP), {
    onProgress: ({ received, total }) => seen.push([received, total]),
  });
  expect(seen.at(-1)).toEqual([body.length, body.length]);
  const before = await tree(place.into);
  expect(await run(vendors, place, direct(URL_ZIP))).toEqual([{ ...done, status: 'unchanged', files: 1 }]);
  expect(vendors.asked.at(-1)?.headers).toMatchObject({ 'if-none-match': '"same"' });
  expect(await tree(place.into)).toEqual(before);
});

test('never more than two connections to a host, whoever asks', async () => {
  const urls = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'].map((name) => `https://dl.example.com/${name}`);
  for (const url of urls) vendors.on(url, { body: 'x'.repeat(200_000) });
  const http = new Http({ userAgent: 'test', origins: vendors.origins() });
  await Promise.all(urls.map((url) => http.text(url)));
  await http.close();
  expect(vendors.asked).toHaveLength(8);
  expect(new Set(vendors.asked.map(({ connection }) => connection)).size).toBe(2);
});
