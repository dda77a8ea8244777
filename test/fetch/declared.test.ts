/** The project's own list of downloads, and the real files of the vendors where they are at hand. */
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readDeclarations } from '../../build/pipeline/fetch/declarations.ts';
import { bytesBelow } from '../scratch.ts';
import { cab, tarGz, zip } from './_archives.ts';
import { run, sha256, workspace } from './_run.ts';
import { startVendors } from './_vendors.ts';

const repository = join(import.meta.dirname, '../..');
const shared = join(repository, '../shared/sources');
const sources: {
  sources: { id: string; kind: string; versions: { version: string; languages: string[] }[] }[];
} = JSON.parse(await readFile(join(repository, 'facts/sources.json'), 'utf8'));
// What a person reads is not fetched.
sources.sources = sources.sources.filter(({ kind }) => kind !== 'pages');
const declared = await readDeclarations(join(repository, 'facts/downloads.json'));

test('every source has a way to be had, and no other has', () => {
  expect(Object.keys(declared).sort()).toEqual(sources.sources.map(({ id }) => id).sort());
});

test('a pattern that names a version has the one group that is it', () => {
  for (const [id, download] of Object.entries(declared)) {
    if (download.kind === 'manual' || !('pattern' in download.version)) continue;
    expect(new RegExp(`${download.version.pattern}|`).exec('')?.length, id).toBe(2);
  }
});

if (!existsSync(shared)) console.log(`Skipped: the vendors' files are not at ${shared}`);

const vendors = await startVendors();

type Files = Record<string, Uint8Array>;

async function files(folder: string): Promise<Files> {
  const found = [...(await bytesBelow(folder))];
  return Object.fromEntries(found.filter(([path]) => /\.(adm[lx]|xml|psd1|csv)$/i.test(path)));
}

/** Every byte counts, but comparing them one by one takes a minute. */
const digests = (all: Files) =>
  Object.fromEntries(Object.entries(all).map(([path, bytes]) => [path, sha256(bytes)]));

test.skipIf(!existsSync(shared))(
  'the vendors’ real files, packed on the fly, come out as they went in, every source',
  async () => {
    const pack = [zip, tarGz, cab, (all: Files) => cab({ 'inner.zip': zip(all) })];
    const declarations: Record<string, unknown> = {};
    const expected = new Map<string, Files>();
    let turn = 0;
    for (const { id, kind, versions } of sources.sources) {
      // The newest one: all together are 300 MB.
      for (const { version } of versions.slice(-1)) {
        const all = await files(join(shared, id, version));
        const name = `${id}-${version}`;
        const url = `https://dl.example.com/${encodeURIComponent(name)}`;
        vendors.file(url, (pack[turn++ % pack.length] ?? zip)(all), `"${name}"`);
        const flat = kind === 'admx' ? {} : { include: '\\.(xml|psd1|csv)$', flat: true };
        declarations[name] = {
          kind: 'direct',
          urls: [url],
          version: { from: 'declared', version },
          pick: flat,
        };
        expected.set(`${name}/${version}`, all);
      }
    }
    const place = await workspace();
    const results = await run(vendors, place, declarations);
    expect(results.filter(({ status }) => status !== 'fetched')).toEqual([]);
    expect(expected.size).toBe(sources.sources.length);
    for (const [folder, all] of expected) {
      expect(digests(await files(join(place.into, folder))), folder).toEqual(digests(all));
    }
  },
);
