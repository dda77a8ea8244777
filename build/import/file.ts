/** One vendor file → text, within limits: a file that is not a vendor's must not exhaust the memory. */
import { readFileSync, statSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { fromWindows1252 } from '../../runtime/readers/encoding.ts';
import { FileProblem, type Report } from './problems.ts';

export interface FolderContext {
  /** Paths in problems are relative to this folder. */
  root: string;
  report: Report;
  /** Called with the bytes of each file before they are parsed. */
  onInput?: (path: string, bytes: Uint8Array) => void;
  /** Called after each file. */
  tick?: (file: string) => void;
  /** Called for each label that is left out because it is prose. */
  onProse?: () => void;
}

/** The largest vendor file (office16.admx) has 1.8 MB. */
export const MAX_BYTES = 32 * 2 ** 20;

export function relativePath(path: string, { root }: FolderContext): string {
  return relative(root, path).replaceAll('\\', '/') || '.';
}

/** Reads, decodes and parses one file; undefined for one that cannot be read, which is reported. */
export async function readParsed<T>(
  path: string,
  context: FolderContext,
  parse: (text: string, file: string) => T,
): Promise<T | undefined> {
  const file = relativePath(path, context);
  try {
    const bytes = readBounded(path, file);
    context.onInput?.(path, bytes);
    return parse(decodeText(bytes, file), file);
  } catch (error) {
    if (error instanceof FileProblem) context.report(error.problem);
    else if (isSystemError(error)) context.report({ file, message: `cannot be read (${error.code})` });
    else throw error;
    return undefined;
  } finally {
    context.tick?.(file);
  }
}

/** Files are read and parsed in turn, so promises would only add waiting. */
function readBounded(path: string, file: string): Uint8Array {
  const found = statSync(path);
  // Opening a FIFO would wait for a writer.
  if (!found.isFile()) throw new FileProblem({ file, message: 'not a regular file' });
  if (found.size > MAX_BYTES)
    throw new FileProblem({ file, message: `${found.size} bytes, more than the ${MAX_BYTES} that are read` });
  return readFileSync(path);
}

function isSystemError(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && 'syscall' in error;
}

export async function list(folder: string, extension: string): Promise<string[]> {
  const names = await readdir(folder);
  // Code-unit order: the same on every machine and locale.
  return names.filter((name) => name.toLowerCase().endsWith(extension)).sort();
}

export async function readFolder<T>(
  folder: string,
  extension: string,
  context: FolderContext,
  parse: (text: string, file: string, report: Report) => T[],
): Promise<T[]> {
  const all: T[] = [];
  const names = await list(folder, extension);
  // A declared folder without a single file of its kind is a wrong path, not an empty source.
  if (names.length === 0)
    context.report({ file: relativePath(folder, context), message: `no ${extension} file in the folder` });
  for (const name of names) {
    let isSound = true;
    const report: Report = (problem) => {
      isSound = false;
      context.report(problem);
    };
    const own = await readParsed(join(folder, name), { ...context, report }, (text, file) =>
      parse(text, file, report),
    );
    // A fact without the part that could not be read would be wrong: the whole file is left out.
    if (isSound) for (const each of own ?? []) all.push(each);
  }
  return all;
}

type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be';

/**
 * The XML declaration is not reliable: 26 ADML files declare `utf-16` and one (Search.admx) `unicode` while they are
 * UTF-8; others (Edge and Chrome 120) are UTF-16LE, some without any declaration. So the BOM decides, then the zero bytes
 * of UTF-16, then what decodes.
 */
function decodeText(bytes: Uint8Array, file: string): string {
  const encoding = detect(bytes);
  if (encoding !== 'utf-8' && bytes.length % 2 === 1) {
    throw new FileProblem({
      file,
      ...placeOfFault(bytes, encoding),
      message: `truncated: ${encoding} text of an odd number of bytes (${bytes.length})`,
    });
  }
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    const text = encoding === 'utf-8' ? decodeDeclared(bytes) : undefined;
    if (text !== undefined) return text;
    const message = `not valid ${encoding} text: save it as UTF-8 or UTF-16`;
    throw new FileProblem({ file, ...placeOfFault(bytes, encoding), message });
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

/** Line and column (1-based) of the first character that does not decode, or of one that the file has in its place. */
function placeOfFault(bytes: Uint8Array, encoding: Encoding): { line: number; column: number } {
  const text = new TextDecoder(encoding).decode(bytes);
  const lines = text.slice(0, text.indexOf('\ufffd')).split('\n');
  return { line: lines.length, column: (lines.at(-1)?.length ?? 0) + 1 };
}
