/**
 * A text that limits the releases: “… only”, “A through B”, “A up to Version 1703”, “Not supported on B or later”, or a
 * list without “at least”. Such a list states what it names; it excludes others only with one of these words, or with
 * logic of the definition that ends before them. All else stays open.
 */
import type { NamedBuilds, SupportedOnFloor } from '../../runtime/format/format.ts';
import { type Build, compareBuilds } from '../../runtime/verdict/builds.ts';
import type { IndexedRelease, ProductLine, Releases } from '../../runtime/verdict/releases.ts';
import { optional } from '../collections.ts';
import type { SupportLogic } from '../facts/types.ts';
import { type Hull, hullOf, indexOf } from './logic.ts';
import { highest, type NamedRelease, ReleaseWords, Unreadable } from './release-words.ts';

const BOUNDS =
  /\b(?:only|through|up to|until|to|not supported|no longer|excluding|except|before|earlier|prior)\b/;

export function isClosed(plain: string): boolean {
  return BOUNDS.test(plain);
}

interface Item extends NamedRelease {
  /** “At least” or “from”: the release is a start. */
  isStart?: boolean;
  /** The item ends with `last`: “through”, “up to”. */
  isEnded?: boolean;
}

interface Reading {
  items: Item[];
  only: boolean;
  /** “Not supported on Windows 10 or later”. */
  notOn?: NamedRelease;
}

/** Throws {@link Unreadable} if a word is not understood. */
export function readClosed(
  plain: string,
  releases: Releases,
  logic: SupportLogic | undefined,
): SupportedOnFloor {
  const reading = new ClosedParser(plain, releases).text();
  const hull = hullOf(logic);
  const why = isClosed(plain) ? 'bounded' : 'closed';
  const floor: SupportedOnFloor = {
    ...optional('client', lineOf('client', reading, hull, releases)),
    ...optional('server', lineOf('server', reading, hull, releases)),
  };
  const isPlain = Object.values(floor).every((rule) => typeof rule === 'string');
  return isPlain ? floor : { ...floor, why };
}

class ClosedParser {
  readonly #words: ReleaseWords;
  readonly #reading: Reading = { items: [], only: false };
  #isStart = false;

  constructor(plain: string, releases: Releases) {
    this.#words = new ReleaseWords(plain, releases);
  }

  text(): Reading {
    const words = this.#words;
    words.take('supported');
    this.#only();
    this.#item();
    while (!words.done) {
      if (words.take('through') || words.take('to')) this.#ends();
      else if (!this.#filler()) this.#next();
    }
    return this.#reading;
  }

  #only(): boolean {
    if (!this.#words.take('only')) return false;
    this.#reading.only = true;
    return true;
  }

  /** Words after a list that limit it as a whole, or have no further meaning. */
  #filler(): boolean {
    const words = this.#words;
    if (this.#only() || words.take('operating', 'systems')) return true;
    if (words.take('.')) {
      if (words.done) return true;
      if (!words.take('not', 'supported', 'on')) throw new Unreadable('unreadable');
      this.#reading.notOn = words.release();
      words.takeLater();
      return true;
    }
    return (
      words.take(',', 'excluding', 'windows', 'rt') ||
      words.take('with', 'most', 'current', 'service', 'pack') ||
      words.take('(', 'and', 'their', 'subsequent', 'service', 'packs', ')')
    );
  }

  #next(): void {
    const comma = this.#words.take(',');
    if (!this.#words.take('or') && !this.#words.take('and') && !comma) throw new Unreadable('unreadable');
    this.#item();
  }

  #item(): void {
    const words = this.#words;
    // “At least A, B or C”: the words apply to all that follow.
    this.#isStart =
      words.take('at', 'least') ||
      words.take('windows', 'operating', 'systems', 'from') ||
      words.take('versions', 'of', 'windows', 'from') ||
      this.#isStart;
    const item: Item = { ...words.release(), isStart: this.#isStart };
    if (words.take('up', 'to', 'version')) {
      item.last = words.labelled(item.family, words.next()).parsed;
      item.isEnded = true;
    }
    this.#reading.items.push(item);
  }

  /** “through A or B”: each ends the starts of its own line; a line without a start has only an end. */
  #ends(): void {
    const starts = this.#reading.items.filter(({ isEnded }) => !isEnded);
    do {
      const end: Item = { ...this.#words.release(), isEnded: true };
      const own = starts.filter(({ line }) => line === end.line);
      for (const start of own) Object.assign(start, { last: end.last, isStart: true, isEnded: true });
      if (own.length === 0) this.#reading.items.push(end);
    } while (this.#words.take('or'));
    this.#isStart = false;
  }
}

/** Undefined: the text states nothing on the line. */
function lineOf(
  line: ProductLine,
  reading: Reading,
  hull: Hull | undefined,
  releases: Releases,
): string | NamedBuilds | undefined {
  const rows = releases.all.filter((row) => row.line === line);
  const items = bounded(reading, line, rows);
  if (items.length === 0) return isEnded(reading) && hull !== undefined ? unnamed(rows, hull) : undefined;
  if (items.every(({ isStart, isEnded: ends }) => isStart && !ends) && !isEnded(reading)) {
    return [...new Set(items.map(({ build }) => build.text))].join(' | ');
  }
  const first = items[0]?.build;
  const last = highest(items.map((item) => item.last));
  if (first === undefined || last === undefined) return undefined;
  const starts = startOf(items, first, reading, hull, rows);
  const ends = endOf(items, last, reading, hull, rows);
  return {
    named: runs(items, rows),
    ...(starts !== undefined && { starts: starts.text }),
    ...(ends !== undefined && { ends: ends.text }),
  };
}

const isEnded = ({ items, only, notOn }: Reading) =>
  only || notOn !== undefined || items.some((item) => item.isEnded);

/** The items of a line, lowest first, with their ends: a family beside its own version ends at that version. */
function bounded(
  { items, only, notOn }: Reading,
  line: ProductLine,
  rows: readonly IndexedRelease[],
): Item[] {
  const before = notOn && rows.filter(({ parsed }) => parsed.order < notOn.build.order).at(-1)?.parsed;
  return items
    .filter((item) => item.line === line)
    .map((item) => {
      const versions = items.filter(({ family, label }) => family === item.family && label !== undefined);
      const version = highest(versions.map(({ last }) => last));
      if (item.label === undefined && version !== undefined) return { ...item, last: version };
      // “At least” without an end of its own ends before what is excluded.
      return item.isStart && !item.isEnded && !only && before !== undefined
        ? { ...item, last: before }
        : item;
    })
    .sort((a, b) => compareBuilds(a.build, b.build));
}

/** Runs of named builds; two are merged if no release is between them. */
function runs(items: readonly Item[], rows: readonly IndexedRelease[]): NamedBuilds['named'] {
  const merged: { from: Build; to: Build }[] = [];
  for (const { build: from, last: to } of items) {
    const known = merged.at(-1);
    const isNext =
      known !== undefined &&
      !rows.some(({ parsed }) => parsed.order > known.to.order && parsed.order < from.order);
    if (!isNext) merged.push({ from, to });
    else if (to.order > known.to.order) known.to = to;
  }
  return merged.map(({ from, to }) => ({ from: from.text, to: to.text }));
}

function startOf(
  items: readonly Item[],
  first: Build,
  { only }: Reading,
  hull: Hull | undefined,
  rows: readonly IndexedRelease[],
): Build | undefined {
  if (items[0]?.isStart) return first;
  if (hull === undefined) return only ? first : undefined;
  const inside = rows.find((row) => indexOf(row) >= hull.min);
  return inside !== undefined && inside.parsed.order < first.order ? inside.parsed : first;
}

function endOf(
  items: readonly Item[],
  last: Build,
  { only, notOn, items: all }: Reading,
  hull: Hull | undefined,
  rows: readonly IndexedRelease[],
): Build | undefined {
  // “Windows 10” as the newest item does not exclude Windows 11, unless the list is from its time or has “only”.
  const newest = items.at(-1);
  const isOpen = newest?.family === 'Windows 10' && newest.label === undefined && !newest.isEnded;
  const isLate = all.some((item) => item.line === 'server' && item.last.order >= 10_020_348);
  const versions = all.some(({ family, label }) => family === 'Windows 10' && label !== undefined);
  if (isOpen && !only && !isLate && !versions) return undefined;
  if (newest?.family === 'Windows 11' && !newest.isEnded && !only) return undefined;
  const isLineEnded = only || items.some((item) => item.isEnded) || notOn?.line === newest?.line;
  if (isLineEnded || (isOpen && isLate)) return last;
  const inside = hull && rows.filter((row) => indexOf(row) <= hull.max).at(-1);
  if (inside === undefined || hull?.max === Number.POSITIVE_INFINITY) return undefined;
  return inside.parsed.order > last.order ? inside.parsed : last;
}

/** A line that an ended text does not name: releases outside the logic are excluded. */
function unnamed(rows: readonly IndexedRelease[], { min, max }: Hull): NamedBuilds | undefined {
  const inside = rows.filter((row) => indexOf(row) >= min && indexOf(row) <= max);
  const [first] = inside;
  const last = inside.at(-1);
  if (first === undefined || last === undefined) return { named: [], never: true };
  const starts = first === rows[0] ? {} : { starts: first.parsed.text };
  const ends = last === rows.at(-1) ? {} : { ends: last.parsed.text };
  return Object.keys({ ...starts, ...ends }).length === 0 ? undefined : { named: [], ...starts, ...ends };
}
