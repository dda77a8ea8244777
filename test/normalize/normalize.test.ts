import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  hex,
  normalizeKeyForBuild,
  normalizeOmaUri,
  normalizeValue,
  pairKey,
  parseKey,
  parseValue,
  sha256,
  sha256Portable,
  sha256Sync,
} from '../../runtime/format/keys.ts';
import { nativeKey } from '../../runtime/format/view-32.ts';
import { vectors } from '../vectors.ts';

const AU = String.raw`Software\Policies\Microsoft\Windows\WindowsUpdate\AU`;
const spelled = vectors<{ hive: string; text: string }>('hive-spellings');

/** Key names: anything printable but the backslash, not starting or ending in what trimming takes. */
const part = fc
  .string({ minLength: 1, maxLength: 12, unit: 'grapheme' })
  .map((text) => text.replaceAll('\\', '').trim())
  .filter((text) => text !== '' && !/^[/[]|[/\]]$/.test(text) && text.trim() === text);
const keyWithSlashes = fc
  .array(part, { minLength: 2, maxLength: 5 })
  .map((parts) => ['Software', ...parts].join('\\'));
const key = keyWithSlashes.map((text) => text.replaceAll('/', ''));
const mixedCase = (text: string): fc.Arbitrary<string> =>
  fc
    .infiniteStream(fc.boolean())
    .map((flips) =>
      [...text].map((char) => (flips.next().value ? char.toUpperCase() : char.toLowerCase())).join(''),
    );

describe('parseKey', () => {
  test('every spelling of a hive gives the same hive and the same key as the build', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...spelled).chain(({ hive, text }) => fc.tuple(fc.constant(hive), mixedCase(text))),
        keyWithSlashes,
        fc.constantFrom('', ' ', '\t', '\r\n'),
        fc.constantFrom('', '\\', '\\\\', ' ', '/'),
        ([hive, prefix], rest, before, after) => {
          const got = parseKey(before + prefix + rest + after);
          expect(got.hive).toBe(hive);
          expect(got.key).toBe(normalizeKeyForBuild(rest));
          expect(got.keys[0]).toBe(got.key);
          expect(got.warning).toBe(/S-1-/i.test(prefix) ? 'user-sid' : undefined);
        },
      ),
    );
  });

  test('a hive below another hive or any other word is a part of the key', () => {
    const roots = fc.constantFrom(...spelled.map(({ text }) => text), 'HKML\\', '.DEFAULT\\', 'A\\');
    const word = part.filter((text) => !/^(?:computer|ordinateur|equipo)$/i.test(text));
    const before = fc.oneof(
      roots,
      word.map((text) => `${text}\\`),
    );
    fc.assert(
      fc.property(before, fc.constantFrom(...spelled), key, (root, { text }, rest) => {
        expect(parseKey(root + text + rest).keys).not.toContain(parseKey(rest).key);
      }),
    );
  });

  test.each(vectors<string>('pasted-keys'))('%s is read as its key', (pasted) => {
    expect(parseKey(pasted)).toEqual(parseKey(`HKLM\\${AU}`));
  });

  test.each(vectors<[what: string, texts: string[], parsed: object]>('keys-read'))(
    '%s: %j',
    (_, texts, parsed) => {
      for (const text of texts) expect(parseKey(text), text).toEqual(parsed);
    },
  );

  test('a key of the 32-bit view has a native key, others have none', () => {
    const key = AU.toLowerCase();
    expect(nativeKey(key.replace('software', 'software\\wow6432node'))).toBe(key);
    expect(nativeKey(key)).toBeUndefined();
  });

  test('never throws; what it looks up is normalized, and few', () => {
    const anything = fc.oneof(
      fc.string({ maxLength: 1024, unit: 'binary' }),
      fc
        .array(
          fc.constantFrom('HKLM', 'HKU', 'S-1-5', '\\', '/', ':', '[', ']', ' ', 'Registry::', 'a', 'Σ', 'İ'),
          {
            maxLength: 40,
          },
        )
        .map((all) => all.join('')),
    );
    fc.assert(
      fc.property(anything, (text) => {
        const got = parseKey(text);
        expect(got.keys.length).toBeLessThanOrEqual(2);
        expect(new Set(got.keys).size).toBe(got.keys.length);
        for (const one of got.keys) expect(normalizeKeyForBuild(one)).toBe(one);
      }),
    );
  });
});

describe('keys of files that Windows reads: nothing in them is a slip of somebody who typed', () => {
  test.each(vectors<[text: string, hive: string | null, key: string]>('keys-of-files'))(
    '%j',
    (text, hive, key) => {
      expect(parseKey(text, true)).toMatchObject({ hive, key, keys: [key] });
    },
  );
});

test.each(vectors<[name: string, parsed: object]>('value-names'))('the value name %j', (name, parsed) => {
  expect(parseValue(name)).toEqual(parsed);
});

test('values are folded by ASCII and by letters whose mapping goes both ways, and by no others', () => {
  expect(normalizeValue('ABCxyz ÄÖÜ ÉÇ ЖЯ ΑΩ')).toBe('abcxyz äöü éç жя αω');
  // KELVIN SIGN, ANGSTROM SIGN, LONG S, DOTLESS I, I WITH DOT, SHARP S as a capital, OHM SIGN.
  for (const letter of '\u212a\u212b\u017f\u0131\u0130\u1e9e\u2126') {
    expect(normalizeValue(letter)).toBe(letter);
    expect(parseKey(`HKLM\\Software\\${letter}`).key).toBe(`software\\${letter}`);
  }
  const ascii = String.fromCharCode(...Array.from({ length: 128 }, (_, at) => at));
  expect(normalizeValue(ascii)).toBe(ascii.toLowerCase());
});

test('keys and values: normalizing is idempotent', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      const once = normalizeKeyForBuild(text);
      expect(normalizeKeyForBuild(once)).toBe(once);
      const folded = normalizeValue(text);
      expect(normalizeValue(folded)).toBe(folded);
      expect([...text].map(normalizeValue).join('')).toBe(folded);
      expect(folded).toHaveLength(text.length);
    }),
  );
  expect(normalizeKeyForBuild('Software\\Policies\\Citrix\\Secure Browser\\')).toBe(
    'software\\policies\\citrix\\secure browser',
  );
  expect(pairKey('a\\b', '')).toBe('a\\b\0');
});

const HIDDEN = ['\u00a0', '\u3000', '\u2028', '\ufeff', '\u200b', '\u0085'];

describe('normalizeOmaUri', () => {
  const forms = vectors<[string, string, string | null, boolean]>('oma-uris');
  test.each(forms)('%s', (input, uri, scope, result) => {
    expect(normalizeOmaUri(input)).toEqual({ uri, scope, result });
  });

  test('a blank that is not ASCII is a part of the name', () => {
    const plain = './device/vendor/msft/bitlocker';
    for (const blank of HIDDEN) {
      for (const uri of [`${plain}${blank}`, `${blank}${plain}`, `${plain}/${blank}`])
        expect(normalizeOmaUri(uri).uri).not.toBe(plain);
      for (const whole of [`HKLM\\${AU}${blank}`, `${blank}HKLM\\${AU}`, `HKLM\\${blank}${AU}`])
        expect(parseKey(whole).keys).not.toContain(AU.toLowerCase());
    }
    expect(parseKey(`\t HKLM\\${AU}\r\n\f\v`).keys).toEqual([AU.toLowerCase()]);
  });

  test('is idempotent and never throws', () => {
    const pieces = fc
      .array(
        fc.constantFrom('.', '/', ' ', 'Vendor', 'MSFT', 'Device', 'user', 'Policy', 'Result', 'x', '\\'),
      )
      .map((all) => all.join(''));
    fc.assert(
      fc.property(fc.oneof(pieces, fc.string({ unit: 'binary', maxLength: 1024 })), (text) => {
        const once = normalizeOmaUri(text);
        expect(normalizeOmaUri(once.uri)).toEqual({ ...once, result: false });
      }),
    );
  });
});

test('the digests are SHA-256 of the UTF-8, also of lone surrogates', async () => {
  const text = fc.oneof(
    fc.string({ unit: 'grapheme' }),
    fc.string({ unit: fc.constantFrom('\ud800', '\udc00', 'a', 'é') }),
  );
  await fc.assert(
    fc.asyncProperty(text, async (each) => {
      const expected = createHash('sha256').update(each, 'utf8').digest('hex');
      expect(hex(sha256Sync(each))).toBe(expected);
      expect(hex(sha256Portable(each))).toBe(expected);
      expect(hex(await sha256(new TextEncoder().encode(each)))).toBe(expected);
    }),
  );
  // On both sides of the size from which the platform's own digest is used.
  for (const length of [2 ** 20 - 1, 2 ** 20]) {
    const bytes = new Uint8Array(length).fill(7);
    expect(hex(await sha256(bytes))).toBe(createHash('sha256').update(bytes).digest('hex'));
  }
});
