import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { FetchProgress } from '../../build/fetch/fetch.ts';
import { cab, selfExtracting, tarGz, zip } from './_archives.ts';
import { msi } from './_msi.ts';
import { json, run, sha256, tree, workspace } from './_run.ts';
import { ADMX, adml, KEPT, PACKAGE } from './_templates.ts';
import { Vendors } from './_vendors.ts';

const vendors = new Vendors();
beforeAll(() => vendors.start());
afterAll(() => vendors.stop());
beforeEach(() => vendors.reset());

const byComment = { from: 'file', file: 'lamp.admx', pattern: 'demo version: ([\\d.]+)' };
const direct = (url: string, more: object = {}) => ({
  lamp: { kind: 'direct', urls: [url], version: byComment, ...more },
});
const URL_ZIP = 'https://dl.example.com/templates.zip';
const done = { source: 'lamp', status: 'fetched', version: '12.0.3', date: '2026-11-02', files: 3 };

describe('each way to a download', () => {
  test('direct: the files, and the lock that says which', async () => {
    const place = await workspace();
    const body = zip(PACKAGE);
    vendors.file(URL_ZIP, body, '"one"');
    expect(await run(vendors, place, direct(URL_ZIP))).toEqual([done]);
    expect(await tree(place.into)).toEqual(
      Object.fromEntries(Object.entries(KEPT).map(([path, text]) => [`lamp/12.0.3/${path}`, text])),
    );
    expect(await json(place.lockFile)).toEqual({
      lockVersion: 1,
      sources: {
        lamp: [
          {
            version: '12.0.3',
            date: '2026-11-02',
            dateFrom: 'last-modified',
            files: [
              {
                url: URL_ZIP,
                size: body.length,
                sha256: sha256(body),
                etag: '"one"',
                lastModified: 'Mon, 02 Nov 2026 10:00:00 GMT',
              },
            ],
          },
        ],
      },
    });
    expect(vendors.asked[0]?.headers['user-agent']).toMatch(/^hivecheck\/\d+\.\d+\.\d+ \(\+https:\/\//);
  });

  test('download center: the file named in the page', async () => {
    const details = {
      dlcDetailsView: {
        downloadFile: [
          {
            name: 'Templates.msi',
            url: 'https://download.microsoft.com/x/Templates.msi',
            datePublished: '10/27/2025 5:02:01 PM',
          },
          { name: 'Readme.docx', url: 'https://download.microsoft.com/x/Readme.docx' },
        ],
      },
    };
    vendors.on('https://www.microsoft.com/en-us/download/details.aspx?id=42', {
      body: `<html><script>window.__DLCDetails__=${JSON.stringify(details)}</script><i>"version":"3.0"</i></html>`,
    });
    vendors.file('https://download.microsoft.com/x/Templates.msi', msi(PACKAGE), '"m"');
    const place = await workspace();
    const lamp = {
      kind: 'download-center',
      id: 42,
      file: '\\.msi$',
      version: { from: 'declared', version: '25H2' },
    };
    expect(await run(vendors, place, { lamp })).toEqual([{ ...done, version: '25H2', date: '2025-10-27' }]);
    expect(await tree(join(place.into, 'lamp/25H2'))).toEqual(KEPT);
    const [ambiguous] = await run(vendors, place, { lamp: { ...lamp, file: undefined } });
    expect(ambiguous).toMatchObject({
      status: 'failed',
      error: expect.stringContaining('Templates.msi, Readme.docx'),
    });
  });

  test('github-release: newest release that is out and has the asset, by the digest it lists', async () => {
    const body = zip(PACKAGE);
    const asset = (name: string, digest?: string) => ({
      name,
      digest,
      browser_download_url: `https://github.com/a/b/${name}`,
    });
    const release = (tag: string, more: object) => ({
      tag_name: tag,
      published_at: '2026-08-20T01:02:03Z',
      draft: false,
      prerelease: false,
      assets: [],
      ...more,
    });
    const releases = (digest: string) => [
      release('v9.0', { draft: true, assets: [asset('policy_9.zip')] }),
      release('v8.2', { prerelease: true, assets: [asset('policy_82.zip')] }),
      release('v8.1.1', { assets: [asset('source.txt')] }),
      release('v8.1', { assets: [asset('notes.txt'), asset('policy_8.zip', `sha256:${digest}`)] }),
    ];
    const api = 'https://api.github.com/repos/a/b/releases?per_page=30';
    vendors.on(api, { body: JSON.stringify(releases(sha256(body))) });
    vendors.file('https://github.com/a/b/policy_8.zip', body, '"g"');
    const place = await workspace();
    const lamp = {
      kind: 'github-release',
      repo: 'a/b',
      asset: '^policy_.*\\.zip$',
      version: { from: 'release' },
    };
    const http = { tokens: { 'api.github.com': 'secret' } };
    expect(await run(vendors, place, { lamp }, { http })).toEqual([
      { ...done, version: '8.1', date: '2026-08-20' },
    ]);
    expect(vendors.asked.map(({ url, headers }) => [new URL(url).host, headers.authorization])).toEqual([
      ['api.github.com', 'Bearer secret'],
      ['github.com', undefined],
    ]);
    vendors.on(api, { body: JSON.stringify(releases('0'.repeat(64))) });
    const [wrong] = await run(vendors, await workspace(), { lamp });
    expect(wrong).toMatchObject({
      status: 'failed',
      error: expect.stringMatching(/listed: 0{64}\n.*now: {4}[0-9a-f]{64}/),
    });
  });

  test('raw-files: the chosen files of one commit', async () => {
    const sha = 'a'.repeat(40);
    vendors.on('https://api.github.com/repos/a/b/commits/main', {
      body: JSON.stringify({ sha, commit: { committer: { date: '2026-03-04T05:06:07Z' } } }),
    });
    const paths = ['intune/lamp.admx', 'intune/en-US/lamp.adml', 'intune/fr-FR/lamp.adml', 'src/main.c'];
    vendors.on(`https://api.github.com/repos/a/b/git/trees/${sha}?recursive=1`, {
      body: JSON.stringify({ truncated: false, tree: paths.map((path) => ({ path, type: 'blob' })) }),
    });
    const raw = `https://raw.githubusercontent.com/a/b/${sha}/intune`;
    for (const [path, text] of Object.entries(KEPT)) vendors.on(`${raw}/${path}`, { body: text });
    const place = await workspace();
    const lamp = {
      kind: 'raw-files',
      repo: 'a/b',
      ref: 'main',
      files: '^intune/.*\\.adm[lx]$',
      version: { from: 'release' },
    };
    const expected = { ...done, version: 'a'.repeat(12), date: '2026-03-04' };
    expect(await run(vendors, place, { lamp })).toEqual([expected]);
    expect(await tree(join(place.into, 'lamp', 'a'.repeat(12)))).toEqual(KEPT);
  });

  test('edge-api: the newest templates that are not of a preview, compared as numbers', async () => {
    const body = cab({ 'MicrosoftEdgePolicyTemplates.zip': zip(PACKAGE) });
    const release = (version: string, hash = '') => ({
      ProductVersion: version,
      PublishedTime: '2026-08-21T00:00:00',
      Artifacts: [
        {
          Location: `https://msedge.example.com/${version}.cab`,
          Hash: hash.toUpperCase(),
          HashAlgorithm: 'SHA256',
        },
      ],
    });
    const products = [
      { Product: 'Beta', Releases: [release('101.0.9.9')] },
      { Product: 'Stable', Releases: [release('99.0.1.1'), release('100.0.1.2')] },
      {
        Product: 'Policy',
        Releases: [release('99.9.9.9'), release('101.0.1.1'), release('100.0.1.2', sha256(body))],
      },
    ];
    vendors.on('https://edgeupdates.microsoft.com/api/products?view=enterprise', {
      body: JSON.stringify(products),
    });
    vendors.file('https://msedge.example.com/100.0.1.2.cab', body, '"e"');
    const place = await workspace();
    const result = await run(vendors, place, { lamp: { kind: 'edge-api', version: { from: 'release' } } });
    expect(result).toEqual([{ ...done, version: '100.0.1.2', date: '2026-08-21' }]);
    expect(await tree(join(place.into, 'lamp/100.0.1.2'))).toEqual(KEPT);
  });

  test('json-api and page-link', async () => {
    vendors.on('https://update.example.com/latest', {
      body: JSON.stringify({ productVersion: '1.127.0', url: 'https://dl.example.com/lamp_1.127.zip' }),
    });
    vendors.file('https://dl.example.com/lamp_1.127.zip', zip(PACKAGE), '"j"');
    vendors.on('https://learn.example.com/ddf', {
      body: '<a href="/other.zip">x</a> <a href="https://dl.example.com/DDFv2Feb2026.zip">DDF v2</a> <a href="https://dl.example.com/DDFv2Sep2024.zip">old</a>',
    });
    vendors.file(
      'https://dl.example.com/DDFv2Feb2026.zip',
      zip({ 'DDF/a/Policy.xml': '<a/>', 'DDF/b/ddf.XML': '<b/>', 'x.txt': '' }),
      '"d"',
    );
    const place = await workspace();
    const result = await run(vendors, place, {
      app: {
        kind: 'json-api',
        url: 'https://update.example.com/latest',
        urlField: 'url',
        versionField: 'productVersion',
        version: { from: 'release' },
      },
      ddf: {
        kind: 'page-link',
        page: 'https://learn.example.com/ddf',
        link: 'DDFv2\\w+\\.zip$',
        version: { from: 'url', pattern: 'DDFv2(\\w+)\\.zip' },
        pick: { include: '\\.xml$', flat: true },
      },
    });
    expect(result).toEqual([
      { ...done, source: 'app', version: '1.127.0' },
      { ...done, source: 'ddf', version: 'Feb2026', files: 2 },
    ]);
    expect(Object.keys(await tree(join(place.into, 'ddf/Feb2026'))).sort()).toEqual([
      'Policy.xml',
      'ddf.XML',
    ]);
  });

  test('manual: the reason, and no request', async () => {
    const reason = 'the link of the page expires and is signed';
    const result = await run(vendors, await workspace(), {
      lamp: { kind: 'manual', reason, page: 'https://example.com/' },
    });
    expect(result).toEqual([{ source: 'lamp', status: 'manual', reason, page: 'https://example.com/' }]);
    expect(vendors.asked).toEqual([]);
  });

  test.each<[string, Uint8Array]>([
    ['zip', zip(PACKAGE)],
    ['cab', cab(PACKAGE)],
    ['msi', msi(PACKAGE)],
    ['exe', selfExtracting(PACKAGE)],
    ['tar.gz', tarGz(PACKAGE)],
  ])('a package as %s gives the same folder', async (kind, body) => {
    const url = `https://dl.example.com/templates.${kind}`;
    vendors.file(url, body, '"k"');
    const place = await workspace();
    expect(await run(vendors, place, direct(url))).toEqual([done]);
    expect(await tree(join(place.into, 'lamp/12.0.3'))).toEqual(KEPT);
  });
});

describe('languages', () => {
  const pick = (files: Record<string, string>, rule: object) => {
    vendors.file(URL_ZIP, zip(files), `"${JSON.stringify(rule)}"`);
    return (place: { into: string; lockFile: string }) =>
      run(vendors, place, direct(URL_ZIP, { pick: rule }));
  };

  test('are read from the innermost folder, put in canonical form, declared, or told by the ending', async () => {
    const place = await workspace();
    const files = {
      'win-admx/lamp.admx': ADMX,
      'en-GB/pt_br/lamp.adml': 'pt',
      'ZH-hans-cn/lamp.adml': 'zh',
      'es-419/lamp.adml': 'es',
      'de/lamp.adml': 'de',
      'win-admx/lamp.adml': 'en',
    };
    const rule = { languages: { de: 'de-DE' }, defaultLanguage: 'en-US' };
    expect(await pick(files, rule)(place)).toMatchObject([{ status: 'fetched' }]);
    const languages = { 'pt-BR': 'pt', 'zh-Hans-CN': 'zh', 'es-419': 'es', 'de-DE': 'de', 'en-US': 'en' };
    expect(await tree(join(place.into, 'lamp/12.0.3'))).toEqual({
      'lamp.admx': ADMX,
      ...Object.fromEntries(Object.entries(languages).map(([tag, text]) => [`${tag}/lamp.adml`, text])),
    });
    const flat = { 'lamp.admx': ADMX, 'lamp.adml': 'de', 'lamp.adml0': 'en' };
    const other = await workspace();
    expect(await pick(flat, { suffixLanguages: { '': 'de-DE', 0: 'en-US' } })(other)).toMatchObject([
      { files: 3 },
    ]);
    expect(await tree(join(other.into, 'lamp/12.0.3'))).toMatchObject({
      'de-DE/lamp.adml': 'de',
      'en-US/lamp.adml': 'en',
    });
  });

  test('are never guessed', async () => {
    const [result] = await pick({ 'lamp.admx': ADMX, 'texts/lamp.adml': 'en' }, {})(await workspace());
    expect(result).toMatchObject({
      status: 'failed',
      error: expect.stringContaining('nothing tells the language of texts/lamp.adml'),
    });
  });

  test('two different files for one place are an error, two equal ones are not', async () => {
    const same = { 'a/lamp.admx': ADMX, 'b/LAMP.admx': ADMX };
    expect(await pick(same, {})(await workspace())).toMatchObject([{ status: 'fetched', files: 1 }]);
    const [result] = await pick({ ...same, 'b/LAMP.admx': `${ADMX} ` }, {})(await workspace());
    expect(result).toMatchObject({
      status: 'failed',
      error: expect.stringContaining('a/lamp.admx and b/LAMP.admx differ'),
    });
  });
});

/** Settles once the client has so many bytes on its disk: only then may the server cut the line. */
function reader(bytes: number) {
  let settle = () => {};
  const done = new Promise<void>((resolve) => {
    settle = resolve;
  });
  return { done, onProgress: ({ received }: FetchProgress) => (received >= bytes ? settle() : undefined) };
}

describe('what the network does', () => {
  test('redirects are followed over hosts, with the version of where they end', async () => {
    vendors.on('https://aka.example.com/lamp', { status: 302, headers: { location: '/moved' } });
    vendors.on('https://aka.example.com/moved', {
      status: 301,
      headers: { location: 'https://dl.example.com/lamp_3.5.zip' },
    });
    vendors.file('https://dl.example.com/lamp_3.5.zip', zip(PACKAGE), '"r"');
    const version = { from: 'url', pattern: 'lamp_([\\d.]+)\\.zip' };
    const result = await run(vendors, await workspace(), direct('https://aka.example.com/lamp', { version }));
    expect(result).toEqual([{ ...done, version: '3.5' }]);
  });

  test.each([
    [
      'out of https',
      'http://dl.example.com/x.zip',
      /leads to http:\/\/dl\.example\.com, and only https is followed/,
    ],
    ['in a circle', 'https://dl.example.com/templates.zip', /more than 8 redirects/],
  ])('redirects %s end', async (_what, location, message) => {
    vendors.on(URL_ZIP, { status: 302, headers: { location } });
    const [result] = await run(vendors, await workspace(), direct(URL_ZIP));
    expect(result).toMatchObject({ status: 'failed', error: expect.stringMatching(message) });
  });

  test('503, 429 and a cut connection are tried again; 404 is not', async () => {
    const body = zip(PACKAGE);
    vendors.on(URL_ZIP, (_asked, count) => {
      if (count === 1) return { status: 503, headers: { 'retry-after': '0' } };
      if (count === 2) return { status: 429, headers: { 'retry-after': 'Wed, 21 Oct 2015 07:28:00 GMT' } };
      return count === 3 ? { body, cutAfter: 10 } : { body };
    });
    const place = await workspace();
    expect(await run(vendors, place, direct(URL_ZIP))).toEqual([{ ...done, date: '2026-11-20' }]);
    expect(vendors.asked).toHaveLength(4);
    vendors.reset();
    vendors.on(URL_ZIP, { status: 404 });
    const [gone] = await run(vendors, place, direct(URL_ZIP));
    expect(gone).toMatchObject({ status: 'failed', error: expect.stringContaining('answers 404') });
    expect(vendors.asked).toHaveLength(1);
  });

  test('attempts are bounded', async () => {
    vendors.on(URL_ZIP, { status: 503 });
    const [result] = await run(vendors, await workspace(), direct(URL_ZIP), { http: { attempts: 3 } });
    expect(result).toMatchObject({
      status: 'failed',
      error: expect.stringContaining('given up after 3 attempts'),
    });
    expect(vendors.asked).toHaveLength(3);
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
    expect(vendors.asked.map(({ headers }) => [headers.range, headers['if-range']])).toEqual([
      [undefined, undefined],
      ['bytes=300-', '"t"'],
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

  test('a body larger than allowed is refused, announced or not', async () => {
    const body = zip(PACKAGE);
    const small = direct(URL_ZIP, { maxBytes: body.length - 1 });
    vendors.on(URL_ZIP, { body });
    const error = expect.stringContaining(`larger than the ${body.length - 1} bytes allowed`);
    expect(await run(vendors, await workspace(), small)).toMatchObject([{ status: 'failed', error }]);
    vendors.on(URL_ZIP, { body, chunked: true });
    expect(await run(vendors, await workspace(), small)).toMatchObject([{ status: 'failed', error }]);
    expect(vendors.asked).toHaveLength(2);
  });

  test('what has not changed is not sent again', async () => {
    const place = await workspace();
    vendors.file(URL_ZIP, zip(PACKAGE), '"same"');
    await run(vendors, place, direct(URL_ZIP));
    const before = await tree(place.into);
    expect(await run(vendors, place, direct(URL_ZIP))).toEqual([{ ...done, status: 'unchanged', files: 1 }]);
    expect(vendors.asked.at(-1)?.headers).toMatchObject({ 'if-none-match': '"same"' });
    expect(await tree(place.into)).toEqual(before);
  });

  test('never more than two connections to a host', async () => {
    const names = ['a', 'b', 'c', 'd', 'e', 'f'];
    for (const name of names) vendors.file(`https://dl.example.com/${name}.zip`, zip(PACKAGE), `"${name}"`);
    const all = Object.fromEntries(
      names.map((name) => [name, direct(`https://dl.example.com/${name}.zip`).lamp]),
    );
    expect(await run(vendors, await workspace(), all)).toHaveLength(6);
    expect(vendors.mostAtOnce).toBeGreaterThan(0);
    expect(vendors.mostAtOnce).toBeLessThanOrEqual(2);
  });

  test('progress ends at the whole', async () => {
    const body = zip(PACKAGE);
    vendors.file(URL_ZIP, body, '"p"');
    const seen: [number, number | undefined][] = [];
    await run(vendors, await workspace(), direct(URL_ZIP), {
      onProgress: ({ received, total }) => seen.push([received, total]),
    });
    expect(seen.at(-1)).toEqual([body.length, body.length]);
  });
});

describe('the pin', () => {
  test('a pinned version with other bytes is refused with both digests, and kept as it was', async () => {
    const place = await workspace();
    const first = zip(PACKAGE);
    vendors.file(URL_ZIP, first, '"one"');
    await run(vendors, place, direct(URL_ZIP));
    const [files, lock] = [await tree(place.into), await json(place.lockFile)];
    const second = zip({ ...PACKAGE, 'windows/admx/en-US/lamp.adml': adml('Lamp') });
    vendors.file(URL_ZIP, second, '"two"');
    const [result] = await run(vendors, place, direct(URL_ZIP));
    expect(result).toMatchObject({ status: 'failed' });
    const error = result?.status === 'failed' ? result.error : '';
    expect(error).toContain('lamp 12.0.3');
    expect(error).toContain(sha256(first));
    expect(error).toContain(sha256(second));
    expect(error).toContain('--accept-changed');
    expect([await tree(place.into), await json(place.lockFile)]).toEqual([files, lock]);
    expect(await run(vendors, place, direct(URL_ZIP), { acceptChanged: true })).toEqual([done]);
    expect(await json(place.lockFile)).toMatchObject({
      sources: { lamp: [{ files: [{ sha256: sha256(second) }] }] },
    });
    expect((await tree(place.into))['lamp/12.0.3/en-US/lamp.adml']).toBe(adml('Lamp'));
  });

  test('a new version stands beside the old one', async () => {
    const place = await workspace();
    vendors.file(URL_ZIP, zip(PACKAGE), '"one"');
    await run(vendors, place, direct(URL_ZIP));
    const next = { ...PACKAGE, 'windows/admx/lamp.admx': ADMX.replace('12.0.3', '13.0.0') };
    vendors.file(URL_ZIP, zip(next), '"two"', 'Tue, 10 Nov 2026 10:00:00 GMT');
    expect(await run(vendors, place, direct(URL_ZIP))).toMatchObject([
      { version: '13.0.0', date: '2026-11-10' },
    ]);
    expect(await readdir(join(place.into, 'lamp'))).toEqual(['12.0.3', '13.0.0']);
    const lock = await json(place.lockFile);
    expect(lock).toMatchObject({ sources: { lamp: [{ version: '12.0.3' }, { version: '13.0.0' }] } });
  });

  test('a failing source leaves the others alone, and no trace of itself', async () => {
    const place = await workspace();
    vendors.file(URL_ZIP, zip(PACKAGE), '"one"');
    vendors.on('https://bad.example.com/x.zip', { body: zip({ '../evil.admx': ADMX }) });
    const all = { ...direct(URL_ZIP), evil: direct('https://bad.example.com/x.zip').lamp };
    const [evil, lamp] = await run(vendors, place, all);
    expect(evil).toMatchObject({
      source: 'evil',
      status: 'failed',
      error: expect.stringContaining('lies outside'),
    });
    expect(lamp).toEqual(done);
    expect(await readdir(place.into)).toEqual(['lamp']);
    expect(Object.keys(await tree(join(place.into, '..')))).not.toContain('evil.admx');
  });
});

describe('what a maintainer gets wrong', () => {
  test('an unknown source names the known ones', async () => {
    const wrong = run(vendors, await workspace(), direct(URL_ZIP), { ids: ['lamb'] });
    await expect(wrong).rejects.toThrow('No download is declared for lamb. Declared: lamp');
  });

  test('a wrong declaration names the source and the member', async () => {
    const place = await workspace();
    const bad = {
      lamp: { kind: 'direct', urls: ['http://example.com/a.zip'], version: byComment },
      b: { kind: 'page-link', page: 'https://x.org/', link: '(', version: byComment },
    };
    await expect(run(vendors, place, bad)).rejects.toThrow(
      /lamp\.urls\.0: must be an https URL[\s\S]*b\.link: not a regular expression/,
    );
  });

  test('a version that is not found, or cannot be a folder, is an error', async () => {
    vendors.file(URL_ZIP, zip(PACKAGE), '"v"');
    const none = direct(URL_ZIP, { version: { from: 'file', file: 'lamp.admx', pattern: 'build (\\d+)' } });
    expect(await run(vendors, await workspace(), none)).toMatchObject([
      { error: expect.stringContaining('no version found') },
    ]);
    const odd = direct(URL_ZIP, { version: { from: 'declared', version: '../25H2' } });
    expect(await run(vendors, await workspace(), odd)).toMatchObject([
      { error: expect.stringContaining('cannot be a version') },
    ]);
  });

  test('a package without templates is an error', async () => {
    vendors.file(URL_ZIP, zip({ 'readme.txt': 'moved' }), '"n"');
    const result = await run(vendors, await workspace(), direct(URL_ZIP));
    expect(result).toMatchObject([
      { status: 'failed', error: expect.stringContaining('none of the files looked for') },
    ]);
  });
});
