/** Reads vendors' JSON without assuming its shape: a missing member is an error that names its place. */
import { FetchError } from '../errors.ts';

export function field(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
}

/** A text member; `a.b` names a nested one. */
export function member(where: string, value: unknown, path: string): string {
  let current = value;
  for (const name of path.split('.')) current = field(current, name);
  if (typeof current === 'string' && current !== '') return current;
  throw new FetchError(`${where}: the answer has no text "${path}"; the API may have changed`);
}

export function list(where: string, value: unknown, what: string): unknown[] {
  if (Array.isArray(value)) return value;
  throw new FetchError(`${where}: the answer has no list of ${what}; the API may have changed`);
}

export function optionalText(value: unknown, name: string): string | undefined {
  const found = field(value, name);
  return typeof found === 'string' && found !== '' ? found : undefined;
}

/** The day of an ISO 8601 time, or undefined. */
export function day(value: string | undefined): string | undefined {
  return value === undefined ? undefined : /^\d{4}-\d{2}-\d{2}/.exec(value)?.[0];
}
