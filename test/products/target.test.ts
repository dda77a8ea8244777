import fc from 'fast-check';
import { expect, it } from 'vitest';
import { PRODUCT_NAMES, PRODUCTS, productOf } from '../../build/compile/product-names.ts';
import { readTargetProducts as read } from '../../runtime/verdict/product-target.ts';
import { parseVersion } from '../../runtime/verdict/versions.ts';
import { vectors } from '../vectors.ts';

const readTargetProducts = (record: Record<string, string>) => read(record, PRODUCTS);
const one = (name: string, given: string) => readTargetProducts({ [name]: given });

it.each(vectors<[string, string, string, string, string?]>('product-targets'))(
  '%s: %s',
  (name, given, product, version, channel) => {
    const target = channel === undefined ? { product, version } : { product, version, channel };
    expect(one(name, given)).toEqual({ targets: [target], problems: [] });
  },
);

it.each(vectors<[string, string, string]>('product-target-problems'))(
  '%s: "%s" is a problem: %s',
  (name, given, code) => {
    const { targets, problems } = one(name, given);
    expect(targets).toEqual([]);
    expect(problems).toMatchObject([{ code, name, given }]);
  },
);

it('a target product has 128 characters at most, and a problem has no more of them', () => {
  const padded = (length: number) => 'Edge'.padEnd(length);
  expect(one(padded(128), '120'.padEnd(128)).targets).toHaveLength(1);
  expect(one(padded(129), '120').problems).toMatchObject([{ code: 'unknown-product', name: padded(128) }]);
  expect(one('Edge', '120'.padEnd(129)).problems).toMatchObject([
    { code: 'unreadable-version', given: '120'.padEnd(128) },
  ]);
});

it('a target product has a problem that names channels only where there are several', () => {
  expect(one('Firefox ESR', 'new').problems[0]).not.toHaveProperty('channels');
  expect(one('Firefox ESR', '131 release').problems[0]?.channels).toEqual(['ESR', 'Release']);
});

it('a target product given under two names is one where they agree, else a problem of both', () => {
  expect(readTargetProducts({ Edge: '120', msedge: '120' }).targets).toHaveLength(1);
  expect(readTargetProducts({ Edge: '120', msedge: '121', Chrome: '120' })).toMatchObject({
    targets: [{ product: 'Google Chrome' }],
    problems: [
      { code: 'several-versions', name: 'Edge' },
      { code: 'several-versions', name: 'msedge' },
    ],
  });
  expect(readTargetProducts({ Firefox: '131', 'Firefox ESR': '128.3' })).toMatchObject({
    targets: [],
    problems: [{ code: 'both-channels', channels: ['', 'ESR'] }, { code: 'both-channels' }],
  });
});

it('a target product reads any record without an error: each entry is a target or a problem', () => {
  const names = fc.oneof(fc.string(), fc.constantFrom(...PRODUCT_NAMES.map(({ name }) => name), '__proto__'));
  const values = fc.oneof(fc.string(), fc.constantFrom('120', '128.3 ESR', 'beta 1.2', '2022 17.1'));
  fc.assert(
    fc.property(fc.dictionary(names, values), (record) => {
      const { targets, problems } = readTargetProducts(record);
      expect(targets.length + problems.length).toBeLessThanOrEqual(Object.keys(record).length);
      for (const { version } of targets) expect(parseVersion(version), version).toBeDefined();
    }),
    { numRuns: 2000 },
  );
  const foreign: Record<string, string> = JSON.parse('{"Edge": 120, "Firefox": null, "__proto__": "1"}');
  expect(readTargetProducts(foreign).targets).toEqual([]);
  expect(one('Edge', '1'.repeat(1_000_000)).problems).toHaveLength(1);
});

it('the product names are found again under each of their names, and no name stands for two', () => {
  const aliases = PRODUCT_NAMES.flatMap(({ name, aliases }) => [name.toLowerCase(), ...aliases]);
  expect(new Set(aliases).size).toBe(aliases.length);
  for (const product of PRODUCT_NAMES) {
    for (const alias of product.aliases) expect(productOf(alias.split(' '))?.product).toBe(product);
    expect(one(product.name, product.example.split(' or ')[0] ?? '').problems, product.name).toEqual([]);
  }
});
