/** Versions that are pinned: by the lock, by what the facts were read from, and by the folder that is there. */
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readJson } from '../../build/facts/model.ts';
import { FACTS } from '../../build/paths.ts';
import { LOCK } from '../../build/pipeline/fetch/lock.ts';
import { disagreements, type KnownInputs, readKnownInputs } from '../../build/pipeline/fetch/pins.ts';
import { source } from '../import/fixture.ts';
import { newFolder, writeFiles } from '../scratch.ts';
import { zip } from './_archives.ts';
import { direct, done, json, run, sha256, tree, URL_ZIP, workspace } from './_run.ts';
import { ADMX, adml, PACKAGE } from './_templates.ts';
import { startVendors } from './_vendors.ts';

const vendors = await startVendors();

const files = (text: string) => ({
  'lamp.admx': `<!-- demo version: 1.0 -->${text}`,
  'en-US/lamp.adml': '<a/>',
  'de-DE/lamp.adml': '<b/>',
});
const send = async (text: string) => vendors.file(URL_ZIP, zip(files(text)), `"${text}"`);

/** Facts that know of version 1.0 in English; `input` is the digest they were read from. */
async function knownInputs(input?: { files: number; sha256: string }): Promise<KnownInputs> {
  const folder = await newFolder();
  const versions = [{ version: '1.0', date: '2024-01-01', languages: ['en-US'] }];
  const report = { sources: { lamp: { versions: { '1.0': input } } }, shared: [] };
  await writeFiles(folder, {
    'sources.json': JSON.stringify({ sources: [source({ id: 'lamp', versions })] }),
    'import-report.json': JSON.stringify(report),
  });
  return readKnownInputs(folder);
}

test('without a lock the bytes that the facts were read from are taken, others are refused with both digests', async () => {
  const at = await workspace();
  await send('good');
  const read = Object.entries(files('good')).map(([path, text]) => [path, Buffer.from(text)] as const);
  const digest = (await knownInputs()).digest('lamp', '1.0', new Map(read));
  // The English texts and the template; German is not declared.
  expect(digest?.files).toBe(2);
  const known = await knownInputs(digest);
  expect(await run(vendors, at, direct(URL_ZIP), { known })).toMatchObject([{ status: 'fetched' }]);
  expect(await json(at.lockFile)).toMatchObject({ sources: { lamp: [{ unpacked: digest }] } });
  await rm(at.lockFile);
  await rm(at.into, { recursive: true });
  await send('other');
  const [refused] = await run(vendors, at, direct(URL_ZIP), { known });
  const told = `^lamp 1\\.0: the bytes changed.*\\n.*2 unpacked files, ${digest?.sha256}\\n.*--accept-changed`;
  const error = expect.stringMatching(new RegExp(told, 's'));
  expect(refused).toMatchObject({ status: 'failed', error });
  expect(await tree(at.into)).toEqual({});
  const accepted = await run(vendors, at, direct(URL_ZIP), { known, acceptChanged: true });
  expect(accepted).toMatchObject([{ status: 'fetched' }]);
});

test('without a lock a folder with other bytes stays as it is, one with the same is pinned', async () => {
  const at = await workspace();
  await writeFiles(join(at.into, 'lamp/1.0'), { ...files('mine'), 'notes.txt': 'by hand' });
  const before = await tree(at.into);
  await send('theirs');
  const error = expect.stringMatching(
    /lamp\/1\.0 is there and holds other files than those fetched \(lamp\.admx, notes\.txt\)\. Move it away, or .*--accept-changed/,
  );
  expect(await run(vendors, at, direct(URL_ZIP))).toMatchObject([{ status: 'failed', error }]);
  expect(await tree(at.into)).toEqual(before);
  await rm(join(at.into, 'lamp/1.0/notes.txt'));
  await send('mine');
  expect(await run(vendors, at, direct(URL_ZIP))).toMatchObject([{ status: 'fetched' }]);
});

test('the committed lock pins what the committed facts were read from, every version', async () => {
  const report = await readJson<Parameters<typeof disagreements>[1]>(join(FACTS, 'import-report.json'));
  expect(await disagreements(FACTS, report)).toEqual([]);
  const lock = await readJson<{ sources: Record<string, { version: string }[]> }>(join(FACTS, LOCK));
  const pinned = Object.entries(lock.sources).flatMap(([id, all]) => all.map((each) => [id, each.version]));
  const imported = Object.entries(report.sources).flatMap(([id, { versions = {} }]) =>
    id === 'microsoft-learn' ? [] : Object.keys(versions).map((version) => [id, version]),
  );
  expect(pinned.sort()).toEqual(imported.sort());
});

test('a pinned version with other bytes is refused with both digests, and kept as it was', async () => {
  const place = await workspace();
  const first = zip(PACKAGE);
  vendors.file(URL_ZIP, first, '"one"');
  await run(vendors, place, direct(URL_ZIP));
  const [files, lock] = [await tree(place.into), await json(place.lockFile)];
  const second = zip({ ...PACKAGE, 'windows/admx/en-US/lamp.adml': adml('Lamp') });
  vendors.file(URL_ZIP, second, '"two"');
  const [result] = await run(vendors, place, direct(URL_ZIP));
  const told = `lamp 12\\.0\\.3.*${sha256(first)}.*${sha256(second)}.*--accept-changed`;
  expect(result).toMatchObject({ status: 'failed', error: expect.stringMatching(new RegExp(told, 's')) });
  expect([await tree(place.into), await json(place.lockFile)]).toEqual([files, lock]);
  expect(await run(vendors, place, direct(URL_ZIP), { acceptChanged: true })).toEqual([done]);
  expect(await json(place.lockFile)).toMatchObject({
    sources: { lamp: [{ files: [{ sha256: sha256(second) }] }] },
  });
  expect((await tree(place.into))['lamp/12.0.3/en-US/lamp.adml']).toBe(adml('Lamp'));
});

test('only a lock that does not exist is no lock: one that cannot be read is an error', async () => {
  const place = await workspace();
  await mkdir(place.lockFile);
  vendors.file(URL_ZIP, zip(PACKAGE), '"one"');
  await expect(run(vendors, place, direct(URL_ZIP))).rejects.toThrow(/downloads\.lock\.json cannot be read/);
  expect(vendors.asked).toEqual([]);
  await rm(place.lockFile, { recursive: true });
  await writeFile(place.lockFile, '{');
  await expect(run(vendors, place, direct(URL_ZIP))).rejects.toThrow('not valid JSON');
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
  const error = expect.stringContaining('lies outside');
  expect(evil).toMatchObject({ source: 'evil', status: 'failed', error });
  expect(lamp).toEqual(done);
  expect(await readdir(place.into)).toEqual(['lamp']);
  expect(Object.keys(await tree(join(place.into, '..')))).not.toContain('evil.admx');
});
