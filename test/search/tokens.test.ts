import { expect, test } from 'vitest';
import { terms, titleKey, wholeWords, words } from '../../runtime/search/tokens.ts';

const CASES: [text: string, expected: string[]][] = [
  ['NoAutoUpdate', ['noautoupdate', 'no', 'auto', 'update']],
  ['AutoUpdateCfg', ['autoupdatecfg', 'auto', 'update', 'cfg']],
  ['ExtensionInstallForcelist', ['extensioninstallforcelist', 'extension', 'install', 'forcelist']],
  ['WSUSServer', ['wsusserver', 'wsus', 'server']],
  ['windowsupdate\\au', ['windowsupdate', 'au']],
  ['./Device/ActiveHoursEnd', ['device', 'activehoursend', 'active', 'hours', 'end']],
  ['KB4023057', ['kb4023057', 'kb', '4023057']],
  ['22H2', ['22h2', '22', '2']],
  ['{0AA79349-F334-4859-96E8-B4AB43E9FEA0}', ['0aa79349-f334-4859-96e8-b4ab43e9fea0']],
  ["“l’accès” d'été qu'on", ['acces', 'ete', 'on']],
  ['œuvre, Straße', ['oeuvre', 'strasse']],
  ["the user's don’t", ['the', 'user', 'don', 't']],
  ['更新程序', ['更新程序', '更新', '新程', '程序']],
  ['?! \\ — “”', []],
];

test.each(CASES)('%s', (text, expected) => {
  expect(terms(text)).toEqual(expected);
});

test('accents and case make no difference, composed or not', () => {
  for (const text of ['MISE À JOUR', 'mise a jour', 'mise a\u0300 jour', 'Mise à\u00a0jour'])
    expect(titleKey(text)).toBe('mise a jour');
});

test('a run without end is cut', () => {
  expect(words('x'.repeat(256)).map(({ whole }) => whole.length)).toEqual([64]);
});

test.each(CASES)('whole words of %s', (text) => {
  expect(wholeWords(text)).toEqual(words(text).map(({ whole }) => whole));
});
