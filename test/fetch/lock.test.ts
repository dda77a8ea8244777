import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { zip } from './_archives.ts';
import { direct, done, json, run, sha256, tree, URL_ZIP, workspace } from './_run.ts';
import { ADMX, adml, PACKAGE } from './_templates.ts';
import { startVendors } from './_vendors.ts';

const vendors = await startVendors();

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

  test('only a lock that does not exist is no lock: one that cannot be read is an error', async () => {
    const place = await workspace();
    await mkdir(place.lockFile);
    vendors.file(URL_ZIP, zip(PACKAGE), '"one"');
    await expect(run(vendors, place, direct(URL_ZIP))).rejects.toThrow(
      /downloads\.lock\.json cannot be read/,
    );
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
