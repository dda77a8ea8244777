import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { PRODUCTS } from '../../build/compile/product-names.ts';
import { addTargetProduct } from '../../cli/options.ts';
import { readTargetProducts } from '../../runtime/verdict/product.ts';

const read = (...texts: string[]) =>
  readTargetProducts(
    texts.reduce((earlier, text) => addTargetProduct(text, earlier), {}),
    PRODUCTS,
  );

describe('--target-product', () => {
  it.each(['Edge=120', 'Edge 120', ' msedge = 120 ', 'Microsoft Edge version 120'])('reads %j', (text) => {
    expect(read(text)).toEqual({ targets: [{ product: 'Microsoft Edge', version: '120' }], problems: [] });
  });

  it('takes several products', () => {
    const { targets } = read('Edge=120', 'Firefox 128.3 ESR', 'Visual Studio=2022 17.14.31');
    expect(targets.map(({ product }) => product)).toEqual(['Microsoft Edge', 'Firefox', 'Visual Studio']);
  });

  it('lets no version replace another of the same product', () => {
    const version = fc.integer({ min: 1, max: 999 }).map(String);
    const text = fc
      .tuple(fc.constantFrom('Edge=', 'Edge ', 'msedge='), version)
      .map((parts) => parts.join(''));
    fc.assert(
      fc.property(fc.array(text, { minLength: 1, maxLength: 4 }), (texts) => {
        const versions = new Set(texts.map((each) => /\d+$/.exec(each)?.[0]));
        const { targets, problems } = read(...texts);
        expect(targets.length).toBe(versions.size === 1 ? 1 : 0);
        expect(problems.length > 0).toBe(versions.size > 1);
      }),
    );
  });

  it('refuses a version without a product', () => {
    expect(() => addTargetProduct('=120')).toThrow('name a product');
  });
});
