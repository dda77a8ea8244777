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

/** Throws where a file is no shard, or one in which {@link entryIn} would not find every entry and read it. */
export function requireShard(bytes: Uint8Array): void {
  const text = decoder.decode(bytes);
  const { entries } = JSON.parse(text) as Partial<Shard<unknown>>;
  if (!isObject(entries)) throw new TypeError('It has no entries.');
  if (!Object.values(entries).every(isObject)) throw new TypeError('An entry is no object.');
  const lines = text
    .split('\n')
    .slice(1, -2)
    .filter((line) => line !== '');
  const starts = new Set(lines.flatMap((line) => (/\},?$/.test(line) ? (LINE_START.exec(line) ?? []) : [])));
  const keys = Object.keys(entries);
  if (keys.length !== lines.length || !keys.every((key) => starts.has(lineStart(key))))
    throw new TypeError('An entry does not stand on a line of its own.');
}

/** `"<key>":` */
const LINE_START = /^"(?:[^"\\]|\\.)*":/;

function lineStart(key: string): string {
  return `${JSON.stringify(key)}:`;
}

/**
 * The entry of a key in the bytes of a shard; undefined where it has none. Nothing but its line is decoded: the whole
 * takes 15 to 40 µs, a quarter of an answer.
 */
export function entryIn<T>(bytes: Uint8Array, key: string): T | undefined {
  const line = lineOf(bytes, key);
  return line && (JSON.parse(decoder.decode(line)) as T);
}

const decoder = new TextDecoder();
const encoder = new TextEncoder();
const [LINE_FEED, COMMA] = [0x0a, 0x2c];

/** What stands behind `"<key>":` at the start of a line. JSON escapes line breaks: one in the file ends a line. */
function lineOf(bytes: Uint8Array, key: string): Uint8Array | undefined {
  const start = encoder.encode(lineStart(key));
  for (let at = bytes.indexOf(LINE_FEED) + 1; at > 0; at = bytes.indexOf(LINE_FEED, at) + 1) {
    if (!startsWith(bytes, start, at)) continue;
    const end = bytes.indexOf(LINE_FEED, at);
    return bytes.subarray(at + start.length, bytes[end - 1] === COMMA ? end - 1 : end);
  }
  return undefined;
}

function startsWith(bytes: Uint8Array, start: Uint8Array, at: number): boolean {
  for (let offset = 0; offset < start.length; offset++) {
    if (bytes[at + offset] !== start[offset]) return false;
  }
  return true;
}

/** `<hh>` of a SHA-256 digest: its leading `bits` as hexadecimal, zero-padded. */
export function shardName(digest: Uint8Array, bits: number): string {
  const word = (((digest[0] ?? 0) << 24) | ((digest[1] ?? 0) << 16) | ((digest[2] ?? 0) << 8)) >>> 0;
  return (bits === 0 ? 0 : word >>> (32 - bits)).toString(16).padStart(Math.ceil(bits / 4) || 1, '0');
}
