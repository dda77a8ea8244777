/** The changes of several versions in a row, against a comparison of the first with the last. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { compareDatasets } from '../../build/diff/compare.ts';
import { storedChanges } from '../../build/diff/feed.ts';
import type { CanonicalDataset } from '../../build/diff/model.ts';
import { combineChanges, summarize } from '../../runtime/answer/combine-changes.ts';
import { dataset, fact, setting } from '../diff/_datasets.ts';

const STAMP = { generatedAt: '2026-11-20T00:00:00.000Z' };
const between = (from: CanonicalDataset, to: CanonicalDataset) => storedChanges(compareDatasets(from, to));

/** Slug → its facts; a slug that is not there has no setting. */
type Plain = Record<string, Record<string, string>>;

const KINDS = {
  confidence: 'mdm',
  'csp/minOs': 'minBuild',
  removedIn: 'lifecycle',
  valueName: 'value',
} as const;

function made(plain: Plain, version: string): CanonicalDataset {
  const settings = Object.entries(plain).map(([slug, facts]) =>
    setting(slug, {
      facts: new Map(
        Object.entries(facts).map(([path, value]) => [path, fact(KINDS[path as keyof typeof KINDS], value)]),
      ),
    }),
  );
  return dataset(settings, { version, ...STAMP });
}

const facts = fc.record(
  {
    confidence: fc.constantFrom('none', 'official', 'derived'),
    'csp/minOs': fc.constantFrom('1', '2'),
    removedIn: fc.constantFrom('26H1'),
    valueName: fc.constantFrom('A', 'B'),
  },
  { requiredKeys: ['confidence'] },
);
const plain = fc.dictionary(fc.constantFrom('a', 'b', 'c', 'd'), facts);

test('combined changes are those between the first version and the last, where nothing was removed and added again', () => {
  fc.assert(
    fc.property(fc.array(plain, { minLength: 2, maxLength: 5 }), (versions) => {
      const datasets = versions.map((each, at) => made(each, `v${at}`));
      const steps = datasets.slice(1).map((to, at) => between(datasets[at] ?? to, to));
      const [first, last] = [datasets[0], datasets.at(-1)];
      if (!first || !last) return;
      const direct = combineChanges([between(first, last)]);
      const combined = combineChanges(steps);
      const again = (slug: string) =>
        versions[0]?.[slug] !== undefined &&
        versions.at(-1)?.[slug] !== undefined &&
        versions.some((each) => each[slug] === undefined);
      const rest = <T extends { slug: string }>(list: T[]) => list.filter(({ slug }) => !again(slug));
      const sorted = <T extends { facts: { fact: string }[] }>(list: T[]) =>
        list.map((each) => ({
          ...each,
          facts: [...each.facts].sort((a, b) => (a.fact < b.fact ? -1 : 1)),
        }));
      expect(rest(combined.added)).toEqual(rest(direct.added));
      expect(rest(combined.removed)).toEqual(rest(direct.removed));
      expect(sorted(rest(combined.changed))).toEqual(sorted(rest(direct.changed)));
      // What was away in between is never left out: its record is to be read anew.
      for (const slug of Object.keys(versions[0] ?? {}).filter(again)) {
        expect(combined.changed.find((each) => each.slug === slug)?.facts).toContainEqual({
          kind: 'identity',
          fact: 'record',
          change: 'changed',
        });
      }
    }),
    { numRuns: 500 },
  );
});

test('combined changes tell mappings gained and lost, floors moved and what the vendor dropped', () => {
  const none = { confidence: 'none' };
  const before = { gains: none, loses: { confidence: 'official' }, moves: { ...none, 'csp/minOs': '1' } };
  const after = { gains: { confidence: 'derived' }, loses: none, moves: { ...none, 'csp/minOs': '2' } };
  const from = made({ ...before, dropped: none, gone: none }, 'v0');
  const to = made({ ...after, dropped: { ...none, removedIn: '26H1' }, fresh: none }, 'v1');
  const combined = combineChanges([between(from, to)]);
  expect(combined.added).toEqual([{ slug: 'fresh', source: 'demo' }]);
  expect(combined.removed).toEqual([
    { slug: 'dropped', source: 'demo', removedIn: '26H1' },
    { slug: 'gone', source: 'demo' },
  ]);
  expect(combined.changed.map(({ slug, mapping, floorMoved }) => [slug, mapping, floorMoved])).toEqual([
    ['dropped', undefined, undefined],
    ['gains', 'gained', undefined],
    ['loses', 'lost', undefined],
    ['moves', undefined, true],
  ]);
  expect(summarize(combined)).toEqual({
    added: 1,
    removed: 2,
    changed: 4,
    mappingsGained: 1,
    mappingsLost: 1,
    floorsMoved: 1,
  });
});

test('combined changes follow a setting whose slug changes', () => {
  const renamed = (slug: string, version: string) =>
    dataset([setting(slug, { policyId: 'Demo::p', facts: new Map([['slug', fact('identity', slug)]]) })], {
      version,
      ...STAMP,
    });
  const [a, b, c, none] = [
    renamed('a', 'v0'),
    renamed('b', 'v1'),
    renamed('c', 'v2'),
    dataset([], { version: 'v3', ...STAMP }),
  ];
  expect(combineChanges([between(a, b), between(b, c)]).changed).toMatchObject([
    { slug: 'c', formerSlug: 'a' },
  ]);
  expect(combineChanges([between(a, b), between(b, a)]).changed).toEqual([]);
  expect(combineChanges([between(a, b), between(b, none)]).removed).toEqual([{ slug: 'a', source: 'demo' }]);
  expect(combineChanges([between(none, a), between(a, b)]).added).toEqual([{ slug: 'b', source: 'demo' }]);
});

test('combined changes of texts and long values say that they changed, and never take it back', () => {
  const text = (value: string, version: string) =>
    dataset([setting('a', { facts: new Map([['displayName[en-US]', fact('text', value)]]) })], {
      version,
      ...STAMP,
    });
  const [one, two] = [text('One', 'v0'), text('Two', 'v1')];
  const { changed } = combineChanges([between(one, two), between(two, one)]);
  expect(changed).toEqual([
    {
      slug: 'a',
      source: 'demo',
      facts: [{ kind: 'text', fact: 'displayName[en-US]', change: 'changed' }],
    },
  ]);
});
