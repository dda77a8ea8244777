/** The applications that the suites ask, by name: they are the same in process, over a socket and in a worker. */
import type { H3 } from 'h3';
import { createHttpApp } from '../../runtime/http/app.ts';
import type { AppOptions } from '../../runtime/http/options.ts';
import { fakeService, noService } from './fake.ts';

const keys = { check: (key: string | null) => (key === 'hck_good' ? 'id1' : undefined) };
const log = { error: () => {} };
const spent = (limit: number) => ({ limit, hit: () => 41.2 });

const FIXTURES = {
  /** Valid key: `hck_good`. */
  full: [fakeService(), { keys, log, contact: 'keys@example.org' }],
  /** No dataset. */
  empty: [noService, { keys, log }],
  /** Every client has used up its requests. */
  limited: [fakeService(), { keys, log, limiters: { anonymous: spent(10), key: spent(60) } }],
  stopping: [fakeService(), { keys, log, ready: () => false }],
} as const satisfies Record<string, [unknown, AppOptions]>;

export type FixtureName = keyof typeof FIXTURES;
export const FIXTURE_NAMES = Object.keys(FIXTURES) as FixtureName[];

export function isFixtureName(name: string): name is FixtureName {
  return Object.hasOwn(FIXTURES, name);
}

export function fixtureApp(name: FixtureName, more: AppOptions = {}): H3 {
  const [service, options] = FIXTURES[name];
  return createHttpApp(service, { ...options, ...more });
}
