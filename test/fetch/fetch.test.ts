import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { cab, PACKAGE_MSI, zip } from './_archives.ts';
import { byComment, direct, done, json, run, sha256, tree, URL_ZIP, workspace } from './_run.ts';
import { KEPT, PACKAGE } from './_templates.ts';
import { startVendors } from './_vendors.ts';

const vendors = await startVendors();

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
    vendors.file('https://download.microsoft.com/x/Templates.msi', PACKAGE_MSI, '"m"');
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
