import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ASCII_VALUES, inReg, itemsOf, kindsOf, read, VALUES } from './generators.ts';
import { type RegForm, writeReg } from './writers.ts';

const HEAD = 'Windows Registry Editor Version 5.00\r\n\r\n[HKEY_LOCAL_MACHINE\\Software\\A]\r\n';

const SURROGATE = /\p{Surrogate}/u;

describe('.reg', () => {
  it('reads back what is written, in every encoding', () => {
    const form = fc.record<RegForm>({
      version: fc.constant(5),
      encoding: fc.constantFrom('utf-16le', 'utf-16be', 'utf-8', 'utf-8-mark'),
      lineBreak: fc.constantFrom('\r\n', '\n'),
    });
    fc.assert(
      fc.property(VALUES, form, (values, each) => {
        // UTF-8 has no unpaired surrogates; UTF-16 files may hold them. Halves of a name and its data are no pair.
        const sound = values.filter(
          (value) => each.encoding.startsWith('utf-16') || !SURROGATE.test(`${value.value} ${value.data}`),
        );
        expect(itemsOf(read('a.reg', writeReg(sound, each)))).toEqual(inReg(sound));
      }),
      { numRuns: 300 },
    );
  });

  it('reads back REGEDIT4, whose strings in hexadecimal are ANSI', () => {
    const form: RegForm = { version: 4, encoding: 'utf-8', lineBreak: '\r\n' };
    const property = fc.property(ASCII_VALUES, (values) => {
      const result = read(
        'a.reg',
        writeReg(
          inReg(values).map((each) => ({ ...each, key: each.key.replaceAll(/[é語]/g, 'e') })),
          form,
        ),
      );
      expect(itemsOf(result)).toEqual(
        inReg(values).map((each) => ({ ...each, key: each.key.replaceAll(/[é語]/g, 'e') })),
      );
    });
    fc.assert(property);
  });

  it('does not read a value of 10 MB, and reads the next', () => {
    const bytes = '00,'.repeat(10_000_000);
    expect(itemsOf(read('a.reg', `${HEAD}"x"=hex:${bytes}00\r\n"y"=dword:1\r\n`))).toMatchObject([
      { value: 'x', unread: expect.stringContaining('1048576 bytes') },
      { value: 'y', data: 1 },
    ]);
  });

  it('refuses UTF-16 of an odd length with the offset of the last byte', () => {
    const bytes = writeReg([{ key: 'HKLM\\A', value: 'b', type: 'REG_DWORD', data: 1 }]);
    expect(read('a.reg', bytes.subarray(0, -1)).problem).toMatchObject({ offset: bytes.length - 2 });
  });

  it('reads windows-1252 with a note, but not a damaged UTF-8 file', () => {
    const latin = Uint8Array.from(`${HEAD}"x"="é"\r\n`, (char) => char.charCodeAt(0));
    expect(itemsOf(read('a.reg', latin))).toMatchObject([{ value: 'x', data: 'é' }]);
    expect(kindsOf(read('a.reg', latin))).toEqual(['encoding']);
    const utf8 = new TextEncoder().encode(`${HEAD}"x"="é語"\r\n`);
    const at = utf8.indexOf(0xe8);
    utf8[at] = 0x48;
    expect(read('a.reg', utf8).problem).toMatchObject({ offset: at + 1 });
  });
});
