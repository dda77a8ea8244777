/** Removes from `lib/types` what no entry of the package refers to: two thirds, including what needs h3 and srvx. */
import { readdir, readFile, rm } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { ROOT } from '../paths.ts';

const TYPES = join(ROOT, 'lib/types');
const ENTRIES = ['index', 'worker', 'format/format'];

const needed = new Set<string>();
async function visit(file: string): Promise<void> {
  if (needed.has(file)) return;
  needed.add(file);
  const text = await readFile(file, 'utf8');
  for (const [, path = ''] of text.matchAll(/(?:from|import\(|import) ?['"](\.[^'"]+)\.ts['"]/g)) {
    await visit(resolve(dirname(file), `${path}.d.ts`));
  }
}

for (const name of ENTRIES) await visit(join(TYPES, 'runtime', `${name}.d.ts`));
for (const entry of await readdir(TYPES, { recursive: true, withFileTypes: true })) {
  const file = join(entry.parentPath, entry.name);
  if (entry.isFile() && !needed.has(file)) await rm(file);
}
