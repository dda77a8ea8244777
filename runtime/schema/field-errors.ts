/** What is wrong with the fields of an input, in our own words: the validator's quote the input. */
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

/** An array is an object to the validator of records: see `targetProducts`. */
export const NO_OBJECT = 'must be an object of texts';

interface Issue {
  type: string;
  kind: string;
  expected: string | null;
  requirement?: unknown;
  path?: readonly { key: unknown }[] | undefined;
  input: unknown;
}

export function fieldError(issue: Issue, base = ''): FieldError {
  const path = (issue.path ?? []).map(
    ({ key }) => `/${String(key).replaceAll('~', '~0').replaceAll('/', '~1')}`,
  );
  return { pointer: base + (path.join('') || (base === '' ? '/' : '')), detail: expectation(issue) };
}

function expectation({ type, kind, expected, requirement, input }: Issue): string {
  if (kind === 'schema' && input === undefined) return 'is required';
  switch (type) {
    case 'string':
      return 'must be a string';
    case 'nullable':
      return 'must be a string or null';
    case 'number':
      return 'must be a number';
    case 'boolean':
      return 'must be true or false';
    case 'array':
      return 'must be an array';
    case 'record':
      return NO_OBJECT;
    case 'max_entries':
      return `must have at most ${requirement} entries`;
    case 'object':
      return 'must be an object';
    case 'union':
      return 'must be a number, a string or an array of strings';
    case 'integer':
      return 'must be a whole number';
    case 'min_length':
      return requirement === 1 ? 'must not be empty' : `must have at least ${requirement} characters`;
    case 'max_length':
      return Array.isArray(input)
        ? `must have at most ${requirement} entries`
        : `must have at most ${requirement} characters`;
    case 'min_value':
      return `must be at least ${requirement}`;
    case 'max_value':
      return `must be at most ${requirement}`;
    case 'regex':
      return 'must be Device or User';
    default:
      return `must be ${expected ?? 'valid'}`;
  }
}
