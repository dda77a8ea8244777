/** Several settings that write the same pair. Single cases are rows of `test/vectors/judgements.jsonl`. */
import { describe, expect, it } from 'vitest';
import { combine, type Facts, judge, readTarget } from '../../runtime/verdict/index.ts';
import { nodeOf } from './node.ts';
import { releases, tables } from './releases.ts';

const VISTA: Facts = { supportedOn: 'At least Windows Vista', floor: { client: '6.0.6000' } };
const WINDOWS_8: Facts = {
  supportedOn: 'At least Windows Server 2012, Windows 8 or Windows RT',
  floor: { client: '6.2.9200', server: '6.2.9200' },
};
const FROM_1709: Facts = { supportedOn: 'At least Windows 10 Version 1709', floor: { client: '10.0.16299' } };

const ask = (facts: Facts, targetOs: string) => judge(facts, readTarget(targetOs, releases), tables);

const combined = (targetOs: string, ...settings: Facts[]) =>
  combine(settings.map((facts, index) => ({ slug: `s.${index}`, judgement: ask(facts, targetOs) })));

const conclusion = (facts: Facts, targetOs: string) => {
  const { notes: _notes, nodes: _nodes, silence: _silence, ...rest } = ask(facts, targetOs);
  return rest;
};

const EVERY_KIND = [
  null,
  'a toaster',
  '22H2',
  'Windows 11',
  'Windows 10 23H2',
  '17763',
  '22631',
  '10.0.90000',
];

describe('combine', () => {
  it('is the one verdict where there is one setting, or several that are judged alike', () => {
    for (const targetOs of EVERY_KIND) {
      for (const facts of [
        VISTA,
        WINDOWS_8,
        { ...VISTA, ...nodeOf({ minOs: '[10.0.22000] and later' }) },
        {},
      ]) {
        const one = conclusion(facts, targetOs ?? '');
        expect(combined(targetOs ?? '', facts)).toEqual(one);
        expect(combined(targetOs ?? '', facts, facts, facts)).toEqual(one);
      }
    }
  });

  it('tells of the registry what all settings have alike, and nothing else', () => {
    const node = nodeOf({ minOs: '[10.0.17763] and later' });
    const all = [VISTA, WINDOWS_8, FROM_1709, { ...VISTA, supportedOn: 'Windows Vista and later' }];
    for (const facts of [
      ...all,
      ...all.map((each) => ({ ...WINDOWS_8, supportedOn: each.supportedOn ?? '' })),
    ]) {
      for (const others of all) {
        const parts = [facts, others].map((each) => ask({ ...each, ...node }, '22631').registry);
        const { registry } = combined('22631', { ...facts, ...node }, { ...others, ...node });
        for (const field of ['required', 'supportedOn'] as const) {
          const [one, other] = parts.map((part) => part?.[field]);
          expect(registry?.[field], `${facts.supportedOn}; ${others.supportedOn}`).toBe(
            one === other ? one : undefined,
          );
        }
      }
    }
  });

  describe('for any target, as a naive combination of two settings', () => {
    const all: Facts[] = [
      {},
      VISTA,
      WINDOWS_8,
      FROM_1709,
      { supportedOn: 'Windows 7', floor: { why: 'closed' } },
      ...['[10.0.22000] and later', '[10.0.19041.1202] and later | [10.0.22000.100] and later', 'never'].map(
        (minOs) => nodeOf({ minOs }),
      ),
    ];
    const targets = [...EVERY_KIND, '21H2', '1809', 'Windows 10', 'Windows Server 2022', 'LTSC 2021'];
    const cases = targets.flatMap((targetOs) =>
      all.flatMap((one) =>
        all.map((other) => {
          const parts = [ask(one, targetOs ?? ''), ask(other, targetOs ?? '')] as const;
          const whole = combined(targetOs ?? '', one, other);
          return { parts, whole, about: JSON.stringify([targetOs, one, other]) };
        }),
      ),
    );

    it('has the same candidates, unknown where the two differ', () => {
      let found = 0;
      for (const { parts, whole, about } of cases) {
        const [first = [], second = []] = parts.map(({ candidates }) => candidates);
        expect(second.length, about).toBe(first.length);
        const expected = first.map((each, at) =>
          second[at]?.verdict === each.verdict ? each : { ...each, verdict: 'unknown' },
        );
        expect(whole.candidates ?? [], about).toEqual(expected);
        found += expected.length;
      }
      expect(found).toBeGreaterThan(1000);
    });

    it('has the fields that are the same where the verdicts are', () => {
      for (const field of ['required', 'alternatives', 'basis', 'mdm'] as const) {
        let shared = 0;
        for (const { parts, whole, about } of cases) {
          const [a, b] = parts.map((part) => JSON.stringify(part[field]));
          const agree = parts[0].verdict === parts[1].verdict;
          expect(JSON.stringify(whole[field]), about).toBe(agree && a === b ? a : undefined);
          if (agree && a === b && a !== undefined) shared++;
        }
        expect(shared, field).toBeGreaterThan(0);
      }
    });
  });

  it('changes nothing of what was judged', () => {
    for (const targetOs of EVERY_KIND) {
      const judged = [VISTA, WINDOWS_8, FROM_1709].map((facts, index) => ({
        slug: `s.${index}`,
        judgement: ask(facts, targetOs ?? ''),
      }));
      const before = structuredClone(judged);
      combine(judged);
      expect(judged).toEqual(before);
    }
  });

  it('refuses an empty list', () => {
    expect(() => combine([])).toThrow(RangeError);
  });
});
