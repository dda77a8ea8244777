/** Publishing to a folder that is being served, as a build does it, and as a broken one does. */
import { cp, mkdir, readFile, rename, rm, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Manifest } from '../../runtime/format.ts';
import type { Variant } from './variants.ts';

export async function publish(dist: string, { folder, manifest }: Variant): Promise<void> {
  await copyAside(dist, folder, manifest.version);
  await pointTo(dist, manifest.version);
}

/** index.json, by rename. */
export async function pointTo(dist: string, version: string): Promise<void> {
  const index = { latest: version, versions: [{ version, generatedAt: '2026-01-01T00:00:00Z' }] };
  await replaceIndex(dist, JSON.stringify(index));
}

async function replaceIndex(dist: string, text: string): Promise<void> {
  await mkdir(dist, { recursive: true });
  const aside = join(dist, '.index.json');
  await writeFile(aside, text);
  await rename(aside, join(dist, 'index.json'));
}

async function copyAside(dist: string, folder: string, version: string): Promise<void> {
  const aside = join(dist, `.${version}`);
  await rm(aside, { recursive: true, force: true });
  await cp(folder, aside, { recursive: true });
  await rm(join(dist, version), { recursive: true, force: true });
  await rename(aside, join(dist, version));
}

type Damage = (dist: string, version: string, manifest: Manifest) => Promise<void>;

/** What can be wrong with a version that index.json names. */
export const DAMAGES: Record<string, Damage> = {
  'one byte of a shard altered': async (dist, version, manifest) => {
    const path = join(dist, version, shardOf(manifest, 'resolve/'));
    const bytes = await readFile(path);
    const at = bytes.length >> 1;
    bytes[at] = (bytes[at] ?? 0) ^ 1;
    await writeFile(path, bytes);
  },
  'a shard missing': (dist, version, manifest) => rm(join(dist, version, shardOf(manifest, 'setting/'))),
  'a shard cut short': (dist, version, manifest) =>
    truncate(join(dist, version, shardOf(manifest, 'csp/')), 100),
  'a manifest cut short': (dist, version) => truncate(join(dist, version, 'manifest.json'), 1000),
  'an index.json that is not JSON': (dist) => replaceIndex(dist, '{"latest":"'),
};

/** Publishes `variant` under a version of its own, with this damage. */
export async function publishDamaged(
  dist: string,
  { folder, manifest }: Variant,
  version: string,
  damage: Damage,
): Promise<void> {
  await copyAside(dist, folder, version);
  const text = JSON.stringify({ ...manifest, version });
  await writeFile(join(dist, version, 'manifest.json'), text);
  await damage(dist, version, manifest);
  // The last damage is that of index.json itself.
  if (damage !== DAMAGES['an index.json that is not JSON']) await pointTo(dist, version);
}

/** The last file of an index: the first is one that a superficial look would open. */
function shardOf({ files }: Manifest, prefix: string): string {
  const path = Object.keys(files)
    .filter((each) => each.startsWith(prefix))
    .sort()
    .at(-1);
  if (path === undefined) throw new Error(`The variant has no file below ${prefix}`);
  return path;
}
