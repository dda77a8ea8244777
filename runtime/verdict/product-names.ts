/** The products that a target may name: names as people write them, channels, and how versions are counted. */

export interface ProductName {
  /** As the answers write it. */
  name: string;
  /** Other names, lower case, words separated by one space. */
  aliases: readonly string[];
  /** Word → channel. */
  channels?: ReadonlyMap<string, string>;
  /** A version in the form that the vendor's texts use. */
  example: string;
  /** Versions have this form; a file version of another scheme must not be compared with them. */
  form?: RegExp;
  /** Major version → year in the product's name, where the year tells the release line. */
  years?: ReadonlyMap<number, string>;
  /** A version may end in a build after a dash; of other products `86-88` is a range, which is no version. */
  dashBuilds?: true;
  /** Words that say nothing of the version. */
  ignored?: ReadonlySet<string>;
  /** Its templates have the version of the product that they are made for. */
  templatesOfVersion?: true;
}

/** Channels that a range without a channel speaks of. */
export const DEFAULT_CHANNELS: ReadonlySet<string> = new Set(['Release', 'Stable']);

const BROWSER_CHANNELS = new Map([
  ['stable', 'Stable'],
  ['extended-stable', 'Extended Stable'],
  ['beta', 'Beta'],
  ['dev', 'Dev'],
  ['canary', 'Canary'],
  ['nightly', 'Nightly'],
]);
const FIREFOX_CHANNELS = new Map([
  ['release', 'Release'],
  ['stable', 'Release'],
  ['esr', 'ESR'],
  ['beta', 'Beta'],
  ['nightly', 'Nightly'],
  ['developer-edition', 'Developer Edition'],
]);
const CODE_CHANNELS = new Map([
  ['stable', 'Stable'],
  ['insiders', 'Insiders'],
  ['insider', 'Insiders'],
]);
/** Names such as 2105 and 2402.1; the file versions of the same releases (2.9.8440.42104, 24.2.0.172) are others. */
const YEAR_MONTH = /^\d{4}(?:\.\d+)*$/;

/** The registry's "Version" of Internet Explorer 10 and 11 is 9.10.… and 9.11.…; "svcVersion" has the version. */
const NOT_IE_VERSION_VALUE = /^(?!9\.1[01](?:\.|$))/;

export const PRODUCT_NAMES: readonly ProductName[] = [
  {
    name: 'Microsoft Edge',
    aliases: ['edge', 'msedge', 'ms edge'],
    channels: BROWSER_CHANNELS,
    example: '120.0.2210.133',
    templatesOfVersion: true,
  },
  {
    name: 'Microsoft Edge Update',
    aliases: ['edge update', 'edgeupdate', 'microsoftedgeupdate'],
    example: '1.3.155.1',
  },
  {
    name: 'Google Chrome',
    aliases: ['chrome', 'googlechrome'],
    channels: BROWSER_CHANNELS,
    example: '120.0.6099.71',
    templatesOfVersion: true,
  },
  { name: 'Google Update', aliases: ['googleupdate', 'google updater'], example: '1.3.35.453' },
  {
    name: 'Brave',
    aliases: ['brave browser'],
    channels: BROWSER_CHANNELS,
    example: '120.1.61.101',
    templatesOfVersion: true,
  },
  {
    name: 'Firefox',
    aliases: ['mozilla firefox'],
    channels: FIREFOX_CHANNELS,
    example: '131.0 or 128.3 ESR',
  },
  { name: 'Thunderbird', aliases: ['mozilla thunderbird'], example: '128.0' },
  { name: 'Windows Terminal', aliases: ['microsoft terminal'], example: '1.21' },
  {
    name: 'Internet Explorer',
    aliases: ['ie', 'msie', 'iexplore', 'microsoft internet explorer', 'windows internet explorer'],
    example: '11.0',
    form: NOT_IE_VERSION_VALUE,
  },
  {
    name: 'Microsoft Office',
    aliases: ['office', 'microsoft 365 apps', 'office 365', 'microsoft 365'],
    example: '16.0.17328',
  },
  { name: 'OneDrive', aliases: ['microsoft onedrive'], example: '24.010.0114' },
  {
    name: 'Visual Studio Code',
    aliases: ['vs code', 'vscode', 'microsoft visual studio code'],
    channels: CODE_CHANNELS,
    example: '1.101',
  },
  {
    name: 'Visual Studio',
    aliases: ['microsoft visual studio', 'visualstudio', 'vs'],
    example: '2022 17.14.31',
    years: new Map([
      [14, '2015'],
      [15, '2017'],
      [16, '2019'],
      [17, '2022'],
      [18, '2026'],
    ]),
    ignored: new Set(['enterprise', 'professional', 'community']),
  },
  { name: 'PowerToys', aliases: ['microsoft powertoys'], example: '0.96.0' },
  { name: '1Password', aliases: [], example: '8.12.26-40', dashBuilds: true },
  {
    name: 'Collabora Office',
    aliases: ['collabora', 'collaboraoffice'],
    example: '24.04.11',
    dashBuilds: true,
  },
  { name: 'LibreOffice from Collabora', aliases: [], example: '4.2' },
  {
    name: 'Citrix Workspace app',
    aliases: ['citrix workspace', 'citrix workspace app for windows'],
    example: '2402',
    form: YEAR_MONTH,
  },
  { name: 'FSLogix', aliases: ['microsoft fslogix'], example: '2210', form: YEAR_MONTH },
  { name: 'Winget-AutoUpdate', aliases: ['wau'], example: '2.6.0' },
  { name: 'Windows Search', aliases: [], example: '4.0' },
  { name: 'Windows Media Player', aliases: ['wmp'], example: '12' },
  { name: 'Windows NetMeeting', aliases: ['netmeeting'], example: '3.0' },
  { name: 'Windows Installer', aliases: [], example: '5.0' },
  { name: 'Adobe Acrobat', aliases: ['acrobat', 'adobe acrobat dc'], example: '24.001.20604' },
  { name: 'Adobe Reader', aliases: ['adobe reader dc', 'adobe acrobat reader'], example: '24.001.20604' },
  { name: 'Azure Virtual Desktop', aliases: ['avd'], example: '1.2.5105' },
  { name: 'Zoom', aliases: ['zoom workplace', 'zoom meetings'], example: '6.2.0' },
  { name: 'Slack', aliases: [], example: '4.41.98' },
  { name: 'WinGet', aliases: ['windows package manager'], example: '1.9' },
];

/** Products whose templates have the version of the product. */
export const TEMPLATES_OF_VERSION: ReadonlySet<string> = new Set(
  PRODUCT_NAMES.flatMap(({ name, templatesOfVersion }) => (templatesOfVersion ? [name] : [])),
);

/** Alias (words of a name, lower case; also written as one word) → product. */
const BY_ALIAS: ReadonlyMap<string, ProductName> = new Map(
  PRODUCT_NAMES.flatMap((product) =>
    [product.name.toLowerCase().replaceAll('-', ' '), ...product.aliases].flatMap(
      (alias): [string, ProductName][] => [
        [alias, product],
        [alias.replaceAll(' ', ''), product],
      ],
    ),
  ),
);

/** The product whose name is the longest start of the words, and how many words that takes. */
export function findProduct(words: readonly string[]): { product: ProductName; words: number } | undefined {
  for (let count = words.length; count > 0; count--) {
    const product = BY_ALIAS.get(words.slice(0, count).join(' '));
    if (product !== undefined) return { product, words: count };
  }
  return undefined;
}
