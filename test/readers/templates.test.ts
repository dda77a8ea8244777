/** Security templates in every spelling that hand-written ones have, held against what was spelled. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { vectors } from '../vectors.ts';
import { itemsOf, kindsOf, read } from './generators.ts';

/** As a template names a hive, and as the reader tells it. */
const HIVES = {
  MACHINE: 'MACHINE',
  USER: 'USER',
  CLASSES_ROOT: 'HKEY_CLASSES_ROOT',
  CURRENT_USER: 'HKEY_CURRENT_USER',
  USERS: 'HKEY_USERS',
};

const HIVE = fc.constantFrom(...Object.entries(HIVES));
const BLANKS = fc.constantFrom('', ' ', '\t ');
const NAME = fc.stringMatching(/^[A-Za-z0-9](?:[A-Za-z0-9 ,;."]{0,8}[A-Za-z0-9])?$/);
const DATA = fc.oneof(
  fc
    .integer({ min: 0, max: 2 ** 32 - 1 })
    .map((data) => ({ type: 'REG_DWORD', number: 4, data, text: `${data}` })),
  fc.constantFrom(1, 2).chain((number) =>
    fc.stringMatching(/^[A-Za-z0-9 ,;'=\\]{0,8}$/).map((data) => ({
      type: number === 1 ? 'REG_SZ' : 'REG_EXPAND_SZ',
      number,
      data,
      text: `"${data}"`,
    })),
  ),
  fc.uint8Array({ minLength: 2, maxLength: 4 }).map((bytes) => {
    const digits = [...bytes].map((byte) => byte.toString(16).padStart(2, '0'));
    return { type: 'REG_BINARY', number: 3, data: digits.join(''), text: digits.join(' , ').toUpperCase() };
  }),
  fc.array(fc.stringMatching(/^e[a-z0-9,;=\\]{0,6}$/), { minLength: 1, maxLength: 4 }).map((data) => ({
    type: 'REG_MULTI_SZ',
    number: 7,
    data,
    // The comma of an entry is written in quotation marks.
    text: data.map((each) => each.replaceAll(',', '","')).join(','),
  })),
);

describe('a line of [Registry Values]', () => {
  it('is read with blanks, quotation marks and any case of the section, and no comment is', () => {
    fc.assert(
      fc.property(
        HIVE,
        fc.array(NAME, { minLength: 1, maxLength: 4 }),
        DATA,
        fc.tuple(BLANKS, BLANKS, BLANKS, BLANKS, BLANKS),
        fc.boolean(),
        fc.constantFrom('Registry Values', 'REGISTRY VALUES', ' registry values '),
        ([hive, told], names, { type, number, data, text }, [a, b, c, d, e], quoted, section) => {
          const path = [hive, ...names].join('\\');
          const line = `${a}${quoted ? `"${path}"` : path}${b}=${c}${number}${d},${e}${text}${a}`;
          const lines = ['; before', `[${section}]`, `${b};${path}=4,1`, line, ''];
          expect(itemsOf(read('a.inf', lines.join('\n')))).toEqual([
            { key: [told, ...names.slice(0, -1)].join('\\'), value: names.at(-1), type, data },
          ]);
        },
      ),
    );
  });

  it('of one byte is read where its base is certain: one digit, a letter or a zero before it', () => {
    for (let byte = 0; byte < 256; byte++) {
      const digits = byte.toString(16).padStart(2, '0');
      for (const text of [digits, digits.toUpperCase()]) {
        const [item] = itemsOf(read('a.inf', `[Registry Values]\nMACHINE\\a\\b=3,${text}\n`));
        const expected = /^[1-9]\d$/.test(digits)
          ? { unread: expect.stringContaining(text) }
          : { data: digits };
        expect(item).toEqual({ key: 'MACHINE\\a', value: 'b', type: 'REG_BINARY', ...expected });
      }
    }
  });
});

/** [MS-GPSB] 2.2, and what `secedit /export` and its templates write besides. */
const SECTIONS = vectors<string>('template-sections');

it.each(SECTIONS)('a template may begin with [%s]', (section) => {
  for (const name of [section, ` ${section.toUpperCase()} `]) {
    const result = read('a', `; a comment\n[${name}]\n[Registry Values]\nMACHINE\\a\\b=4,1\n`);
    expect(itemsOf(result)).toHaveLength(1);
    expect(kindsOf(result)).toEqual([]);
  }
});
