/** The dataset as it is really compiled from the committed facts, and samples of it. */
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { builtInDist } from '../../build/built-in.ts';
import { readJson } from '../../build/facts/model.ts';
import type { Manifest } from '../../runtime/format/format.ts';
import { copyLatest } from '../corpus/dist.ts';
import { entriesOf } from '../corpus/entries.ts';

export interface Compiled extends AsyncDisposable {
  /** The `dist` folder: one's own, to be written into. */
  folder: string;
  manifest: Manifest;
}

export async function compiledDist(): Promise<Compiled> {
  const folder = await mkdtemp(join(tmpdir(), 'hivecheck-dist-'));
  const version = await copyLatest(await builtInDist(), folder);
  const manifest = await readJson<Manifest>(join(folder, version, 'manifest.json'));
  return { folder, manifest, [Symbol.asyncDispose]: () => rm(folder, { recursive: true }) };
}

const samples = new Map<string, [string, unknown][]>();

/** Every `step`-th entry of an index, in the order of its shards: the same ones every time, read once. */
export function sample<T>({ folder }: Compiled, index: string, step: number): [string, T][] {
  const id = `${folder} ${index} ${step}`;
  const known = samples.get(id) ?? entriesOf<T>(folder, index).filter((_, at) => at % step === 0);
  samples.set(id, known);
  return known as [string, T][];
}

/** Path → content of all that a static host has of it. */
export async function filesOf({ folder, manifest }: Compiled): Promise<Map<string, Uint8Array<ArrayBuffer>>> {
  const paths = Object.keys(manifest.files).map((path) => `${manifest.version}/${path}`);
  const files = new Map<string, Uint8Array<ArrayBuffer>>();
  for (const path of ['index.json', `${manifest.version}/manifest.json`, ...paths])
    files.set(path, new Uint8Array(await readFile(join(folder, path))));
  return files;
}
