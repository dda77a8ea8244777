/** Reads the words of a `targetOs`. One pass, no backtracking: the text comes from outside. */
import { trimEnds } from '../format/text.ts';
import { type Build, isTargetVersion, makeBuild, parseBuild } from './builds.ts';
import type { Releases } from './releases.ts';

/** What a text names, before it is matched against the release table. */
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

/** Words that say nothing about the build: editions, architectures, and what people write around them. */
const IGNORED_WORDS = new Set(
  (
    'microsoft ms nt 10.0 os operating system systems based build version ver v release feature edition ' +
    'editions cpe o 2.3 * n a installation ' +
    'home pro professional enterprise ent education edu se iot core ultimate business starter basic premium ' +
    'workstation workstations for single language sl kn multi session multisession ' +
    'datacenter standard essentials foundation azure evaluation eval desktop experience client ' +
    'ac sac annual channel semi famille professionnel entreprise éducation ' +
    'x64 x86 x86-64 x86_64 amd64 arm64 arm aarch64 i386 64bit 32bit 64-bit 32-bit bit'
  ).split(' '),
);

interface Keyword extends Partial<Pick<TargetWords, 'family' | 'r2' | 'ltsc' | 'update'>> {
  /** It changes what the next word means. */
  before?: string;
}

const WINDOWS: Keyword = { before: 'windows' };
const SERVER: Keyword = { family: 'Windows Server' };
const LTSC: Keyword = { ltsc: true };
const KEYWORDS: ReadonlyMap<string, Keyword> = new Map([
  ['windows', WINDOWS],
  ['win', WINDOWS],
  ['server', SERVER],
  ['srv', SERVER],
  ['ws', SERVER],
  ['vista', { family: 'Windows Vista' }],
  ['ltsc', LTSC],
  ['ltsb', LTSC],
  ['r2', { r2: true }],
  ['update', { update: true }],
  ['service', { before: 'service' }],
  ['pack', { before: 'pack' }],
]);
const CLIENT_NUMBERS = new Set(['7', '8', '8.1', '10', '11']);
/** Prefixes that people glue to a number: `win11`, `ws2019`, `server2022`, `v1809`, `build22631`. */
const PREFIXES = ['windows', 'server', 'version', 'build', 'win', 'srv', 'ver', 'ws', 'w', 'v', 'b'];
const FULL_WORDS: Record<string, string> = { w: 'windows', b: 'build' };
const SEPARATORS = /[\s\u200b\ufeff,;:()[\]{}"'`/\\|=®™]+/u;
/** `26300.9457.260913-1737.26h2_ge_release…`: the name of a build's branch and image. */
const IMAGE_NAME = /^(\d{5})\.(\d{1,5})\.\d{6}-\d{4}\.[a-z0-9_]+$/;

/** Words that mean nothing without the next one; `pending` is the 64 of "64 bit". */
const UNFINISHED = new Set(['pending', 'service', 'pack']);

const isDigit = (char: string | undefined) => char !== undefined && char >= '0' && char <= '9';

/** Undefined when some word is left over that none of the rules knows; the words may name nothing at all. */
export function readWords(text: string, releases: Releases): TargetWords | undefined {
  const reader = new Reader(releases);
  for (const chunk of text.toLowerCase().split(SEPARATORS)) {
    if (!reader.chunk(chunk)) return undefined;
  }
  return reader.finish();
}

class Reader {
  readonly #releases: Releases;
  readonly #named: TargetWords = { labels: new Set(), r2: false, ltsc: false, update: false };
  /** The word before, where it changes what a number means. */
  #before = '';

  constructor(releases: Releases) {
    this.#releases = releases;
  }

  finish(): TargetWords | undefined {
    const named = this.#named;
    if (UNFINISHED.has(this.#before)) return undefined;
    if (!named.ltsc && !named.update) {
      // "2021" alone is the year of nothing but an LTSC release: too little to go by.
      for (const label of named.labels) if (!this.#releases.words.has(label)) return undefined;
    }
    return named;
  }

  /** A piece between blanks and brackets; may hold several words: `win11-24h2_x64`. */
  chunk(chunk: string): boolean {
    const word = trimDots(chunk);
    if (word === '' || IGNORED_WORDS.has(word)) return this.#ignored(word);
    const image = IMAGE_NAME.exec(word);
    if (image) return this.#build(makeBuild('10.0', image[1] ?? '', image[2]));
    // "-22631" is a negative number, not a dash and a build.
    if ((word.startsWith('-') && isDigit(word[1])) || word.includes('.-')) return false;
    for (const part of word.split(/[-_\u2013\u2014]/)) {
      if (!this.#word(trimDots(part))) return false;
    }
    return true;
  }

  #ignored(word: string): boolean {
    if (word === 'bit' && this.#before === 'pending') this.#before = '';
    return this.#before !== 'pending';
  }

  #word(word: string): boolean {
    if (this.#before === 'pending' && word !== 'bit') return false;
    if (this.#before === 'service' && word !== 'pack') return false;
    if (word === '' || IGNORED_WORDS.has(word)) return this.#ignored(word);
    const keyword = KEYWORDS.get(word);
    if (keyword !== undefined) return this.#keyword(keyword);
    if (this.#label(word)) return true;
    return isDigit(word[0]) ? this.#number(word) : this.#glued(word);
  }

  #keyword({ before = '', family, ...flags }: Keyword): boolean {
    if (before === 'pack' && this.#before !== 'service') return false;
    this.#before = before;
    Object.assign(this.#named, flags);
    return family === undefined || this.#family(family);
  }

  #family(family: string): boolean {
    const named = this.#named;
    if (named.family !== undefined && named.family !== family) return false;
    named.family = family;
    return this.#releases.families.has(family);
  }

  #label(word: string): boolean {
    if (this.#before === 'windows' && CLIENT_NUMBERS.has(word)) {
      this.#before = '';
      return this.#family(`Windows ${word}`);
    }
    if (this.#before === 'pack') {
      this.#before = '';
      this.#named.labels.add(`sp${word}`);
      return this.#releases.words.has(`sp${word}`);
    }
    const year = beginsWithYear(word) && this.#releases.all.some((r) => r.ltsc === word || r.update === word);
    if (!year && !this.#releases.words.has(word)) return false;
    this.#before = '';
    this.#named.labels.add(word);
    return true;
  }

  #number(word: string): boolean {
    this.#before = '';
    const parts = word.split('.');
    const [first = '', second] = parts;
    if (parts.length > 2) return this.#build(parseBuild(word));
    if (first.length === 5) return this.#build(makeBuild('10.0', first, second));
    if (word === '64' || word === '32') {
      this.#before = 'pending';
      return true;
    }
    if (first.length !== 4) return this.#glued(word);
    const old = this.#releases.all.find((release) => release.build.endsWith(`.${first}`));
    if (old === undefined) return this.#glued(word);
    return this.#build(parseBuild(second === undefined ? old.build : `${old.build}.${second}`));
  }

  /** `win11`, `2012r2`, `2k19`: known words without a blank between them. */
  #glued(word: string): boolean {
    if (/^2k\d/.test(word)) return this.#shortYear(word);
    if (beginsWithYear(word) && /^(?:r2|sp)/.test(word.slice(4))) {
      return this.#word(word.slice(0, 4)) && this.#word(word.slice(4));
    }
    if (word.startsWith('r2sp')) return this.#word('r2') && this.#word(word.slice(2));
    return this.#prefixed(word);
  }

  /** `2k8`, `2k19`, `2k12r2`. */
  #shortYear(word: string): boolean {
    const digits = isDigit(word[3]) ? word.slice(2, 4) : `0${word[2]}`;
    const rest = word.slice(isDigit(word[3]) ? 4 : 3);
    return this.#word(`20${digits}`) && (rest === '' || (rest.startsWith('r2') && this.#word(rest)));
  }

  #prefixed(word: string): boolean {
    const prefix = PREFIXES.find((candidate) => word.startsWith(candidate));
    const rest = prefix === undefined ? '' : word.slice(prefix.length);
    if (prefix === undefined || rest === '') return false;
    if (!isDigit(rest[0]) && !(prefix.startsWith('win') && rest.startsWith('server'))) return false;
    return this.#word(FULL_WORDS[prefix] ?? prefix) && this.#word(rest);
  }

  #build(build: Build | undefined): boolean {
    this.#before = '';
    if (build === undefined || !isTargetVersion(build)) return false;
    const known = this.#named.build;
    if (known === undefined) {
      this.#named.build = withoutZero(build);
      return true;
    }
    // "10.0.20348 Build 20348" says the same twice; two different builds say nothing.
    if (known.order !== build.order) return false;
    const fresh = withoutZero(build);
    if (fresh.revision === undefined || fresh.revision === known.revision) return true;
    this.#named.build = fresh;
    return known.revision === undefined;
  }
}

/** .NET's `OSVersion` ends in `.0` whatever the revision is: zero is a place left empty. */
function withoutZero(build: Build): Build {
  return build.revision === 0 ? { order: build.order, text: build.text.slice(0, -2) } : build;
}

function beginsWithYear(word: string): boolean {
  return word.startsWith('20') && isDigit(word[2]) && isDigit(word[3]);
}

function trimDots(word: string): string {
  return trimEnds(word, (char) => char === '.');
}
