/** Several settings that write the same pair. Single cases are rows of `test/vectors/judgements.jsonl`. */
import { isDeepStrictEqual } from 'node:util';
import { expect, it } from 'vitest';
import { combine, type Facts, judge, readTarget } from '../../runtime/verdict/index.ts';
import type { Conclusion } from '../../runtime/verdict/types.ts';
import { expectEqual, expectSame } from '../same.ts';
import { vectors } from '../vectors.ts';
import { nodeOf } from './node.ts';
import { releases, tables } from './releases.ts';

const VISTA: Facts = { supportedOn: 'At least Windows Vista', floor: { client: '6.0.6000' } };
const WINDOWS_8: Facts = {
  supportedOn: 'At least Windows Server 2012, Windows 8 or Windows RT',
  floor: { client: '6.2.9200', server: '6.2.9200' },
};
const FROM_1709: Facts = { supportedOn: 'At least Windows 10 Version 1709', floor: { client: '10.0.16299' } };

const ask = (facts: Facts, targetOs: string | null) => judge(facts, readTarget(targetOs, releases), tables);

const ALL: Facts[] = [
  {},
  VISTA,
  WINDOWS_8,
  FROM_1709,
  { ...VISTA, supportedOn: 'Windows Vista and later' },
  { ...VISTA, ...WINDOWS_8, supportedOn: 'At least Windows Vista' },
  { supportedOn: 'Windows 7', floor: { why: 'closed' } },
  ...['[10.0.22000] and later', '[10.0.19041.1202] and later | [10.0.22000.100] and later', 'never'].map(
    (minOs) => nodeOf({ minOs }),
  ),
];

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
