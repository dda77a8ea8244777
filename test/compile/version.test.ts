/** A version is its content: the same facts give the same version, other facts another, and both stay there. */
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { compile } from '../../build/compile.ts';
import { writeFacts } from '../../build/import/write.ts';
import { FACTS } from '../../build/paths.ts';
import { openDataset } from '../../runtime/dataset/open.ts';
import { verifyDataset } from '../../runtime/dataset/verify.ts';
import type { DistIndex } from '../../runtime/format/format.ts';
import { folderStore } from '../../runtime/node/folder-store.ts';
import { hivecheckProcess } from '../command.ts';
import { adml, admx, importFiles, policy, source } from '../import/fixture.ts';
import { contents, newFolder } from '../scratch.ts';

const RELEASED = '2023-11-14T22:13:20.000Z';
const LATER = '2023-11-14T22:13:21.000Z';

async function factsTitled(title: string, released: string): Promise<string> {
  const facts = await importFiles({
    'fixture/1/a.admx': admx(policy('One', '', { attrs: 'valueName="On"' })),
    'fixture/1/en-US/a.adml': adml({ One: title }),
  });
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
  // The same facts released at another time: the same version, and that time.
  const later = await make(out, 'One', LATER);
  expect(later.manifest).toEqual({ ...one.manifest, generatedAt: LATER });

  const two = await make(out, 'Two', LATER);
  expect(two.manifest.version).not.toBe(one.manifest.version);
  const { serial, ...index } = JSON.parse(await readFile(join(out, 'index.json'), 'utf8')) as DistIndex;
  expect(index).toEqual({
    updated: LATER,
    latest: two.manifest.version,
    versions: [
      { version: two.manifest.version, generatedAt: LATER },
      { version: one.manifest.version, generatedAt: LATER },
    ],
  });
  expect(serial).toBe(Date.parse(LATER) / 1000 + 1);
  for (const { version } of index.versions) {
    const store = folderStore(out);
    await verifyDataset(store, (await openDataset(store, version, { checkName: true })).manifest, 'all');
  }
  // Back to the facts of before: back to their version, and the serial rises.
  const back = await make(out, 'One', LATER);
  expect(back).toMatchObject({ reused: true, manifest: { version: one.manifest.version } });
  const after = JSON.parse(await readFile(join(out, 'index.json'), 'utf8')) as DistIndex;
  expect(after).toMatchObject({ latest: one.manifest.version, serial: Number(serial) + 1 });
});

it('has the same bytes where the bundle indexes the search on a thread of its own', async () => {
  const facts = await factsTitled('Mise à jour de l’ordinateur', RELEASED);
  const [sources, bundle] = [await newFolder(), await newFolder()];
  await compile({ facts, builtIn: FACTS, out: sources });
  expect(await hivecheckProcess(['compile', '--facts', facts, '--out', bundle])).toMatchObject({ code: 0 });
  expect(await contents(bundle)).toEqual(await contents(sources));
});

it('facts that do not change keep their time, and those without one are refused', async () => {
  const folder = await factsTitled('One', RELEASED);
  const again = await importFiles({
    'fixture/1/a.admx': admx(policy('One', '', { attrs: 'valueName="On"' })),
    'fixture/1/en-US/a.adml': adml({ One: 'One' }),
  });
  await writeFacts(again, folder, {}, new Date(LATER));
  expect(JSON.parse(await readFile(join(folder, 'dataset.json'), 'utf8'))).toEqual({ generatedAt: RELEASED });
  const build = async () => compile({ facts: folder, builtIn: FACTS, out: await newFolder() });
  for (const text of [
    '',
    '{}',
    '{"generatedAt":"yesterday"}',
    '{"generatedAt":"2024-01-01"}',
    '[1]',
    'null',
  ]) {
    await writeFile(join(folder, 'dataset.json'), text);
    await expect(build()).rejects.toThrow('dataset.json must hold {"generatedAt"');
  }
  await rm(join(folder, 'dataset.json'));
  await expect(build()).rejects.toThrow('dataset.json is missing');
});
