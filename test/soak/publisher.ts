/** Run as a process of its own, to be killed: writes two versions in turn, by the compiler's own writer. */
import { readdir, readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import type { Files } from '../../build/compile/shards.ts';
import { writeVersion } from '../../build/compile/write.ts';
import type { Manifest } from '../../runtime/format.ts';

const [, , dist = '', ...folders] = process.argv;

const versions = await Promise.all(
  folders.map(async (folder) => {
    const manifest = JSON.parse(await readFile(join(folder, 'manifest.json'), 'utf8')) as Manifest;
    const files: Files = new Map();
    for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
      const path = join(entry.parentPath, entry.name);
      if (entry.isFile() && entry.name !== 'manifest.json')
        files.set(relative(folder, path), await readFile(path, 'utf8'));
    }
    return { manifest, files };
  }),
);

process.stdout.write('ready\n');
for (let turn = 0; ; turn++) {
  const next = versions[turn % versions.length];
  if (next === undefined) break;
  const { languages, sources, counts, shardBits } = next.manifest;
  // A time of its own, so that a version that is there already is not left alone.
  const generatedAt = new Date(1_790_000_000_000 + turn * 1000).toISOString();
  const base = { languages, sources, counts, shardBits };
  await writeVersion(dist, next.files, base, generatedAt);
  process.stdout.write('published\n');
}
