import { resolve } from 'node:path';
import { writeFileAtomic } from '../build/atomic.ts';
import { folded } from '../build/table.ts';

/**
 * Exit codes: 0 fine; 1 a finding, or nothing was found; 2 wrong usage, or input that cannot be read; 3 no dataset can
 * be opened.
 */
export const EXIT = { finding: 1, usage: 2, unavailable: 3 } as const;

/** Ends the command with a message for the person and a code for the program. */
export class CliError extends Error {
  override readonly name = 'CliError';
  readonly exitCode: number;
  constructor(message: string, exitCode: number = EXIT.finding) {
    super(message);
    this.exitCode = exitCode;
  }
}

let quiet = false;

/** `--quiet`: only errors are printed, and files written. */
export function setQuiet(value: boolean): void {
  quiet = value;
}

export const isQuiet = (): boolean => quiet;

/** What a command is asked for, on standard output. */
export function print(text: string | Uint8Array): void {
  if (!quiet) process.stdout.write(text);
}

/** The same, into the file of `--out` where one is named; `-` is standard output. */
export async function printTo(out: string | undefined, text: string | Uint8Array): Promise<void> {
  if (out === undefined || out === '-') print(text);
  else await writeFileAtomic(resolve(out), text);
}

/** Says it beside the output, which may go to a program. */
export function remark(text: string): void {
  process.stderr.write(folded(`hivecheck: ${text}`));
}

/** What the codes of the system mean, and what to do. Those of others are rare, and stay as the system names them. */
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
  /** Of a rename. */
  dest?: string;
}

/** Of an error of the system: the path, the reason and the remedy. */
export function messageOf(error: Error): string {
  const { code = '', syscall, path, dest = path, message }: SystemError = error;
  const reason = REASONS[code];
  // Others have such a code too, and a message of their own.
  if (reason === undefined || !message.startsWith(`${code}: `)) return message;
  // Files and folders are written under a temporary name beside their own.
  const at = dest === undefined ? '' : `${dest.replace(/\.tmp-\d+-[\da-f]{8}-([^\\/]*).*/, '$1')}: `;
  return `${at}${reason} (${code}, ${syscall})`;
}

/** Errors of other rooms, by name: importing their classes would load them at every start. */
const CODES: Record<string, number> = {
  ConfigError: EXIT.usage,
  DatasetUnavailable: EXIT.unavailable,
  FetchError: EXIT.usage,
  FileProblem: EXIT.usage,
  ImportFailed: EXIT.usage,
  KeyFileError: EXIT.usage,
  UsageError: EXIT.usage,
  // What was not foreseen must not look like a finding: a report that is too long for one text, for instance.
  RangeError: EXIT.usage,
  ReferenceError: EXIT.usage,
  SyntaxError: EXIT.usage,
  TypeError: EXIT.usage,
};

export function exitCodeOf(error: unknown): number {
  if (error instanceof CliError) return error.exitCode;
  if (!(error instanceof Error)) return EXIT.finding;
  // Node's own: a file that is missing, a name that is taken, a full disk.
  if ('code' in error && /^E[A-Z]+$/.test(String(error.code))) return EXIT.usage;
  return CODES[error.name] ?? EXIT.finding;
}
