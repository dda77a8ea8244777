/**
 * Bytes → text. A byte order mark decides; else the content does. An XML declaration is ignored: vendors' files
 * declare `utf-16` and are UTF-8.
 */
import type { Collector } from './collect.ts';
import { ReadFault } from './fault.ts';

/** The text of a file, without its byte order mark. Throws a ReadFault with the offset of what is not text. */
export function decodeText(bytes: Uint8Array, collector: Collector): string {
  const { start, bigEndian } = encodingOf(bytes);
  if (bigEndian !== undefined && (bytes.length - start) % 2 === 1) {
    throw new ReadFault('the file is UTF-16 with an odd number of bytes: it is cut off or damaged', {
      offset: bytes.length - 1,
    });
  }
  const text =
    bigEndian === undefined
      ? decodeNarrow(bytes, start, collector)
      : fromUtf16(bytes, start, bytes.length, bigEndian);
  const nul = text.indexOf('\0');
  if (nul !== -1)
    throw new ReadFault('the file holds a NUL character, so it is not text', { line: lineAt(text, nul) });
  return text;
}

/** The beginning of a file as text, for recognising it; undefined where it is not text. */
export function decodeHead(bytes: Uint8Array, length: number): string | undefined {
  const { start, bigEndian } = encodingOf(bytes);
  const end = Math.min(bytes.length, start + length);
  const text =
    bigEndian === undefined
      ? new TextDecoder('utf-8').decode(bytes.subarray(start, end))
      : fromUtf16(bytes, start, end - ((end - start) % 2), bigEndian);
  return text.includes('\0') ? undefined : text;
}

/** `bigEndian` is the byte order of UTF-16; undefined for UTF-8. `start` is behind the byte order mark. */
function encodingOf(bytes: Uint8Array): { start: number; bigEndian: boolean | undefined } {
  const [first, second, third] = bytes;
  if (first === 0xff && second === 0xfe) return { start: 2, bigEndian: false };
  if (first === 0xfe && second === 0xff) return { start: 2, bigEndian: true };
  if (first === 0xef && second === 0xbb && third === 0xbf) return { start: 3, bigEndian: undefined };
  // All formats begin with ASCII: in UTF-16 every other byte of it is zero. In a damaged file of another encoding few are.
  const beginning = bytes.subarray(0, 256);
  const zeros = [0, 1].map((half) => beginning.filter((byte, at) => byte === 0 && at % 2 === half).length);
  const [even = 0, odd = 0] = zeros;
  const isWide = Math.max(even, odd) > beginning.length / 16;
  return { start: 0, bigEndian: isWide ? odd <= even : undefined };
}

/** As many arguments as every engine takes. */
const AT_ONCE = 8192;

/**
 * UTF-16 as it is, with unpaired surrogates: value names and strings of the registry may hold them, and TextDecoder
 * would replace them. `end - start` is even.
 */
export function fromUtf16(bytes: Uint8Array, start: number, end: number, bigEndian = false): string {
  const low = bigEndian ? 1 : 0;
  const units = new Uint16Array(Math.min(AT_ONCE, (end - start) / 2));
  let text = '';
  for (let from = start; from < end; from += 2 * AT_ONCE) {
    const count = Math.min(AT_ONCE, (end - from) / 2);
    for (let at = 0; at < count; at++) {
      const byte = from + 2 * at;
      units[at] = (bytes[byte + low] ?? 0) | ((bytes[byte + 1 - low] ?? 0) << 8);
    }
    text += Reflect.apply(String.fromCharCode, undefined, units.subarray(0, count));
  }
  return text;
}

function decodeNarrow(bytes: Uint8Array, start: number, collector: Collector): string {
  const content = bytes.subarray(start);
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(content);
  } catch {
    return decodeAnsi(content, start, collector);
  }
}

/**
 * Bytes that are not UTF-8 are read as windows-1252, and a note says that this is a guess. Where other bytes are UTF-8,
 * the file is damaged instead: as windows-1252 its sound parts would be read wrongly.
 */
function decodeAnsi(content: Uint8Array, start: number, collector: Collector): string {
  const text = fromWindows1252(content);
  const asUtf8 = new TextDecoder('utf-8', { ignoreBOM: true }).decode(content);
  if (start > 0 || NOT_ASCII.test(asUtf8) || text.includes(REPLACEMENT_AS_ANSI)) {
    throw new ReadFault('the file is not valid UTF-8 here; save it again as UTF-8 or UTF-16', {
      offset: start + firstInvalid(asUtf8, content),
    });
  }
  const message =
    'the file is not Unicode and was read as windows-1252; where that is wrong, save it as UTF-8';
  collector.note('encoding', message, {}, { line: lineAt(text, asUtf8.indexOf(REPLACEMENT)) });
  return text;
}

const FROM_0X80 = '€\x81‚ƒ„…†‡ˆ‰Š‹Œ\x8dŽ\x8f\x90‘’“”•–—˜™š›œ\x9džŸ';

/** Node 20 takes windows-1252 for Latin 1, which has control characters in the place of 27 others. */
export function fromWindows1252(bytes: Uint8Array): string {
  const text = new TextDecoder('windows-1252').decode(bytes);
  return text.replace(/[\x80-\x9f]/g, (control) => FROM_0X80[control.charCodeAt(0) - 0x80] ?? control);
}

/** What TextDecoder puts in the place of bytes that are not UTF-8; a file may hold it as well. */
const REPLACEMENT = '\ufffd';
const REPLACEMENT_AS_ANSI = 'ï¿½';
const NOT_ASCII = /[\u{80}-\u{fffc}\u{fffe}-\u{10ffff}]/u;

/** The offset of the first byte that is not UTF-8; `text`: what the bytes were decoded to. */
function firstInvalid(text: string, bytes: Uint8Array): number {
  const again = new TextEncoder().encode(text);
  let offset = again.findIndex((byte, at) => byte !== bytes[at]);
  // To the beginning of the character that replaces them.
  while (again[offset] !== 0xef) offset--;
  return offset;
}

/** The number of the line of a position in a text. */
function lineAt(text: string, position: number): number {
  let line = 1;
  for (let at = text.indexOf('\n'); at !== -1 && at < position; at = text.indexOf('\n', at + 1)) line++;
  return line;
}

/** Lines, ended by LF or CRLF, one at a time: a file may have millions. Each counts, and sets the collector's spot. */
export function* linesOf(text: string, collector: Collector): Generator<string> {
  let line = 1;
  for (let start = 0; start <= text.length; line++) {
    collector.spot = { line };
    collector.count();
    const found = text.indexOf('\n', start);
    const end = found === -1 ? text.length : found;
    const content = text.slice(start, end);
    yield content.endsWith('\r') ? content.slice(0, -1) : content;
    start = end + 1;
  }
}
