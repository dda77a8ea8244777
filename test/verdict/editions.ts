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
