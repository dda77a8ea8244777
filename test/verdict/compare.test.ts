import fc from 'fast-check';
import { expect, it } from 'vitest';
import { compare } from '../../runtime/verdict/compare.ts';
import { readTarget } from '../../runtime/verdict/index.ts';
import { expectMembers, pick } from '../same.ts';
import { vectors } from '../vectors.ts';
import { slowVerdict } from './oracle.ts';
import { releases, releaseTable } from './releases.ts';

const TABLE = [...new Set(releaseTable.releases.map((row) => row.build))].filter((build) =>
  build.startsWith('10.'),
);
/** Builds of releases mostly, since strangers never share a branch; and some in between. */
const build = fc.oneof(
  { weight: 5, arbitrary: fc.constantFrom(...TABLE) },
  { weight: 1, arbitrary: fc.integer({ min: 10_000, max: 30_000 }).map((number) => `10.0.${number}`) },
);
// Around the first revisions of the table, so that both sides of a comparison are met.
const revision = fc.oneof(fc.integer({ min: 1, max: 20 }), fc.integer({ min: 1, max: 9999 }));
const withRevision = fc
  .tuple(build, fc.option(revision, { nil: undefined }))
  .map(([base, number]) => (number === undefined ? base : `${base}.${number}`));
const alternatives = fc.array(withRevision, { minLength: 1, maxLength: 6 });

function judged(target: string, minimums: readonly string[]) {
  const read = readTarget(target, releases);
  if (read.kind !== 'build') throw new Error(`${target} was not read as a build`);
  return compare(read, minimums);
}

it('a comparison gives what the rules give, read one after the other, in any order of the alternatives', () => {
  const seen = new Set<string>();
  fc.assert(
    fc.property(withRevision, alternatives, (target, minimums) => {
      const outcome = judged(target, minimums);
      seen.add(outcome.reason.code);
      expect(outcome.verdict).toBe(slowVerdict(target, minimums));
      for (const other of [[...minimums].reverse(), [...minimums].sort()])
        expectMembers(judged(target, other), pick(outcome, ['verdict', 'reason']));
    }),
    { numRuns: 6_000 },
  );
  // The generator would prove little if it never met one of the rules.
  expect([...seen].sort()).toEqual(vectors('compared-reasons'));
});

it('a comparison leaves a verdict open for want of a revision only where some revision would decide it', () => {
  fc.assert(
    fc.property(build, alternatives, (base, minimums) => {
      const { reason } = judged(base, minimums);
      const range = new Set([
        judged(`${base}.1`, minimums).verdict,
        judged(`${base}.99999`, minimums).verdict,
      ]);
      if (reason.code === 'needsRevision') expect(range).toContain('supported');
      else expect(range.has('supported') && range.has('unknown')).toBe(false);
    }),
  );
});
