/** V8 ends a process at its heap limit, which it takes from the memory of the container. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { ROOT } from '../../build/paths.ts';
import { corpusDist } from '../corpus/dist.ts';
import { entriesOf } from '../corpus/entries.ts';

/** What is kept of one language takes 150. */
const HEAP_MB = 120;
const LANG = 'en-US';

it(`answers everything in a language with a heap of ${HEAP_MB} MB`, async () => {
  const dist = await corpusDist();
  const limit = `--max-old-space-size=${HEAP_MB}`;
  const args = [limit, '--import', 'tsx', 'test/start/ask-everything.ts', dist, LANG];
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: ROOT });
  const indexes = ['resolve', 'csp', 'setting'].map((index) => `${index}/${LANG}`);
  const expected = indexes.reduce((sum, index) => sum + entriesOf(dist, index).length, 0);
  expect(expected).toBeGreaterThan(40_000);
  expect(Number(stdout)).toBe(expected);
}, 180_000);
