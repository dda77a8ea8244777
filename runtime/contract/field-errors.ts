/** Errors in the fields of an input, in our own words: those of the validator quote the input. */
import * as v from 'valibot';
import type { FieldError } from './answers.ts';

/** `base`: JSON Pointer to the input. `output` is absent where there are errors. */
export function fieldErrors<S extends v.GenericSchema>(
  schema: S,
  input: unknown,
  base = '',
): { output?: v.InferOutput<S>; errors: FieldError[] } {
  const parsed = v.safeParse(schema, input);
  if (parsed.success) return { output: parsed.output, errors: [] };
  return { errors: parsed.issues.map((issue) => fieldError(issue, base)) };
}

/** The validator of records takes an array as an object: see `targetProducts`. */
export const NO_OBJECT = 'must be an object of texts';

export function fieldError(issue: v.BaseIssue<unknown>, base = ''): FieldError {
  const path = (issue.path ?? []).map(
    ({ key }) => `/${String(key).replaceAll('~', '~0').replaceAll('/', '~1')}`,
  );
  const pointer = base + (path.join('') || (base === '' ? '/' : ''));
  const hint = HINTS[`${path.at(-1)} ${issue.input === undefined ? 'absent' : issue.type}`];
  return { pointer, detail: `${expectation(issue)}${hint ?? ''}` };
}

/** What agents mistake these fields for. */
const HINTS: Readonly<Record<string, string>> = {
  '/value string': ': the name of the value, not its data',
  '/content absent': ': the file in base64',
};

/** Sentence for each type of issue. */
const EXPECTED: Record<string, string> = {
  string: 'must be a string',
  number: 'must be a number',
  boolean: 'must be true or false',
  array: 'must be an array',
  record: NO_OBJECT,
  object: 'must be an object',
  integer: 'must be a whole number',
  regex: 'must be Device or User',
};

/** Members of unions. */
const KINDS: Record<string, string> = {
  number: 'a number',
  string: 'a string',
  Array: 'an array of strings',
};
const OF_NULL = '; leave it out, or set delete where the value is deleted';

function expectation({ type, kind, expected, requirement, input }: v.BaseIssue<unknown>): string {
  if (kind === 'schema' && input === undefined) return 'is required';
  switch (type) {
    case 'max_entries':
      return `must have at most ${requirement} entries`;
    case 'min_length':
      return requirement === 1 ? 'must not be empty' : `must have at least ${requirement} characters`;
    case 'max_length':
      return `must have at most ${requirement} ${Array.isArray(input) ? 'entries' : 'characters'}`;
    case 'min_value':
      return `must be at least ${requirement}`;
    case 'max_value':
      return `must be at most ${requirement}`;
    case 'picklist':
      return `must be ${(expected ?? '').replaceAll(/[()]/g, '').replaceAll('|', 'or')}`;
    case 'union': {
      const kinds = (expected ?? '').match(/\w+/g)?.map((each) => KINDS[each] ?? each) ?? [];
      return `must be ${kinds.join(', ').replace(/, (?=[^,]*$)/, ' or ')}${input === null ? OF_NULL : ''}`;
    }
    default:
      return EXPECTED[type] ?? `must be ${expected ?? 'valid'}`;
  }
}
