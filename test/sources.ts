import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ROOT } from '../build/paths.ts';

export interface Source {
  /** From the project's root. */
  path: string;
  text: string;
}

/** The TypeScript below the folders. */
export async function sourcesOf(...folders: string[]): Promise<Source[]> {
  const found: Source[] = [];
  for (const folder of folders) {
    for (const name of await readdir(join(ROOT, folder), { recursive: true })) {
      // The bench installs packages beside itself.
      if (!/\.c?ts$/.test(name) || name.includes('node_modules')) continue;
      const path = join(folder, name);
      found.push({ path, text: await readFile(join(ROOT, path), 'utf8') });
    }
  }
  return found;
}
