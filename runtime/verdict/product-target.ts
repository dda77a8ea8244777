/** `targetProducts`: the products and versions that a request names, as people write them; and the products there are. */
import type { ProductName } from '../format/verdict-facts.ts';
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
  /** Channels that were named; an empty text is no channel. */
  channels?: string[];
  /** Products that can be named. */
  known?: string[];
}

/** Longer texts are not read. */
const MAX_LENGTH = 128;
const ARCHITECTURE = /\b(?:(?:32|64)[- ]?bit|x64|x86|amd64|arm64|official build)\b/g;
const ATTACHED_CHANNEL = /^v?(\d[\d.]*)([a-z]+)$/;
/** `ie11` is the name and its version. */
const ATTACHED_VERSION = /^([a-z]+)(\d[\d.]*)$/;

/** A dash between words is one too. */
const SILENT = new Set(['', '-', 'version']);

/**
 * Reads `{"Microsoft Edge": "120.0.2210.133", "Firefox": "128.3 ESR", "Edge 120": ""}`: the version may stand in
 * the name. What cannot be read, or is given twice differently, is a problem and no target. Never throws.
 */
export function readTargetProducts(
  record: Readonly<Record<string, string>>,
  products: Products,
): { targets: TargetProduct[]; problems: ProductProblem[] } {
  const entries = Object.entries(record).map(([name, value]) => {
    const given = typeof value === 'string' ? value : '';
    return { name, given, read: readProduct(name, given, products) };
  });
  const problems = entries.flatMap(({ read }) => ('code' in read ? read : []));
  const readable = entries.flatMap(({ name, given, read }) =>
    'code' in read ? [] : { name, given, ...read },
  );
  const targets: TargetProduct[] = [];
  for (const product of new Set(readable.map((each) => each.product))) {
    const rivals = readable.filter((each) => each.product === product);
    const conflict = conflictOf(rivals);
    if (conflict) problems.push(...rivals.map(({ name, given }) => ({ name, given, product, ...conflict })));
    else targets.push(...rivals.slice(0, 1).map(({ name: _, given: __, ...target }) => target));
  }
  return { targets, problems };
}

/** Why entries of one product do not name one target. */
function conflictOf(rivals: readonly TargetProduct[]): Pick<ProductProblem, 'code' | 'channels'> | undefined {
  const channels = new Set(rivals.map(({ channel = '' }) => channel));
  if (channels.size > 1) return { code: 'both-channels', channels: [...channels].sort() };
  const versions = new Set(rivals.map(({ version }) => version));
  return versions.size > 1 ? { code: 'several-versions' } : undefined;
}

function readProduct(
  fullName: string,
  fullGiven: string,
  products: Products,
): TargetProduct | ProductProblem {
  const [first = '', ...others] = targetWords(fullName);
  const found = findProduct([...(ATTACHED_VERSION.exec(first)?.slice(1) ?? [first]), ...others], products);
  const entry = { name: fullName.slice(0, MAX_LENGTH), given: fullGiven.slice(0, MAX_LENGTH) };
  // "Edge WebView2" is another product than Edge.
  if (found === undefined || readSaid(found.rest, found.product).unknown) {
    return { code: 'unknown-product', ...entry, known: products.all.map(({ name }) => name) };
  }
  const { product, rest } = found;
  const given = targetWords(fullGiven);
  // The product says its version as “Firefox 131.0 (64-bit)” in its own window.
  const named = findProduct(given, products);
  const said = readSaid([...rest, ...(named?.product === product ? named.rest : given)], product);
  const result = decide(said, product);
  if (typeof result !== 'string') return result;
  const channels = said.channels.size > 1 && { channels: [...said.channels].sort() };
  return { code: result, ...entry, product: product.name, example: product.example, ...channels };
}

function targetWords(text: string): string[] {
  if (text.length > MAX_LENGTH) return ['?'];
  return text
    .toLowerCase()
    .replace(ARCHITECTURE, ' ')
    .replace(/(extended|developer) (stable|edition)/g, '$1\u0000$2')
    .replace(/-(?=[a-z])/g, ' ')
    .replace(/[\s_,;:()[\]"™®]+/g, ' ')
    .replaceAll('\u0000', '-')
    .split(' ')
    .filter((word) => !SILENT.has(word));
}

/** Reads the words beside the product's name. */
function readSaid(words: readonly string[], { channels = {}, years, ignored, dashBuilds }: ProductName) {
  const said = {
    versions: [] as string[],
    channels: new Set<string>(),
    years: new Set<string>(),
    unknown: false,
  };
  for (const word of words.flatMap((each) => ATTACHED_CHANNEL.exec(each)?.slice(1) ?? each)) {
    const number = word.replace(/^v(?=\d)/, '');
    const version = parseVersion(number);
    if (Object.hasOwn(channels, word)) said.channels.add(channels[word] ?? '');
    else if (years !== undefined && /^20\d\d$/.test(word)) said.years.add(word);
    else if (version && (dashBuilds || version.build === undefined)) said.versions.push(number);
    else if (!ignored?.includes(word)) said.unknown = true;
  }
  return said;
}

function decide(said: ReturnType<typeof readSaid>, product: ProductName): TargetProduct | ProductProblemCode {
  if (said.unknown) return 'unreadable-version';
  if (said.channels.size > 1 || said.years.size > 1) return 'both-channels';
  const [year] = said.years;
  // The version that all others are the first parts of: “1Password 8” with “8.12.26”.
  const version = said.versions.find((each) =>
    said.versions.every((other) => each === other || each.startsWith(`${other}.`)),
  );
  if (version === undefined && said.versions.length > 0) return 'several-versions';
  const given = version ?? year;
  if (given === undefined) return 'unreadable-version';
  const [channel] = said.channels;
  const target = { product: product.name, version: given };
  if (product.form !== undefined && !new RegExp(product.form).test(given)) return 'other-form';
  if (product.years === undefined) return { ...target, ...(channel !== undefined && { channel }) };
  // The year is the channel; where the year alone is known it stands in the place of the version too.
  const line = version === undefined ? year : product.years[Number.parseInt(version, 10)];
  if (line === undefined) return 'other-form';
  return year === undefined || year === line ? { ...target, channel: line } : 'contradiction';
}

export interface Products {
  readonly all: readonly ProductName[];
  /** Alias (words of a name, lower case; also written as one word) → product. */
  readonly byAlias: ReadonlyMap<string, ProductName>;
}

export function createProducts(all: readonly ProductName[]): Products {
  const names = all.flatMap((product) =>
    [product.name.toLowerCase().replaceAll('-', ' '), ...product.aliases].map(
      (alias) => [alias, product] as const,
    ),
  );
  const joined = names.map(([alias, product]) => [alias.replaceAll(' ', ''), product] as const);
  return { all, byAlias: new Map([...joined, ...names]) };
}

/** The product whose name is the longest start of the words, and the words behind it. */
export function findProduct(words: readonly string[], { byAlias }: Products) {
  for (let count = words.length; count > 0; count--) {
    const product = byAlias.get(words.slice(0, count).join(' '));
    if (product !== undefined) return { product, rest: words.slice(count) };
  }
  return undefined;
}
