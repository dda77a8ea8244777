/** `kill -9` in the middle of an import or a compilation: what stands there is whole, and the next run cleans up. */
import { randomInt } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { replaceFiles } from '../../build/atomic.ts';
import { readFacts, readLines } from '../../build/facts/model.ts';
import type { SettingFact } from '../../build/facts/types.ts';
import { folderStore } from '../../runtime/node/folder-store.ts';
import { bundled, endless } from '../bundled.ts';
import { madeDist, proved } from '../publish/_dist.ts';
import { newFolder } from '../scratch.ts';

const child = await bundled(new URL('./killed-child.ts', import.meta.url));
const REPETITIONS = 6;

/** Runs the writer until it has gone round once, then kills it at a random moment of its next turns. */
async function killed(what: 'facts' | 'dist', folder: string): Promise<void> {
  const { line, kill } = endless(child, [what, folder]);
  await line();
  await wait(randomInt(0, 120));
  await kill();
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
    const { generatedAt } = await proved(store);
    const { version } = await madeDist(String(turn), folder, generatedAt);
    expect((await readdir(folder)).filter((name) => name.startsWith('.'))).toEqual([]);
    expect(await proved(store)).toMatchObject({ version, generatedAt });
  }
});
