/** What is asked: every entry of the dataset once, in an order in which no pair profits from its neighbour. */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { CspEntry, PairEntry, SettingEntry, Shard } from '../../runtime/format/format.ts';
import { splitPairKey } from '../../runtime/format/keys.ts';

export interface Ask {
  method: 'GET' | 'POST';
  path: string;
  body?: string;
  /** Beside the content type. */
  headers?: Record<string, string>;
}

export const LANG = 'en-US';
export const JSON_TYPE = { 'content-type': 'application/json' };
/** A label, a build number, a server, an ambiguous label and none: every way through the verdict. */
export const TARGETS = ['Windows 11 24H2', '10.0.19045.3803', 'Windows Server 2022', '22H2', undefined];

/** Every documented pair, in the vendor's spelling. `version`: the version's folder, here and below. */
export async function resolveAsks(version: string): Promise<Ask[]> {
  const entries = await readIndex<PairEntry>(join(version, 'resolve', LANG));
  return shuffled(entries).map(([pair, { any }], at) => {
    const [normalizedKey, normalizedValue] = splitPairKey(pair);
    const [served] = any.matches;
    const hive = served?.class === 'User' ? 'HKCU' : 'HKLM';
    return post('/v1/resolve', {
      key: `${hive}\\${served?.registryKey ?? normalizedKey}`,
      value: served?.valueName ?? normalizedValue,
      lang: LANG,
      targetOs: TARGETS[at % TARGETS.length],
    });
  });
}

/** Every node that a setting backs. */
export async function cspAsks(version: string): Promise<Ask[]> {
  const entries = await readIndex<CspEntry>(join(version, 'csp', LANG));
  const backed = entries.filter(([, { matches }]) => matches.length > 0);
  return shuffled(backed).map(([omaUri]) => post('/v1/csp', { omaUri, lang: LANG }));
}

/** Every record. */
export async function settingAsks(version: string): Promise<Ask[]> {
  const entries = await readIndex<SettingEntry>(join(version, 'setting', LANG));
  return shuffled(entries).map(([slug]) => ({ method: 'GET', path: `/v1/setting/${slug}?lang=${LANG}` }));
}

/** Mean size of the answers' bodies; bytes. */
export async function meanSize(url: string, asks: readonly Ask[]): Promise<number> {
  let bytes = 0;
  const sample = asks.slice(0, 1000);
  for (const ask of sample) bytes += (await answerTo(url, ask)).byteLength;
  return Math.round(bytes / sample.length);
}

/** Rejects where the status is not 200: a bench must not measure errors. */
export async function answerTo(url: string, { method, path, body, headers = {} }: Ask): Promise<ArrayBuffer> {
  const response = await fetch(url + path, {
    method,
    ...(body !== undefined && { body, headers: { ...JSON_TYPE, ...headers } }),
  });
  const bytes = await response.arrayBuffer();
  if (response.status !== 200) throw new Error(`${method} ${path} was answered with ${response.status}`);
  return bytes;
}

/** All entries of an index (`resolve`, `setting/en-US`), in the order of the shards. */
export async function readIndex<T>(folder: string): Promise<[string, T][]> {
  const names = (await readdir(folder)).sort();
  const texts = await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')));
  return texts.flatMap((text) => Object.entries((JSON.parse(text) as Shard<T>).entries));
}

function post(path: string, body: Record<string, string | undefined>): Ask {
  return { method: 'POST', path, body: JSON.stringify(body) };
}

/** The same order in every run. */
export function shuffled<T>(items: T[]): T[] {
  let seed = 1;
  for (let at = items.length - 1; at > 0; at--) {
    seed = (Math.imul(seed, 1103515245) + 12345) & 0x7fffffff;
    const other = seed % (at + 1);
    [items[at], items[other]] = [items[other] as T, items[at] as T];
  }
  return items;
}
