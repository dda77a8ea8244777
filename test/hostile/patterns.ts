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

function* hostilePols(bytes: number): Generator<HostileFile> {
  const record = (key: string, value: string, data = '') =>
    `[${key}\0;${value}\0;\u0001\0;${unsigned(2 * data.length)};${data}]`;
  const units = bytes / 2 - 40;
  const many = (text: string) => text.repeat(Math.max(Math.floor(units / text.length), 0));
  const patterns: Record<string, string> = {
    'empty records': many(record('', '')),
    'short records': many(record('a', 'b')),
    'a long key': record(many('a\\'), 'b'),
    'a long name': record('a', many('b')),
    'long data': record('a', 'b', many('x')),
    'data like records': record('a', 'b', many('][')),
    'data like heads': record('a', 'b', many('\0;')),
    brackets: many('['),
    'deletions of a key': many(record('a', '**delvals.', ' ')),
    'deletions by name': record('a', '**DeleteValues', many('b;')),
    'deletions of keys': record('a', '**DeleteKeys', many('b;')),
    NUL: many('\0'),
  };
  for (const [label, text] of Object.entries(patterns)) {
    const content = Buffer.concat([
      Buffer.from([0x50, 0x52, 0x65, 0x67, 1, 0, 0, 0]),
      Buffer.from(text, 'utf16le'),
    ]);
    yield { label: `pol: ${label}`, name: 'Machine/Registry.pol', content };
  }
}

/** A number of 32 bits as two UTF-16 units. */
function unsigned(value: number): string {
  return String.fromCharCode(value & 0xffff, value >>> 16);
}
