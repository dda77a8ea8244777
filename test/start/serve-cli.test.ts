/** `hivecheck serve`: what it says of a used port, what a start loads, and what memory it needs. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { ROOT } from '../../build/paths.ts';
import { fileThreads } from '../../runtime/node/location.ts';
import { hivecheckProcess } from '../command.ts';
import { corpusDist } from '../corpus/dist.ts';
import { entriesOf } from '../corpus/entries.ts';
import { newFolder } from '../scratch.ts';
import { served } from '../server.ts';

it('says of a used port only that', async () => {
  await using other = await served(() => {});
  const { port } = new URL(other.url);
  const args = ['serve', '--port', port, '--dataset', await newFolder()];
  const { out, err } = await hivecheckProcess(args, undefined, { LOG_LEVEL: 'fatal' });
  expect(out).toBe('');
  expect(err).toBe(
    `hivecheck: Cannot listen on HOST 127.0.0.1, PORT ${port}: the port is in use, this user may not open it, or the address is none of this machine.\n`,
  );
});

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

const SCRIPT = `
  import { createRequire } from 'node:module';
  await import('./cli/serve.ts');
  const { datasetStore } = await import('./runtime/node/location.ts');
  await datasetStore('.');
  const packages = () => [
    ...new Set(Object.keys(createRequire(import.meta.url).cache).map((file) => /node_modules.([^/\\\\]+)/.exec(file)?.[1])),
  ];
  const folder = packages();
  await datasetStore('http://localhost');
  console.log(JSON.stringify({ folder, url: packages() }));
`;

/** Of CommonJS packages only: Node keeps no list of the others. */
it('a server of a folder comes without the packages of other commands and of remote datasets', async () => {
  const args = ['--import', 'tsx', '--input-type=module', '--eval', SCRIPT];
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: ROOT });
  const { folder, url } = JSON.parse(stdout) as Record<'folder' | 'url', string[]>;
  expect(folder).toEqual(expect.arrayContaining(['pino', 'node-forge']));
  for (const other of ['undici', 'cli-progress', 'proper-lockfile']) {
    expect(folder).not.toContain(other);
  }
  expect(url).toContain('undici');
});

it('counts file threads as libuv reads its variable', () => {
  const counted = ['4', '16', ' 7 ', '0', '', 'many', '-1', '5000'].map((size) => fileThreads(size));
  expect(counted).toEqual([4, 16, 7, 1, 1, 1, 1024, 1024]);
});
