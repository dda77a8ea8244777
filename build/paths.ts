/** Paths of the package's own folders: the same from the sources (tsx, vitest) and from `lib/`. */
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

function packageRoot(): string {
  let folder = dirname(fileURLToPath(import.meta.url));
  while (!existsSync(join(folder, 'package.json'))) {
    const parent = dirname(folder);
    if (parent === folder) throw new Error('hivecheck is not installed whole: its package.json is missing');
    folder = parent;
  }
  return folder;
}

export const ROOT = packageRoot();
export const FACTS = join(ROOT, 'facts');
export const DIST = join(ROOT, 'dist');
