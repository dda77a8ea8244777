/**
 * Bytes of a vendor's file → text. The XML declaration is not reliable: 26 ADML files declare `utf-16` and one
 * (Search.admx) `unicode` while they are UTF-8; others (Edge and Chrome 120) are UTF-16LE, some without any
 * declaration. So the BOM decides, then the zero bytes of UTF-16, then what decodes.
 */
import { fromWindows1252 } from '../../runtime/readers/encoding.ts';
import { FileProblem } from './problems.ts';

type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be';

export function decodeText(bytes: Uint8Array, file: string): string {
  const encoding = detect(bytes);
  if (encoding !== 'utf-8' && bytes.length % 2 === 1) {
    throw new FileProblem({
      file,
      ...placeAfter(bytes.subarray(0, -1), encoding),
      message: `truncated: ${encoding} text of an odd number of bytes (${bytes.length})`,
    });
  }
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    const text = encoding === 'utf-8' ? decodeDeclared(bytes) : undefined;
    if (text !== undefined) return text;
    const message = `not valid ${encoding} text: save it as UTF-8 or UTF-16`;
    throw new FileProblem({ file, ...firstBadByte(bytes, encoding), message });
  }
}

/** Uses the XML declaration for text that is neither UTF-8 nor UTF-16: `windows-1252` of hand-made files. */
function decodeDeclared(bytes: Uint8Array): string | undefined {
  const head = new TextDecoder('latin1').decode(bytes.subarray(0, 200));
  const declared = /^<\?xml[^>]*\sencoding\s*=\s*["']([\w.:-]+)/.exec(head)?.[1];
  try {
    const decoder = declared === undefined ? undefined : new TextDecoder(declared, { fatal: true });
    return decoder?.encoding === 'windows-1252' ? fromWindows1252(bytes) : decoder?.decode(bytes);
  } catch {
    return undefined;
  }
}

function detect(bytes: Uint8Array): Encoding {
  const [a, b] = bytes;
  if (a === 0xff && b === 0xfe) return 'utf-16le';
  if (a === 0xfe && b === 0xff) return 'utf-16be';
  // Every file starts with an ASCII character: a zero beside it shows UTF-16 without a BOM.
  if (a !== 0 && b === 0) return 'utf-16le';
  if (a === 0 && b !== 0) return 'utf-16be';
  return 'utf-8';
}

/** Line and column (1-based) of the first byte that does not decode, found by bisecting the prefix. */
function firstBadByte(bytes: Uint8Array, encoding: Encoding): { line: number; column: number } {
  let good = 0;
  let bad = bytes.length;
  while (bad - good > 1) {
    const middle = (good + bad) >> 1;
    // `stream` accepts a sequence that is merely cut by the prefix's end.
    try {
      new TextDecoder(encoding, { fatal: true }).decode(bytes.subarray(0, middle), { stream: true });
      good = middle;
    } catch {
      bad = middle;
    }
  }
  return placeAfter(bytes.subarray(0, good), encoding);
}

function placeAfter(bytes: Uint8Array, encoding: Encoding): { line: number; column: number } {
  // As a stream: the place is the start of a sequence that the end cuts, not a character before it.
  const text = new TextDecoder(encoding).decode(bytes, { stream: true });
  const lines = text.split('\n');
  return { line: lines.length, column: (lines.at(-1)?.length ?? 0) + 1 };
}
