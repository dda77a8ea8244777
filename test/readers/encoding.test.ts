/** Which bytes are text in which encoding, and where they are not. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { itemsOf, read } from './generators.ts';
import { joined, utf16 } from './writers.ts';

const latin1 = (text: string) => new Uint8Array(Buffer.from(text, 'latin1'));

function swapped(bytes: Uint8Array): Uint8Array {
  return new Uint8Array(Buffer.from(bytes).swap16());
}

it('UTF-16 without a byte order mark is read in both orders, whatever letters follow the first ones', () => {
  // Letters of which one of the two bytes is zero, and others.
  const letters = fc.string({ unit: fc.constantFrom('一', 'Ā', 'é', '語', 'x'), maxLength: 60 });
  fc.assert(
    fc.property(letters, fc.nat({ max: 200 }), (data, more) => {
      const text = `REGEDIT4\r\n[HKEY_LOCAL_MACHINE\\A]\r\n"a"="${data}"\r\n"b"="${'語'.repeat(more)}"\r\n`;
      const expected = [data, '語'.repeat(more)];
      for (const bytes of [utf16(text), swapped(utf16(text))])
        expect(itemsOf(read('a.reg', bytes)).map((item) => 'key' in item && item.data)).toEqual(expected);
    }),
  );
});

it('the note on windows-1252 names the line of the first byte that is not ASCII', () => {
  fc.assert(
    fc.property(fc.nat({ max: 5 }), fc.nat({ max: 5 }), (before, after) => {
      const rows = [...new Array(before).fill('K,v,1'), 'é', ...new Array(after).fill('K,v,é')];
      const result = read('a.csv', latin1(`key,name,data\n${rows.join('\n')}\n`));
      expect(result.problem ?? result.notes[0]).toMatchObject({ kind: 'encoding', at: { line: before + 2 } });
    }),
  );
});

it('damaged UTF-8 is refused at the first byte that is not UTF-8, with and without a mark', () => {
  const letters = fc.string({
    // The first and last letters of each length, and the replacement character itself.
    unit: fc.constantFrom(...'\x7f\x80\u07ff\u0800\uffff\ufffd\u{10000}\u{10ffff}x', 'ï¿½'),
    maxLength: 8,
  });
  const utf8 = (text: string) => new TextEncoder().encode(text);
  fc.assert(
    fc.property(letters, letters, fc.boolean(), (before, after, marked) => {
      const head = utf8(`${marked ? '\ufeff' : ''}key,name,data\nK,v,${before}`);
      // Without a mark, ASCII with one other byte is windows-1252.
      fc.pre(
        marked ||
          /[^\0-\x7f]/.test(before.replaceAll('\ufffd', '') + after.replaceAll('\ufffd', '')) ||
          /\ufffd/.test(before + after),
      );
      const bytes = joined([head, Uint8Array.of(0xff), utf8(`${after}\n`)]);
      expect(read('a.csv', bytes).problem).toMatchObject({
        offset: head.length,
        message: expect.stringContaining('not valid UTF-8'),
      });
    }),
  );
});
