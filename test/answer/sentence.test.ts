import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fill, inner, patternOf, reason, sentence } from '../../runtime/answer/sentence.ts';
import { encode } from '../../runtime/bytes.ts';

const name = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 12 }),
  fc.constantFrom('\u0001', '\\u0001', '"', '\\', 'é', '\ud800', ''),
);
/** What vendors write between the names: printable, the marks themselves are not. */
const between = fc.oneof(
  fc.constantFrom('\\u0001', '\\\\u0002', ' \\', '“é”', ''),
  fc.string({ maxLength: 12 }),
);

test('a pattern that is filled is the JSON of what would be said', () => {
  fc.assert(
    fc.property(
      fc.tuple(name, name, name),
      fc.array(fc.tuple(between, fc.nat({ max: 2 })), { maxLength: 6 }),
      between,
      (names, parts, end) => {
        const say = (...said: string[]) => parts.map(([text, at]) => text + said[at]).join('') + end;
        const whole = encode(JSON.stringify({ verdict: say(...names) }));
        expect(
          fill(
            patternOf((...said) => ({ verdict: say(...said) })),
            names.map(inner),
          ),
        ).toBe(whole);
        expect(sentence(say, ...names.map(inner))).toBe(encode(JSON.stringify(say(...names))));
        expect(reason(say, ...names.map(inner))).toBe(encode(`,"reason":${JSON.stringify(say(...names))}`));
      },
    ),
    { numRuns: 2000 },
  );
});
