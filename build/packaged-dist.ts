/** Part of `npm pack`: `dist/` becomes exactly what the bundled command makes of the facts, the same bytes on every machine. */
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { replaceFolder } from './atomic.ts';
import { DIST, ROOT } from './paths.ts';

await replaceFolder(DIST, async (folder) => {
  const command = [join(ROOT, 'lib', 'cli', 'main.js'), 'compile', '--out', folder];
  // What `npm pack --json` prints is for a program.
  execFileSync(process.execPath, command, { stdio: ['ignore', process.stderr, 'inherit'] });
});
