/** Publishing to a folder that is being served, correctly and with damage. */
import { execFile } from 'node:child_process';
import { mkdir, readFile, rename, rm, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Manifest } from '../../runtime/format/format.ts';
import type { Variant } from './variants.ts';

export async function publish(dist: string, variant: Variant): Promise<void> {
  await copyVersion(dist, variant);
  await pointTo(dist, variant.manifest);
}

export async function pointTo(dist: string, { version, generatedAt }: Manifest): Promise<void> {
  await replaceIndex(dist, JSON.stringify({ latest: version, versions: [{ version, generatedAt }] }));
}

async function replaceIndex(dist: string, text: string): Promise<void> {
  const aside = join(dist, '.index.json');
  await writeFile(aside, text);
  await rename(aside, join(dist, 'index.json'));
}

const run = promisify(execFile);

/** By other programs: in this one, which is busy with asking, the thousands of files would take seconds. */
export async function copyVersion(
  dist: string,
  { folder, manifest: { version } }: Pick<Variant, 'folder' | 'manifest'>,
): Promise<void> {
  const aside = join(dist, `.${version}`);
  await mkdir(dist, { recursive: true });
  await run('rm', ['-rf', aside]);
  await run('cp', ['-R', folder, aside]);
  await run('rm', ['-rf', join(dist, version)]);
  await rename(aside, join(dist, version));
}

/** What can be wrong with a version that index.json names. */
export const DAMAGES: Record<string, (dist: string, manifest: Manifest) => Promise<void>> = {
  'one byte of a shard altered': async (dist, manifest) => {
    const path = shardOf(dist, manifest, 'resolve/');
    const bytes = await readFile(path);
    const at = bytes.length >> 1;
    bytes[at] = (bytes[at] ?? 0) ^ 1;
    await writeFile(path, bytes);
  },
  'a shard missing': (dist, manifest) => rm(shardOf(dist, manifest, 'setting/')),
  'a shard truncated': (dist, manifest) => truncate(shardOf(dist, manifest, 'csp/'), 100),
  'a manifest truncated': (dist, { version }) => truncate(join(dist, version, 'manifest.json'), 1000),
  'an index.json that is not JSON': (dist) => replaceIndex(dist, '{"latest":"'),
};

/** Publishes a variant that is not in service, damaged. */
export async function publishDamaged(dist: string, variant: Variant, damage: string): Promise<void> {
  await copyVersion(dist, variant);
  await DAMAGES[damage]?.(dist, variant.manifest);
  if (!damage.startsWith('an index.json')) await pointTo(dist, variant.manifest);
}

/** The last file of an index: a superficial check would open the first. */
function shardOf(dist: string, { version, files }: Manifest, prefix: string): string {
  const paths = Object.keys(files).filter((each) => each.startsWith(prefix));
  return join(dist, version, paths.sort().at(-1) ?? `no file below ${prefix}`);
}
