/** A small `dist/` written by hand: any entries, any number of shard bits, in memory or in a folder. */
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { writeFileAtomic } from '../../build/atomic.ts';
import type { DatasetStore } from '../../runtime/dataset/dataset.ts';
import {
  type Manifest,
  SCHEMA_MINOR,
  SCHEMA_VERSION,
  type ShardBits,
  shardName,
} from '../../runtime/format/format.ts';

export type Files = Map<string, Uint8Array<ArrayBuffer>>;

export interface DistSpec {
  version: string;
  /** Index (`resolve`, `setting/en-US`, …) → key → entry. */
  indexes?: Record<string, ReadonlyMap<string, unknown>>;
  /** Other JSON files of the version. */
  wholes?: Record<string, unknown>;
  /** And files that are written so. */
  texts?: Record<string, string>;
  bits?: number;
  manifest?: Record<string, unknown>;
}

const INDEXES = ['resolve', 'list', 'near', 'csp', 'catalog', 'setting', 'policy'] as const;

export function bytesOf(json: unknown): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(typeof json === 'string' ? json : JSON.stringify(json));
}

/** The files of one version, paths below `dist/`; `index.json` is added by {@link distIndex}. */
export function versionFiles({
  version,
  indexes = {},
  wholes = {},
  texts = {},
  bits = 2,
  manifest = {},
}: DistSpec): Files {
  const jsons = new Map<string, string>();
  for (const [index, entries] of Object.entries(indexes)) {
    for (const [shard, text] of shardsOf(entries, bits)) jsons.set(`${index}/${shard}.json`, text);
  }
  for (const [path, json] of Object.entries(wholes)) jsons.set(path, JSON.stringify(json));
  for (const [path, text] of Object.entries(texts)) jsons.set(path, text);
  const listed: Manifest['files'] = {};
  const files: Files = new Map();
  for (const [path, text] of jsons) {
    const bytes = bytesOf(text);
    listed[path] = { sha256: createHash('sha256').update(bytes).digest('hex'), bytes: bytes.length };
    files.set(`${version}/${path}`, bytes);
  }
  const whole: Manifest = {
    schemaVersion: SCHEMA_VERSION,
    schemaMinor: SCHEMA_MINOR,
    version,
    generatedAt: '2026-07-29T00:00:00Z',
    languages: ['en-US', 'fr-FR'],
    sources: [],
    counts: { settings: 0, registryPairs: 0, cspMappings: 0 },
    shardBits: Object.fromEntries(INDEXES.map((index) => [index, bits])) as ShardBits,
    files: listed,
  };
  return files.set(`${version}/manifest.json`, bytesOf({ ...whole, ...manifest }));
}

/** Written as text: an object literal would take the key `__proto__` for a prototype. */
function shardsOf(entries: ReadonlyMap<string, unknown>, bits: number): Map<string, string> {
  const shards = new Map<string, string[]>();
  for (const [key, entry] of entries) {
    const name = shardName(createHash('sha256').update(key, 'utf8').digest(), bits);
    const lines = shards.get(name) ?? [];
    lines.push(`${JSON.stringify(key)}:${JSON.stringify(entry)}`);
    shards.set(name, lines);
  }
  return new Map(
    [...shards].map(([name, lines]) => [
      name,
      `{"schemaVersion":${SCHEMA_VERSION},"entries":{\n${lines.join(',\n')}\n}}\n`,
    ]),
  );
}

export function distIndex(latest: string, versions: string[] = [latest]): Uint8Array<ArrayBuffer> {
  return bytesOf({
    latest,
    versions: versions.map((version) => ({ version, generatedAt: '2026-07-29T00:00:00Z' })),
  });
}

/** Writes as a build does: each file aside and renamed into place, in the order given. */
export async function writeFiles(folder: string, files: Iterable<[string, Uint8Array]>): Promise<void> {
  for (const [path, bytes] of files) await writeFileAtomic(join(folder, path), bytes, { durable: false });
}

export interface MemoryStore extends DatasetStore {
  files: Files;
  /** Every path read so far, in order. */
  reads: string[];
  /** Awaited before each reading; what it throws is the reading's failure. */
  before: (path: string) => void | Promise<void>;
}

export function memoryStore(files: Files): MemoryStore {
  const store: MemoryStore = {
    location: 'memory',
    files,
    reads: [],
    before: () => {},
    async read(path, { maxBytes = Number.POSITIVE_INFINITY } = {}) {
      store.reads.push(path);
      await store.before(path);
      const bytes = store.files.get(path);
      if (bytes !== undefined && bytes.length > maxBytes) throw new Error('too long');
      return bytes;
    },
  };
  return store;
}
