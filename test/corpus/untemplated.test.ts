/** The vendor's table of security options, with the verdicts of the texts that `facts/corrections.json` gives them. */
import { expect, it } from 'vitest';
import { matchesOf, resolve } from '../answers.ts';
import { vectors } from '../vectors.ts';
import { corpus } from './dist.ts';

const SERVERS = ['2012 R2', '2016', '2019', '2022', '2025'].map((label) => `Windows Server ${label}`);
const CLIENTS = ['8.1', '10 1507', '10 1607', '10 22H2', '11 23H2', '11 24H2'].map(
  (name) => `Windows ${name}`,
);
const LETTERS = { supported: 's', unsupported: 'u', unverified: 'v', unknown: '?' };

it('every registry value of the table is found, supported on what its text names, and on nothing else', async () => {
  const { ask } = await corpus();
  const rows = vectors<{ path: string; registry: string }>('security-options');
  expect(rows.length).toBeGreaterThanOrEqual(90);
  let mapped = 0;
  for (const { path, registry } of rows) {
    const at = path.lastIndexOf('\\');
    const letters = [...SERVERS, ...CLIENTS].map(async (targetOs) => {
      const answer = await resolve(ask, path.slice(0, at), path.slice(at + 1), { targetOs });
      const option = matchesOf(answer).find(({ source }) => source === 'security-options');
      if (option?.csp && targetOs === CLIENTS[0]) mapped++;
      const { registry: part } = option?.compatibility ?? answer.result.compatibility ?? {};
      return option && part && LETTERS[part.verdict];
    });
    expect((await Promise.all(letters)).join(''), path).toBe(registry);
  }
  expect(mapped).toBeGreaterThanOrEqual(69);
});
