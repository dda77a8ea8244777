/** `kill -9` in the middle of an import or a compilation: what stands there is whole, and the next run cleans up. */
import { spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { replaceFiles } from '../../build/atomic.ts';
import { writeVersion } from '../../build/compile/write.ts';
import { readFacts, readLines } from '../../build/facts/model.ts';
import type { SettingFact } from '../../build/facts/types.ts';
import { openDataset } from '../../runtime/dataset/open.ts';
import { verifyDataset } from '../../runtime/dataset/verify.ts';
import { folderStore } from '../../runtime/node/folder-store.ts';
import { bundled } from '../bundled.ts';
import { contents, newFolder } from '../scratch.ts';

const child = await bundled(new URL('./killed-child.ts', import.meta.url));
const REPETITIONS = 6;

/** Runs the writer until it has gone round once, then kills it at a random moment of its next turns. */
async function killed(what: 'facts' | 'dist', folder: string): Promise<void> {
  const writer = spawn(process.execPath, [child, what, folder], { stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = new Promise<NodeJS.Signals | null>((resolve) =>
    writer.once('close', (_, signal) => resolve(signal)),
  );
  await Promise.race([new Promise((resolve) => writer.stdout.once('data', resolve)), ended]);
  await wait(randomInt(0, 120));
  writer.kill('SIGKILL');
  expect(await ended).toBe('SIGKILL');
}

it('leaves the facts of one import, never a mixture', async () => {
  const folder = await newFolder();
  for (let turn = 0; turn < REPETITIONS; turn++) {
    await killed('facts', folder);
    const { report, categories, supportedOn } = await readFacts(folder, folder);
    const [generation] = report.shared;
    expect(['a', 'b']).toContain(generation);
    expect([categories[0]?.line, supportedOn[0]?.line]).toEqual([generation, generation]);
    const names = (await readdir(folder)).filter((name) => name.startsWith('source-'));
    const lines = await Promise.all(names.map((name) => readLines<SettingFact>(join(folder, name))));
    expect(new Set(lines.flat().map(({ version }) => version))).toEqual(new Set([generation]));
    expect(names).toHaveLength(generation === 'a' ? 40 : 39);
    await replaceFiles(folder, new Map());
    expect((await readdir(folder)).filter((name) => name.startsWith('.'))).toEqual([]);
  }
});

it('leaves a dataset that proves whole, and a next run clears the rest away', async () => {
  const folder = await newFolder();
  for (let turn = 0; turn < REPETITIONS; turn++) {
    await killed('dist', folder);
    const store = folderStore(folder);
    const { manifest } = await openDataset(store);
    await verifyDataset(store, manifest, 'all');
    const { sources, languages, counts, shardBits } = manifest;
    const base = { languages, sources, counts, shardBits };
    const done = await writeVersion(folder, new Map([['x.json', String(turn)]]), base, manifest.generatedAt);
    const left = (await readdir(folder)).filter((name) => name.startsWith('.'));
    expect(left).toEqual([]);
    expect((await openDataset(store)).manifest).toEqual(done.manifest);
  }
});

it('repairs a damaged version in place, and leaves a whole one alone', async () => {
  const folder = await newFolder();
  const base = {
    languages: ['en-US'],
    sources: [],
    counts: { settings: 0, registryPairs: 0, cspMappings: 0 },
    shardBits: { resolve: 1, list: 1, near: 1, csp: 1, catalog: 1, setting: 1, policy: 1 },
  };
  const files = new Map([
    ['a.json', '1'],
    ['resolve/0.json', '2'],
  ]);
  const write = (time: string) => writeVersion(folder, files, base, time);
  const { manifest, reused } = await write('2024-01-01T00:00:00.000Z');
  expect(reused).toBe(false);
  const file = join(folder, manifest.version, 'resolve/0.json');
  await writeFile(file, 'damaged');
  expect((await write('2024-01-01T00:00:00.000Z')).reused).toBe(false);
  expect(await readFile(file, 'utf8')).toBe('2');
  const before = await contents(folder);
  expect(await write('2024-01-01T00:00:00.000Z')).toEqual({ manifest, reused: true });
  expect(await contents(folder)).toEqual(before);
  // Released at another time: the same version, and that time.
  expect(await write('2024-01-04T00:00:00.000Z')).toMatchObject({
    reused: false,
    manifest: { generatedAt: '2024-01-04T00:00:00.000Z', version: manifest.version },
  });
});
