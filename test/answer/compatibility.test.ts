/** Judgements with their sentences, and the memo that remembers them. */

import fc from 'fast-check';
import { expect, it } from 'vitest';
import { compatibilityOf, createJudge } from '../../runtime/answer/compatibility.ts';
import { readTargets } from '../../runtime/answer/several-targets.ts';
import { combine, type Facts, judge, type NodeFacts } from '../../runtime/verdict/index.ts';
import { vectors } from '../vectors.ts';
import { releases, tables } from '../verdict/releases.ts';

const TARGETS = vectors<string | null>('message-targets');
const build = fc.constantFrom('6.0.6000', '10.0.14393', '10.0.19041.1202', '10.0.26100');
const optional = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined });
const withoutGaps = <T extends object>(given: T): { [K in keyof T]?: Exclude<T[K], undefined> } =>
  JSON.parse(JSON.stringify(given));
const node: fc.Arbitrary<NodeFacts> = fc
  .record({
    place: fc.nat({ max: 1 }),
    scope: fc.constantFrom('Device' as const, 'User' as const),
    minOs: optional(build.map((text) => `[${text}] and later | Windows Insider Preview`)),
    deprecatedFrom: optional(fc.oneof(build, fc.constant(true as const))),
    editionList: optional(fc.nat({ max: 3 })),
    ingested: optional(fc.constant(true as const)),
  })
  .map(({ place, scope, ...more }) => ({ place, scope, ...withoutGaps(more) }));
const facts: fc.Arbitrary<Facts> = fc
  .record({
    supportedOn: optional(fc.constantFrom('At least Windows Vista', 'Windows 7 only')),
    floor: optional(fc.record({ client: build, server: build }, { requiredKeys: [] })),
    hostOnly: optional(fc.constant(true as const)),
    nodes: optional(fc.array(node, { maxLength: 3 })),
  })
  .map((given) => withoutGaps(given));
const scope = fc.constantFrom(undefined, 'Device' as const, 'User' as const);
const target = fc.constantFrom(...TARGETS);
const lang = fc.constantFrom('en-US', 'fr-FR', 'de-DE');

it('createJudge gives what judge gives, however often and in whatever order it is asked', () => {
  const remembered = createJudge(tables);
  fc.assert(
    fc.property(facts, target, lang, scope, (given, targetOs, language, wanted) => {
      const judgement = judge(given, readTargets(targetOs, releases), tables, wanted);
      const compatibility = compatibilityOf(judgement, language);
      const expected = { judgement, compatibility };
      expect(remembered(given, targetOs, language, wanted)).toEqual(expected);
      // Equal facts in an object of their own.
      expect(remembered(structuredClone(given), targetOs, language, wanted)).toEqual(expected);
    }),
    { numRuns: 2000 },
  );
});

it('createJudge remembers: equal questions get the same object, up to its bound', () => {
  const remembered = createJudge(tables);
  const given = { supportedOn: 'At least Windows Vista', floor: { client: '6.0.6000' } };
  const first = remembered(given, '22631', 'en-US');
  expect(remembered({ ...given }, '22631', 'en-US')).toBe(first);
  expect(remembered(given, '22631', 'fr-FR')).not.toBe(first);
  for (let number = 9800; number < 9800 + 5000; number++) remembered(given, `10.0.${number}`, 'en-US');
  const again = remembered(given, '22631', 'en-US');
  expect(again).not.toBe(first);
  expect(again).toEqual(first);
});

it('createJudge keeps no target apart from any text', () => {
  const remembered = createJudge(tables);
  expect(remembered({}, null, 'en-US').compatibility.reason).toMatch(/^No target OS was given;/);
  expect(remembered({}, '\0', 'en-US').compatibility.reason).toMatch(/not recognized/);
});

it('compatibilityOf of several settings says what one of them says where all are judged alike', () => {
  fc.assert(
    fc.property(facts, target, lang, (given, targetOs, language) => {
      const judgement = judge(given, readTargets(targetOs, releases), tables);
      const alike = ['a', 'b', 'c'].map((slug) => ({ slug, judgement: structuredClone(judgement) }));
      expect(compatibilityOf(combine(alike), language)).toEqual(compatibilityOf(judgement, language));
    }),
  );
});
