/** Reads lists of values in JSON: JSON lines, an array, or the body of `POST /v1/verify`. */
import { isObject, type JsonObject } from '../format/json.ts';
import type { Collector } from './collect.ts';
import { linesOf } from './encoding.ts';
import { quote } from './fault.ts';
import { parseJsonDocument } from './json.ts';
import { addRow, columnsOf, missingColumn, plain, readColumns } from './rows.ts';
import type { Pieces } from './types.ts';

/** JSON lines: an object a line. */
export function* readJsonLines(text: string, collector: Collector): Pieces {
  for (const line of linesOf(text, collector)) {
    yield;
    if (line.trim() === '') continue;
    const { value } = yield* parseJsonDocument(line, collector, collector.spot.line);
    addEntry(value, collector);
  }
}

export function* readJsonList(text: string, collector: Collector): Pieces {
  const { value, lineOf } = yield* parseJsonDocument(text, collector);
  const list = listIn(value, collector);
  for (const entry of list) {
    yield;
    collector.spot = { line: lineOf(typeof entry === 'object' && entry !== null ? entry : list) };
    addEntry(entry, collector);
  }
}

/** The list itself, that of the member `items`, or the only entry. */
function listIn(json: unknown, collector: Collector): unknown[] {
  if (Array.isArray(json)) return json;
  if (isObject(json) && Array.isArray(json.items)) {
    noteInner(json, 'items', collector);
    return json.items;
  }
  if (!isObject(json) || (json.items ?? undefined) !== undefined)
    throw collector.fault('the JSON is neither a list of values nor an object with items');
  const isNested = Object.values(json).some((each) => typeof each === 'object');
  if (isNested && missingColumn(columnsOf(Object.keys(json))) !== undefined)
    throw collector.fault('the values stand deeper in the JSON: give their list alone, or in a member items');
  return [json];
}

function addEntry(entry: unknown, collector: Collector): void {
  if (!isObject(entry)) throw collector.fault('the entry is not an object');
  const names = Object.keys(entry);
  const given = names.filter((name) => entry[name] !== null);
  const known = new Set(given.map(plain));
  // Of two members of one name, one that is null is ignored.
  const named = names.filter((name) => entry[name] !== null || !known.has(plain(name)));
  const columns = readColumns(named, 'fields', collector, given);
  const hasInner = noteInner(entry, columns.get('data'), collector);
  // Then `name` is the name of a group, not of a value.
  if (hasInner && !columns.has('data') && plain(columns.get('value') ?? '') === 'name') return;
  addRow(Object.fromEntries([...columns].map(([role, name]) => [role, entry[name]])), collector);
}

/** Notes the members that hold entries of their own, but for the one that is read; returns whether there are any. */
function noteInner(entry: JsonObject, read: string | undefined, collector: Collector): boolean {
  const inner = Object.keys(entry).filter((name) => name !== read && holdsEntry(entry[name]));
  for (const name of inner) collector.note('skipped', `what stands deeper in ${quote(name)} is not read`);
  return inner.length > 0;
}

/** A class says nothing of a value: other objects have one too. */
const holdsEntry = (member: unknown): boolean =>
  [member].flat().some((each) => {
    const { scope: _, ...fields } = isObject(each) ? Object.fromEntries(columnsOf(Object.keys(each))) : {};
    return new Set(Object.values(fields)).size > 1;
  });
