import { lstat, writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { writeFileAtomic } from '../build/atomic.ts';
import { folded } from '../build/table.ts';

/**
 * Exit codes: 0 fine; 1 a finding, or nothing was found; 2 wrong usage, or input that cannot be read; 3 no dataset can
 * be opened.
 */
export const EXIT = { finding: 1, usage: 2, unavailable: 3 } as const;

export { reasonOf, Unavailable, UsageError } from '../build/errors.ts';

let quiet = false;

/** `--quiet`: only errors are printed, and files written. */
export function setQuiet(value: boolean): void {
  quiet = value;
}

export const isQuiet = (): boolean => quiet;

/** Prints the requested output to standard output. */
export function print(text: string | Uint8Array): void {
  if (!quiet) process.stdout.write(text);
}

/** The same, or into the file of `--out` if one is named; `-` is standard output. */
export async function printTo(out: string | undefined, text: string | Uint8Array): Promise<void> {
  if (out === undefined || out === '-') return print(text);
  const file = resolve(out);
  const found = await lstat(file).catch(() => undefined);
  // Root would put a file in the place of /dev/null, /dev/stdout or a named pipe: these are written to.
  await (found?.isFile() === false ? writeFile : writeFileAtomic)(file, text);
}

/** Prints to standard error, since a program may read the output. */
export function remark(text: string): void {
  process.stderr.write(folded(`hivecheck: ${text}`));
}

/** Errors of other modules, by name: importing their classes would load them at every start. */
const CODES: Record<string, number> = {
  ConfigError: EXIT.usage,
  DatasetUnavailable: EXIT.unavailable,
  FetchError: EXIT.usage,
  FileProblem: EXIT.usage,
  ImportFailed: EXIT.usage,
  KeyFileError: EXIT.usage,
  UsageError: EXIT.usage,
  // Unforeseen errors must not look like a finding: a report that is too long for one string, for instance.
  RangeError: EXIT.usage,
  ReferenceError: EXIT.usage,
  SyntaxError: EXIT.usage,
  TypeError: EXIT.usage,
  Unavailable: EXIT.unavailable,
};

export function exitCodeOf(error: unknown): number {
  if (!(error instanceof Error)) return EXIT.finding;
  // Errors of Node: a missing file, an existing name, a full disk.
  if ('code' in error && /^E[A-Z]+$/.test(String(error.code))) return EXIT.usage;
  return CODES[error.name] ?? EXIT.finding;
}
