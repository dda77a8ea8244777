/** What the node of a value sets besides, and whether its template may be ingested: of every entry of the dataset. */
import { expect, it } from 'vitest';
import type { Match } from '../../runtime/contract/match.ts';
import type { PartsEntry } from '../../runtime/contract/parts.ts';
import type { CspEntry } from '../../runtime/format/format.ts';
import { splitPairKey } from '../../runtime/format/keys.ts';
import { matchesOf, resolve } from '../answers.ts';
import { corpus, corpusDist } from '../corpus/dist.ts';
import { entriesOf } from '../corpus/entries.ts';

const { ask } = await corpus();
const entries = entriesOf<PartsEntry>(await corpusDist(), 'parts');
const pairs = new Map(entries.flatMap(([slug, entry]) => entry.pairs.map((pair) => [pair, slug])));

it('a value of a policy’s list is not all that the node of the policy sets', async () => {
  const key = 'HKLM\\Software\\Policies\\Microsoft\\Windows\\WindowsUpdate\\AU';
  const matches = matchesOf(await resolve(ask, key, 'NoAutoUpdate'));
  const restricted = matches.find(({ slug }) => slug.startsWith('icm.'));
  expect(restricted?.csp).toMatchObject({ sets: 'whole-policy', policyValues: 29 });
  for (const { slug, csp } of matches) if (!slug.startsWith('icm.')) expect(csp?.sets).toBeUndefined();
});

it('whole policies have more than one value, and only ingested templates are in the catalog alone', async () => {
  const seen = { sets: 0, catalogOnly: 0 };
  for (const pair of pairs.keys()) {
    const [key, value] = splitPairKey(pair);
    const matches: Match[] = matchesOf(await resolve(ask, key, value));
    for (const { csp } of matches) {
      if (csp?.sets !== undefined) {
        seen.sets++;
        expect(csp.policyValues).toBeGreaterThan(1);
      } else expect(csp?.policyValues).toBeUndefined();
      if (csp?.ingestion !== undefined) {
        seen.catalogOnly++;
        expect(csp.via).toBe('admx-ingestion');
      }
    }
  }
  expect(seen.sets).toBeGreaterThan(100);
  expect(seen.catalogOnly).toBeGreaterThan(10);
});

it('a look-up by OMA-URI says the same where the match names one of the values that the node sets', async () => {
  let whole = 0;
  for (const [uri, { matches }] of entriesOf<CspEntry>(await corpusDist(), 'csp/en-US'))
    for (const { csp, writes, elementId } of matches) {
      const { sets, policyValues } = csp ?? {};
      if (writes === undefined) expect([uri, sets, policyValues]).toEqual([uri, undefined, undefined]);
      else {
        whole++;
        expect([uri, elementId, sets, policyValues]).toEqual([uri, undefined, 'whole-policy', writes.length]);
        expect(writes.length).toBeGreaterThan(1);
      }
    }
  expect(whole).toBeGreaterThan(500);
});
