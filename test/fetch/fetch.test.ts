import { join } from 'node:path';
import { expect, test } from 'vitest';
import { vectors } from '../vectors.ts';
import { cab, PACKAGE_MSI, zip } from './_archives.ts';
import { byComment, direct, done, json, run, sha256, tree, URL_ZIP, workspace } from './_run.ts';
import { ADMX, KEPT, PACKAGE } from './_templates.ts';
import { type Reply, startVendors } from './_vendors.ts';

const vendors = await startVendors();

/** What the vendors send, by the names that the table of downloads gives them. */
const PACKAGES: Record<string, Buffer> = {
  zip: zip(PACKAGE),
  msi: PACKAGE_MSI,
  cab: cab({ 'MicrosoftEdgePolicyTemplates.zip': zip(PACKAGE) }),
  ddf: zip({ 'DDF/a/Policy.xml': '<a/>', 'DDF/b/ddf.XML': '<b/>', 'x.txt': '' }),
  none: zip({ 'readme.txt': 'moved' }),
};

interface Way {
  what: string;
  /**
   * By URL; `{zip}` and `{CAB}` in JSON stand for the SHA-256 of that package, `{lamp}` in the texts of a package for the
   * template.
   */
  answers: Record<
    string,
    Reply & { json?: object; text?: string; file?: string; zip?: Record<string, string> }
  >;
  lamp: object;
  attempts?: number;
  /** What differs from {@link done}; or an expression of the error, or all that is told where nothing is fetched. */
  result: { error?: string; status?: string; version?: string };
  /** The files or their names, where they are not {@link KEPT}. */
  kept?: string[] | Record<string, string>;
  /** Host and authorization of each request. */
  asked?: [string, string | null][];
}

const withLamp = (files: Record<string, string>) =>
  Object.fromEntries(Object.entries(files).map(([path, text]) => [path, text.replace('{lamp}', ADMX)]));

function withDigests(text: string): string {
  const digest = (name: string) => sha256(PACKAGES[name] ?? Buffer.of());
  return text.replaceAll('{zip}', digest('zip')).replaceAll('{CAB}', digest('cab').toUpperCase());
}

test('direct: the files, and the lock that says which', async () => {
  const place = await workspace();
  const body = zip(PACKAGE);
  vendors.file(URL_ZIP, body, '"one"');
  expect(await run(vendors, place, direct(URL_ZIP))).toEqual([done]);
  expect(await tree(place.into)).toEqual(
    Object.fromEntries(Object.entries(KEPT).map(([path, text]) => [`lamp/12.0.3/${path}`, text])),
  );
  const validators = { etag: '"one"', lastModified: 'Mon, 02 Nov 2026 10:00:00 GMT' };
  const files = [{ url: URL_ZIP, size: body.length, sha256: sha256(body), ...validators }];
  const lamp = [{ version: '12.0.3', date: '2026-11-02', dateFrom: 'last-modified', files }];
  expect(await json(place.lockFile)).toEqual({ lockVersion: 1, sources: { lamp } });
  expect(vendors.asked[0]?.headers['user-agent']).toMatch(/^hivecheck\/\d+\.\d+\.\d+ \(\+https:\/\//);
});

test.each(vectors<Way>('downloads'))('$what', async ({ answers, lamp, attempts, result, kept, asked }) => {
  for (const [url, { json, text, file, zip: files, ...reply }] of Object.entries(answers)) {
    const body = text ?? (json && withDigests(JSON.stringify(json)));
    const bytes = files ? zip(withLamp(files)) : file && (PACKAGES[file] ?? Buffer.from(KEPT[file] ?? ''));
    if (bytes) vendors.file(url, bytes, '"a"');
    else vendors.on(url, { ...reply, ...(body !== undefined && { body }) });
  }
  const place = await workspace();
  const http = { tokens: { 'api.github.com': 'secret' }, ...(attempts && { attempts }) };
  const [found] = await run(vendors, place, { lamp }, { http });
  if (asked) {
    const sent = vendors.asked.map(({ url, headers }) => [new URL(url).host, headers.authorization ?? null]);
    expect(sent).toEqual(asked);
  }
  if (result.error)
    return expect(found).toMatchObject({ status: 'failed', error: expect.stringMatching(result.error) });
  if (result.status) return expect(found).toEqual({ source: 'lamp', ...result });
  expect(found).toEqual({ ...done, ...result });
  const files = await tree(join(place.into, 'lamp', result.version ?? done.version));
  if (Array.isArray(kept)) expect(Object.keys(files).sort()).toEqual(kept);
  else expect(files).toEqual(withLamp(kept ?? KEPT));
});

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
