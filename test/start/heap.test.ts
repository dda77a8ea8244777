/** V8 ends a process at its heap limit, which it takes from the memory of the container. */
import { execFile } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { ROOT } from '../../build/paths.ts';
import type { Shard } from '../../runtime/format.ts';
import { corpusDist } from '../corpus/dist.ts';

/** What is kept of one language takes 150. */
const HEAP_MB = 120;
const LANG = 'en-US';

it(`answers everything in a language with a heap of ${HEAP_MB} MB`, async () => {
  const dist = await corpusDist();
  const limit = `--max-old-space-size=${HEAP_MB}`;
  const args = [limit, '--import', 'tsx', 'test/start/ask-everything.ts', dist, LANG];
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: ROOT });
  const { latest } = JSON.parse(await readFile(join(dist, 'index.json'), 'utf8'));
  const expected = (await entries('resolve')) + (await entries('csp')) + (await entries(`setting/${LANG}`));
  expect(expected).toBeGreaterThan(40_000);
  expect(Number(stdout)).toBe(expected);

  async function entries(index: string): Promise<number> {
    const folder = join(dist, latest, index);
    let count = 0;
    for (const name of await readdir(folder)) {
      const shard = JSON.parse(await readFile(join(folder, name), 'utf8')) as Shard<unknown>;
      count += Object.keys(shard.entries).length;
    }
    return count;
  }
}, 180_000);
