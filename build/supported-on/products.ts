/**
 * Reads the product versions that the English text of a supportedOn definition states, by a strict grammar:
 *
 *     text    = ["supported on"] clause { ("," | ";") clause } [ ". not supported on" windows ] ["."]
 *     clause  = "at least" item [tie]
 *             | "only" item [tie] ( { "and" item } | "through" (item | version) ["inclusive"] )
 *             | "from" item "until" item
 *             | item "to" item
 *             | ["any version of" ["microsoft"] "windows with"] item later
 *             | name ">=" version
 *             | "microsoft edge version" version ["-" version] "," windows later
 *     tie     = ("in" | "on") windows
 *
 * As for Windows, a text with one unknown word gives no range. First and last versions are inclusive:
 * msedge.admx names the definitions of its closed ranges OBSOLETE_WIN7_V125_V137, and its documentation says that
 * such a policy does not work after the last one; PowerToys names its "until" SUPPORTED_POWERTOYS_0_64_0_TO_0_87_1.
 */
import * as v from 'valibot';
import type { ProductRange } from '../../runtime/contract/product.ts';
import type { SupportedOnFloor } from '../../runtime/format/format.ts';
import type { Releases } from '../../runtime/verdict/releases.ts';
import { optional } from '../collections.ts';
import { namesProduct, plainText, readWindows } from './grammar.ts';
import { ProductWords, type VersionedProduct } from './product-words.ts';
import { NotRead } from './text-words.ts';

/** Reasons why a text that names a product gives no range of its versions. */
export const WhyNoRange = v.picklist([
  /** Only the product. */
  'no-version',
  /** One version, without a statement on later ones. */
  'closed',
  /** Windows or a product: neither is required. */
  'either',
  'unreadable',
]);
type WhyNoRange = v.InferOutput<typeof WhyNoRange>;

/** What a text states of a product other than Windows. Exactly one of `products` and `noRange` is present. */
export interface ProductReading {
  products?: ProductRange[];
  noRange?: WhyNoRange;
  /** The Windows part of the text, or why it gives no floor; absent if there is none. */
  host?: SupportedOnFloor;
}

class NoRange extends NotRead<WhyNoRange> {}

/**
 * The host OS that a text demands with a product. Internet Explorer is a part of Windows: a supported host does not
 * show which version it contains, so only an unsupported host decides.
 */
export function hostFloor(text: string, host: SupportedOnFloor | undefined): SupportedOnFloor {
  const floor: SupportedOnFloor = { why: 'product' };
  const isPartOfWindows = plainText(text).includes('internet explorer');
  for (const line of ['client', 'server'] as const) {
    const rule = host?.[line];
    if (typeof rule !== 'string') continue;
    floor[line] = isPartOfWindows ? { named: [], starts: rule } : rule;
  }
  return floor;
}

/** Undefined if the text names no known product; never throws. */
export function readProducts(text: string, releases: Releases): ProductReading | undefined {
  const plain = plainText(text);
  if (!namesProduct(plain)) return undefined;
  const parser = new ProductParser(plain, releases);
  try {
    const products = parser.text();
    return { products, ...parser.host };
  } catch (error) {
    if (!(error instanceof NoRange)) throw error;
    return { noRange: closerReason(plain) ?? error.why, ...parser.host };
  }
}

/** A more exact reason that an unreadable text still shows. */
function closerReason(plain: string): WhyNoRange | undefined {
  if (/\bor (?:at least|computers with|any version) /.test(plain)) return 'either';
  return /\d/.test(plain.replace(/\(x(?:64|86)\)/g, '')) ? undefined : 'no-version';
}

class ProductParser {
  readonly #words: ProductWords;
  readonly #releases: Releases;
  #host: SupportedOnFloor | undefined;
  #tied = false;

  constructor(plain: string, releases: Releases) {
    this.#words = new ProductWords(plain);
    this.#releases = releases;
  }

  get host(): Pick<ProductReading, 'host'> {
    return this.#host === undefined ? {} : { host: this.#host };
  }

  text(): ProductRange[] {
    this.#words.take('supported', 'on');
    const ranges = this.#clause();
    while (this.#words.take(',') || this.#words.take(';')) ranges.push(...this.#clause());
    this.#end();
    if (new Set(ranges.map((range) => range.product)).size > 1) throw new NoRange('either');
    return this.#tied ? ranges.map((range) => ({ ...range, onHost: true })) : ranges;
  }

  #end(): void {
    this.#words.take('.');
    if (this.#words.take('not', 'supported', 'on')) {
      requireReleases(this.#windows(`at least ${this.#words.takeUntil('.')}`));
      this.#host = { why: 'bounded' };
      this.#tied = true;
      this.#words.take('.');
    }
    if (!this.#words.done) throw new NoRange('unreadable');
  }

  #clause(): ProductRange[] {
    const words = this.#words;
    if (words.take('at', 'least')) return this.#least();
    if (words.take('only')) return this.#only();
    if (words.take('from')) return this.#span(this.#item(), 'until');
    const any =
      words.take('any', 'version', 'of', 'microsoft', 'windows', 'with') ||
      words.take('any', 'version', 'of', 'windows', 'with');
    const item = this.#item();
    if (words.takeLater()) return [since(item)];
    if (any) throw new NoRange('closed');
    if (item.product === 'Microsoft Edge' && words.take(',')) return this.#besideWindows(item);
    if (item.since === true) return [since(item)];
    if (words.done || words.take('.')) throw new NoRange('closed');
    return this.#span(item, 'to');
  }

  /** A product and a version; `since`: the text has ">=" between them. */
  #item(): VersionedProduct & { since?: true } {
    const name = this.#words.takeName();
    if (name === undefined) throw new NoRange('unreadable');
    const compared = this.#words.take('>=');
    const item = this.#words.takeVersionOf(name);
    if (item !== undefined) return compared ? { ...item, since: true } : item;
    if (!this.#words.take('on')) throw new NoRange('unreadable');
    this.#host = this.#windows(this.#words.takeUntil('.'));
    throw new NoRange('no-version');
  }

  #least(): ProductRange[] {
    const range = since(this.#item());
    const host = this.#tie((windows) => this.#windows(`at least ${windows}`));
    if (host !== undefined) requireReleases(host);
    return [range];
  }

  #only(): ProductRange[] {
    const first = this.#item();
    this.#tie((windows) => {
      requireReleases(this.#windows(`at least ${windows}`));
      return { why: 'bounded' };
    });
    if (this.#words.take('through')) return this.#through(first);
    const ranges = [exactly(first)];
    while (this.#words.take('and')) ranges.push(exactly(this.#item()));
    return ranges;
  }

  /** "through Internet Explorer 8.0", "through 11.0", "through IE7 inclusive". */
  #through(first: VersionedProduct): ProductRange[] {
    const version = this.#words.takeVersion();
    const last = version === undefined ? this.#item() : { product: first.product, version };
    this.#words.take('inclusive');
    return [spanning(first, last)];
  }

  #span(first: VersionedProduct, word: string): ProductRange[] {
    if (!this.#words.take(word)) throw new NoRange('unreadable');
    return [spanning(first, this.#item())];
  }

  /** "…version 77, Windows 7 or later": without "or later" the version is one version. */
  #besideWindows(item: VersionedProduct): ProductRange[] {
    const host = this.#windows(this.#words.takeUntil('.', ';'));
    this.#host = host;
    if (host.why === 'closed') throw new NoRange('closed');
    requireReleases(host);
    return [since(item)];
  }

  #tie(read: (windows: string) => SupportedOnFloor): SupportedOnFloor | undefined {
    if (!this.#words.take('in') && !this.#words.take('on')) return undefined;
    this.#host = read(this.#words.takeUntil('through', '.'));
    this.#tied = true;
    return this.#host;
  }

  /** Only texts on products have a comma before "version" of one release. */
  #windows(text: string): SupportedOnFloor {
    return readWindows(text.replaceAll(', version', ' version'), this.#releases);
  }
}

/** Throws if the words name no releases of Windows. */
function requireReleases({ client, server }: SupportedOnFloor): void {
  if (client === undefined && server === undefined) throw new NoRange('unreadable');
}

function since({ product, version, last, channel }: VersionedProduct): ProductRange {
  return { product, from: version, ...optional('to', last), ...optional('channel', channel) };
}

function exactly(item: VersionedProduct): ProductRange {
  return spanning(item, item);
}

function spanning(first: VersionedProduct, last: VersionedProduct): ProductRange {
  if (first.product !== last.product || first.channel !== last.channel) throw new NoRange('unreadable');
  if (first.last !== undefined || last.last !== undefined) throw new NoRange('unreadable');
  return { ...since(first), to: last.version };
}
