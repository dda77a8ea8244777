/** Judgements with their sentences, and the memo that remembers them. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  combinedCompatibility,
  compatibilityOf,
  createJudge,
  notesOf,
} from '../../runtime/answer/compatibility.ts';
import { type Facts, judge, readTarget } from '../../runtime/verdict/index.ts';
import { releases } from '../verdict/releases.ts';

const TARGETS = [null, 'Windows 11 24H2', '10.0.19045.3803', '17763', '22H2', 'Windows 10 23H2', 'a toaster'];
const build = fc.constantFrom('6.0.6000', '10.0.14393', '10.0.19041.1202', '10.0.26100');
const optional = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined });
const facts: fc.Arbitrary<Facts> = fc
  .record({
    supportedOn: optional(fc.constantFrom('At least Windows Vista', 'Windows 7 only')),
    floor: optional(fc.record({ client: build, server: build }, { requiredKeys: [] })),
    hostOnly: optional(fc.constant(true as const)),
    minOs: optional(build.map((text) => `[${text}] and later | Windows Insider Preview`)),
    deprecatedFrom: optional(fc.oneof(build, fc.constant(true as const))),
  })
  .map(({ minOs, deprecatedFrom, ...rest }) => {
    const csp = Object.entries({ minOs, deprecatedFrom }).filter(([, value]) => value !== undefined);
    const own = Object.entries(rest).filter(([, value]) => value !== undefined);
    return { ...Object.fromEntries(own), ...(csp.length > 0 && { csp: Object.fromEntries(csp) }) };
  });
const target = fc.constantFrom(...TARGETS);
const lang = fc.constantFrom('en-US', 'fr-FR', 'de-DE');

describe('createJudge', () => {
  it('gives what judge gives, however often and in whatever order it is asked', () => {
    const remembered = createJudge(releases);
    fc.assert(
      fc.property(facts, target, lang, (given, targetOs, language) => {
        const judgement = judge(given, readTarget(targetOs, releases), releases);
        const compatibility = compatibilityOf(judgement, language);
        const expected = { judgement, compatibility, notes: judgement.notes };
        expect(remembered(given, targetOs, language)).toEqual(expected);
        // Equal facts in an object of their own.
        expect(remembered(structuredClone(given), targetOs, language)).toEqual(expected);
      }),
      { numRuns: 2000 },
    );
  });

  it('remembers: equal questions get the same object', () => {
    const remembered = createJudge(releases);
    const given = { supportedOn: 'At least Windows Vista', floor: { client: '6.0.6000' } };
    const first = remembered(given, '22631', 'en-US');
    expect(remembered({ ...given }, '22631', 'en-US')).toBe(first);
    expect(remembered(given, '22631', 'fr-FR')).not.toBe(first);
  });

  it('keeps no more than its bound', () => {
    const remembered = createJudge(releases);
    const given = { supportedOn: 'At least Windows Vista', floor: { client: '6.0.6000' } };
    const first = remembered(given, '22631', 'en-US');
    for (let number = 9800; number < 9800 + 5000; number++) remembered(given, `10.0.${number}`, 'en-US');
    const again = remembered(given, '22631', 'en-US');
    expect(again).not.toBe(first);
    expect(again).toEqual(first);
  });

  it('keeps no target apart from any text', () => {
    const remembered = createJudge(releases);
    expect(remembered({}, null, 'en-US').compatibility.reason).toBe('No target OS was given.');
    expect(remembered({}, '\0', 'en-US').compatibility.reason).toMatch(/not recognised/);
  });
});

describe('compatibilityOf', () => {
  it('has the members of the specification, and the sentences of the language', () => {
    const given: Facts = {
      supportedOn: 'At least Windows Vista',
      floor: { client: '6.0.6000' },
      csp: { minOs: '[10.0.19041.1202] and later | [10.0.22000] and later', deprecatedFrom: true },
    };
    const judgement = judge(given, readTarget('Windows 10 1809', releases), releases);
    expect(compatibilityOf(judgement, 'en-US')).toEqual({
      verdict: 'unsupported',
      reason: '10.0.17763 (Windows 10 1809) does not reach the documented minimum 10.0.19041.1202.',
      targetBuild: '10.0.17763',
      requiredBuild: '10.0.19041.1202',
      requiredBuildAlternatives: ['10.0.19041.1202', '10.0.22000'],
      basis: 'csp',
      registry: {
        verdict: 'supported',
        reason: '10.0.17763 (Windows 10 1809) is later than the documented minimum 6.0.6000.',
        requiredBuild: '6.0.6000',
        supportedOn: 'At least Windows Vista',
      },
    });
    expect(compatibilityOf(judgement, 'fr-FR').reason).toMatch(/n’atteint pas le minimum documenté/);
    expect(notesOf(judgement, 'a.b', 'en-US')).toEqual([
      expect.stringMatching(/^a\.b: .*deprecated/),
      expect.stringMatching(/^a\.b: .*MDM node.*registry policy/),
    ]);
  });

  it('of several settings says what one of them says where all are judged alike', () => {
    fc.assert(
      fc.property(facts, target, lang, (given, targetOs, language) => {
        const judgement = judge(given, readTarget(targetOs, releases), releases);
        const alike = ['a', 'b', 'c'].map((slug) => ({ slug, judgement: structuredClone(judgement) }));
        expect(combinedCompatibility(alike, language)).toEqual(compatibilityOf(judgement, language));
      }),
    );
  });
});
