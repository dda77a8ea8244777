/** Keeping brief answers within their size. */
import { isObject } from '../format/json.ts';

/** Bytes of a tool result that answers on many items: content and structured content together. */
export const LONG_ANSWER_BYTES = 8000;

/** Most entries of the lists, and most characters of the texts, of these names; warnings have no limit. */
export interface Limits {
  matches: number;
  values: number;
  elements: number;
  /** Hits of a search with more than slug and title. */
  hits: number;
  nearest: number;
  reason: number;
  title: number;
}

/** Contents are omitted before warnings are. */
export const LEVELS: readonly Limits[] = [
  { matches: 4, values: 12, elements: 30, hits: 10, nearest: 3, reason: 240, title: 80 },
  { matches: 4, values: 4, elements: 10, hits: 5, nearest: 3, reason: 120, title: 50 },
  { matches: 1, values: 3, elements: 4, hits: 2, nearest: 2, reason: 120, title: 40 },
  { matches: 1, values: 3, elements: 3, hits: 2, nearest: 2, reason: 120, title: 38 },
];

const LISTS: Readonly<Record<string, keyof Limits>> = {
  matches: 'matches',
  values: 'values',
  options: 'values',
  entries: 'values',
  patterns: 'values',
  writes: 'elements',
  elements: 'elements',
  stateValues: 'elements',
  former: 'elements',
  added: 'elements',
  removed: 'elements',
  changed: 'elements',
  facts: 'values',
  items: 'elements',
  undocumented: 'elements',
  candidates: 'elements',
  nearest: 'nearest',
  cspAlternatives: 'nearest',
};

const TEXTS: Readonly<Record<string, keyof Limits>> = {
  displayName: 'title',
  label: 'title',
  data: 'reason',
  before: 'reason',
  after: 'reason',
  reason: 'reason',
  minOs: 'reason',
  supportedOn: 'reason',
  noMdm: 'reason',
};

const encoder = new TextEncoder();

/** Bytes of its JSON in UTF-8. */
export const bytesOf = (value: unknown): number => encoder.encode(JSON.stringify(value)).length;

/** The result of the first level that fits, with the long text before the short one; else the last. */
export function firstFitting<T>(most: number, make: (limits: Limits) => (isLong: boolean) => T): T {
  let made: T[] = [];
  for (const limits of LEVELS) {
    made = [true, false].map(make(limits));
    const fitting = made.find((each) => bytesOf(each) <= most);
    if (fitting !== undefined) return fitting;
  }
  return made.at(-1) as T;
}

/** The text, or its beginning and “…”: an identifier that was cut in its middle is misread. */
export function cut(text: string, most: number): string;
export function cut(text: string | undefined, most: number): string | undefined;
export function cut(text: string | undefined, most: number): string | undefined {
  if (text === undefined || text.length <= most) return text;
  // At a blank, else before the last character: half a surrogate pair is none.
  return `${text.slice(0, most).replace(/(?<=.{20})\s+\S{0,60}$|[\ud800-\udbff]?.$/s, '')}…`;
}

/** How many entries were omitted, by the name of the list. */
export type Omitted = Record<string, number>;

/** The first of a list; the rest is counted. */
export function firstOf<T>(all: readonly T[], most: number, name: string, omitted: Omitted): T[] {
  if (all.length > most) omitted[name] = (omitted[name] ?? 0) + all.length - most;
  return all.slice(0, most);
}

/** The value with its lists and texts cut to their limits, and without members that are undefined or empty. */
export function shorten<T>(value: T, limits: Limits, omitted: Omitted, name = ''): T {
  if (typeof value === 'string') {
    const limit = TEXTS[name];
    if (limit === undefined) return value;
    return cut(value.replaceAll(/(?<!\s)\s*\n\s*/g, '; '), limits[limit]) as T;
  }
  if (Array.isArray(value)) {
    const limit = LISTS[name];
    const most = limit === undefined ? value.length : limits[limit];
    // An object in a list is not itself keyed by ids.
    const own = (each: unknown) => (isObject(each) ? '' : name);
    return firstOf(value, most, name, omitted).map((each) => shorten(each, limits, omitted, own(each))) as T;
  }
  if (!isObject(value)) return value;
  const names = Object.keys(value).filter((key) => value[key as keyof T] !== undefined);
  // The nodes of elements are an object by their ids.
  const most = name === 'elements' ? limits.elements : names.length;
  const members: [string, unknown][] = [];
  for (const key of firstOf(names, most, name, omitted)) {
    const each = shorten(value[key as keyof T], limits, omitted, key);
    if (key === 'matches' || !isEmpty(each)) members.push([key, each]);
  }
  return Object.fromEntries(members) as T;
}

function isEmpty(value: unknown): boolean {
  if (Array.isArray(value)) return value.length === 0;
  return value === undefined || (isObject(value) && Object.keys(value).length === 0);
}
