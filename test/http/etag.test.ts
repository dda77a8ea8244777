import fc from 'fast-check';
import { expect, it } from 'vitest';
import { etag, matchesTag } from '../../runtime/http/responses.ts';

it('is strong, and of the version and the content', () => {
  const seen = new Map<string, string>();
  fc.assert(
    fc.property(
      fc.constantFrom('a', 'b'),
      fc.string({ unit: 'binary', maxLength: 60 }),
      (version, content) => {
        const tag = etag(version, content);
        expect(tag).toMatch(/^"[\x21\x23-\x7e]+"$/);
        expect(etag(version, content)).toBe(tag);
        const key = JSON.stringify([version, Buffer.from(content).toString()]);
        expect(seen.get(tag) ?? key).toBe(key);
        seen.set(tag, key);
      },
    ),
    { numRuns: 20_000 },
  );
  expect(seen.size).toBeGreaterThan(10_000);
});

it('tells texts apart that differ in one character, wherever it is', () => {
  const text = 'The setting “AutoUpdateCfg” is documented. '.repeat(40);
  const tags = new Set([etag('v', text)]);
  for (let at = 0; at < text.length; at++) tags.add(etag('v', `${text.slice(0, at)}#${text.slice(at + 1)}`));
  expect(tags.size).toBe(text.length + 1);
});

it('is found in the lists that name it, and in no other', () => {
  const opaque = fc.string({ unit: fc.constantFrom(...'ab,/W-.*'), maxLength: 8 }).map((text) => `"${text}"`);
  const blanks = fc.constantFrom('', ' ', '\t', '  ');
  const listed = fc.tuple(blanks, fc.constantFrom('', 'W/'), opaque, blanks);
  fc.assert(
    fc.property(fc.array(listed, { minLength: 1, maxLength: 6 }), opaque, (items, tag) => {
      const header = items.map((parts) => parts.join('')).join(',');
      expect(matchesTag(header, tag)).toBe(items.some(([, , each]) => each === tag));
      expect(matchesTag(`x${header}`, tag)).toBe(false);
    }),
    { numRuns: 2000 },
  );
});
