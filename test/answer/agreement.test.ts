/** Identifiers of the settings catalog, as the dataset stores them. */
import { expect, it } from 'vitest';
import type { CatalogEntry } from '../../runtime/format/catalog.ts';
import type { Scope } from '../../runtime/format/format.ts';
import { csp } from '../answers.ts';
import { corpus, corpusDist } from '../corpus/dist.ts';
import { entriesOf } from '../corpus/entries.ts';
import { expectEqual, expectSame } from '../same.ts';

const { ask } = await corpus();

it('an identifier of the settings catalog is answered as its node is', { timeout: 180_000 }, async () => {
  let asked = 0;
  for (const [at, [name, { targets }]] of entriesOf<CatalogEntry>(await corpusDist(), 'catalog').entries()) {
    // Of those of one target alone, one in five.
    if (at % 5 !== 0 && targets.length === 1) continue;
    for (const [scope, id] of identifiersOf(name)) {
      const named = targets.filter((target) => (target.scope ?? scope) === scope);
      const uris = new Set(named.flatMap(({ omaUri, omaUris }) => omaUri ?? omaUris?.[scope] ?? []));
      const [uri] = uris;
      if (uri === undefined) continue;
      expectSame(uris.size, 1, id);
      const [answer, node] = [await csp(ask, id), await csp(ask, uri)];
      const { matches, node: shown } = answer.result;
      expectEqual([matches, shown], [node.result.matches, node.result.node], id);
      expectEqual([answer.provenance, answer.confidence], [node.provenance, node.confidence], id);
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
