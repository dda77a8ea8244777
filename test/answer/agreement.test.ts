/** Identifiers of the settings catalog, as the dataset stores them. */
import { expect, it } from 'vitest';
import type { CatalogEntry } from '../../runtime/format/catalog.ts';
import type { Scope } from '../../runtime/format/format.ts';
import { csp } from '../answers.ts';
import { corpus, corpusDist } from '../corpus/dist.ts';
import { entriesOf } from '../corpus/entries.ts';
import { expectEqual, expectSame } from '../same.ts';

const { ask } = await corpus();

it('an identifier of the settings catalog is answered as its nodes are', { timeout: 180_000 }, async () => {
  let asked = 0;
  for (const [at, [name, { targets }]] of entriesOf<CatalogEntry>(await corpusDist(), 'catalog').entries()) {
    // Of those of one node alone, one in five.
    if (at % 5 !== 0 && targets.length === 1) continue;
    for (const [scope, id] of identifiersOf(name)) {
      const named = targets.filter((target) => (target.scope ?? scope) === scope);
      const uris = named.flatMap(({ omaUri, omaUris }) => omaUri ?? omaUris?.[scope] ?? []);
      if (uris.length === 0) continue;
      const answer = await csp(ask, id);
      const nodes = await Promise.all([...new Set(uris)].map((uri) => csp(ask, uri)));
      const matches = nodes.flatMap(({ result }) => result.matches ?? []);
      expectEqual(answer.result.matches, matches, id);
      expectEqual(answer.result.node, matches.length > 0 ? undefined : nodes[0]?.result.node, id);
      if (nodes.length === 1) expectEqual(answer.provenance, nodes[0]?.provenance, id);
      if (nodes.length === 1) expectSame(answer.confidence, nodes[0]?.confidence, id);
      asked++;
    }
  }
  expect(asked).toBeGreaterThan(4_000);
});

/** A name of the index without its app name is asked for under some; the others are identifiers as they stand. */
function identifiersOf(name: string): [Scope, string][] {
  if (!name.startsWith('~')) return [[name.startsWith('user_') ? 'User' : 'Device', name]];
  const root = 'vendor_msft_policy_config_someapp';
  return [
    ['Device', `device_${root}${name}`],
    ['User', `user_${root}${name}`],
  ];
}
