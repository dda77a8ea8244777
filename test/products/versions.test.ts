import fc from 'fast-check';
import { expect, it } from 'vitest';
import { parseVersion, placeIn, type Version } from '../../runtime/verdict/versions.ts';
import { vectors } from '../vectors.ts';

const version = (text: string): Version => {
  const read = parseVersion(text);
  if (read === undefined) throw new Error(`not a version: ${text}`);
  return read;
};

it.each(['120', '1.0', '120.0.2210.133', '1.2.3.4.5.6.7.8', '8.12.26-40', '6.0-27', '21.06'])(
  'reads %s',
  (text) => {
    const { parts = [], build } = parseVersion(text) ?? {};
    const zeros = text.replace(/\b0+(?=\d)/g, '');
    expect([parts.join('.'), ...(build === undefined ? [] : [build])].join('-')).toBe(zeros);
  },
);

it.each(['', '.', '1.', '.1', '1..2', '-1', '1-', '1-2-3', 'v1', '1.x', '1.2.3.4.5.6.7.8.9', '１', '1e3'])(
  'does not read "%s"',
  (text) => {
    expect(parseVersion(text)).toBeUndefined();
  },
);

it('parseVersion never throws', () => {
  fc.assert(fc.property(fc.string(), (text) => void parseVersion(text)));
  expect(parseVersion('1'.repeat(100_000))).toBeUndefined();
});

it.each(vectors<[string, string | null, string | null, string]>('product-places'))(
  '%s in %s to %s is %s',
  (target, from, to, place) => {
    expect(
      placeIn(version(target), (from && version(from)) || undefined, (to && version(to)) || undefined),
    ).toBe(place);
  },
);

// A version that leaves parts out stands for all that continue it: what is said of it holds for each of them.
it('placeIn says nothing of a short version that a longer one contradicts', () => {
  const short = fc.array(fc.nat(3), { minLength: 1, maxLength: 3 });
  const tail = fc.array(fc.nat(3), { minLength: 1, maxLength: 3 });
  const bound = fc.option(fc.array(fc.nat(3), { minLength: 1, maxLength: 3 }), { nil: undefined });
  const read = (parts: readonly number[] | undefined) => parts && version(parts.join('.'));
  fc.assert(
    fc.property(short, tail, bound, bound, (parts, more, first, last) => {
      const [from, to] = [read(first), read(last)];
      fc.pre(from === undefined || to === undefined || placeIn(from, undefined, to) !== 'above');
      const place = placeIn(version(parts.join('.')), from, to);
      if (place === 'imprecise') return;
      expect(placeIn(version([...parts, ...more].join('.')), from, to)).toBe(place);
    }),
    { numRuns: 3000 },
  );
});
