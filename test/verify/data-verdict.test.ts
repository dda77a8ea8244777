import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { DocumentedData } from '../../runtime/contract/data.ts';
import { textsIn } from '../../runtime/messages/index.ts';
import { dataReasonText, VERIFY_TEXTS } from '../../runtime/messages/verify.ts';
import { type Given, judgeData, strongest } from '../../runtime/verify/data-verdict.ts';

const onOff: DocumentedData = {
  registryType: 'REG_DWORD',
  values: [
    { data: '1', state: 'enabled' },
    { data: null, state: 'disabled' },
  ],
};
const text: DocumentedData = { registryType: 'REG_SZ', values: [{ data: 'Yes' }] };
const oneToNine: DocumentedData = { registryType: 'REG_DWORD', bounds: { min: '1', max: '9' } };
const flags: DocumentedData = {
  registryType: 'REG_DWORD',
  values: [{ data: '1' }, { data: '8' }],
  flags: true,
};

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
  it.each<[string, Given, DocumentedData | undefined, string]>([
    ['a listed number', { type: 'REG_DWORD', data: 1 }, onOff, 'documented'],
    ['the same as text', { data: '0x1' }, onOff, 'documented'],
    ['another number', { type: 'REG_DWORD', data: 2 }, onOff, 'undocumented'],
    ['another type', { type: 'REG_SZ', data: '1' }, onOff, 'wrong-type'],
    ['a deletion that a state makes', { delete: true }, onOff, 'documented'],
    ['a deletion that none makes', { delete: true }, text, 'undocumented'],
    ['text that is not a number, without a type', { data: 'on' }, onOff, 'undocumented'],
    ['a type alone', { type: 'REG_DWORD' }, onOff, 'unknown'],
    ['a wrong type alone', { type: 'REG_SZ' }, onOff, 'wrong-type'],
    ['nothing known', { data: 1 }, undefined, 'unknown'],
    ['text in another case', { data: 'yes' }, text, 'undocumented'],
    ['any text', { type: 'REG_SZ', data: 'x' }, { registryType: 'REG_SZ', open: true }, 'free'],
    [
      'text that is too long',
      { data: 'xx' },
      { registryType: 'REG_SZ', open: true, maxLength: '1' },
      'undocumented',
    ],
    ['entries', { data: ['A'] }, { registryType: 'REG_MULTI_SZ', entries: ['a', 'b'] }, 'documented'],
    ['another entry', { data: ['c'] }, { registryType: 'REG_MULTI_SZ', entries: ['a', 'b'] }, 'undocumented'],
    [
      'a number beside a listed text',
      { data: 7 },
      { values: [{ data: 'a', type: 'REG_SZ' }], openTypes: ['REG_DWORD'], open: true },
      'free',
    ],
    ['a pattern', { data: 'x' }, { registryType: 'REG_SZ', patterns: ['^x$'] }, 'unknown'],
    ['the highest number', { type: 'REG_DWORD', data: 9 }, oneToNine, 'documented'],
    ['the next number', { type: 'REG_DWORD', data: 10 }, oneToNine, 'undocumented'],
    ['the lowest number', { type: 'REG_DWORD', data: 1 }, oneToNine, 'documented'],
    ['the number before it', { type: 'REG_DWORD', data: 0 }, oneToNine, 'undocumented'],
    ['a sum of flags', { type: 'REG_DWORD', data: 9 }, flags, 'documented'],
    ['a sum with a bit that no flag has', { type: 'REG_DWORD', data: 11 }, flags, 'undocumented'],
    [
      'an entry beside another',
      { data: ['a', 'c'] },
      { registryType: 'REG_MULTI_SZ', entries: ['a'] },
      'undocumented',
    ],
  ])('%s', (_, given, documented, expected) => {
    expect(verdict(given, documented)).toBe(expected);
  });

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
