import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Alike, groups, piecesOf, sharing } from '../../runtime/answer/pieces.ts';
import { type ByteString, decode, encode } from '../../runtime/bytes.ts';

const names = fc.constantFrom('a', 'b', 'c', 'd', 'é', '"', '1');
const objects = fc.dictionary(names, fc.jsonValue({ maxDepth: 1 }), { maxKeys: 7 });
const grouped = groups(['a', 'b'], ['c'], ['1', 'é']);

describe('pieces', () => {
  test('joined are the members as JSON writes them', () => {
    const share = sharing();
    fc.assert(
      fc.property(objects, (object) => {
        const pieces = piecesOf(object, grouped, share);
        expect(decode(`{${pieces.join('').slice(1)}}` as ByteString)).toBe(JSON.stringify(object));
        expect(pieces).not.toContain('');
      }),
    );
  });

  test('members of one group that stand together are one piece', () => {
    const share = sharing();
    const pieces = piecesOf({ a: 1, b: 2, d: 3, é: 4, c: 5 }, grouped, share);
    expect(pieces.map(decode)).toEqual([',"a":1,"b":2', ',"d":3', ',"é":4', ',"c":5']);
  });
});

describe('what is alike', () => {
  test('is what was met lately and fits, whatever else has its place', () => {
    fc.assert(
      fc.property(fc.integer({ min: 2, max: 5 }), fc.array(fc.nat(40)), (bits, ids) => {
        const alike = new Alike<{ id: string }>(bits);
        const last = new Map<string, object>();
        for (const id of ids.map(String)) {
          let made: { id: string } | undefined;
          const make = () => {
            made = { id };
            return made;
          };
          const found = alike.find(id, (met) => met.id === id, make);
          expect(found.id).toBe(id);
          expect(found).toBe(made ?? last.get(id));
          last.set(id, found);
        }
      }),
    );
  });

  test('of texts is the same text, and one object of two that were made apart', () => {
    const texts = new Alike<{ text: ByteString }>(8);
    const [one, other] = ['x'.repeat(20), 'x'.repeat(20)].map((text) =>
      texts.find(
        text,
        (met) => met.text === text,
        () => ({ text: encode(text) }),
      ),
    );
    expect(one).toBe(other);
    const share = sharing();
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        expect(share(encode(text))).toBe(encode(text));
      }),
    );
  });
});
