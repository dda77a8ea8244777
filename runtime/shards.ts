/** Shards, the files of every index: how a key finds its file, and how the file is written and read. */
import { isObject } from './json.ts';

/** Raised when a reader of the old format would misread the new one: another version is refused. */
export const SCHEMA_VERSION = 2;
/** Raised when something is added that a reader of the same version may ignore. */
export const SCHEMA_MINOR = 5;

/** A shard file: whole normalized key → entry. {@link shardText} writes it. */
export interface Shard<T> {
  schemaVersion: number;
  entries: Record<string, T>;
}

/** The JSON of a shard, an entry a line: readable with grep and jq, and a small change is a small diff. */
export function shardText(entries: readonly (readonly [key: string, entry: unknown])[]): string {
  const lines = entries.map(([key, entry]) => `${JSON.stringify(key)}:${JSON.stringify(entry)}`);
  return `{"schemaVersion":${SCHEMA_VERSION},"entries":{\n${lines.join(',\n')}\n}}\n`;
}

/** Throws where a text is no shard, or one in which {@link entryIn} does not find every entry. */
export function requireShard(text: string): void {
  const { entries } = JSON.parse(text) as Partial<Shard<unknown>>;
  if (!isObject(entries)) throw new TypeError('It has no entries.');
  for (const [key, entry] of Object.entries(entries)) {
    if (!isObject(entry)) throw new TypeError('An entry is no object.');
    if (!text.includes(lineStart(key))) throw new TypeError('An entry does not stand on a line of its own.');
  }
}

/** The entry of a key in the text of a shard; undefined where it has none. The others are not parsed. */
export function entryIn<T>(text: string, key: string): T | undefined {
  const start = lineStart(key);
  const at = text.indexOf(start);
  if (at === -1) return undefined;
  const from = at + start.length;
  const end = text.indexOf('\n', from);
  return JSON.parse(text.slice(from, text[end - 1] === ',' ? end - 1 : end)) as T;
}

/** JSON escapes line breaks: this stands nowhere else. */
function lineStart(key: string): string {
  return `\n${JSON.stringify(key)}:`;
}

/** `<hh>` of a SHA-256 digest: its leading `bits` as hexadecimal, zero-padded. */
export function shardName(digest: Uint8Array, bits: number): string {
  const word = (((digest[0] ?? 0) << 24) | ((digest[1] ?? 0) << 16) | ((digest[2] ?? 0) << 8)) >>> 0;
  return (bits === 0 ? 0 : word >>> (32 - bits)).toString(16).padStart(Math.ceil(bits / 4) || 1, '0');
}
