/** What a start on a folder loads: each package takes its time and stays in memory, wanted or not. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { ROOT } from '../../build/paths.ts';

const SCRIPT = `
  import { createRequire } from 'node:module';
  await import('./cli/serve.ts');
  const { datasetStore } = await import('./cli/open.ts');
  await datasetStore('.');
  const packages = () => [
    ...new Set(Object.keys(createRequire(import.meta.url).cache).map((file) => /node_modules.([^/\\\\]+)/.exec(file)?.[1])),
  ];
  const folder = packages();
  await datasetStore('http://localhost');
  console.log(JSON.stringify({ folder, url: packages() }));
`;

/** Of CommonJS packages only: Node keeps no list of the others. */
test('a server of a folder comes without the packages of other commands and of remote datasets', async () => {
  const args = ['--import', 'tsx', '--input-type=module', '--eval', SCRIPT];
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: ROOT });
  const { folder, url } = JSON.parse(stdout) as Record<'folder' | 'url', string[]>;
  expect(folder).toEqual(expect.arrayContaining(['pino', 'node-forge']));
  for (const other of ['undici', 'cli-progress', 'proper-lockfile']) {
    expect(folder).not.toContain(other);
  }
  expect(url).toContain('undici');
});
