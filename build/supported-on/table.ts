/** `facts/supported-on-floors.jsonl`: every known supportedOn text, classified by hand. */
import type { SupportedOnFloor } from '../../runtime/format.ts';
import type { Releases } from '../../runtime/verdict/releases.ts';
import { readFloor } from './grammar.ts';

export interface FloorEntry extends SupportedOnFloor {
  text: string;
  /** Why the entry says otherwise than the grammar. */
  note?: string;
}

export type FloorTable = ReadonlyMap<string, SupportedOnFloor & { note?: string }>;

/** Reads the table's lines; throws on one that is no entry, naming its number. */
export function parseFloors(jsonl: string): FloorTable {
  const table = new Map<string, SupportedOnFloor & { note?: string }>();
  for (const [index, line] of jsonl.split('\n').entries()) {
    if (line === '') continue;
    const entry: unknown = JSON.parse(line);
    if (!isEntry(entry))
      throw new Error(`supported-on-floors.jsonl line ${index + 1}: no text, floor or why`);
    if (table.has(entry.text))
      throw new Error(`supported-on-floors.jsonl line ${index + 1}: text given twice`);
    const { text, ...floor } = entry;
    table.set(text, floor);
  }
  return table;
}

function isEntry(value: unknown): value is FloorEntry {
  if (typeof value !== 'object' || value === null || !('text' in value)) return false;
  const gives = 'client' in value || 'server' in value || 'why' in value;
  return gives && Object.values(value).every((field) => typeof field === 'string');
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
    .filter(([text, entry]) => entry.note === undefined && differs(entry, readFloor(text, releases)))
    .map(([text]) => text);
  return { missing, unneeded, unexplained };
}

/** The grammar's "unreadable" is no statement that a closer reason could contradict. */
function differs(entry: SupportedOnFloor, read: SupportedOnFloor): boolean {
  if (entry.client !== read.client || entry.server !== read.server) return true;
  return entry.why !== read.why && read.why !== 'unreadable';
}
