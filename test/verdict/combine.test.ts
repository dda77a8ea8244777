/** Several settings that write the same pair. Single cases are rows of `test/vectors/judgements.jsonl`. */
import { isDeepStrictEqual } from 'node:util';
import { expect, it } from 'vitest';
import { combine, type Facts, judge, readTarget } from '../../runtime/verdict/index.ts';
import type { Conclusion } from '../../runtime/verdict/types.ts';
import { expectEqual, expectSame } from '../same.ts';
import { vectors } from '../vectors.ts';
import { type GivenFacts, givenFacts } from './node.ts';
import { releases, tables } from './releases.ts';

const ask = (facts: Facts, targetOs: string | null) => judge(facts, readTarget(targetOs, releases), tables);

const ALL = vectors<GivenFacts>('combined-facts').map(givenFacts);
const TARGETS = vectors<string | null>('message-targets');

const cases = TARGETS.flatMap((targetOs) =>
  ALL.flatMap((one) =>
    ALL.map((other) => {
      const parts: [Conclusion, Conclusion] = [ask(one, targetOs), ask(other, targetOs)];
      const before = structuredClone(parts);
      const whole = combine(parts.map((judgement, at) => ({ slug: `s.${at}`, judgement })));
      const about = JSON.stringify([targetOs, one, other]);
      expectEqual(parts, before, `what was judged of ${about}`);
      return { parts, whole, about };
    }),
  ),
);

it('two settings have the same candidates, unknown where the two differ', () => {
  let found = 0;
  for (const { parts, whole, about } of cases) {
    const [first = [], second = []] = parts.map(({ candidates }) => candidates);
    expectSame(second.length, first.length, about);
    const expected = first.map((each, at) =>
      second[at]?.verdict === each.verdict ? each : { ...each, verdict: 'unknown' },
    );
    expectEqual(whole.candidates ?? [], expected, about);
    found += expected.length;
  }
  expect(found).toBeGreaterThan(1000);
});

it.each([
  ['the value', ['required', 'alternatives', 'basis'], (each: Conclusion) => each],
  ['the registry', ['required', 'supportedOn'], ({ registry }: Conclusion) => registry],
  ['the nodes', ['required', 'alternatives'], ({ mdm }: Conclusion) => mdm],
])(
  'two settings have the verdict on %s and its parts where both have them alike, or one has it',
  (_, fields, partOf) => {
    for (const field of fields) {
      let shared = 0;
      for (const { parts, whole, about } of cases) {
        const own = parts
          .map(partOf)
          .flatMap((part): Record<string, unknown>[] => (part ? [{ ...part }] : []));
        const [one, other = one] = own;
        const both: Record<string, unknown> = { ...partOf(whole) };
        const agree = one?.verdict === other?.verdict;
        const isShared = agree && isDeepStrictEqual(one?.[field], other?.[field]);
        expectSame(both?.verdict, agree ? one?.verdict : 'unknown', about);
        expectEqual(both?.[field], isShared ? one?.[field] : undefined, about);
        if (isShared && one?.[field] !== undefined) shared++;
      }
      expect(shared, field).toBeGreaterThan(0);
    }
  },
);

it('an empty list is refused', () => {
  expect(() => combine([])).toThrow(RangeError);
});
