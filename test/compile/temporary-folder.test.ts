import { existsSync } from 'node:fs';
import { setImmediate as turn } from 'node:timers/promises';
import { expect, it, vi } from 'vitest';
import { withScratch } from '../../build/scratch.ts';
import { newFolder, writeFiles } from '../scratch.ts';

const MANY = Object.fromEntries(Array.from({ length: 300 }, (_, at) => [`${at % 10}/${at}`, '']));

it('a signal removes the folder of a run, as long as there is one, and ends the process', async () => {
  vi.stubEnv('TMPDIR', await newFolder());
  const kill = vi.spyOn(process, 'kill').mockReturnValue(true);
  const before = process.listenerCount('SIGINT');
  await withScratch('a-', async (folder) => {
    await writeFiles(folder, MANY);
    process.listeners('SIGINT').at(-1)?.('SIGINT');
    expect([existsSync(folder), kill.mock.calls]).toEqual([false, [[process.pid, 'SIGINT']]]);
  });
  let removed = '';
  const done = withScratch('b-', async (folder) => {
    await writeFiles(folder, MANY);
    removed = folder;
  });
  while (removed === '') await turn();
  let turns = 0;
  for (; existsSync(removed); turns++) {
    expect(process.listenerCount('SIGINT')).toBe(before + 1);
    await turn();
  }
  await done;
  expect(turns).toBeGreaterThan(0);
  expect(process.listenerCount('SIGINT')).toBe(before);
});
