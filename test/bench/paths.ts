/** Where the bench keeps what it makes; ignored by git. */
import { join } from 'node:path';
import { ROOT } from '../../build/paths.ts';

export const BENCH = join(ROOT, 'test', 'bench');
export const OUT = join(BENCH, 'out');
/** This bench, compiled: servers are measured as JavaScript, without a loader. */
export const SERVERS = join(OUT, 'lib', 'test', 'bench', 'servers');
/** `servers/hivecheck` as `npm run build` makes a program. */
export const SERVED = join(OUT, 'served', 'test', 'bench', 'servers', 'hivecheck.js');
export const CLI = join(ROOT, 'lib', 'cli', 'main.js');
/** The same in modules. */
export const CLI_MODULES = join(OUT, 'lib', 'cli', 'main.js');
export const RIVAL = join(BENCH, 'rival');

/** How `npm start` and the image start Node. */
export const NODE_FLAGS = ['--max-semi-space-size=4'];
