import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { PRODUCT_NAMES, PRODUCTS, productOf } from '../../build/compile/product-names.ts';
import { readTargetProducts as read } from '../../runtime/verdict/product.ts';
import { parseVersion } from '../../runtime/verdict/versions.ts';

const readTargetProducts = (record: Record<string, string>) => read(record, PRODUCTS);
const one = (name: string, given: string) => readTargetProducts({ [name]: given });

describe('a target product', () => {
  it.each([
    ['Microsoft Edge', '120.0.2210.133', 'Microsoft Edge', '120.0.2210.133', undefined],
    ['Edge', '120', 'Microsoft Edge', '120', undefined],
    ['msedge', 'v120', 'Microsoft Edge', '120', undefined],
    [
      'EDGE',
      'Version 120.0.2210.133 (Official build) (64-bit)',
      'Microsoft Edge',
      '120.0.2210.133',
      undefined,
    ],
    ['Edge 120', '', 'Microsoft Edge', '120', undefined],
    ['Edge Beta', '121', 'Microsoft Edge', '121', 'Beta'],
    ['Edge', '120 extended stable', 'Microsoft Edge', '120', 'Extended Stable'],
    ['Microsoft Edge Update', '1.3.155.1', 'Microsoft Edge Update', '1.3.155.1', undefined],
    ['Chrome', '120.0.6099.71', 'Google Chrome', '120.0.6099.71', undefined],
    ['Firefox', '128.3 ESR', 'Firefox', '128.3', 'ESR'],
    ['Firefox', '128.3.0esr', 'Firefox', '128.3.0', 'ESR'],
    ['Firefox ESR', '128.3', 'Firefox', '128.3', 'ESR'],
    ['Firefox ESR', '128.3 ESR', 'Firefox', '128.3', 'ESR'],
    ['Mozilla Firefox', '131.0 (x64)', 'Firefox', '131.0', undefined],
    ['Firefox', '131 release', 'Firefox', '131', 'Release'],
    ['IE', '11', 'Internet Explorer', '11', undefined],
    ['Internet Explorer 11', '', 'Internet Explorer', '11', undefined],
    ['VS Code', '1.101.2', 'Visual Studio Code', '1.101.2', undefined],
    ['Visual Studio Code - Insiders', '1.102', 'Visual Studio Code', '1.102', 'Insiders'],
    ['vscode', '1.88.0-insider', 'Visual Studio Code', '1.88.0', 'Insiders'],
    ['Visual Studio 2022', '17.14.31', 'Visual Studio', '17.14.31', '2022'],
    ['Visual Studio', '17.14.31', 'Visual Studio', '17.14.31', '2022'],
    ['Visual Studio Enterprise 2022', '17.14', 'Visual Studio', '17.14', '2022'],
    ['Visual Studio', '2026 18.7', 'Visual Studio', '18.7', '2026'],
    ['Visual Studio 2019', '', 'Visual Studio', '2019', '2019'],
    ['1Password', '8.12.26-40', '1Password', '8.12.26-40', undefined],
    ['LibreOffice-from-Collabora', '4.4', 'LibreOffice from Collabora', '4.4', undefined],
    ['Winget-AutoUpdate', '2.6.0', 'Winget-AutoUpdate', '2.6.0', undefined],
    ['Citrix Workspace app for Windows', '2402.1', 'Citrix Workspace app', '2402.1', undefined],
    ['FSLogix', '2210', 'FSLogix', '2210', undefined],
    ['IE11', '', 'Internet Explorer', '11', undefined],
    ['ie11', '11.0', 'Internet Explorer', '11.0', undefined],
    ['MicrosoftEdge', '120', 'Microsoft Edge', '120', undefined],
    ['VisualStudioCode', '1.101', 'Visual Studio Code', '1.101', undefined],
    ['1Password 8', '8.12.26', '1Password', '8.12.26', undefined],
    ['Firefox', 'Firefox 131.0 (64-bit)', 'Firefox', '131.0', undefined],
    ['Firefox', 'Mozilla Firefox 131.0', 'Firefox', '131.0', undefined],
    ['Visual Studio 2022', 'Visual Studio 2022 17.14', 'Visual Studio', '17.14', '2022'],
    ['Microsoft® Edge™', '120', 'Microsoft Edge', '120', undefined],
    ['Firefox Developer Edition', '132', 'Firefox', '132', 'Developer Edition'],
    ['Firefox', 'v128.3esr', 'Firefox', '128.3', 'ESR'],
    ['Firefox', '131 stable', 'Firefox', '131', 'Release'],
    ['Citrix Workspace', '2009', 'Citrix Workspace app', '2009', undefined],
    ['Office365', '16.0.17328', 'Microsoft Office', '16.0.17328', undefined],
    ['Microsoft365 Apps', '16.0.17328', 'Microsoft Office', '16.0.17328', undefined],
  ])('%s: %s', (name, given, product, version, channel) => {
    const target = channel === undefined ? { product, version } : { product, version, channel };
    expect(one(name, given)).toEqual({ targets: [target], problems: [] });
  });

  it.each([
    ['Netscape', '4.7', 'unknown-product'],
    ['', '120', 'unknown-product'],
    ['Edge WebView2', '120', 'unknown-product'],
    ['constructor', '1', 'unknown-product'],
    ['Windows', '11', 'unknown-product'],
    ['Edge', '', 'unreadable-version'],
    ['Edge', 'latest', 'unreadable-version'],
    ['Edge', '120.x', 'unreadable-version'],
    ['Edge', '86-88', 'unreadable-version'],
    ['Chrome', '120.0-130', 'unreadable-version'],
    ['Firefox', '131.0b9', 'unreadable-version'],
    ['Firefox', '131rc', 'unreadable-version'],
    ['1Password', '8.12.26-40beta', 'unreadable-version'],
    ['FSLogix', '22100.1', 'other-form'],
    ['Firefox', 'ESR', 'unreadable-version'],
    ['Firefox', '-1', 'unreadable-version'],
    ['FSLogix', '2210 HF1', 'unreadable-version'],
    ['Visual Studio', 'Preview', 'unreadable-version'],
    ['Firefox', '128.3 131', 'several-versions'],
    ['1Password 8', '7.9.11', 'several-versions'],
    ['Edge 12', '120.0', 'several-versions'],
    ['Firefox', 'Chrome 131.0', 'unreadable-version'],
    ['Firefox ESR', '131 release', 'both-channels'],
    ['Firefox', '128 ESR or release', 'unreadable-version'],
    ['Visual Studio 2022', '2026', 'both-channels'],
    ['FSLogix', '2.9.8440.42104', 'other-form'],
    ['Citrix Workspace app', '24.2.0.172', 'other-form'],
    ['Internet Explorer', '9.11.19041.0', 'other-form'],
    ['Visual Studio', '99.1', 'other-form'],
    ['Visual Studio 2019', '17.10', 'contradiction'],
  ])('%s: "%s" is a problem: %s', (name, given, code) => {
    const { targets, problems } = one(name, given);
    expect(targets).toEqual([]);
    expect(problems).toMatchObject([{ code, name, given }]);
  });

  it('says nothing by its architecture, however it is written', () => {
    for (const word of ['32-bit', '64 bit', '64bit', 'x64', 'X86', 'amd64', 'ARM64', 'official build'])
      expect(one('Edge', `120.0 (${word})`).targets, word).toEqual([
        { product: 'Microsoft Edge', version: '120.0' },
      ]);
  });

  it('has 128 characters at most, and a problem has no more of them', () => {
    const padded = (length: number) => 'Edge'.padEnd(length);
    expect(one(padded(128), '120'.padEnd(128)).targets).toHaveLength(1);
    expect(one(padded(129), '120').problems).toMatchObject([{ code: 'unknown-product', name: padded(128) }]);
    expect(one('Edge', '120'.padEnd(129)).problems).toMatchObject([
      { code: 'unreadable-version', given: '120'.padEnd(128) },
    ]);
  });

  it('has a problem that names channels only where there are several', () => {
    expect(one('Firefox ESR', 'new').problems[0]).not.toHaveProperty('channels');
    expect(one('Firefox ESR', '131 release').problems[0]?.channels).toEqual(['ESR', 'Release']);
  });

  it('given under two names is one where they agree, else a problem of both', () => {
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

  it('reads any record without an error: each entry is a target or a problem', () => {
    const names = fc.oneof(
      fc.string(),
      fc.constantFrom(...PRODUCT_NAMES.map(({ name }) => name), '__proto__'),
    );
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
});

describe('the product names', () => {
  it('are found again under each of their names, and no name stands for two', () => {
    const aliases = PRODUCT_NAMES.flatMap(({ name, aliases }) => [name.toLowerCase(), ...aliases]);
    expect(new Set(aliases).size).toBe(aliases.length);
    for (const product of PRODUCT_NAMES) {
      for (const alias of product.aliases) expect(productOf(alias.split(' '))?.product).toBe(product);
      expect(one(product.name, product.example.split(' or ')[0] ?? '').problems, product.name).toEqual([]);
    }
  });
});
