/** What matches have in common is held once, and only what is equal. */
import { expect, it } from 'vitest';
import { keepMatch } from '../../runtime/answer/match.ts';
import type { StoredMatch } from '../../runtime/format.ts';

const served = {
  omaUri: './Device/Vendor/MSFT/Policy/Config/Area/Plain',
  omaUris: { Device: './Device/Vendor/MSFT/Policy/Config/Area/Plain' },
  scope: 'Device',
  via: 'policy',
  admxBacked: true,
  source: 'policy-ddf',
  sourceVersion: 'D',
} as const;

function stored(
  change: Partial<StoredMatch> = {},
  confidence: 'official' | 'derived' = 'official',
): StoredMatch {
  return {
    slug: 'a.plain',
    name: 'Plain',
    titles: { 'en-US': 'Plain' },
    supportedOn: { 'en-US': 'At least Windows 10' },
    served: { class: 'Machine', registryKey: 'Software\\X', source: 'newer', sourceVersion: 'N' },
    data: { registryType: 'REG_DWORD' },
    nodes: [{ served: { ...served }, confidence, place: 0 }],
    ...change,
  };
}

it('equal facts, data, lines and nodes are one object', () => {
  const shared = new Map();
  const [one, other] = [keepMatch(stored(), shared), keepMatch(stored({ slug: 'a.other' }), shared)];
  expect(other).toEqual({ ...one, slug: 'a.other' });
  for (const member of ['facts', 'data', 'supportedOn'] as const) expect(other[member]).toBe(one[member]);
  expect(other.nodes[0]).toBe(one.nodes[0]);
  expect(other.texts).not.toBe(one.texts);
});

it('what differs stays apart, also where the JSON of a node is equal', () => {
  const shared = new Map();
  const one = keepMatch(stored(), shared);
  const derived = keepMatch(stored({}, 'derived'), shared);
  expect([one.nodes[0]?.confidence, derived.nodes[0]?.confidence]).toEqual(['official', 'derived']);
  const line = keepMatch(stored({ supportedOn: { 'en-US': 'At least Windows 11' } }), shared);
  expect(line.supportedOn).toEqual({ 'en-US': 'At least Windows 11' });
  expect(line.facts).toEqual({ ...one.facts, supportedOn: 'At least Windows 11' });
  expect(one).toEqual(keepMatch(stored(), new Map()));
});
