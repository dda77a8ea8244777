/**
 * Hostile files and requests by pattern: a sound beginning (`test/vectors/hostile-frames.jsonl`,
 * `hostile-requests.jsonl`), then one fragment repeated up to the size asked for. Tests and the soak share it.
 */
import { vectors } from '../vectors.ts';

export interface HostileFile {
  /** What it is made of: the beginning and the fragment. */
  label: string;
  /** The file's name, as a request gives it. */
  name: string;
  content: Uint8Array;
}

interface Frame {
  frame: string;
  name: string;
  head: string;
  /** What ends the file. */
  tail?: string;
  /** Fragments that cost most for their size here, and that only large files have. */
  worst?: string[];
}

const FRAMES = vectors<Frame>('hostile-frames');
/** Behind every beginning. */
const FRAGMENTS = vectors<string>('hostile-fragments');

const encoder = new TextEncoder();

/** Files of about `bytes`, one of each beginning and fragment. `only`: of the frame that is called so. */
export function* hostileFiles(bytes: number, only?: string): Generator<HostileFile> {
  for (const frame of FRAMES) {
    if (only !== undefined && only !== frame.frame) continue;
    for (const fragment of [...FRAGMENTS, ...(frame.worst ?? [])]) {
      yield filled(frame, fragment, bytes);
      if (frame.tail !== undefined) yield filled(frame, fragment, bytes, true);
    }
  }
  if (only === undefined || only === 'pol') yield* hostilePols(bytes);
}

export const FRAME_NAMES = [...FRAMES.map(({ frame }) => frame), 'pol'];

/** For a server: few enough to send each, of the full size. */
export function* worstFiles(bytes: number): Generator<HostileFile> {
  for (const frame of FRAMES) for (const fragment of frame.worst ?? []) yield filled(frame, fragment, bytes);
  yield* hostilePols(bytes);
}

function filled({ frame, name, head, tail = '' }: Frame, fragment: string, bytes: number, cutOff = false) {
  const text = head + repeated(fragment, bytes - head.length - tail.length);
  const label = `${frame}: ${JSON.stringify(fragment.slice(0, 40))}${cutOff ? ', cut off' : ''}`;
  return { label, name, content: encoder.encode(cutOff ? text : text + tail) };
}

/** About `bytes` in UTF-8. `#` becomes a number that grows, so that names differ. */
export function repeated(fragment: string, bytes: number): string {
  const length = encoder.encode(fragment).length;
  if (!fragment.includes('#') || fragment === '#')
    return fragment.repeat(Math.max(Math.floor(bytes / length), 0));
  const parts: string[] = [];
  for (let left = bytes, at = 0; left > 0; at++) {
    const part = fragment.replaceAll('#', String(at));
    parts.push(part);
    left -= part.length;
  }
  return parts.join('');
}

/** Of a registry.pol: a text, or a record whose key, name and data are repeated where they end in `…`. */
type Pol =
  | [label: string, text: string]
  | [label: string, key: string, value: string, data: string, many?: true];

function* hostilePols(bytes: number): Generator<HostileFile> {
  const units = bytes / 2 - 40;
  const many = (text: string) => text.repeat(Math.max(Math.floor(units / text.length), 0));
  const field = (text: string) => (text.endsWith('…') ? many(text.slice(0, -1)) : text);
  for (const [label, key, value, data, repeats] of vectors<Pol>('hostile-pols')) {
    const [name, content = ''] = [field(value ?? ''), field(data ?? '')];
    const record = `[${field(key)}\0;${name}\0;\u0001\0;${unsigned(2 * content.length)};${content}]`;
    const text = value === undefined ? many(key) : repeats ? many(record) : record;
    const head = Buffer.from([0x50, 0x52, 0x65, 0x67, 1, 0, 0, 0]);
    const file = Buffer.concat([head, Buffer.from(text, 'utf16le')]);
    yield { label: `pol: ${label}`, name: 'Machine/Registry.pol', content: file };
  }
}

/** A number of 32 bits as two UTF-16 units. */
function unsigned(value: number): string {
  return String.fromCharCode(value & 0xffff, value >>> 16);
}
