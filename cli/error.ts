import { resolve } from 'node:path';
import { writeFileAtomic } from '../build/atomic.ts';
import { folded } from '../build/table.ts';

/**
 * Exit codes: 0 fine; 1 a finding, or nothing was found; 2 wrong usage, or input that cannot be read; 3 no dataset can
 * be opened.
 */
export const EXIT = { finding: 1, usage: 2, unavailable: 3 } as const;

export { UsageError } from '../build/errors.ts';

/** No dataset can be opened, or no server reached. */
export class Unavailable extends Error {
  override readonly name = 'Unavailable';
}

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
  if (out === undefined || out === '-') print(text);
  else await writeFileAtomic(resolve(out), text);
}

/** Prints to standard error, since a program may read the output. */
export function remark(text: string): void {
  process.stderr.write(folded(`hivecheck: ${text}`));
}

/** Meanings and remedies of system error codes. Others are rare, and keep the system's message. */
const REASONS: Record<string, string> = {
  EACCES: 'this user may not do that; change the permissions, or name another place',
  EDQUOT: 'the quota of this user is used up; free some space, or name another place',
  EEXIST: 'a file has that name; name another place',
  EISDIR: 'it is a folder; name a file',
  ENOENT: 'there is no such file or folder; check the path',
  ENOSPC: 'the disk is full; free some space, or name another place',
  ENOTDIR: 'a part of the path is not a folder; check the path',
  EPERM: 'this user may not do that; change the permissions, or name another place',
  EROFS: 'the file system is read-only; name another place',
};

interface SystemError extends NodeJS.ErrnoException {
  /** Target of a rename. */
  dest?: string;
}

/** For a system error: the path, the reason and the remedy. */
export function messageOf(error: Error): string {
  const { code = '', syscall, path, dest = path, message }: SystemError = error;
  const reason = REASONS[code];
  // Other errors may have such a code too, with their own message.
  if (reason === undefined || !message.startsWith(`${code}: `)) return message;
  // Files and folders are written under a temporary name beside the final one.
  const at = dest === undefined ? '' : `${dest.replace(/\.tmp-\d+-[\da-f]{8}-([^\\/]*).*/, '$1')}: `;
  return `${at}${reason} (${code}, ${syscall})`;
}

export const reasonOf = (error: unknown) => (error instanceof Error ? error.message : String(error));

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
