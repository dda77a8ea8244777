/** `facts/supported-on-floors.jsonl`: every known supported-on definition, read by the grammar and reviewed by hand. */
import { isDeepStrictEqual } from 'node:util';
import * as v from 'valibot';
import { ProductRange } from '../../runtime/contract/product.ts';
import { SupportedOnFloor } from '../../runtime/format/format.ts';
import type { Releases } from '../../runtime/verdict/releases.ts';
import { checked } from '../checked.ts';
import { optional } from '../collections.ts';
import type { SupportedOnFact } from '../facts/types.ts';
import { readFloor } from './grammar.ts';
import { hostFloor, type ProductReading, readProducts, WhyNoRange } from './products.ts';

const { seenIn: _, ...range } = ProductRange.entries;
const ENTRY = v.pipe(
  v.strictObject({
    line: v.string(),
    id: v.string(),
    text: v.string(),
    ...SupportedOnFloor.entries,
    products: v.exactOptional(v.pipe(v.array(v.strictObject(range)), v.minLength(1))),
    noRange: v.exactOptional(WhyNoRange),
    host: v.exactOptional(SupportedOnFloor),
    note: v.exactOptional(v.string()),
  }),
  v.check(({ client, server, why }) => (client ?? server ?? why) !== undefined, 'no floor and no why'),
  v.check(({ products, noRange }) => products === undefined || noRange === undefined, 'a range and why none'),
);

/** `note`: why the entry differs from the grammar. */
export type TableEntry = v.InferOutput<typeof ENTRY>;

export type FloorTable = ReadonlyMap<string, TableEntry>;

/** The reading of a definition with an English text: for Windows, and for another product. */
export interface DefinitionReading {
  floor: SupportedOnFloor;
  /** Absent if the text names no known product. */
  products?: ProductReading;
}

const keyOf = ({ line, id }: Pick<SupportedOnFact, 'line' | 'id'>) => `${line}\0${id}`;
const nameOf = ({ line, id }: Pick<SupportedOnFact, 'line' | 'id'>) => `${line} ${id}`;

/** Reads the table's lines; throws an error with the number of a line that is not an entry. */
export function parseFloors(jsonl: string): FloorTable {
  const table = new Map<string, TableEntry>();
  for (const [index, line] of jsonl.split('\n').entries()) {
    if (line === '') continue;
    const place = `supported-on-floors.jsonl line ${index + 1}`;
    const entry = checked(ENTRY, JSON.parse(line), place);
    const key = keyOf(entry);
    if (table.has(key)) throw new Error(`${place}: definition given twice`);
    table.set(key, entry);
  }
  return table;
}

/** Undefined for a definition without an English text; an entry applies only to the text that it was reviewed with. */
export function readDefinition(
  fact: SupportedOnFact,
  table: FloorTable,
  releases: Releases,
): DefinitionReading | undefined {
  const text = fact.text['en-US'];
  if (text === undefined) return undefined;
  const entry = table.get(keyOf(fact));
  return entry?.text === text ? entryReading(entry) : grammarReading(fact, text, releases);
}

function grammarReading({ id, logic }: SupportedOnFact, text: string, releases: Releases): DefinitionReading {
  const name = id.slice(id.lastIndexOf(':') + 1);
  const products = readProducts(text, releases);
  const floor = readFloor(text, releases, { name, ...optional('logic', logic) });
  return {
    floor: floor.why === 'product' ? hostFloor(text, products?.host) : floor,
    ...optional('products', products),
  };
}

function entryReading(entry: TableEntry): DefinitionReading {
  const { line: _, id: __, text: ___, note: ____, products, noRange, host, ...floor } = entry;
  const reading: ProductReading = {
    ...optional('products', products),
    ...optional('noRange', noRange),
    ...optional('host', host),
  };
  return { floor, ...(Object.keys(reading).length > 0 && { products: reading }) };
}

/** The table's line for a definition as the grammar reads it: the start of a review. */
export function entryText(fact: SupportedOnFact, releases: Releases): string {
  const { line, id } = fact;
  const text = fact.text['en-US'] ?? '';
  const { floor, products } = grammarReading(fact, text, releases);
  return JSON.stringify({ line, id, text, ...floor, ...products });
}

/** Compares the table with the definitions of the corpus and with the grammar. */
export function checkFloors(definitions: readonly SupportedOnFact[], table: FloorTable, releases: Releases) {
  const known = new Map(definitions.map((fact) => [keyOf(fact), fact]));
  const isMissing = (fact: SupportedOnFact) =>
    fact.text['en-US'] !== undefined && table.get(keyOf(fact))?.text !== fact.text['en-US'];
  const unexplained = [...table].filter(([key, entry]) => {
    const fact = known.get(key);
    if (fact === undefined) return false;
    const differs = !isDeepStrictEqual(entryReading(entry), grammarReading(fact, entry.text, releases));
    return differs !== (entry.note !== undefined);
  });
  return {
    /** Definitions that the table lacks with this text; only the grammar reads them. */
    missing: definitions.filter(isMissing),
    /** Entries whose definition no source has. */
    unneeded: [...table].flatMap(([key, entry]) => (known.has(key) ? [] : [nameOf(entry)])),
    /** Entries that contradict the grammar without a note, or have a note without need; with what to do. */
    unexplained: unexplained.map(([key, entry]) => {
      const text = entryText(known.get(key) as SupportedOnFact, releases);
      return entry.note === undefined
        ? `contradicts the grammar; write into supported-on-floors.jsonl as it is read, or say there in a note why not: ${text}`
        : `has a note, and does not contradict the grammar; take the note out: ${nameOf(entry)}`;
    }),
  };
}
