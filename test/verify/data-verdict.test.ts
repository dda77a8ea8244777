import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { DocumentedData } from '../../runtime/contract/data.ts';
import { textsIn } from '../../runtime/messages/index.ts';
import { dataReasonText, VERIFY_TEXTS } from '../../runtime/messages/verify.ts';
import { type Given, judgeData, strongest } from '../../runtime/verify/data-verdict.ts';
import { vectors } from '../vectors.ts';

it('of two settings the one that documents the data decides', () => {
  const findings = (['wrong-type', 'undocumented', 'documented'] as const).map((each) => {
    return { finding: { verdict: each, means: [] } };
  });
  expect(strongest(findings)?.finding.verdict).toBe('documented');
});

function verdict(given: Given, documented: DocumentedData | undefined): string {
  return judgeData(given, documented).verdict;
}

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
    const TYPES = ['REG_DWORD', 'REG_QWORD', 'REG_SZ'] as const;
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
    const lines: DocumentedData = { registryType: 'REG_MULTI_SZ', values: [{ data: 'a' }], maxStrings: '2' };
    expect(verdict({ data: ['x', 'y'] }, lines)).toBe('free');
    expect(verdict({ data: ['x', 'y', 'z'] }, lines)).toBe('undocumented');
  });

  it('never throws, and is never wrong-type without a type', () => {
    const data = fc.oneof(fc.string(), fc.double(), fc.array(fc.string()));
    const type = fc.constantFrom(
      'REG_DWORD',
      'REG_QWORD',
      'REG_SZ',
      'REG_MULTI_SZ',
      'REG_BINARY',
    ) as fc.Arbitrary<NonNullable<DocumentedData['registryType']>>;
    const listed = fc.array(fc.record({ data: fc.option(fc.string()) }));
    fc.assert(
      fc.property(data, type, listed, (given, registryType, values) => {
        expect(verdict({ data: given }, { registryType, values })).not.toBe('wrong-type');
      }),
    );
  });
});

it('of equal findings the first is the strongest', () => {
  const finding = (name: string, given: 'free' | 'unknown') => ({
    name,
    finding: { verdict: given, means: [] },
  });
  const all = [finding('a', 'unknown'), finding('b', 'free'), finding('c', 'free')];
  expect(strongest(all)?.name).toBe('b');
  expect(strongest([])).toBeUndefined();
});

it.each([
  ['tooLong', 'characters', 'character', 'caractères', 'caractère'],
  ['tooManyEntries', 'entries', 'entry', 'entrées', 'entrée'],
] as const)('%s says 0 and 1 as each language does', (code, many, one, plusieurs, un) => {
  const say = (lang: string, most: string) => dataReasonText({ code, most }, textsIn(lang, VERIFY_TEXTS));
  for (const most of ['0', '1', '2', '15']) {
    expect(say('en-US', most)).toContain(`${most} ${most === '1' ? one : many}.`);
    expect(say('fr-FR', most)).toContain(`${most} ${Number(most) < 2 ? un : plusieurs}.`);
  }
});
