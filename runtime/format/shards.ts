/** Shards, the files of every index: how a key finds its file, and how the file is written and read. */
import { isObject } from './json.ts';

/** Raised when a reader of the old format would misread the new one: another version is refused. */
export const SCHEMA_VERSION = 3;
/** Raised when something is added that a reader of the same version may ignore. */
export const SCHEMA_MINOR = 0;

/** A shard file: whole normalized key → entry. {@link shardText} writes it. */
export interface Shard<T> {
  schemaVersion: number;
  entries: Record<string, T>;
}

/** The JSON of a shard, an entry a line: readable with grep and jq, and a small change is a small diff. */
export function shardText(entries: readonly (readonly [key: string, entry: unknown])[]): string {
  const lines = entries.map(([key, entry]) => `${JSON.stringify(key)}:${JSON.stringify(entry)}`);
  return `${HEAD}\n${lines.join(',\n')}\n}}\n`;
}

const HEAD = `{"schemaVersion":${SCHEMA_VERSION},"entries":{`;

/** A shard in memory. Parsed it takes several times as many bytes, and a Map of its keys as many again. */
export interface OpenShard {
  bytes: Uint8Array;
  /** Where its entries begin, and where the last one ends: to look for them was a third of a look-up. */
  lines: Uint32Array;
}

/** Throws where a file is not what {@link shardText} writes: {@link entryIn} would not find every entry, or not read it. */
export function openShard(bytes: Uint8Array): OpenShard {
  checkShard(new TextDecoder('utf-8', { fatal: true }).decode(bytes).split('\n'));
  const lines: number[] = [];
  for (let at = HEAD.length + 1; at > 0; at = bytes.indexOf(LINE_FEED, at) + 1) lines.push(at);
  // The last line is that of the foot.
  return { bytes, lines: Uint32Array.from(lines.slice(0, -1)) };
}

function checkShard([head, ...lines]: string[]): void {
  const [foot, end] = lines.splice(-2);
  if (head !== HEAD || foot !== '}}' || end !== '')
    throw new TypeError(`It does not begin with ${HEAD} and end with }}, each on a line of its own.`);
  // A shard without entries has one line that is empty.
  if (lines.length === 1 && lines[0] === '') return;
  const keys = new Set<string>();
  for (const [index, line] of lines.entries()) {
    const key = keyOf(line, index === lines.length - 1);
    if (key === undefined || keys.has(key))
      throw new TypeError('An entry does not stand on a line of its own.');
    keys.add(key);
  }
}

/** The key of a line that holds an entry and nothing else; else undefined. */
function keyOf(line: string, last: boolean): string | undefined {
  const start = LINE_START.exec(line)?.[0];
  if (start === undefined || line.endsWith(',') === last) return undefined;
  const key = JSON.parse(start.slice(0, -1)) as string;
  const entry: unknown = JSON.parse(line.slice(start.length, last ? undefined : -1));
  return start === lineStart(key) && isObject(entry) ? key : undefined;
}

/** `"<key>":` */
const LINE_START = /^"(?:[^"\\]|\\.)*":/;

function lineStart(key: string): string {
  return `${JSON.stringify(key)}:`;
}

/** The JSON of the entry of a key; undefined where the shard has none. */
export function entryIn({ bytes, lines }: OpenShard, key: string): Uint8Array | undefined {
  const wanted = encoder.encode(lineStart(key));
  const index = lines.findIndex((at) => isAt(bytes, at, wanted));
  if (index < 0) return undefined;
  const start = (lines[index] ?? 0) + wanted.length;
  const end = (lines[index + 1] ?? 0) - 1;
  return bytes.subarray(start, bytes[end - 1] === COMMA ? end - 1 : end);
}

/** From the end: the keys of a shard often begin alike. */
function isAt(bytes: Uint8Array, at: number, wanted: Uint8Array): boolean {
  let offset = wanted.length - 1;
  while (offset >= 0 && bytes[at + offset] === wanted[offset]) offset--;
  return offset < 0;
}

const encoder = new TextEncoder();
const [LINE_FEED, COMMA] = [0x0a, 0x2c];

/** `<hh>` of a SHA-256 digest: its leading `bits` as hexadecimal, zero-padded. */
export function shardName(digest: Uint8Array, bits: number): string {
  const word = (((digest[0] ?? 0) << 24) | ((digest[1] ?? 0) << 16) | ((digest[2] ?? 0) << 8)) >>> 0;
  return (bits === 0 ? 0 : word >>> (32 - bits)).toString(16).padStart(Math.ceil(bits / 4) || 1, '0');
}
