/** Part of `npm pack`: the bundled command compiles `dist/` from the facts, the same bytes on every machine. */
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { replaceFolder } from './atomic.ts';
import { DIST, ROOT } from './paths.ts';

await replaceFolder(DIST, async (folder) => {
  const command = [join(ROOT, 'lib', 'cli', 'main.js'), 'compile', '--out', folder];
  // A program reads the output of `npm pack --json`.
  execFileSync(process.execPath, command, { stdio: ['ignore', process.stderr, 'inherit'] });
});
