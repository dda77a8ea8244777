import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type ByteString, decode, encode, toBytes } from '../runtime/bytes.ts';

const anything = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 200 }),
  fc.string({ unit: 'grapheme-ascii', maxLength: 200 }),
  // Longer than what is turned into characters at a time.
  fc.integer({ min: 8190, max: 8195 }).map((length) => 'é'.repeat(length)),
  fc.constantFrom('', '\ufeffx', '\ud800', 'a\udc00b', '\0'),
);

test('a text is the bytes that TextEncoder makes of it, one a character, and can be read again', () => {
  fc.assert(
    fc.property(anything, (text) => {
      const bytes = new TextEncoder().encode(text);
      const string = encode(text);
      expect([...toBytes(string)]).toEqual([...bytes]);
      expect(Buffer.from(string, 'latin1').equals(bytes)).toBe(true);
      expect(string.length).toBe(bytes.length);
      // A lone surrogate becomes the replacement character, as in every encoder.
      expect(decode(string)).toBe(new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes));
    }),
  );
});

test('pieces that are joined are the bytes of the joined texts', () => {
  fc.assert(
    fc.property(fc.array(fc.string({ unit: 'grapheme', maxLength: 20 })), (texts) => {
      const joined = texts.map(encode).join('') as ByteString;
      expect(decode(joined)).toBe(texts.join(''));
    }),
  );
});

test('what is no UTF-8 is not read', () => {
  expect(() => decode('\xff' as ByteString)).toThrow(TypeError);
});
