import fc from 'fast-check';
import { expect, it } from 'vitest';
import { readProducts } from '../../build/supported-on/products.ts';
import { parseVersion } from '../../runtime/verdict/versions.ts';
import { committedContext } from '../corpus/context.ts';
import { vectors } from '../vectors.ts';
import { releases } from '../verdict/releases.ts';
import { readingOf, show, table } from './corpus.ts';

/** Texts read by a person, without the grammar: text → what it says of versions. */
const BY_HAND = vectors<[text: string, says: string]>('product-texts');

/** Every text that names a product and gives no range of its versions. */
const WITHOUT_RANGE = vectors<[why: string, text: string]>('product-texts-without-range');

const texts = [...table].filter(([, entry]) => entry.why === 'product');

it('the texts that name a product are classified, each by ranges or by why there is none', () => {
  expect(texts.length).toBeGreaterThan(400);
  const unclassified = texts.filter(
    ([, entry]) => (entry.products === undefined) === (entry.noRange === undefined),
  );
  expect(unclassified).toEqual([]);
  const others = [...table].filter(
    ([, entry]) => entry.why !== 'product' && (entry.products ?? entry.noRange ?? entry.host) !== undefined,
  );
  expect(others).toEqual([]);
});

it('the texts that name a product have a range but for these', () => {
  const reasons = new Set(WITHOUT_RANGE.map(([why]) => why));
  const without = texts.flatMap(([text, { noRange = '' }]) =>
    reasons.has(noRange) ? [`${noRange} ${text}`] : [],
  );
  expect(without.sort()).toEqual(WITHOUT_RANGE.map((each) => each.join(' ')).sort());
});

it('the texts that name a product give versions that can be read, the first not above the last', () => {
  for (const [text, { products = [] }] of texts) {
    for (const { from, to } of products) {
      const [first, last] = [from, to].map((version) => version && parseVersion(version));
      expect(first, text).toBeTruthy();
      if (to !== undefined) expect(last, text).toBeTruthy();
      if (first && last) expect(first.parts[0], text).toBeLessThanOrEqual(last.parts[0] ?? -1);
    }
  }
});

it('the texts that name a product say what a person reads in them', () => {
  expect(BY_HAND.length).toBeGreaterThanOrEqual(60);
  const read = BY_HAND.map(([text]) => [text, show(readingOf({ supportedOn: { 'en-US': text } }))]);
  expect(read).toEqual(BY_HAND);
  expect(BY_HAND.filter(([text]) => !table.has(text))).toEqual([]);
});

// Everything in the texts of these vendors is one of a few shapes: a second, naive reading of all of them.
it('the texts that name a product agree with a naive reading of the regular ones', () => {
  let read = 0;
  for (const [text, entry] of texts) {
    const edge = /^Microsoft Edge version (\d+)(?:-(\d+))?, Windows 7 or later$/.exec(text);
    const firefox = /^Firefox ([\d.]+) or later(?:, Firefox ([\d.]+) ESR or later)?$/.exec(text);
    if (edge !== null) {
      expect(show(entry)).toBe(`Microsoft Edge ${edge[1]}${edge[2] === undefined ? '+' : `..${edge[2]}`}`);
      expect(entry.host).toEqual({ client: '6.1.7600' });
    } else if (firefox !== null) {
      const esr = firefox[2] === undefined ? '' : ` | Firefox [ESR] ${firefox[2]}+`;
      expect(show(entry)).toBe(`Firefox ${firefox[1]}+${esr}`);
    } else continue;
    read++;
  }
  expect(read).toBeGreaterThan(200);
});

const items = (await committedContext()).items;

it('the settings of FSLogix alone have texts with a version and no product', () => {
  const sources = items.filter(({ supportedOn }) => /^v\d/.test(supportedOn['en-US'] ?? ''));
  expect(new Set(sources.map(({ source }) => source.id))).toEqual(new Set(['fslogix']));
});

it.each(vectors<[string, string]>('product-grammar'))('the grammar of products %s: %s', (text, says) => {
  expect(show(readProducts(text, releases))).toBe(says);
});

it('the grammar of products reads any words without an error, and gives no range with one that it does not know', () => {
  const word = fc.constantFrom(...vectors<string>('product-words'));
  fc.assert(
    fc.property(fc.array(word, { maxLength: 12 }), fc.nat(12), (words, at) => {
      expect(() => readProducts(words.join(' '), releases)).not.toThrow();
      const spoilt = [...words.slice(0, at), 'roughly', ...words.slice(at)].join(' ');
      expect(readProducts(spoilt, releases)?.products).toBeUndefined();
    }),
    { numRuns: 3000, examples: [[['at least', 'Microsoft Edge', '2022', 'in', 'to'], 4]] },
  );
});
