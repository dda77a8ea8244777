/** A version is its content: the same facts give the same version, other facts another, and both stay there. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { compile } from '../../build/compile/compile.ts';
import { writeFacts } from '../../build/facts/write.ts';
import { FACTS } from '../../build/paths.ts';
import { openDataset } from '../../runtime/dataset/open.ts';
import { verifyDataset } from '../../runtime/dataset/verify.ts';
import type { DistIndex } from '../../runtime/format.ts';
import { folderStore } from '../../runtime/node/folder-store.ts';
import { adml, admx, importFiles, policy, source } from '../import/fixture.ts';
import { contents, newFolder } from '../scratch.ts';

async function factsTitled(title: string): Promise<string> {
  const facts = await importFiles({
    'fixture/1/a.admx': admx(policy('One', '', { attrs: 'valueName="On"' })),
    'fixture/1/en-US/a.adml': adml({ One: title }),
  });
  const folder = await newFolder();
  const sources = `${JSON.stringify({ sources: [source()] })}\n`;
  await writeFacts(facts, folder, { 'sources.json': sources, 'corrections.json': '{"corrections":[]}\n' });
  return folder;
}

it('follows the facts alone', async () => {
  const out = await newFolder();
  const make = async (title: string, epoch?: number) =>
    compile({ facts: await factsTitled(title), builtIn: FACTS, out, ...(epoch !== undefined && { epoch }) });
  const one = await make('One', 1_700_000_000);
  expect(one.manifest.generatedAt).toBe('2023-11-14T22:13:20.000Z');
  const before = await contents(out);
  // Again, without a time of its own: nothing changes, not even the time.
  const again = await make('One');
  expect(again).toEqual({ manifest: one.manifest, reused: true });
  expect(await contents(out)).toEqual(before);
  // At another time that is asked for: the version stays, the time is that one.
  const later = await make('One', 1_700_000_001);
  expect(later.manifest).toEqual({ ...one.manifest, generatedAt: '2023-11-14T22:13:21.000Z' });

  const two = await make('Two', 1_700_000_002);
  expect(two.manifest.version).not.toBe(one.manifest.version);
  const index = JSON.parse(await readFile(join(out, 'index.json'), 'utf8')) as DistIndex;
  expect(index).toEqual({
    latest: two.manifest.version,
    versions: [
      { version: two.manifest.version, generatedAt: two.manifest.generatedAt },
      { version: one.manifest.version, generatedAt: later.manifest.generatedAt },
    ],
  });
  for (const { version } of index.versions) {
    const store = folderStore(out);
    await verifyDataset(store, (await openDataset(store, version)).manifest, 'all');
  }
  // Back to the facts of before: back to their version.
  expect(await make('One')).toMatchObject({ reused: true, manifest: { version: one.manifest.version } });
});
