/** The words of a text on a product, and the names and versions in them. */
import { parseVersion } from '../../runtime/verdict/versions.ts';
import names from './product-words.json' with { type: 'json' };
import { TextWords } from './text-words.ts';

interface TextName {
  words: string;
  product: string;
  channel?: string;
  /** `125-137` is a range; elsewhere a dash precedes a build. */
  dashIsRange?: boolean;
  /** `2022, 17.10`: the year names the release line. */
  years?: boolean;
  /** A word that may follow the version and has no meaning. */
  after?: string;
}

/** As in the vendors' texts; of two with the same start the longer comes first. */
const NAMES: readonly TextName[] = names;

const YEAR = /^20\d\d$/;

/** A product with one version, or with both ends of a range. */
export interface VersionedProduct {
  product: string;
  version: string;
  last?: string;
  channel?: string;
}

export class ProductWords extends TextWords {
  constructor(plain: string) {
    super(
      plain
        .replace(/\bie(?=\d)/g, 'internet explorer ')
        .replace(/[,;:]/g, ' $& ')
        .replace(/\.(?= |$)/g, ' .'),
    );
  }

  /** Reads the words before the first of `ends`, or all that are left. */
  takeUntil(...ends: string[]): string {
    const start = this.at;
    while (!this.done && !ends.includes(this.word)) this.at++;
    return this.words.slice(start, this.at).join(' ').replaceAll(' ,', ',');
  }

  takeName(): TextName | undefined {
    return NAMES.find(({ words }) => this.take(...words.split(' ')));
  }

  /** Reads a version after its product, with or without "version" before it. */
  takeVersion(): string | undefined {
    const start = this.at;
    this.take('version');
    const word = this.word.replace(/^v(?=\d)/, '');
    if (parseVersion(word) === undefined) {
      this.at = start;
      return undefined;
    }
    this.at++;
    return word;
  }

  /** Reads the version of a product whose name was read, with its channel; undefined if none follows. */
  takeVersionOf(name: TextName): VersionedProduct | undefined {
    const text = this.takeVersion();
    if (text === undefined) return undefined;
    const read: VersionedProduct = { product: name.product, version: text };
    if (name.channel !== undefined) read.channel = name.channel;
    const [version = '', last] = text.split('-');
    if (name.dashIsRange === true && last !== undefined) Object.assign(read, { version, last });
    if (name.product === 'Firefox' && this.take('esr')) read.channel = 'ESR';
    if (name.years === true) this.#takeLine(read);
    if (name.after !== undefined) this.take(name.after);
    return read;
  }

  /** "2022, 17.10": the version of the line that the year names. "2022" alone is the version itself. */
  #takeLine(read: VersionedProduct): void {
    const start = this.at;
    if (!YEAR.test(read.version) || !this.take(',')) return;
    const version = this.takeVersion();
    if (version === undefined) this.at = start;
    else Object.assign(read, { version, channel: read.version });
  }
}
