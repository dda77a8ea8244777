/** The dataset as it is really compiled from the committed facts, in a folder of one's own. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { builtInDist } from '../../build/built-in.ts';
import { readJson } from '../../build/facts/model.ts';
import type { Manifest } from '../../runtime/format/format.ts';
import { copyLatest } from '../corpus/dist.ts';
import { newFolder } from '../scratch.ts';

export interface Compiled {
  /** The `dist` folder: to be written into. */
  folder: string;
  manifest: Manifest;
}

export async function compiledDist(): Promise<Compiled> {
  const folder = await newFolder();
  const version = await copyLatest(await builtInDist(), folder);
  return { folder, manifest: await readJson<Manifest>(join(folder, version, 'manifest.json')) };
}

/** Path → content of all that a static host has of it. */
export async function filesOf({ folder, manifest }: Compiled): Promise<Map<string, Uint8Array<ArrayBuffer>>> {
  const paths = ['manifest.json', ...Object.keys(manifest.files)].map(
    (path) => `${manifest.version}/${path}`,
  );
  const files = new Map<string, Uint8Array<ArrayBuffer>>();
  for (const path of ['index.json', ...paths])
    files.set(path, new Uint8Array(await readFile(join(folder, path))));
  return files;
}
