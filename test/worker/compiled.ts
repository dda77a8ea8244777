/** The dataset as it is really compiled from the committed facts, and samples of it. */
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { builtInDist } from '../../build/built-in.ts';
import { readJson } from '../../build/facts/model.ts';
import type { Manifest, Shard } from '../../runtime/format/format.ts';
import { copyLatest } from '../corpus/dist.ts';

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

const samples = new WeakMap<Compiled, Map<string, Promise<[string, unknown][]>>>();

/** Every `step`-th entry of an index, in the order of its shards: the same ones every time, read once. */
export function sample<T>(compiled: Compiled, index: string, step: number): Promise<[string, T][]> {
  const known = samples.get(compiled) ?? new Map<string, Promise<[string, unknown][]>>();
  samples.set(compiled, known);
  const name = `${index} ${step}`;
  const read = known.get(name) ?? readSample<T>(compiled, index, step);
  known.set(name, read);
  return read as Promise<[string, T][]>;
}

async function readSample<T>(
  { folder, manifest }: Compiled,
  index: string,
  step: number,
): Promise<[string, T][]> {
  const below = join(folder, manifest.version, index);
  const entries: [string, T][] = [];
  for (const name of (await readdir(below)).sort()) {
    const shard = JSON.parse(await readFile(join(below, name), 'utf8')) as Shard<T>;
    entries.push(...Object.entries(shard.entries));
  }
  return entries.filter((_, at) => at % step === 0);
}
