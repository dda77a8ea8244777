/** Products that a query names, and which settings come first where it names none. */
import type { ProductRow, SearchSettings } from './files.ts';

export interface Mention {
  /** The product's settings. */
  members: readonly number[];
  /** Words of the query that name it. */
  length: number;
  /** It says where to look (`Edge: …`, `in Chrome`, `Outlook 2016`) and is not a word to be matched. */
  firm: boolean;
}

const BEFORE = new Set('in for on of within dans pour sur de fur auf bei von'.split(' '));
const VERSION = /^(?:\d{1,2}|20\d\d|\d\dh\d|365)$/;
/** How much of its score a setting keeps, by the rank of its source. */
const KEPT = [1, 0.98, 0.95];

export class Products {
  /** By setting: {@link KEPT} by its source. */
  readonly prior: Float32Array;
  readonly #settings: SearchSettings;
  /** Longest first. */
  readonly #names: { words: string[]; product: ProductRow }[];
  readonly #members = new Map<ProductRow, readonly number[]>();

  constructor(settings: SearchSettings) {
    this.#settings = settings;
    const ranks = settings.sources.map(([id]) => KEPT[settings.ranks[id] ?? 1] ?? 1);
    this.prior = Float32Array.from(settings.settings, ([, , , source]) => ranks[source] ?? 1);
    this.#names = settings.products
      .flatMap((product) => product.names.map((name) => ({ words: name.split(' '), product })))
      .sort((a, b) => b.words.length - a.words.length);
  }

  /** The product named at `words[at]`. `heading`: the query begins with so many words and a colon. */
  at(words: readonly string[], at: number, heading: number): Mention | undefined {
    for (const { words: name, product } of this.#names) {
      if (!name.every((word, offset) => words[at + offset] === word)) continue;
      const versions = versionsAfter(words, at + name.length);
      const headed = at + name.length + versions <= heading;
      const asked = BEFORE.has(words[at - 1] ?? '') && !product.versioned;
      if (product.versioned && versions === 0 && !headed) return undefined;
      return {
        members: this.#membersOf(product),
        length: name.length + versions,
        firm: versions > 0 || headed || asked,
      };
    }
    return undefined;
  }

  #membersOf(product: ProductRow): readonly number[] {
    const known = this.#members.get(product);
    if (known) return known;
    const { sources, settings } = this.#settings;
    const wanted = new Set(product.sources);
    const members: number[] = [];
    for (const [id, [slug, , , source]] of settings.entries()) {
      if (!wanted.has(sources[source]?.[0] ?? '')) continue;
      if (product.slugs?.every((begin) => !slug.startsWith(begin))) continue;
      members.push(id);
    }
    this.#members.set(product, members);
    return members;
  }
}

function versionsAfter(words: readonly string[], at: number): number {
  let count = 0;
  while (VERSION.test(words[at + count] ?? '')) count++;
  return count;
}
