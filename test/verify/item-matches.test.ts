/** What verify says of a pair and its settings is what resolve says of them, and a full item has the result of resolve. */
import { describe, expect, it } from 'vitest';
import type { Match } from '../../runtime/contract/match.ts';
import type { ItemMatch } from '../../runtime/contract/verified.ts';
import type { CspEntry, PairEntry } from '../../runtime/format/format.ts';
import { splitPairKey } from '../../runtime/format/keys.ts';
import type { Snapshot } from '../../runtime/service.ts';
import { fixture, ROOT } from '../answer/fixture.ts';
import { matchesOf, resolve, verifiedEach } from '../answers.ts';
import { corpus, corpusDist } from '../corpus/dist.ts';
import { entriesOf } from '../corpus/entries.ts';
import { expectEqual, expectSame } from '../same.ts';
import { vectors } from '../vectors.ts';

const { ask } = await corpus();
const dist = await corpusDist();
const pairs = entriesOf<PairEntry>(dist, 'resolve/en-US').flatMap(([id, { any }], at) => {
  const [key, value] = splitPairKey(id);
  const isSpecial = any.matches.some(
    ({ lifecycle, removedIn, displayName }) => lifecycle || removedIn || displayName === undefined,
  );
  return at % 5 === 0 || isSpecial ? [{ key, value }] : [];
});

/** The members that both answers have. */
function told({ slug, displayName, class: policyClass, otherHive, removedIn, lifecycle }: Match): ItemMatch {
  const state = removedIn === undefined ? lifecycle?.state : 'removed';
  return {
    slug,
    ...(displayName !== undefined && { displayName }),
    class: policyClass,
    ...(otherHive !== undefined && { otherHive }),
    ...(state !== undefined && { state }),
  };
}

async function expectAlike(of: Snapshot, asked: typeof pairs, lang: string): Promise<ItemMatch[]> {
  const all: ItemMatch[] = [];
  const more = { lang, targetOs: 'Windows 11 24H2' };
  const [full, brief] = [
    await verifiedEach(of, asked, (each) => each, { ...more, detail: 'full' }),
    await verifiedEach(of, asked, (each) => each, more),
  ];
  for (const [at, [{ key, value }, { result, warnings: said = [], ...item }]] of full.entries()) {
    const about = `${key} ${value}`;
    const found = await resolve(of, key, value, more);
    const wanted = matchesOf(found).map(told);
    expectEqual(item.matches, wanted, about);
    expectEqual(result, found.result, about);
    expectSame(item.verdict, found.result.compatibility?.verdict, about);
    if (wanted.length === 0) expectSame(item.reason, found.result.reason, about);
    // Of several nodes verify says more.
    if (item.mdmAlternatives === undefined) expectEqual(said, found.warnings, about);
    const { warnings: own = [], ...short } = brief[at]?.[1] ?? {};
    expectEqual(short, item, about);
    // What to ask instead of what is not there, a full item says alone.
    if (wanted.length > 0) expectEqual(own, said, about);
    all.push(...wanted);
  }
  return all;
}

/** Some of which there is nothing, each for another reason. */
const NAMED = vectors<{ key: string; value: string }>('items-of-verify');

describe.each(['en-US', 'fr-FR'])('in %s', (lang) => {
  it('of a fifth of all pairs, and all with a state of their own', { timeout: 240_000 }, async () => {
    const all = await expectAlike(ask, [...NAMED, ...pairs], lang);
    expect(all.filter(({ displayName }) => displayName !== undefined).length).toBeGreaterThan(2000);
    const states = new Set(all.map(({ state }) => state));
    expect([...states]).toEqual(expect.arrayContaining([undefined, 'deprecated', 'removed']));
  });

  it('of settings without a title, or without one in the language', async () => {
    const asked = ['Plain', 'FrenchOnly', 'Nameless'].map((name) => ({
      key: `${ROOT}\\${name}`,
      value: 'On',
    }));
    const all = await expectAlike(await fixture(), asked, lang);
    expect(all.map(({ displayName }) => displayName)).toEqual([
      lang === 'fr-FR' ? 'Titre de Plain' : 'Plain title',
      'Seulement en français',
      undefined,
    ]);
  });
});

it('of a fifth of all nodes, and all with a state of their own', async () => {
  const marked = ({ lifecycle, removedIn }: Match) => Boolean(lifecycle ?? removedIn);
  const nodes = entriesOf<CspEntry>(dist, 'csp/en-US');
  const asked = nodes.filter(([, { matches }], at) => at % 5 === 0 || matches.some(marked));
  for (const [[, stored], { matches = [] }] of await verifiedEach(ask, asked, ([omaUri]) => ({ omaUri }))) {
    const shown = matches.map(({ registryKey: _key, valueName: _name, ...match }) => match);
    expectEqual(shown, stored.matches.map(told));
  }
  expect(asked.flatMap(([, { matches }]) => matches.filter(marked)).length).toBeGreaterThan(1000);
});
