import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Item } from '../../build/compile/context.ts';
import { readProducts } from '../../build/supported-on/products.ts';
import { parseVersion } from '../../runtime/verdict/versions.ts';
import { releases } from '../verdict/releases.ts';
import { BY_HAND } from './by-hand.ts';
import { readItems, readingOf, show, table } from './corpus.ts';

/** Every text that names a product and gives no range of its versions. */
const WITHOUT_RANGE = {
  'no-version': [
    'Adobe Acrobat DC',
    'Adobe Acrobat DC (x64)',
    'Adobe Acrobat DC (x86)',
    'Adobe Reader DC',
    'Adobe Reader DC (x64)',
    'Adobe Reader DC (x86)',
    'All Citrix Workspace supported platforms',
    'Azure Virtual Desktop',
    'Microsoft Edge on Windows 10 Enterprise or Windows 10 Education with Microsoft Defender Application Guard in Enterprise mode',
    'Microsoft Edge on Windows 10 or later',
    'Microsoft Edge on Windows 10, Version 1511 or later',
    'Microsoft Edge on Windows 10, Version 1607 or later',
    'Microsoft Edge on Windows 10, Version 1703 or later',
    'Microsoft Edge on Windows 10, Version 1708 or later',
    'Microsoft Edge on Windows 10, Version 1709 or later',
    'Microsoft Edge on Windows 10, Version 1803 or later',
    'Microsoft Edge on Windows 10, Version 1809 or later',
    'Windows Media Player for Windows XP and later.',
    'Winget-AutoUpdate Experimental, subject to change, do not use on PROD',
  ],
  closed: [
    'Any version of Microsoft Windows with Windows Search 4.0',
    'Microsoft Edge version 77, Windows 7',
    'Windows Installer v3.0',
    'Windows Installer v4.0',
    'Windows Installer v4.5',
  ],
  either: [
    'At least Windows Server 2012, Windows 8 or Windows RT or at least Internet Explorer 10',
    'Microsoft Windows Vista, or any version of Windows with Windows Search 3.01 or later',
    'Microsoft Windows Vista, or any version of Windows with Windows Search 4.0 or later',
    'Microsoft Windows XP, Windows Server 2003 with Windows Search version 3.01, or any version of Microsoft Windows with Windows Search 4.0',
    'Microsoft Windows XP, Windows Server 2003 with Windows Search version 3.01, or any version of Microsoft Windows with Windows Search 4.0 or later',
    'Windows 7 or computers with BITS 3.5 installed.',
    'Windows 8 or Windows Server 2012 or Windows RT or computers with BITS 5 installed.',
    'Windows XP SP2 or Windows Server 2003 SP1, or computers with BITS 2.0 installed.',
    'Windows XP or Windows Server 2003, or computers with BITS 1.5 installed.',
  ],
  unreadable: [
    'At least Internet Explorer 6 Service Pack 1',
    'At least Internet Explorer 6.0 in Windows 2003 Service Pack 1',
    'At least Internet Explorer 6.0 in Windows 2003 Service Pack 1. Not supported on Windows Vista',
    'Microsoft Windows Vista with Windows Search 4.0 or later',
    'Microsoft Windows XP or Windows 2000 with Windows Installer v2.0',
    'Microsoft Windows XP, or Windows Server 2003 with Windows Search version 3.01 or later',
    'Microsoft Windows XP, or Windows Server 2003 with Windows Search version 4.0 or later',
    'Only Internet Explorer 6.0 in Windows 2003 Service Pack 1',
    'Tunnel CLI 1.0.1249 or later; Visual Studio: 17.9.3 or later, Preview 17.10.0 or later; VSCode: 1.88.0-insider or later, stable 1.88.0 or later',
    'Windows 2000 with Windows Installer v2',
    'Windows Media Player 11 for Windows XP or Windows Media Player 11 for Windows Vista or later.',
    'Windows Server 2003 or Windows XP with Windows Search installed',
    'v2210 HF1 or later',
    'v2210 HF4 or later',
  ],
};

describe('the texts that name a product', () => {
  const texts = [...table].filter(([, entry]) => entry.why === 'product');

  it('are classified, each by ranges or by why there is none', () => {
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

  it('have a range but for these', () => {
    const without = Object.fromEntries(
      Object.keys(WITHOUT_RANGE).map((why) => [
        why,
        texts
          .filter(([, entry]) => entry.noRange === why)
          .map(([text]) => text)
          .sort(),
      ]),
    );
    expect(without).toEqual(WITHOUT_RANGE);
  });

  it('give versions that can be read, the first not above the last', () => {
    for (const [text, { products = [] }] of texts) {
      for (const { from, to } of products) {
        const [first, last] = [from, to].map((version) => version && parseVersion(version));
        expect(first, text).toBeTruthy();
        if (to !== undefined) expect(last, text).toBeTruthy();
        if (first && last) expect(first.parts[0], text).toBeLessThanOrEqual(last.parts[0] ?? -1);
      }
    }
  });

  it('say what a person reads in them', () => {
    expect(BY_HAND.length).toBeGreaterThanOrEqual(60);
    const read = BY_HAND.map(([text]) => [text, show(readingOf({ supportedOn: { 'en-US': text } }))]);
    expect(read).toEqual(BY_HAND);
    expect(BY_HAND.filter(([text]) => !table.has(text))).toEqual([]);
  });

  // Everything in the texts of these vendors is one of a few shapes: a second, naive reading of all of them.
  it('agree with a naive reading of the regular ones', () => {
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
});

describe('the settings', () => {
  let items: Item[];
  beforeAll(async () => {
    items = await readItems();
  });

  it('have ranges where their text names a version', () => {
    const named = items.filter(({ floor }) => floor?.why === 'product');
    const ranged = named.filter((item) => readingOf(item)?.products !== undefined);
    expect(named.length).toBeGreaterThan(4000);
    expect(ranged.length).toBeGreaterThanOrEqual(3200);
  });

  it('of FSLogix alone have texts with a version and no product', () => {
    const sources = items.filter(({ supportedOn }) => /^v\d/.test(supportedOn['en-US'] ?? ''));
    expect(new Set(sources.map(({ source }) => source.id))).toEqual(new Set(['fslogix']));
  });
});

describe('the grammar of products', () => {
  it.each([
    ['Microsoft Edge version 77', 'closed'],
    ['Microsoft Edge version 77-80', 'closed'],
    ['Microsoft Edge version 77, Windows 12 or later', 'unreadable'],
    ['Microsoft Edge version 77 or maybe later', 'unreadable'],
    ['Microsoft Edge version 77.x, Windows 7 or later', 'unreadable'],
    ['At least Internet Explorer 11.0 on Tuesday', 'unreadable'],
    ['At least Internet Explorer 11.0 on Windows 10 with Desktop Experience', 'unreadable'],
    ['At least Internet Explorer 11.0 on Windows 10 or Internet Explorer 9.0 on Windows 7', 'unreadable'],
    ['At least Internet Explorer 11.0. Not supported on Windows constructor', 'unreadable'],
    ['At least Internet Explorer 8.0, except Internet Explorer 9.0', 'unreadable'],
    ['Internet Explorer 8.0 to Firefox 10', 'unreadable'],
    ['Internet Explorer 8.0', 'closed'],
    ['Firefox 60 or later, PowerToys version 0.64.0 or later', 'either'],
    ['Firefox 60 or later, or not', 'unreadable'],
    ['Firefox 60 or later or later', 'unreadable'],
    ['Firefox 60 ESR', 'closed'],
    ['From PowerToys version 0.64.0', 'unreadable'],
    ['Collabora Office 5.3-49 to Collabora Office 6.0-27', 'Collabora Office 5.3-49..6.0-27'],
    ['Visual Studio 2022, 17.10 and higher; Visual Studio 2026', 'closed'],
    ['FIREFOX  60\u00a0or later\u200b', 'Firefox 60+'],
    ['At least Windows 7', 'no product'],
    ['', 'no product'],
  ])('%s: %s', (text, says) => {
    expect(show(readProducts(text, releases))).toBe(says);
  });

  it('reads any words without an error, and gives no range with one that it does not know', () => {
    const word = fc.constantFrom(
      ...[
        'Microsoft Edge',
        'Firefox',
        'Internet Explorer',
        'Visual Studio',
        'version',
        '77',
        '2022',
        '5.3-49',
      ],
      ...[
        'at least',
        'only',
        'from',
        'to',
        'until',
        'through',
        'and',
        'or',
        'later',
        'on',
        'in',
        ',',
        ';',
        '.',
      ],
      ...['Windows', '7', '10', 'ESR', '>=', 'not supported on', '-', 'IE7', 'v3.0', 'inclusive'],
    );
    fc.assert(
      fc.property(fc.array(word, { maxLength: 12 }), fc.nat(12), (words, at) => {
        expect(() => readProducts(words.join(' '), releases)).not.toThrow();
        const spoilt = [...words.slice(0, at), 'roughly', ...words.slice(at)].join(' ');
        expect(readProducts(spoilt, releases)?.products).toBeUndefined();
      }),
      { numRuns: 3000 },
    );
  });
});
