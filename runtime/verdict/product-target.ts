/** `targetProducts`: the products and versions that a request names, as people write them. */
import { findProduct, type ProductName, type Products } from './product-names.ts';
import { parseVersion } from './versions.ts';

export interface TargetProduct {
  /** The name that the answers use: `Microsoft Edge` for `msedge`. */
  product: string;
  version: string;
  /** Absent where none was named: `ESR`, `Insiders`, `2022` of Visual Studio 2022. */
  channel?: string;
}

type ProductProblemCode =
  | 'unknown-product'
  /** No version, or words beside it that say something unknown. */
  | 'unreadable-version'
  | 'several-versions'
  | 'both-channels'
  /** A file version where the vendor's texts count by year and month. */
  | 'other-form'
  /** Visual Studio 2022 with a version of 2019. */
  | 'contradiction';

export interface ProductProblem {
  code: ProductProblemCode;
  /** The name as it was given, and what was given with it; cut after 128 characters. */
  name: string;
  given: string;
  product?: string;
  /** A readable version of the product. */
  example?: string;
  /** Those that were named, empty text = none. */
  channels?: string[];
  /** Products that can be named. */
  known?: string[];
}

/** Longer texts are not read. */
const MAX_LENGTH = 128;
const ARCHITECTURE = /\b(?:(?:32|64)[- ]?bit|x64|x86|amd64|arm64|official build)\b/g;
const ATTACHED_CHANNEL = /^v?(\d[\d.]*)([a-z]+)$/;

/** A dash between words is one too. */
const SILENT = new Set(['', '-', 'version']);

interface GivenProduct {
  target: TargetProduct;
  name: string;
  given: string;
}

/** What the words beside the product's name say. */
interface Said {
  versions: string[];
  channels: Set<string>;
  years: Set<string>;
  unknown: boolean;
}

/**
 * Reads `{"Microsoft Edge": "120.0.2210.133", "Firefox": "128.3 ESR", "Edge 120": ""}`: the version may stand in
 * the name. What cannot be read, or is given twice differently, is a problem and no target. Never throws.
 */
export function readTargetProducts(
  record: Readonly<Record<string, string>>,
  products: Products,
): {
  targets: TargetProduct[];
  problems: ProductProblem[];
} {
  const { byProduct, problems } = groupByProduct(record, products);
  const targets: TargetProduct[] = [];
  for (const rivals of byProduct.values()) {
    const conflict = conflictOf(rivals);
    for (const [index, { target, name, given }] of rivals.entries()) {
      if (conflict !== undefined) problems.push({ name, given, product: target.product, ...conflict });
      else if (index === 0) targets.push(target);
    }
  }
  return { targets, problems };
}

/** The readable entries of each product, and the problems of the others. */
function groupByProduct(
  record: Readonly<Record<string, string>>,
  products: Products,
): {
  byProduct: Map<string, GivenProduct[]>;
  problems: ProductProblem[];
} {
  const problems: ProductProblem[] = [];
  const byProduct = new Map<string, GivenProduct[]>();
  for (const [name, value] of Object.entries(record)) {
    const given = typeof value === 'string' ? value : '';
    const target = readProduct(name, given, products);
    if ('code' in target) {
      problems.push(target);
      continue;
    }
    const rivals = byProduct.get(target.product);
    if (rivals === undefined) byProduct.set(target.product, [{ target, name, given }]);
    else rivals.push({ target, name, given });
  }
  return { byProduct, problems };
}

/** Why entries of one product do not name one target. */
function conflictOf(rivals: readonly GivenProduct[]): Pick<ProductProblem, 'code' | 'channels'> | undefined {
  const channels = new Set(rivals.map(({ target }) => target.channel ?? ''));
  if (channels.size > 1) return { code: 'both-channels', channels: [...channels].sort() };
  const versions = new Set(rivals.map(({ target }) => target.version));
  return versions.size > 1 ? { code: 'several-versions' } : undefined;
}

function readProduct(
  fullName: string,
  fullGiven: string,
  products: Products,
): TargetProduct | ProductProblem {
  const nameWords = separated(targetWords(fullName));
  const name = fullName.slice(0, MAX_LENGTH);
  const given = fullGiven.slice(0, MAX_LENGTH);
  const found = findProduct(nameWords, products);
  const unknown: ProductProblem = {
    code: 'unknown-product',
    name,
    given,
    known: products.all.map((each) => each.name),
  };
  if (found === undefined) return unknown;
  const { product, words } = found;
  const beside = readSaid(nameWords.slice(words), product);
  // "Edge WebView2" is another product than Edge.
  if (beside.unknown) return unknown;
  const said = readSaid(
    [...nameWords.slice(words), ...withoutName(targetWords(fullGiven), product, products)],
    product,
  );
  const result = decide(said, product);
  if (typeof result !== 'string') return result;
  const problem: ProductProblem = {
    code: result,
    name,
    given,
    product: product.name,
    example: product.example,
  };
  if (said.channels.size > 1) problem.channels = [...said.channels].sort();
  return problem;
}

function targetWords(text: string): string[] {
  if (text.length > MAX_LENGTH) return ['?'];
  return text
    .toLowerCase()
    .replace(ARCHITECTURE, ' ')
    .replace(/extended stable/g, 'extended\u0000stable')
    .replace(/developer edition/g, 'developer\u0000edition')
    .replace(/-(?=[a-z])/g, ' ')
    .replace(/[\s_,;:()[\]"™®]+/g, ' ')
    .replaceAll('\u0000', '-')
    .split(' ')
    .filter((word) => !SILENT.has(word));
}

/** `ie11` is the name and its version. */
function separated(words: readonly string[]): readonly string[] {
  const [first = '', ...others] = words;
  const [, name, version] = /^([a-z]+)(\d[\d.]*)$/.exec(first) ?? [];
  if (name === undefined || version === undefined) return words;
  return [name, version, ...others];
}

/** The product says its version as “Firefox 131.0 (64-bit)” in its own window. */
function withoutName(words: readonly string[], product: ProductName, products: Products): readonly string[] {
  const named = findProduct(words, products);
  return named?.product === product ? words.slice(named.words) : words;
}

function readSaid(words: readonly string[], product: ProductName): Said {
  const said: Said = { versions: [], channels: new Set(), years: new Set(), unknown: false };
  for (const word of words) {
    const [, number = word, suffix] = ATTACHED_CHANNEL.exec(word) ?? [];
    if (suffix !== undefined && !addWord(suffix, product, said)) said.unknown = true;
    if (!addWord(number, product, said)) said.unknown = true;
  }
  return said;
}

/** False where the word is neither a version, a year, a channel nor one that says nothing. */
function addWord(word: string, product: ProductName, said: Said): boolean {
  const { channels = {} } = product;
  if (Object.hasOwn(channels, word)) said.channels.add(channels[word] ?? '');
  else if (product.years !== undefined && /^20\d\d$/.test(word)) said.years.add(word);
  else if (product.ignored?.includes(word)) return true;
  else {
    const plain = /^v\d/.test(word) ? word.slice(1) : word;
    const version = parseVersion(plain);
    if (version === undefined || (version.build !== undefined && !product.dashBuilds)) return false;
    said.versions.push(plain);
  }
  return true;
}

function decide(said: Said, product: ProductName): TargetProduct | ProductProblemCode {
  if (said.unknown) return 'unreadable-version';
  if (said.channels.size > 1 || said.years.size > 1) return 'both-channels';
  const version = mostPrecise(said.versions);
  if (version === undefined && said.versions.length > 0) return 'several-versions';
  if (product.years !== undefined) return decideByYear(said, version, product);
  if (version === undefined) return 'unreadable-version';
  if (product.form !== undefined && !new RegExp(product.form).test(version)) return 'other-form';
  const [channel] = said.channels;
  return { product: product.name, version, ...(channel !== undefined && { channel }) };
}

/** The version that all others are the first parts of: “1Password 8” with “8.12.26”. */
function mostPrecise(versions: readonly string[]): string | undefined {
  return versions.find((version) =>
    versions.every((other) => version === other || version.startsWith(`${other}.`)),
  );
}

/** The year is the channel; where the year alone is known it stands in the place of the version too. */
function decideByYear(
  said: Said,
  version: string | undefined,
  product: ProductName,
): TargetProduct | ProductProblemCode {
  const [named] = said.years;
  const major = version === undefined ? undefined : parseVersion(version)?.parts[0];
  const known = major === undefined ? undefined : product.years?.[major];
  if (version === undefined) {
    if (named === undefined) return 'unreadable-version';
    return { product: product.name, version: named, channel: named };
  }
  if (known === undefined) return 'other-form';
  if (named !== undefined && named !== known) return 'contradiction';
  return { product: product.name, version, channel: known };
}
