/** kill -9 in the middle of changes: of keys, and of publishing a dataset. Nothing may be lost or half-written. */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { ROOT } from '../../build/paths.ts';
import { openDataset } from '../../runtime/dataset/open.ts';
import { verifyDataset } from '../../runtime/dataset/verify.ts';
import { folderStore } from '../../runtime/node/folder-store.ts';
import { addKey, listKeys } from '../../runtime/node/keys.ts';
import { Faults, type Figures } from './figures.ts';
import { publish } from './publish.ts';
import { sleep } from './server.ts';
import type { Variants } from './variants.ts';

const WRITER = join(ROOT, 'test/http/keys-writer.ts');
const PUBLISHER = join(ROOT, 'test/soak/publisher.ts');

export interface KillOptions {
  folder: string;
  variants: Variants;
  rounds: number;
}

export async function soakKills({ folder, variants, rounds }: KillOptions): Promise<Figures> {
  const faults = new Faults();
  const keys = await killKeyWriters(join(folder, 'keys.json'), rounds, faults);
  const published = await killPublishers(join(folder, 'killed'), variants, rounds, faults);
  return {
    stage: 'kill -9',
    measured: {
      'key writers killed': rounds * 2,
      'keys reported as added': keys.reported,
      'keys in the file': keys.stored,
      'publishers killed': rounds,
      'publications before the kills': published.finished,
      'states that verify whole': published.whole,
    },
    faults: faults.list(),
  };
}

/** Two writers at a time, so that the lock of a killed one stands in a living one's way. */
async function killKeyWriters(file: string, rounds: number, faults: Faults) {
  const reported = new Set<string>();
  for (let round = 0; round < rounds; round++) {
    const writers = [1, 2].map(() => start(WRITER, [file, '100000'], (id) => reported.add(id)));
    await Promise.all(writers.map(({ first }) => Promise.race([first, sleep(12_000)])));
    // At another point of their work every time; the numbers are the same in every run.
    await sleep((round * 37) % 90);
    for (const { child } of writers) child.kill('SIGKILL');
    await Promise.all(writers.map(({ ended }) => ended));
    const there = new Set((await listKeys(file)).map(({ id }) => id));
    for (const id of reported) faults.expect(there.has(id), 'a key that was reported as added is lost');
  }
  const { id } = await addKey(file, 'after all');
  const stored = await listKeys(file);
  faults.expect(
    stored.some((each) => each.id === id),
    'no key can be added after the kills',
  );
  faults.expect(new Set(stored.map((each) => each.id)).size === stored.length, 'two keys have one id');
  return { reported: reported.size, stored: stored.length };
}

async function killPublishers(dist: string, variants: Variants, rounds: number, faults: Faults) {
  const [a, b] = variants.all;
  if (a === undefined || b === undefined) throw new Error('Two variants are needed');
  await mkdir(dist, { recursive: true });
  await publish(dist, a);
  let finished = 0;
  let whole = 0;
  for (let round = 0; round < rounds; round++) {
    const publisher = start(PUBLISHER, [dist, a.folder, b.folder], () => {
      finished++;
    });
    await Promise.race([publisher.first, sleep(12_000)]);
    await sleep((round * 53) % 400);
    publisher.child.kill('SIGKILL');
    await publisher.ended;
    const store = folderStore(dist);
    try {
      const { manifest } = await openDataset(store);
      await verifyDataset(store, manifest, 'all');
      whole++;
    } catch (error) {
      faults.add(`after a kill the dataset is not whole: ${error instanceof Error ? error.message : error}`);
    }
  }
  await publish(dist, b);
  const visible = (await readdir(dist)).filter((name) => !name.startsWith('.'));
  faults.expect(
    visible.every((name) => name === 'index.json' || /^[\da-f]{8}$/.test(name)),
    'debris that is visible',
  );
  return { finished, whole };
}

function start(script: string, args: string[], line: (text: string) => void) {
  const child: ChildProcess = spawn(process.execPath, ['--import', 'tsx', script, ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let said = (): void => {};
  const first = new Promise<void>((resolve) => {
    said = resolve;
  });
  let tail = '';
  child.stdout?.setEncoding('utf8').on('data', (text: string) => {
    const lines = (tail + text).split('\n');
    tail = lines.pop() ?? '';
    for (const each of lines) line(each);
    said();
  });
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
  return { child, first, ended };
}
