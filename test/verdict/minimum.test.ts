import fc from 'fast-check';
import { expect, it } from 'vitest';
import { formatMinOs, minimumsOf } from '../../build/compile/min-os.ts';
import type { DdfFact } from '../../build/facts/nodes.ts';
import { factLines, vectors } from '../vectors.ts';
import { releases, releaseTable } from './releases.ts';

const texts = (text: string) => minimumsOf(text).builds;

it.each(vectors<[builds: string[], text: string]>('min-os'))('csp.minOs %j is %s', (builds, text) => {
  expect(formatMinOs(builds, releases)).toBe(text);
});

it.each(['', '10.0', 'later', '10.0.99999999999', '12.0.22000'])(
  'csp.minOs refuses %j, naming it',
  (text) => {
    expect(() => formatMinOs(['10.0.22000', text], releases)).toThrow(`"${text}"`);
  },
);

it('csp.minOs keeps every build through writing and reading', () => {
  const known = fc.constantFrom(...releaseTable.releases.map((row) => row.build));
  const any = fc.integer({ min: 9800, max: 99_999 }).map((number) => `10.0.${number}`);
  const build = fc
    .tuple(fc.oneof(known, any), fc.option(fc.integer({ min: 0, max: 99_999 })))
    .map(([base, revision]) => (revision === null ? base : `${base}.${revision}`));
  fc.assert(
    fc.property(fc.uniqueArray(build, { minLength: 1 }), (builds) => {
      const read = texts(formatMinOs(builds, releases));
      expect([...read].sort()).toEqual([...builds].sort());
      const numbers = read.map((text) => Number(text.split('.')[2]));
      expect(numbers).toEqual([...numbers].sort((a, b) => a - b));
    }),
  );
});

it('csp.minOs reads alternatives in any order, and keeps what it cannot read', () => {
  const minimum = minimumsOf(
    'Windows 11 [10.0.22000] and later | Windows Insider Preview | [99.9.99999] and later',
  );
  expect(minimum.builds).toEqual(['10.0.22000']);
  expect(minimum.unreadable).toEqual(['Windows Insider Preview', '[99.9.99999] and later']);
});

it('csp.minOs survives any text', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (text) => {
      const { builds, unreadable = [] } = minimumsOf(text);
      expect(builds.length + unreadable.length).toBeLessThanOrEqual(text.split('|').length);
    }),
  );
});

it('csp.minOs writes and reads the minimums of every node in the facts', async () => {
  let nodes = 0;
  for (const { builds, omaUri } of factLines<DdfFact>('policy-ddf.jsonl')) {
    if (builds === undefined) continue;
    nodes++;
    const released = builds.filter((build) => !/^[89]/.test(build));
    expect(texts(formatMinOs(builds, releases)).sort(), omaUri).toEqual([...new Set(released)].sort());
  }
  expect(nodes).toBeGreaterThan(3000);
});
