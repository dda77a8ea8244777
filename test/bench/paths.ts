/** Where the bench keeps what it makes; ignored by git. */
import { join } from 'node:path';
import { ROOT } from '../../build/paths.ts';

const BENCH = join(ROOT, 'test', 'bench');
export const OUT = join(BENCH, 'out');
export const RIVAL = join(BENCH, 'rival');
export const COMMAND = join(ROOT, 'lib', 'cli', 'hivecheck.cjs');
