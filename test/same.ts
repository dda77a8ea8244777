import { isDeepStrictEqual } from 'node:util';
import { expect } from 'vitest';

/** `expect(found).toBe(wanted)` for tests that compare tens of thousands: each call of `expect` takes as long as an answer. */
export function expectSame(found: unknown, wanted: unknown, what?: string): void {
  if (!Object.is(found, wanted)) expect(found, what).toBe(wanted);
}

/** The same of `expect(found, what).toEqual(wanted)`. */
export function expectEqual(found: unknown, wanted: unknown, what?: string): void {
  if (!isDeepStrictEqual(found, wanted)) expect(found, what).toEqual(wanted);
}

/** The same of `expect(found, what).toMatchObject(wanted)`, for members that are equal as they stand. */
export function expectMembers(found: object | undefined, wanted: object, what?: string): void {
  const members = new Map<string, unknown>(Object.entries(found ?? {}));
  const equal = ([name, value]: [string, unknown]) =>
    members.has(name) && isDeepStrictEqual(members.get(name), value);
  if (!Object.entries(wanted).every(equal)) expect(found, what).toMatchObject(wanted);
}

/** The members, undefined where there is none. */
export function pick<T extends object>(from: T, members: readonly (keyof T)[]): Partial<T> {
  return Object.fromEntries(members.map((member) => [member, from[member]])) as Partial<T>;
}
