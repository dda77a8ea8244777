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

/** The same, into the file of `--out` where one is named. */
export async function printTo(out: string | undefined, text: string | Uint8Array): Promise<void> {
  if (out === undefined) print(text);
  else await writeFileAtomic(resolve(out), text);
}

/** Says it beside the output, which may go to a program. */
export function remark(text: string): void {
  process.stderr.write(folded(`hivecheck: ${text}`));
}

/** Errors of other rooms, by name: importing their classes would load them at every start. */
const CODES: Record<string, number> = {
  ConfigError: EXIT.usage,
  DatasetUnavailable: EXIT.unavailable,
  FetchError: EXIT.usage,
  FileProblem: EXIT.usage,
  ImportFailed: EXIT.usage,
  InputError: EXIT.usage,
  KeyFileError: EXIT.usage,
  UnknownSource: EXIT.usage,
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
