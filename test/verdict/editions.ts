/** The edition lists and nodes of the DDF, and what people write for editions. */
import { readFacts } from '../../build/facts/model.ts';
import { FACTS } from '../../build/paths.ts';
import { normalizeOmaUri } from '../../runtime/format/keys.ts';
import { vectors } from '../vectors.ts';

export async function ddfNodes() {
  return (await readFacts(FACTS, FACTS)).nodes;
}

/** Those that can be asked for: of two with one address the first. Policy/Result is read as its Policy/Config twin. */
export async function storedNodes() {
  const seen = new Set<string>();
  return (await ddfNodes()).filter(({ omaUri }) => {
    const { uri, result } = normalizeOmaUri(omaUri);
    return !result && seen.size < seen.add(uri).size;
  });
}

/** The distinct lists of the DDF. */
export async function editionLists(): Promise<string[][]> {
  const texts = new Set((await ddfNodes()).flatMap(({ editions }) => (editions ? [editions.join(' ')] : [])));
  return [...texts].map((text) => text.split(' ').filter(Boolean));
}

/** What a target says → the product types it may be, from the table of GetProductInfo, by hand. */
export const SAID = Object.fromEntries(vectors<[string, number[]]>('edition-words'));

/** HoloLens and Surface Hub. */
export const DEVICES = [0x77, 0xb4, 0x87, 0x88];

/** The rules, one after the other, of a node with the verdict `byBuild` by its builds. Each of `named` is what one edition of the text may be; none: no edition. */
export function slowMdm(
  list: readonly string[] | undefined,
  named: readonly (readonly number[])[],
  byBuild: string,
): string {
  const codes = list?.map(Number) ?? [];
  if (named.length === 0) {
    if (list === undefined) return byBuild;
    if (codes.length === 0) return 'unverified';
    return codes.every((code) => DEVICES.includes(code)) ? 'unsupported' : byBuild;
  }
  if (codes.length === 0) return 'unverified';
  const each = named.flatMap((edition) =>
    edition.length === 0
      ? ['unsupported']
      : edition.map((code) => (codes.includes(code) ? byBuild : 'unsupported')),
  );
  return new Set(each).size === 1 ? (each[0] ?? '') : 'unknown';
}
