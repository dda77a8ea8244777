/** Values that stay when their policy is removed, over all pairs of the facts: told by the key alone. */
import { beforeAll, expect, it } from 'vitest';
import type { Snapshot } from '../../runtime/service.ts';
import { matchesOf, resolve } from '../answers.ts';
import { corpus } from './dist.ts';
import { PAIRS } from './oracle.ts';

let ask: Snapshot;
beforeAll(async () => {
  ({ ask } = await corpus());
});

const POLICIES = ['software\\policies\\', 'software\\microsoft\\windows\\currentversion\\policies\\'];

it('have tattoos: true, and no others have it', async () => {
  const kinds = new Map<string, Set<boolean>>();
  for (const { slug, key, value } of PAIRS) {
    if (value === undefined) continue;
    const native = `${key}\\`.replace('software\\wow6432node\\', 'software\\');
    const outside = !POLICIES.some((start) => native.startsWith(start));
    kinds.set(slug, (kinds.get(slug) ?? new Set()).add(outside));
    const match = matchesOf(await resolve(ask, key, value)).find((each) => each.slug === slug);
    expect(match?.tattoos, `${slug}: ${key} + ${value}`).toBe(outside ? true : undefined);
  }
  const only = [...kinds.values()].filter((each) => each.size === 1 && each.has(true));
  expect(only.length).toBeGreaterThan(400);
  expect([...kinds.values()].filter((each) => each.size === 2).length).toBeGreaterThan(5);
});
