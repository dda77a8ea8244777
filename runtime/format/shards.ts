/** Shards, the files of every index: how a key finds its file, and how the file is written and read. */
import { isObject } from './json.ts';

/** Raised when a reader of the old format would misread the new one: another version is refused. */
export const SCHEMA_VERSION = 3;
/**
 * Raised with an addition that a program must know to judge correctly, such as a kind of rule: a program refuses a higher
 * number than its own. Additions that may be ignored raise neither.
 */
export const SCHEMA_MINOR = 3;

/** A shard file: whole normalized key → entry. {@link shardText} writes it. */
export interface Shard<T> {
  schemaVersion: number;
  entries: Record<string, T>;
}

/** The JSON of a shard, one entry per line: readable with grep and jq, and a small change is a small diff. */
export function shardText(entries: readonly (readonly [key: string, entry: unknown])[]): string {
  const lines = entries.map(([key, entry]) => `${JSON.stringify(key)}:${JSON.stringify(entry)}`);
  return `${HEAD}\n${lines.join(',\n')}\n}}\n`;
}

const HEAD = `{"schemaVersion":${SCHEMA_VERSION},"entries":{`;

/** A shard in memory. Parsed it takes several times as many bytes, and a Map of its keys as many again. */
export interface OpenShard {
  bytes: Uint8Array;
  /** Offsets at which entries begin, and at which the last one ends: searching for them took a third of a look-up. */
  lines: Uint32Array;
  /** Every line was checked. */
  isChecked: boolean;
}

/** Throws where a file does not begin and end as what {@link shardText} writes. */
export function openShard(bytes: Uint8Array): OpenShard {
  if (!isAt(bytes, 0, START) || !isAt(bytes, bytes.length - END.length, END))
    throw new TypeError(`It does not begin with ${HEAD} and end with }}, each on a line of its own.`);
  const lines: number[] = [];
  for (let at = START.length; at > 0; at = bytes.indexOf(LINE_FEED, at) + 1) lines.push(at);
  // The last line is that of the foot.
  return { bytes, lines: Uint32Array.from(lines.slice(0, -1)), isChecked: false };
}

/**
 * The entry of a key; undefined where the shard has none. Throws where the shard is not what {@link shardText} writes: an
 * entry is checked when it is found, all lines before a key counts as absent. Checking all lines of 600 shards took a
 * fifth of the time of a command.
 */
export function entryIn(shard: OpenShard, key: string): object | undefined {
  const entry = storedEntry(shard, key);
  if (entry === undefined && !shard.isChecked) checkLines(shard);
  return entry;
}

/** Throws where a line does not hold one entry and nothing else, or has the key of another. */
function checkLines(shard: OpenShard): void {
  for (let index = 0; index < shard.lines.length - 1; index++) {
    const line = decoder.decode(shard.bytes.subarray(shard.lines[index], shard.lines[index + 1]));
    const key = KEY.exec(line)?.[0];
    // A key that is escaped in another way is not found.
    if (key === undefined || storedEntry(shard, JSON.parse(key)) === undefined) throw new TypeError(NO_ENTRY);
  }
  shard.isChecked = true;
}

const KEY = /^"(?:[^"\\]|\\.)*"(?=:)/;
const NO_ENTRY = 'An entry does not stand on a line of its own.';

function storedEntry({ bytes, lines }: OpenShard, key: string): object | undefined {
  const wanted = encoder.encode(`${JSON.stringify(key)}:`);
  const begins = (at: number) => isAt(bytes, at, wanted);
  const index = lines.findIndex(begins);
  if (index < 0) return undefined;
  if (lines.findLastIndex(begins) !== index) throw new TypeError(NO_ENTRY);
  const [start = 0, next = 0] = lines.subarray(index);
  const isLast = index === lines.length - 2;
  const end = next - (isLast ? 1 : 2);
  const entry: unknown = JSON.parse(decoder.decode(bytes.subarray(start + wanted.length, end)));
  if (!isObject(entry) || (!isLast && bytes[end] !== COMMA)) throw new TypeError(NO_ENTRY);
  return entry;
}

/** Compares from the end: the keys of a shard often begin alike. */
function isAt(bytes: Uint8Array, at: number, wanted: Uint8Array): boolean {
  let offset = wanted.length - 1;
  while (offset >= 0 && bytes[at + offset] === wanted[offset]) offset--;
  return offset < 0;
}

const encoder = new TextEncoder();
const decoder = new TextDecoder('utf-8', { fatal: true });
const START = encoder.encode(`${HEAD}\n`);
const END = encoder.encode('\n}}\n');
const [LINE_FEED, COMMA] = [0x0a, 0x2c];

/** `<hh>` of a SHA-256 digest: its leading `bits` as hexadecimal, zero-padded. */
export function shardName(digest: Uint8Array, bits: number): string {
  const word = (((digest[0] ?? 0) << 24) | ((digest[1] ?? 0) << 16) | ((digest[2] ?? 0) << 8)) >>> 0;
  return (bits === 0 ? 0 : word >>> (32 - bits)).toString(16).padStart(Math.ceil(bits / 4) || 1, '0');
}
