/** Reads the words of a `targetOs`. No pattern backtracks further than a word: the text comes from outside. */
import { type Build, parseBuild, targetBuild } from './builds.ts';
import type { Releases } from './releases.ts';

/** The parts of a target that a text names, before they are matched against the release table. */
export interface TargetWords {
  family?: string;
  /** Label words: `23h2`, `2019`, `sp1`. */
  labels: Set<string>;
  r2: boolean;
  ltsc: boolean;
  /** `Windows 11 2024 Update`. */
  update: boolean;
  build?: Build;
}

/** Words that say nothing about the build: editions, architectures, images, licences, and what people write around them. */
const IGNORED_WORDS = new Set(
  (
    'microsoft ms nt 10.0 os operating system systems based build version ver v release feature edition ' +
    'editions cpe o 2.3 * n a installation ac sac annual channel semi sp0 esu extended security updates ' +
    'home pro professional enterprise ent education edu se iot core ultimate business starter basic premium ' +
    'workstation workstations for für pour les de travail single language sl kn multi session multisession tablet ' +
    'datacenter standard std essentials foundation azure evaluation eval desktop experience client processor ' +
    'betriebssystembuild du système d exploitation d’exploitation famille professionnel entreprise éducation édition ' +
    'x64 x86 amd64 on arm64 arm aarch64 i386 bit g2 gen2 gensecond smalldisk hotpatch m365 cpc advanced'
  ).split(' '),
);

const WINDOWS = new Set(['windows', 'win']);
const CLIENT_NUMBERS = new Set(['7', '8', '8.1', '10', '11']);
const KEYWORDS = new Map<string, Partial<TargetWords>>([
  ['server', { family: 'Windows Server' }],
  ['serveur', { family: 'Windows Server' }],
  ['srv', { family: 'Windows Server' }],
  ['ws', { family: 'Windows Server' }],
  ['vista', { family: 'Windows Vista' }],
  ['ltsc', { ltsc: true }],
  ['ltsb', { ltsc: true }],
  ['r2', { r2: true }],
  ['update', { update: true }],
]);

/** Architectures (`64` alone is none), and the year that MSRC and CPE names have before the label of Server 23H2. */
const SILENT =
  /(?<![a-z\d.])(?:(?:64|32)[-_\s]*bits?|x86[-_]64|(?<=serveu?r[\s_])2022(?=,?[\s_]23h2))(?![a-z\d])/g;
const SERVICE_PACK = /(?<![a-z\d])service[-_\s]+pack[-_\s]+/g;
const SEPARATORS = /[\s\u200b\ufeff,;:()[\]{}"'`/\\|=®™]+/u;
const OUTER_DOTS = /^\.+|\.+$/g;
/** `26300.9457.260913-1737.26h2_ge_release…`: the name of a build's branch and image. */
const IMAGE_NAME = /^(\d{5}\.\d{1,5})\.\d{6}-\d{4}\.[a-z0-9_]+$/;
/** "-22631" is a negative number, not a dash and a build. */
const NEGATIVE = /^-\d|\.-/;

/** Words that people write without a blank between them; a word fits one of them at most. */
const GLUED: readonly [pattern: RegExp, parts: string][] = [
  [/^2k(\d)(?=$|r2)/, '200$1 '],
  [/^2k(\d\d)(?=$|r2)/, '20$1 '],
  [/^(20\d\d)(?=r2|sp|server(?:r2)?$)/, '$1 '],
  [/^r2(?=sp)/, 'r2 '],
  [/^(?:windows|win|w)(?=\d)/, 'windows '],
  [/^win(?:dows)?(?=server)/, 'windows '],
  [/^(?:server|srv|ws)(?=\d)|^server(?=datacenter|standard|r2)/, 'server '],
  [/^(?:version|build|ver|v|b)(?=\d)/, 'version '],
];

/** Undefined when some word is left over that none of the rules knows; the words may name nothing at all. */
export function readWords(text: string, releases: Releases): TargetWords | undefined {
  const named: TargetWords = { labels: new Set(), r2: false, ltsc: false, update: false };
  let before = '';
  for (const word of wordsOf(text)) {
    if (IGNORED_WORDS.has(word)) continue;
    if (!addWord(word, WINDOWS.has(before), named, releases)) return undefined;
    before = word;
  }
  const { family } = named;
  if (family !== undefined && !releases.all.some((release) => release.family === family)) return undefined;
  // "2021" alone is the year of nothing but an LTSC release: too little to go by.
  const isKnown = named.ltsc || named.update || [...named.labels].every((label) => releases.words.has(label));
  return isKnown ? named : undefined;
}

function wordsOf(text: string): string[] {
  const plain = text.toLowerCase().replace(SILENT, 'x64').replace(SERVICE_PACK, 'sp');
  return plain.split(SEPARATORS).flatMap((chunk) => {
    const name = chunk.replace(OUTER_DOTS, '').replace(IMAGE_NAME, '$1');
    if (NEGATIVE.test(name)) return '?';
    return name
      .split(/[-_\u2013\u2014]/)
      .flatMap((word) => unglue(word.replace(OUTER_DOTS, '')))
      .filter(Boolean);
  });
}

function unglue(word: string): string[] {
  const [pattern, parts] = GLUED.find(([each]) => each.test(word)) ?? [];
  if (pattern === undefined || parts === undefined) return [word];
  const [first = '', rest = ''] = word.replace(pattern, parts).split(' ');
  return [first, ...unglue(rest)];
}

function addWord(word: string, isAfterWindows: boolean, named: TargetWords, releases: Releases): boolean {
  if (WINDOWS.has(word)) return true;
  const isClient = isAfterWindows && CLIENT_NUMBERS.has(word);
  const keyword = isClient ? { family: `Windows ${word}` } : KEYWORDS.get(word);
  if (keyword !== undefined) {
    const { family = keyword.family } = named;
    Object.assign(named, keyword);
    return family === named.family;
  }
  const isLabel =
    releases.words.has(word) || releases.all.some(({ ltsc, update }) => ltsc === word || update === word);
  if (!isLabel) return addBuild(targetBuild(buildOf(word, releases)), named);
  named.labels.add(word);
  return true;
}

/** The build of a lone number (`22631`); for builds before Windows 10 the release table is used. */
function buildOf(word: string, releases: Releases): Build | undefined {
  const [first = '', , third] = word.split('.');
  if (third !== undefined) return parseBuild(word);
  const old = releases.all.find(({ build }) => build.endsWith(`.${first}`));
  const base = first.length === 5 ? `10.0.${first}` : old?.build;
  return base === undefined ? base : parseBuild(base + word.slice(first.length));
}

/** "10.0.20348 Build 20348" says the same twice; two different builds say nothing. */
function addBuild(fresh: Build | undefined, named: TargetWords): boolean {
  if (fresh === undefined) return false;
  const known = named.build ?? fresh;
  const { revision = known.revision } = fresh;
  named.build = known.revision === undefined ? fresh : known;
  return known.order === fresh.order && named.build.revision === revision;
}
