import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { DocumentedData } from '../../runtime/contract/data.ts';
import type { PairEntry } from '../../runtime/format/format.ts';
import { textsIn } from '../../runtime/messages/index.ts';
import { sentence, VERIFY_TEXTS } from '../../runtime/messages/verify.ts';
import { type Given, judgeData, strongest } from '../../runtime/verify/data-verdict.ts';
import { corpusDist } from '../corpus/dist.ts';
import { entriesOf } from '../corpus/entries.ts';
import { vectors } from '../vectors.ts';
import { dataOf } from './documented.ts';

it('of findings the one that documents the data is the strongest, and of equal ones the first', () => {
  const strongestOf = (...verdicts: ('documented' | 'undocumented' | 'wrong-type' | 'free' | 'unknown')[]) =>
    strongest(verdicts.map((each, at) => ({ at, finding: { verdict: each, means: [] } })))?.at;
  expect(strongestOf('wrong-type', 'undocumented', 'documented')).toBe(2);
  expect(strongestOf('unknown', 'free', 'free')).toBe(1);
  expect(strongestOf()).toBeUndefined();
});

function verdict(given: Given, documented: DocumentedData | undefined): string {
  return judgeData(given, documented).verdict;
}

it('a sum of flags means these, also where it is listed besides without a label', () => {
  const values = [{ data: '8', label: 'a' }, { data: '16', label: 'b' }, { data: '24' }, { data: '33' }];
  const meant = (data: number, all: DocumentedData['values'] = values) =>
    judgeData({ data }, { registryType: 'REG_DWORD', values: all, flags: true }).means.map(
      ({ label }) => label,
    );
  expect(meant(24)).toEqual(['a', 'b']);
  // No label of the flags that do not make up the whole number.
  expect(meant(41)).toEqual(['a', undefined]);
  // A sum with a label of its own.
  expect(meant(24, [...values.slice(0, 2), { data: '24', label: 'all' }])).toEqual(['all']);
});

const TYPES = ['REG_DWORD', 'REG_QWORD', 'REG_SZ'] as const;

describe('what may be written', () => {
  it.each(vectors<[string, Given, DocumentedData | null, string]>('data-verdicts'))(
    '%s',
    (_, given, documented, expected) => {
      expect(verdict(given, documented ?? undefined)).toBe(expected);
    },
  );

  it('a number is documented where it is within the bounds, in every spelling, as number or stored as text', () => {
    const number = fc.integer({ min: 0, max: 2 ** 32 - 1 });
    fc.assert(
      fc.property(number, number, number, fc.boolean(), (value, a, b, asText) => {
        const bounds = { min: String(Math.min(a, b)), max: String(Math.max(a, b)) };
        const registryType = asText ? 'REG_SZ' : 'REG_DWORD';
        const expected = value >= Math.min(a, b) && value <= Math.max(a, b) ? 'documented' : 'undocumented';
        for (const data of [value, String(value)]) {
          expect(verdict({ data }, { registryType, bounds })).toBe(expected);
        }
        if (!asText)
          expect(verdict({ data: `0x${value.toString(16)}` }, { registryType, bounds })).toBe(expected);
      }),
    );
  });

  it('a listed content is one of its own type, and others are free where a limit is documented beside the list', () => {
    type Listed = NonNullable<DocumentedData['values']>[number];
    const content = fc.record({ data: fc.constantFrom('1', '2', '33'), type: fc.constantFrom(...TYPES) });
    const limits = fc.constantFrom<Partial<DocumentedData>>(
      {},
      { maxLength: '1' },
      { maxStrings: '1' },
      { open: true },
    );
    fc.assert(
      fc.property(
        fc.array(content, { minLength: 1, maxLength: 4 }),
        limits,
        content,
        (values, limit, given) => {
          const documented: DocumentedData = { values: values satisfies Listed[], ...limit };
          const isListed = values.some(({ data, type }) => data === given.data && type === given.type);
          const isOfType = values.some(({ type }) => type === given.type);
          const isOpen = Object.keys(limit).length > 0;
          const isLong = limit.maxLength !== undefined && given.data.length > 1;
          const others = isOpen && !isLong ? 'free' : 'undocumented';
          expect(verdict(given, documented)).toBe(isListed ? 'documented' : isOfType ? others : 'wrong-type');
        },
      ),
    );
  });

  it('never throws, and is never wrong-type without a type', () => {
    const data = fc.oneof(fc.string(), fc.double(), fc.array(fc.string()));
    const type = fc.constantFrom(...TYPES, 'REG_MULTI_SZ' as const, 'REG_BINARY' as const);
    const listed = fc.array(fc.record({ data: fc.option(fc.string()) }));
    fc.assert(
      fc.property(data, type, listed, (given, registryType, values) => {
        expect(verdict({ data: given }, { registryType, values })).not.toBe('wrong-type');
      }),
    );
  });
});

it.each([
  ['tooLong', 'characters', 'character', 'caractères', 'caractère'],
  ['tooManyEntries', 'entries', 'entry', 'entrées', 'entrée'],
] as const)('%s says 0 and 1 as each language does', (code, many, one, plusieurs, un) => {
  const say = (lang: string, most: string) => textsIn(lang, VERIFY_TEXTS).data[code]({ most });
  for (const most of ['0', '1', '2', '15']) {
    expect(say('en-US', most)).toContain(`${most} ${most === '1' ? one : many}.`);
    expect(say('fr-FR', most)).toContain(`${most} ${Number(most) < 2 ? un : plusieurs}.`);
  }
});

/** Of every pair. */
const stored = entriesOf<PairEntry>(await corpusDist(), 'resolve/en-US').flatMap(([pair, { any }]) =>
  any.matches.flatMap((match) => [dataOf(match) ?? []].flat().map((data) => ({ pair, data }))),
);

const GIVEN = vectors<Given>('undocumented-data');

it('every content that a reason lists can be seen in it', () => {
  const wrong = new Set<string>();
  for (const { pair, data } of stored) {
    for (const given of GIVEN) {
      const { reason } = judgeData(given, data);
      if (reason === undefined) continue;
      for (const lang of ['en-US', 'fr-FR']) {
        const text = sentence(textsIn(lang, VERIFY_TEXTS).data, reason);
        if (/[:,]\s+[.,]/.test(text)) wrong.add(`${pair}: ${text}`);
      }
    }
  }
  expect([...wrong]).toEqual([]);
});

it('of a value whose deletion alone is documented, data is not known, and the deletion is documented', () => {
  const deleted = stored.filter(
    ({ data: { values = [], openTypes, open, registryType } }) =>
      !open && !openTypes && !registryType && values.length > 0 && values.every(({ data }) => data === null),
  );
  expect(deleted.length).toBeGreaterThanOrEqual(11);
  for (const { pair, data } of deleted) {
    for (const content of ['x', 1, ['x']])
      expect(judgeData({ data: content }, data).verdict, pair).toBe('unknown');
    expect(judgeData({ type: 'REG_SZ', data: 'x' }, data).reason?.code, pair).toBe('noDocumentedData');
    expect(judgeData({ delete: true }, data).verdict, pair).toBe('documented');
  }
});

it('a type that the vendor leaves open is never the wrong type', () => {
  let beside = 0;
  for (const { pair, data } of stored) {
    const { registryType, values = [], openTypes = [] } = data;
    for (const type of openTypes) {
      expect(judgeData({ type, data: 'x' }, data).verdict, pair).not.toBe('wrong-type');
      expect(judgeData({ type }, data).verdict, pair).not.toBe('wrong-type');
      if (type !== registryType && values.every((each) => each.type !== type)) beside++;
    }
  }
  expect(beside).toBeGreaterThan(0);
});
