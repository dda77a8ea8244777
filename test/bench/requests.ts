/** What is asked: every entry of the dataset once, in an order in which no pair profits from its neighbour. */
import type { DocumentedData } from '../../runtime/contract/data.ts';
import { MAX_ITEMS } from '../../runtime/contract/verify.ts';
import type { CspEntry, PairEntry, SettingEntry } from '../../runtime/format/format.ts';
import { splitPairKey } from '../../runtime/format/keys.ts';
import { entriesOf } from '../corpus/entries.ts';
import type { WrittenValue } from '../readers/writers.ts';

export interface Ask {
  method: 'GET' | 'POST';
  path: string;
  body?: string;
  headers?: Record<string, string>;
}

export const LANG = 'en-US';
export const JSON_TYPE = { 'content-type': 'application/json' };
/** A label, a build number, a server, an ambiguous label and none: every way through the verdict. */
const TARGETS = ['Windows 11 24H2', '10.0.19045.3803', 'Windows Server 2022', '22H2', undefined];
const REVISION = '2026-07-28';
const TOOL_CALL = {
  accept: 'application/json, text/event-stream',
  'mcp-protocol-version': REVISION,
  'mcp-method': 'tools/call',
  'mcp-name': 'resolve',
};
const META = {
  'io.modelcontextprotocol/protocolVersion': REVISION,
  'io.modelcontextprotocol/clientInfo': { name: 'bench', version: '1.0.0' },
  'io.modelcontextprotocol/clientCapabilities': {},
};

export function post(path: string, body: object): Ask {
  return { method: 'POST', path, body: JSON.stringify(body) };
}

/** Every documented pair once, in the vendor's spelling, each with a documented content (that of `pick`) where it has one. */
export function documentedItems(dist: string, pick = (_pair: string, at: number) => at): WrittenValue[] {
  return shuffled(entriesOf<PairEntry>(dist, `resolve/${LANG}`)).map(([pair, { any }], at) => {
    const [normalizedKey, normalizedValue] = splitPairKey(pair);
    const [match] = any.matches;
    const hive = match?.class === 'User' ? 'HKCU' : 'HKLM';
    const key = `${hive}\\${match?.registryKey ?? normalizedKey}`;
    return { key, value: match?.valueName ?? normalizedValue, ...contentOf(match, pick(pair, at)) };
  });
}

function contentOf({ registryType, values = [] }: DocumentedData = {}, at: number): Partial<WrittenValue> {
  const value = values[at % Math.max(values.length, 1)];
  const type = value?.type ?? registryType;
  if (value === undefined || type === undefined) return {};
  if (value.data === null) return { delete: true };
  return { type, data: type === 'REG_MULTI_SZ' ? [value.data] : value.data };
}

/** Every documented pair. */
export function resolveAsks(dist: string): Ask[] {
  return documentedItems(dist).map(({ key, value }, at) =>
    post('/v1/resolve', { key, value, lang: LANG, targetOs: TARGETS[at % TARGETS.length] }),
  );
}

/** The same questions as calls of a tool over HTTP. */
export function toolAsks(resolve: readonly Ask[]): Ask[] {
  return resolve.map(({ body = '{}' }, id) => {
    const params = { name: 'resolve', arguments: JSON.parse(body) as object, _meta: META };
    return { ...post('/mcp', { jsonrpc: '2.0', id, method: 'tools/call', params }), headers: TOOL_CALL };
  });
}

/** The documented pairs, as many in a request as it may have. */
export function verifyBodies(dist: string, targetOs: string) {
  const items = documentedItems(dist);
  return Array.from({ length: Math.floor(items.length / MAX_ITEMS) }, (_, at) => ({
    items: items.slice(at * MAX_ITEMS, (at + 1) * MAX_ITEMS),
    lang: LANG,
    targetOs,
  }));
}

/** Every node that a setting backs. */
export function cspAsks(dist: string): Ask[] {
  const backed = entriesOf<CspEntry>(dist, `csp/${LANG}`).filter(([, { matches }]) => matches.length > 0);
  return shuffled(backed).map(([omaUri]) => post('/v1/csp', { omaUri, lang: LANG }));
}

/** Every record. */
export function settingAsks(dist: string): Ask[] {
  const entries = shuffled(entriesOf<SettingEntry>(dist, `setting/${LANG}`));
  return entries.map(([slug]) => ({ method: 'GET', path: `/v1/setting/${slug}?lang=${LANG}` }));
}

/** Mean size of the answers' bodies; bytes. */
export async function meanSize(url: string, asks: readonly Ask[]): Promise<number> {
  let bytes = 0;
  const sample = asks.slice(0, 1000);
  for (const ask of sample) bytes += (await answerTo(url, ask)).byteLength;
  return Math.round(bytes / sample.length);
}

/** Rejects where the status is not 200: a bench must not measure errors. */
export async function answerTo(url: string, { method, path, body, headers }: Ask): Promise<ArrayBuffer> {
  const response = await fetch(url + path, {
    method,
    ...(body !== undefined && { body, headers: { ...JSON_TYPE, ...headers } }),
  });
  const bytes = await response.arrayBuffer();
  if (response.status !== 200) throw new Error(`${method} ${path} was answered with ${response.status}`);
  return bytes;
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
