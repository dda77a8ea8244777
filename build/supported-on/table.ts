/** `facts/supported-on-floors.jsonl`: every known supportedOn text, classified by hand. */
import { isDeepStrictEqual } from 'node:util';
import * as v from 'valibot';
import type { SupportedOnFloor } from '../../runtime/format/format.ts';
import type { Releases } from '../../runtime/verdict/releases.ts';
import { readFloor } from './grammar.ts';
import { type ProductReading, readProducts } from './products.ts';

const FLOOR = {
  client: v.exactOptional(v.string()),
  server: v.exactOptional(v.string()),
  why: v.exactOptional(v.string()),
};
const RANGE = v.strictObject({
  product: v.string(),
  from: v.exactOptional(v.string()),
  to: v.exactOptional(v.string()),
  channel: v.exactOptional(v.string()),
  onHost: v.exactOptional(v.literal(true)),
});
const ENTRY = v.pipe(
  v.strictObject({
    text: v.string(),
    ...FLOOR,
    products: v.exactOptional(v.pipe(v.array(RANGE), v.minLength(1))),
    noRange: v.exactOptional(v.picklist(['no-version', 'closed', 'either', 'unreadable'])),
    host: v.exactOptional(v.strictObject(FLOOR)),
    note: v.exactOptional(v.string()),
  }),
  v.check(({ client, server, why }) => (client ?? server ?? why) !== undefined, 'no floor and no why'),
  v.check(({ products, noRange }) => products === undefined || noRange === undefined, 'a range and why none'),
);

/** `note`: why the entry says otherwise than the grammar. */
export type TableEntry = SupportedOnFloor & ProductReading & { note?: string };

export type FloorTable = ReadonlyMap<string, TableEntry>;

/** Reads the table's lines; throws on one that is no entry, naming its number. */
export function parseFloors(jsonl: string): FloorTable {
  const table = new Map<string, TableEntry>();
  for (const [index, line] of jsonl.split('\n').entries()) {
    if (line === '') continue;
    const place = `supported-on-floors.jsonl line ${index + 1}`;
    const parsed = v.safeParse(ENTRY, JSON.parse(line));
    if (!parsed.success) {
      const causes = parsed.issues.map((issue) => `${v.getDotPath(issue) ?? 'entry'}: ${issue.message}`);
      throw new Error(`${place}: ${causes.join('; ')}`);
    }
    const { text, ...entry } = parsed.output;
    if (table.has(text)) throw new Error(`${place}: text given twice`);
    table.set(text, entry);
  }
  return table;
}

/** What a text gives: by the table, else by the grammar. Without a note: that is for readers of the table. */
export function floorOf(text: string, table: FloorTable, releases: Releases): SupportedOnFloor {
  const entry = table.get(text);
  if (entry === undefined) return readFloor(text, releases);
  const floor: SupportedOnFloor = {};
  if (entry.client !== undefined) floor.client = entry.client;
  if (entry.server !== undefined) floor.server = entry.server;
  if (entry.why !== undefined) floor.why = entry.why;
  return floor;
}

/**
 * What a text says of a product other than Windows: by the table, else by the grammar. Undefined where it names
 * none that the project knows.
 */
export function productsOf(text: string, table: FloorTable, releases: Releases): ProductReading | undefined {
  const entry = table.get(text);
  return entry === undefined ? readProducts(text, releases) : productPart(entry);
}

function productPart({ products, noRange, host }: TableEntry): ProductReading | undefined {
  const reading: ProductReading = {};
  if (products !== undefined) reading.products = products;
  if (noRange !== undefined) reading.noRange = noRange;
  if (host !== undefined) reading.host = host;
  return Object.keys(reading).length === 0 ? undefined : reading;
}

export interface FloorReport {
  /** Texts that the table does not classify; the grammar alone judges them. */
  missing: string[];
  /** Entries whose text no source has any more. */
  unneeded: string[];
  /** Entries that contradict the grammar without a note that says why. */
  unexplained: string[];
}

/** Holds the table against the corpus' English texts and against the grammar. */
export function checkFloors(texts: Iterable<string>, table: FloorTable, releases: Releases): FloorReport {
  const known = new Set(texts);
  const missing = [...known].filter((text) => !table.has(text)).sort();
  const unneeded = [...table.keys()].filter((text) => !known.has(text));
  const unexplained = [...table]
    .filter(([text, entry]) => entry.note === undefined && differs(text, entry, releases))
    .map(([text]) => text);
  return { missing, unneeded, unexplained };
}

/** The grammar's "unreadable" is no statement that a closer reason could contradict. */
function differs(text: string, entry: TableEntry, releases: Releases): boolean {
  const read = readFloor(text, releases);
  if (entry.client !== read.client || entry.server !== read.server) return true;
  if (!isDeepStrictEqual(productPart(entry), readProducts(text, releases))) return true;
  return entry.why !== read.why && read.why !== 'unreadable';
}
