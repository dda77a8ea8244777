/** What is asked: real requests over the whole dataset, in an order that no neighbour of a pair profits from. */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type CspEntry, entriesIn, type ResolveEntry, type SettingEntry } from '../../runtime/format.ts';

export interface Ask {
  method: 'GET' | 'POST';
  path: string;
  headers?: Record<string, string>;
  body?: string;
}

export const LANG = 'en-US';
/** A label, a build number, a server, an ambiguous label and none: every way through the verdict. */
const TARGETS = ['Windows 11 24H2', '10.0.19045.3803', 'Windows Server 2022', '22H2', undefined];

/** Every documented pair once, in the vendor's spelling. */
export async function resolveAsks(version: string): Promise<Ask[]> {
  const entries = await readIndex<ResolveEntry>(join(version, 'resolve'));
  return shuffled(entries).map(([, { matches }], at) => {
    const {
      registryKey,
      valueName,
      class: policyClass,
    } = matches[0] ?? { registryKey: '', class: 'Machine' };
    const key = `${policyClass === 'User' ? 'HKCU' : 'HKLM'}\\${registryKey}`;
    return post('/v1/resolve', {
      key,
      value: valueName ?? '',
      lang: LANG,
      targetOs: TARGETS[at % TARGETS.length],
    });
  });
}

/** Every node that a setting backs. */
export async function cspAsks(version: string): Promise<Ask[]> {
  const entries = await readIndex<CspEntry>(join(version, 'csp'));
  const backed = entries.filter(([, { matches }]) => matches.length > 0);
  return shuffled(backed).map(([, { node }]) => post('/v1/csp', { omaUri: node.omaUri, lang: LANG }));
}

/** Every record. */
export async function settingAsks(version: string): Promise<Ask[]> {
  const entries = await readIndex<SettingEntry>(join(version, 'setting', LANG));
  return shuffled(entries).map(([slug]) => ({ method: 'GET', path: `/v1/setting/${slug}?lang=${LANG}` }));
}

/** Words, a misspelling and a token in each language, so that all of its index is loaded and used. */
export function searchAsks(languages: readonly string[]): Ask[] {
  const queries = ['automatic updates', 'mises à jour automatiques', 'Windows Updat', 'NoAutoUpdate'];
  return languages.flatMap((lang) => queries.map((q) => post('/v1/search', { q, lang })));
}

export const healthAsks: Ask[] = [{ method: 'GET', path: '/v1/health' }];

/** The same GETs from a client whose copies are current. */
export async function revalidations(url: string, asks: readonly Ask[]): Promise<Ask[]> {
  const again: Ask[] = [];
  for (const ask of asks) {
    const response = await fetch(url + ask.path);
    await response.arrayBuffer();
    again.push({ ...ask, headers: { 'if-none-match': response.headers.get('etag') ?? '' } });
  }
  return again;
}

/** Mean size of the answers' bodies; bytes. */
export async function meanSize(url: string, asks: readonly Ask[]): Promise<number> {
  let bytes = 0;
  const sample = asks.slice(0, 2000);
  for (const ask of sample) bytes += (await answerTo(url, ask)).byteLength;
  return Math.round(bytes / sample.length);
}

/** Rejects where the answer is no 200: a bench must not measure errors. */
export async function answerTo(url: string, { method, path, headers, body }: Ask): Promise<ArrayBuffer> {
  const json =
    body === undefined ? {} : { body, headers: { ...headers, 'content-type': 'application/json' } };
  const response = await fetch(url + path, { method, headers: { ...headers }, ...json });
  const bytes = await response.arrayBuffer();
  if (response.status !== 200) throw new Error(`${method} ${path} was answered with ${response.status}`);
  return bytes;
}

function post(path: string, body: Record<string, string | undefined>): Ask {
  return { method: 'POST', path, body: JSON.stringify(body) };
}

/** All entries of an index (`resolve`, `setting/en-US`), in the order of the shards. */
export async function readIndex<T>(folder: string): Promise<[string, T][]> {
  const names = (await readdir(folder)).sort();
  const shards = await Promise.all(names.map((name) => readFile(join(folder, name))));
  return shards.flatMap((file) => entriesIn<T>(file));
}

/** The same order in every run. */
function shuffled<T>(items: T[]): T[] {
  let seed = 1;
  for (let at = items.length - 1; at > 0; at--) {
    seed = (Math.imul(seed, 1103515245) + 12345) & 0x7fffffff;
    const other = seed % (at + 1);
    [items[at], items[other]] = [items[other] as T, items[at] as T];
  }
  return items;
}
