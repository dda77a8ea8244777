import fc from 'fast-check';
import { expect, it } from 'vitest';
import { hasTemplatesOfVersion, PRODUCTS } from '../../build/compile/product-names.ts';
import type { ProductRange } from '../../runtime/contract/product.ts';
import { textsIn } from '../../runtime/messages/index.ts';
import { PRODUCT_TEXTS } from '../../runtime/messages/product.ts';
import { judgeProduct, type ProductJudgement } from '../../runtime/verdict/product.ts';
import { readTargetProducts, type TargetProduct } from '../../runtime/verdict/product-target.ts';
import { vectors } from '../vectors.ts';
import { table } from './corpus.ts';

const rangesOf = (text: string) => {
  const ranges = table.get(text)?.products;
  if (ranges === undefined) throw new Error(`no range: ${text}`);
  return ranges;
};
type Host = 'supported' | 'unsupported';
type JudgedProduct = Parameters<typeof judgeProduct>[0];

it.each(
  vectors<[text: string, name: string, given: string, host: Host | null, ...expected: string[]]>(
    'product-verdicts',
  ),
)('judgeProduct %s, %s %s, where Windows is %s: %s (%s)', (text, name, given, host, ...expected) => {
  const { targets, problems } = readTargetProducts({ [name]: given }, PRODUCTS);
  expect(problems).toEqual([]);
  expect(targets).toHaveLength(1);
  const judged = judgeProduct({ ranges: rangesOf(text) }, targets[0] as TargetProduct, host ?? undefined);
  const found = [judged.verdict, judged.reasonCode, judged.from, judged.to];
  expect(found.slice(0, expected.length)).toEqual(expected);
});

it.each(
  vectors<[what: string, Partial<JudgedProduct>, TargetProduct, ...expected: unknown[]]>('product-states'),
)('judgeProduct %s', (_what, { ranges = [], ...state }, target, ...expected) => {
  const own = hasTemplatesOfVersion(target.product) ? ({ hasTemplatesOfVersion: true } as const) : {};
  const judged = judgeProduct({ ranges, ...state, ...own }, target);
  const found = [judged.verdict, judged.reasonCode, judged.seenIn];
  expect(found.slice(0, expected.length)).toEqual(expected);
});

// A naive judge of the whole table: pad with zeros, compare the numbers in order.
it('judgeProduct agrees with a naive judge on whole versions of the ordinary channel', () => {
  const closed = [...table.values()]
    .flatMap(({ products = [] }) => (products.length === 1 ? products : []))
    .filter(({ product, onHost }) => onHost === undefined && product !== 'Visual Studio');
  const pad = (text: string, filler: number) =>
    [...text.split('.').map(Number), ...Array<number>(6).fill(filler)].slice(0, 6);
  const order = (a: number[], b: number[]) =>
    a.map((part, i) => part - (b[i] ?? 0)).find((difference) => difference !== 0) ?? 0;
  let judged = 0;
  fc.assert(
    fc.property(
      fc.constantFrom(...closed.filter(({ from = '' }) => !from.includes('-'))),
      fc.tuple(fc.nat(160), fc.nat(20), fc.nat(60), fc.nat(60)),
      fc.boolean(),
      (range, parts, near) => {
        const [major = 0] = pad(near ? (range.from ?? '') : '', 0);
        const version = [major + (near ? (parts[0] % 3) - 1 : parts[0]), ...parts.slice(1)];
        fc.pre((version[0] ?? -1) >= 0);
        const target = { product: range.product, version: version.join('.'), ...channelOf(range) };
        const low = order([...version, 0, 0], pad(range.from ?? '0', 0)) >= 0;
        const high = range.to === undefined || order([...version, 0, 0], pad(range.to, 1e12)) <= 0;
        const judgement = judgeProduct({ ranges: [range] }, target);
        expect(judgement.verdict).toBe(low && high ? 'supported' : 'unsupported');
        judged++;
      },
    ),
    { numRuns: 3000 },
  );
  expect(judged).toBe(3000);
});

function channelOf({ channel }: ProductRange) {
  return channel === undefined ? {} : { channel };
}

it('the sentences elide and contract in French', () => {
  const texts = textsIn('fr', PRODUCT_TEXTS);
  const of = (product: string, reasonCode: 'not-named' | 'other-channel', channels: string[] = []) =>
    texts.reason({ product, version: '1', verdict: 'unknown', reasonCode, channels });
  expect(of('Internet Explorer', 'not-named')).toContain('des versions d’Internet Explorer ;');
  expect(of('Firefox', 'not-named')).toContain('des versions de Firefox ;');
  expect(of('Firefox', 'other-channel', ['', 'ESR'])).toContain('des versions du canal ordinaire ou d’ESR ;');
  const office = { name: 'Office', product: 'Office' };
  const form = { code: 'other-form', ...office, given: '1', example: '16' } as const;
  expect(texts.problem(form)).toContain('la forme des versions d’Office dans');
  expect(texts.ofSetting('a.b', 'R.')).toBe('a.b : R.');
});

it('the sentences have a word for every verdict and problem, in both languages', () => {
  const targets = vectors<TargetProduct>('products-of-sentences');
  const problems = readTargetProducts(
    {
      ...{ Netscape: '4', Edge: 'new', Chrome: '1 2', FSLogix: '2.9', 'Visual Studio 2019': '17.1' },
      ...{ Firefox: '131', 'Firefox ESR': '128.3' },
    },
    PRODUCTS,
  ).problems;
  const codes = new Set<string>();
  for (const lang of ['en-US', 'fr-FR']) {
    const texts = textsIn(lang, PRODUCT_TEXTS);
    for (const [, { products = [] }] of table) {
      const named = targets.filter(({ product }) => product === products[0]?.product);
      const judged = named.flatMap((target) => [
        judgeProduct({ ranges: products }, target),
        judgeProduct({ ranges: products, removedIn: '1' }, target),
      ]);
      // Given where there is nothing to judge.
      const others = products.slice(0, 1).flatMap(({ product }): ProductJudgement[] => [
        { product, verdict: 'unknown', reasonCode: 'not-named' },
        { product, verdict: 'unverified', reasonCode: 'no-range' },
      ]);
      for (const judgement of [...judged, ...others]) {
        codes.add(judgement.reasonCode);
        const sentence = texts.reason(judgement);
        expect(sentence).toMatch(/^\S.*\.$/);
        expect(sentence).not.toMatch(/undefined|null| {2}/);
        expect(texts.ofSetting('a.b', texts.reason(judgement))).toContain(sentence);
      }
    }
    for (const problem of problems) {
      codes.add(problem.code);
      expect(texts.problem(problem)).toContain(problem.name);
      expect(texts.problem(problem)).not.toMatch(/undefined|null| {2}/);
    }
  }
  const known = [
    'above below both-channels channel-needed contradiction dropped host imprecise no-range not-named',
    'other-channel other-form outside several-versions unknown-product unreadable-version within',
  ];
  expect([...codes].sort().join(' ')).toBe(known.join(' '));
  expect(textsIn('fr', PRODUCT_TEXTS).problem).not.toBe(textsIn('de', PRODUCT_TEXTS).problem);
});
