/** Outcomes of commands, and their exit code: `--fail-on` names the outcomes that give 1. */
import type { Compatibility } from '../runtime/contract/compatibility.ts';
import type { ReadNote } from '../runtime/readers/index.ts';
import type { ItemFinding } from '../runtime/verify/summary.ts';
import { EXIT, UsageError } from './error.ts';

interface Looked {
  matches?: readonly unknown[] | undefined;
  compatibility?: Pick<Compatibility, 'verdict' | 'product' | 'mdm'> | undefined;
}

/** Outcomes of commands that compare datasets, for `--fail-on`. */
export const CHANGES = ['added', 'removed', 'changed'];

/** Titles of findings in all outputs. */
export const TITLES: Record<ItemFinding, string> = {
  unreadable: 'Not verified: the value cannot be read',
  conflict: 'Other values of the run contradict it',
  unsupported: 'Not supported by the target',
  'unsupported-product': 'Not documented for the version of the product',
  'other-hive': 'The vendor documents the value for the other hive',
  'wrong-type': 'The vendor documents another registry type',
  'undocumented-data': 'The vendor documents other contents only',
  undocumented: 'No documented setting writes the value',
  removed: 'The vendor has removed the setting',
  deprecated: 'The vendor marks the setting as deprecated or obsolete',
  unknown: 'The verdict is unknown',
  unverified: 'No document decides: no readable minimum, or newer templates dropped or added it',
  'unknown-data': 'The data was not checked, or no document says what may be written',
};

type UnreadCommand = Extract<ReadNote['kind'], 'unread-command'>;
const { unreadable: _, ...onValues } = TITLES;
/** The names for `--fail-on` of verify: findings, and a kind of note. A value that cannot be read always fails. */
export const FAILURES: Record<Exclude<ItemFinding, 'unreadable'> | UnreadCommand, string> = {
  ...onValues,
  'unread-command': 'A note: a command of a script that may write values is not read',
};

/** The findings that give 1 without `--fail-on`. */
export const DEFAULT_FINDINGS: readonly string[] = [
  'conflict',
  'unsupported',
  'unsupported-product',
  'other-hive',
  'undocumented',
  'undocumented-data',
  'wrong-type',
] satisfies ItemFinding[];

/** @param asked Whether the request names a target OS, and versions of products. */
export function outcomesOf(result: Looked, asked: { os: boolean; products: boolean }): string[] {
  const { matches = [], compatibility } = result;
  // A node without a setting has a verdict, too.
  if (matches.length === 0 && compatibility?.mdm === undefined) return ['not-found'];
  const verdicts = [
    ...(asked.os ? [compatibility?.verdict ?? 'unknown'] : []),
    // A product that none of the settings belongs to has no verdict.
    ...(asked.products && compatibility?.product ? [compatibility.product.verdict] : []),
  ];
  return verdicts.filter((verdict) => verdict !== 'supported');
}

/** Exit code 1 if `--fail-on` names one of the outcomes. */
export function endWith(failOn: ReadonlySet<string>, outcomes: readonly string[]): void {
  if (outcomes.some((outcome) => failOn.has(outcome))) process.exitCode = EXIT.finding;
}

/** The names with a count above 0. */
export function counted(counts: object): string[] {
  return Object.entries(counts).flatMap(([name, count]) => (count > 0 ? [name] : []));
}

/**
 * The words of a `--fail-on` list. Throws a {@link UsageError} for an unknown word, and for a list without a word: an
 * unset variable must not disable the check.
 */
export function wordsOf(option: string, known: readonly string[], what: string): ReadonlySet<string> {
  // npm's shims for PowerShell turn `a,b` into `a b`.
  const wanted = option.split(/[\s,]+/).flatMap((word) => word.toLowerCase() || []);
  if (wanted.length === 0)
    throw new UsageError(`--fail-on: the value is empty; write ${what}s, or none: no ${what} does`);
  if (wanted.every((word) => word === 'none')) return new Set();
  if (wanted.includes('none')) throw new UsageError(`--fail-on ${option}: none stands alone`);
  const wrong = wanted.filter((word) => !known.includes(word));
  if (wrong.length > 0) {
    const choices = `write none, or some of ${known.join(', ')}`;
    throw new UsageError(`--fail-on: ${wrong.join(', ')} is not a known ${what}; ${choices}`);
  }
  return new Set(wanted);
}
