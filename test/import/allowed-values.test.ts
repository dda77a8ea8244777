/** The expressions of OSConfig's column `Allowed Value`. */
import { describe, expect, it } from 'vitest';
import { parseAllowedValues } from '../../build/import/allowed-values.ts';
import type { RegistryType } from '../../runtime/contract/data.ts';

const decimal = (value: string) => ({ kind: 'decimal', value });
const string = (value: string) => ({ kind: 'string', value });

describe('allowed values', () => {
  it.each<[string, RegistryType, unknown]>([
    ['', 'REG_SZ', { free: true }],
    ['Range(0, 1)', 'REG_DWORD', { minValue: '0', maxValue: '1' }],
    ['Range(16384, )', 'REG_DWORD', { minValue: '16384' }],
    ['Range(0,5 )', 'REG_DWORD', { minValue: '0', maxValue: '5' }],
    ['Equals(1)', 'REG_DWORD', { options: [decimal('1')] }],
    ['Equals(1)', 'REG_QWORD', { options: [{ kind: 'longDecimal', value: '1' }] }],
    [
      "OneOf(Equals('0'), Equals(''), Equals(null))",
      'REG_SZ',
      { options: [string('0'), string(''), { kind: 'delete' }] },
    ],
    ['OneOf(Equals(1),Equals(null))', 'REG_DWORD', { options: [decimal('1'), { kind: 'delete' }] }],
    ["ContainsAtMost('a','b, c')", 'REG_MULTI_SZ', { entries: ['a', 'b, c'] }],
    ["Pattern('[1][5-9]|\\d{2,}')", 'REG_SZ', { patterns: ['[1][5-9]|\\d{2,}'] }],
    ["AllOf(Pattern('a(b)'), Pattern('c'))", 'REG_SZ', { patterns: ['a(b)', 'c'] }],
  ])('%j of %s', (text, type, expected) => {
    expect(parseAllowedValues(text, type)).toEqual(expected);
  });

  it.each([
    ['1', 'not an expression'],
    ['Range(1)', 'two numbers'],
    ['Range(, )', 'two numbers'],
    ["Range('a', 1)", 'two numbers'],
    ['Range(0, 1', 'does not end'],
    ['Range(0, 1) or more', 'text after the end'],
    ['AtLeast(1)', 'unknown kind of allowed value AtLeast'],
    ['Equals(1, 2)', 'one value'],
    ['Equals()', 'one value'],
    ["Equals('x')", 'no number'],
    ['OneOf(1, 2)', 'Equals(…) expected'],
    ['ContainsAtMost(1)', 'a text in quotes'],
    ['AllOf(Equals(1))', 'Pattern(…) expected'],
    ["Pattern('a", 'not readable'],
    [`${'AllOf('.repeat(20)}`, 'nests too deep'],
  ])('refuses %j', (text, message) => {
    expect(() => parseAllowedValues(text, 'REG_DWORD')).toThrow(message);
  });
});
