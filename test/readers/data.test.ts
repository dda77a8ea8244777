/** Types and data in every spelling, each by a table or a second reading written here. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readContent, readTypeName, typedBytes, typedHex, typeName } from '../../runtime/readers/data.ts';
import { vectors } from '../vectors.ts';
import { utf16 } from './writers.ts';

/** winnt.h, and other spellings: of regedit, PowerShell, LGPO. */
const TYPES = vectors<[number: number, name: string, ...others: string[]]>('registry-types');

it('every type has its name, by number and in every spelling', () => {
  for (const [number, name, ...others] of TYPES) {
    expect(typeName(number)).toBe(name);
    const spellings = [name, ...others, ...others.map((each) => `REG_${each}`), `0x${number.toString(16)}`];
    for (const spelling of spellings) {
      for (const text of [spelling, spelling.toLowerCase(), ` ${spelling.toUpperCase()}\t`])
        expect(readTypeName(text), text).toBe(name);
    }
  }
  expect(typeName(0xffff0005)).toBe('0xffff0005');
  expect(readTypeName('0xFFFF0005')).toBe('0xffff0005');
  const others = ['', 'REG', 'REG_', 'DWORD32', '4', '0x', '0x1ffff0005', '0xg', 'constructor', '__proto__'];
  expect(others.filter((other) => readTypeName(other) !== undefined)).toEqual([]);
});

describe('bytes', () => {
  it('are a number only where they have its size', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 12 }), fc.nat({ max: 3 }), (bytes, before) => {
        // In the middle of a file.
        const view = new Uint8Array([...new Array(before).fill(1), ...bytes, 1]).subarray(
          before,
          before + bytes.length,
        );
        for (const [number, size] of [
          [4, 4],
          [11, 8],
        ] as const) {
          const { data, unread } = typedBytes(number, view);
          const value = bytes.reduceRight((sum, byte) => sum * 256n + BigInt(byte), 0n);
          if (bytes.length !== size)
            expect([data, unread]).toEqual([undefined, expect.stringContaining(`${size} bytes`)]);
          else if (value < 2n ** 53n) expect(data).toBe(Number(value));
          else expect(data).toBe(String(value));
        }
      }),
    );
    const largest = new Uint8Array(new BigUint64Array([2n ** 53n - 1n]).buffer);
    expect(typedBytes(11, largest).data).toBe(2 ** 53 - 1);
  });

  it('are text without the NUL characters that end it, however many', () => {
    for (const nuls of ['', '\0', '\0\0', '\0\0\0']) {
      expect(typedBytes(1, utf16(`a\0b${nuls}`)).data).toBe('a\0b');
      expect(typedBytes(2, utf16(nuls)).data).toBe('');
      expect(typedBytes(7, utf16(`a\0\0b${nuls}`)).data).toEqual(['a', '', 'b']);
      expect(typedBytes(7, utf16(nuls)).data).toEqual([]);
    }
    expect(typedBytes(1, Uint8Array.of(0x61)).unread).toContain('the number is odd');
  });
});

it('a number is one of its type, however it is written, or too large, or none', () => {
  const near = [
    0n,
    ...[31n, 32n, 53n, 64n].map((power) => 2n ** power),
    ...[9n, 10n, 18n, 19n].map((power) => 10n ** power),
  ];
  const number = fc.oneof(
    fc.tuple(fc.constantFrom(...near), fc.bigInt({ min: -3n, max: 3n })).map(([base, by]) => base + by),
    fc.bigInt({ min: 0n, max: 1n << 80n }),
  );
  const spelling = fc.constantFrom(...['', '0', '0'.repeat(30)].flatMap((zeros) => [zeros, `0x${zeros}`]));
  fc.assert(
    fc.property(number, spelling, fc.constantFrom('REG_DWORD', 'REG_QWORD'), (value, before, type) => {
      const text = value < 0n ? `${value}` : before + value.toString(before.startsWith('0x') ? 16 : 10);
      const isLarge = value >= 2n ** (type === 'REG_DWORD' ? 32n : 64n);
      const why = new RegExp(isLarge ? `^".*" is larger than a ${type} can be$` : `is not a ${type}`);
      const fits = value >= 0n && !isLarge;
      const data = fits && (value < 2n ** 53n ? Number(value) : String(value));
      expect(readContent(type, text)).toEqual({
        type,
        ...(fits ? { data } : { unread: expect.stringMatching(why) }),
      });
      const expected = fits ? { type, data } : { type, unread: expect.any(String) };
      if (value < 2n ** 53n) expect(readContent(type, Number(value))).toEqual(expected);
    }),
  );
  for (const text of [`1${'0'.repeat(300_000)}`, `0x1${'0'.repeat(300_000)}`])
    expect(readContent('REG_QWORD', text).unread).toMatch(/ is larger than a REG_QWORD can be$/);
  expect(readContent('REG_DWORD', 1.5)).toHaveProperty('unread');
  for (const text of ['x', '0x', '0xg', '-1', '1.5', '0x0x1', '00x1', ''])
    expect(readContent('REG_QWORD', text).unread, text).toContain('is not a REG_QWORD');
});

it('binary data is pairs of digits, whatever stands between them', () => {
  const digits = fc.array(fc.constantFrom(...'0123456789abcdefABCDEF'), { maxLength: 8 });
  fc.assert(
    fc.property(
      digits,
      fc.constantFrom('', ' ', ',', '-', ', '),
      fc.constantFrom('', '0x', '0X', ' '),
      (all, between, before) => {
        const text = before + (all.join('').match(/..?/g) ?? []).join(between);
        const expected =
          all.length % 2 === 0
            ? { data: all.join('').toLowerCase() }
            : { unread: expect.stringContaining('two hexadecimal') };
        expect(typedHex('REG_BINARY', text)).toEqual({ type: 'REG_BINARY', ...expected });
      },
    ),
  );
  expect(typedHex('REG_BINARY', '0g')).toHaveProperty('unread');
});

it('data of another form than its type is not read', () => {
  for (const [, type] of TYPES) {
    const isList = type === 'REG_MULTI_SZ';
    expect(readContent(type, ['01'])).toEqual(
      isList ? { type, data: ['01'] } : { type, unread: expect.any(String) },
    );
    expect('unread' in readContent(type, '01'), type).toBe(isList);
    const takesNumber = ['REG_SZ', 'REG_EXPAND_SZ', 'REG_DWORD', 'REG_QWORD'].includes(type);
    expect('unread' in readContent(type, 1), type).toBe(!takesNumber);
  }
});
