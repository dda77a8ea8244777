import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  hex,
  nativeKey,
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

  test('HKLM32 is the 32-bit view of HKLM, and its native key is known', () => {
    for (const text of [`HKLM32\\${AU}`, `hklm32:\\${AU}`]) {
      const { hive, key } = parseKey(text);
      expect([hive, key]).toEqual(['HKLM', AU.toLowerCase().replace('software', 'software\\wow6432node')]);
      expect(nativeKey(key)).toBe(AU.toLowerCase());
    }
    expect(parseKey('HKLM32\\Software\\Wow6432Node\\A').key).toBe('software\\wow6432node\\a');
    expect(parseKey('HKLM32\\System\\A').key).toBe('system\\a');
    expect(nativeKey(AU.toLowerCase())).toBeUndefined();
  });

  test('the names of the default value', () => {
    for (const name of ['', '@', '(Default)', '(default)']) expect(parseValue(name)).toEqual({ value: '' });
    expect(parseValue('@x').value).toBe('@x');
  });

  test('a .reg section is read, one that deletes is not', () => {
    expect(parseKey(`[HKEY_LOCAL_MACHINE\\${AU}]`)).toEqual(parseKey(`HKLM\\${AU}`));
    expect(parseKey(`[hkey_current_user\\${AU}]`).hive).toBe('HKCU');
    expect(parseKey(`[-HKEY_LOCAL_MACHINE\\${AU}]`).hive).toBeNull();
    expect(parseKey(`HKLM\\Software\\Filter['Text']`).key).toBe("software\\filter['text']");
  });

  test('no hive: null, and the key stays whole', () => {
    for (const whole of ['Software\\Policies\\Machine', 'Software\\User\\HKLM', 'Machinery\\X', 'Users\\X']) {
      expect(parseKey(whole)).toEqual({ hive: null, key: whole.toLowerCase(), keys: [whole.toLowerCase()] });
    }
    expect(parseKey('HKLM\\Machine\\User').key).toBe('machine\\user');
    expect(parseKey('Computer\\Software').key).toBe('computer\\software');
    expect(parseKey('Registry\\Software').key).toBe('registry\\software');
  });

  test('forward slashes and doubled backslashes are separators', () => {
    fc.assert(
      fc.property(key, (text) => {
        const plain = parseKey(`HKLM\\${text}`);
        expect(parseKey(`HKLM\\\\${text.replaceAll('\\', '\\\\')}`)).toEqual(plain);
        const slashed = parseKey(`HKLM/${text.replaceAll('\\', '/')}`);
        expect(slashed.keys).toContain(plain.key);
        expect(slashed.hive).toBe('HKLM');
      }),
    );
  });

  test('a slash inside a key name comes first as it is', () => {
    const name = String.raw`Software\MicrosoftEdge\Protected - See aka.ms/browserpolicy`;
    const got = parseKey(`HKLM\\${name}`);
    expect(got.keys).toEqual([name.toLowerCase(), name.toLowerCase().replace('/', '\\')]);
    expect(normalizeKeyForBuild(name)).toBe(got.keys[0]);
  });

  test('HKEY_USERS without a SID is no user’s hive', () => {
    expect(parseKey(`HKU\\.DEFAULT\\${AU}`)).toMatchObject({
      hive: 'HKU',
      key: AU.toLowerCase(),
      warning: 'default-profile',
    });
    expect(parseKey(`HKU\\Loaded\\${AU}`)).toMatchObject({
      hive: 'HKU',
      key: `loaded\\${AU.toLowerCase()}`,
      warning: 'other-users-key',
    });
    expect(parseKey('HKU\\S-1-5-21-1-2-3-1001_Classes\\X').hive).toBe('HKU');
    // LocalSystem has that very profile; the others are no user's.
    expect(parseKey(`HKU\\S-1-5-18\\${AU}`)).toMatchObject({ hive: 'HKU', warning: 'default-profile' });
    for (const sid of ['S-1-5-19', 'S-1-5-20', 'S-1-1-0', 'S-1-5-32-544']) {
      expect(parseKey(`HKU\\${sid}\\${AU}`)).toMatchObject({ hive: 'HKU', warning: 'other-users-key' });
    }
    expect(parseKey(`HKU\\S-1-12-1-1-2-3-4\\${AU}`)).toMatchObject({ hive: 'HKCU', warning: 'user-sid' });
  });

  test('a hive alone, or nothing, gives an empty key and nothing to look up', () => {
    for (const text of ['HKLM', 'HKLM:\\', '[HKEY_LOCAL_MACHINE]', 'MACHINE\\', 'hkey_local_machine\\ ']) {
      expect(parseKey(text)).toEqual({ hive: 'HKLM', key: '', keys: [] });
    }
    for (const text of ['', ' ', '\\', '//', ' \\ '])
      expect(parseKey(text)).toEqual({ hive: null, key: '', keys: [] });
    expect(parseKey('HKU\\S-1-5-21-1-2-3-4')).toEqual({
      hive: 'HKCU',
      key: '',
      keys: [],
      warning: 'user-sid',
    });
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

test('keys and values: normalizing is idempotent', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      const once = normalizeKeyForBuild(text);
      expect(normalizeKeyForBuild(once)).toBe(once);
      expect(normalizeValue(normalizeValue(text))).toBe(normalizeValue(text));
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

test('a lone surrogate is hashed alike on every platform', () => {
  for (const text of ['\ud800', 'a\udc00b', '\ud800\ud800']) {
    expect(hex(sha256Sync(text))).toBe(hex(sha256Portable(text)));
  }
});

test('the digests are SHA-256 of the UTF-8', async () => {
  await fc.assert(
    fc.asyncProperty(fc.string({ unit: 'grapheme' }), async (text) => {
      const expected = createHash('sha256').update(text, 'utf8').digest('hex');
      expect(hex(sha256Sync(text))).toBe(expected);
      expect(hex(sha256Portable(text))).toBe(expected);
      expect(hex(await sha256(text))).toBe(expected);
    }),
  );
});
