/** A version is its content: the same facts give the same version, other facts another, and both stay there. */
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { compile } from '../../build/compile.ts';
import { writeFacts } from '../../build/import/write.ts';
import { FACTS } from '../../build/paths.ts';
import { openDataset } from '../../runtime/dataset/open.ts';
import { verifyDataset } from '../../runtime/dataset/verify.ts';
import { folderStore } from '../../runtime/node/folder-store.ts';
import { admx, importFiles, pack, policy, source } from '../import/fixture.ts';
import { index } from '../publish/_dist.ts';
import { contents, newFolder } from '../scratch.ts';

const RELEASED = '2023-11-14T22:13:20.000Z';
const LATER = '2023-11-14T22:13:21.000Z';

const titled = (title: string) =>
  importFiles(pack(admx(policy('One', '', { attrs: 'valueName="On"' })), { One: title }));

async function factsTitled(title: string, released: string): Promise<string> {
  const facts = await titled(title);
  const folder = await newFolder();
  const others = {
    'sources.json': `${JSON.stringify({ sources: [source()] })}\n`,
    'corrections.json': '{"corrections":[]}\n',
  };
  await writeFacts(facts, folder, others, new Date(released));
  return folder;
}

const make = async (out: string, title: string, released: string) =>
  compile({ facts: await factsTitled(title, released), builtIn: FACTS, out });

it('follows the facts alone, and its time is theirs', async () => {
  const out = await newFolder();
  const one = await make(out, 'One', RELEASED);
  expect(one.manifest.generatedAt).toBe(RELEASED);
  const before = await contents(out);
  expect(await make(out, 'One', RELEASED)).toEqual({ manifest: one.manifest, reused: true });
  expect(await contents(out)).toEqual(before);
  // On another machine: the same bytes, the index included.
  const elsewhere = await newFolder();
  await make(elsewhere, 'One', RELEASED);
  expect(await contents(elsewhere)).toEqual(before);
  // A damaged version is repaired in place.
  await writeFile(join(out, one.manifest.version, 'coverage.json'), 'damaged');
  expect(await make(out, 'One', RELEASED)).toEqual({ manifest: one.manifest, reused: false });
  expect(await contents(out)).toEqual(before);
  // The same facts released at another time: the same version, and that time.
  const later = await make(out, 'One', LATER);
  expect(later).toEqual({ manifest: { ...one.manifest, generatedAt: LATER }, reused: false });

  const two = await make(out, 'Two', LATER);
  expect(two.manifest.version).not.toBe(one.manifest.version);
  const { serial, ...listed } = await index(out);
  expect(listed).toEqual({
    updated: LATER,
    latest: two.manifest.version,
    versions: [
      { version: two.manifest.version, generatedAt: LATER },
      { version: one.manifest.version, generatedAt: LATER },
    ],
  });
  expect(serial).toBe(Date.parse(LATER) / 1000 + 1);
  for (const { version } of listed.versions) {
    const store = folderStore(out);
    await verifyDataset(store, (await openDataset(store, version, { checkName: true })).manifest, 'all');
  }
  // Back to the facts of before: back to their version, and the serial rises.
  const back = await make(out, 'One', LATER);
  expect(back).toMatchObject({ reused: true, manifest: { version: one.manifest.version } });
  expect(await index(out)).toMatchObject({ latest: one.manifest.version, serial: Number(serial) + 1 });
});

it('facts that do not change keep their time, and those without one are refused', async () => {
  const folder = await factsTitled('One', RELEASED);
  await writeFacts(await titled('One'), folder, {}, new Date(LATER));
  expect(JSON.parse(await readFile(join(folder, 'dataset.json'), 'utf8'))).toEqual({ generatedAt: RELEASED });
  const build = async () => compile({ facts: folder, builtIn: FACTS, out: await newFolder() });
  const dates = ['yesterday', '2024-01-01'].map((generatedAt) => JSON.stringify({ generatedAt }));
  for (const text of ['', '{}', '[1]', 'null', ...dates]) {
    await writeFile(join(folder, 'dataset.json'), text);
    await expect(build()).rejects.toThrow('dataset.json must hold {"generatedAt"');
  }
  await rm(join(folder, 'dataset.json'));
  await expect(build()).rejects.toThrow('dataset.json is missing');
});
