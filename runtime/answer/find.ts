/** What writes a registry pair: the settings that name it, and those that keep a list under its key. */
import type { ByteString } from '../bytes.ts';
import type { Dataset } from '../dataset/dataset.ts';
import type { Messages } from '../messages/index.ts';
import { type ParsedKey, pairKey } from '../normalize.ts';
import {
  type KnownMatch,
  type KnownPair,
  keepList,
  keepPair,
  type Named,
  named,
  startOf,
} from './known-match.ts';

/** A pair that is asked for. */
export interface Wanted {
  dataset: Dataset;
  parsed: ParsedKey;
  /** Normalized. */
  value: string;
  texts: Messages;
}

export interface Found {
  /** The normalized key that was evaluated. */
  key: string;
  /** What `startOf` says of key and value. */
  start: ByteString;
  /** What writes the pair. */
  named: Named;
  notes: readonly string[];
}

/** At once where all that is asked for is loaded. */
export function find(wanted: Wanted): Found | Promise<Found> {
  return findFrom(wanted, 0, []);
}

/** The key as it came wins before its slashes are read as separators: real key names hold slashes. */
function findFrom(wanted: Wanted, at: number, notes: readonly string[]): Found | Promise<Found> {
  const { dataset, parsed, value } = wanted;
  const key = parsed.keys[at];
  if (key === undefined) return foundNothing(wanted, parsed.keys.at(-1) ?? '', notes);
  // Both are asked for before either is waited for, and what is loaded is not waited for at all.
  const pair = dataset.lookup('resolve', pairKey(key, value), keepPair);
  // Nearly every question ends here.
  if (pair !== undefined && !(pair instanceof Promise) && pair.alone) {
    return { key, start: pair.start, named: pair, notes };
  }
  const list = dataset.lookup('list', key, keepList);
  return pair instanceof Promise || list instanceof Promise
    ? Promise.all([pair, list]).then((both) => weigh(wanted, at, notes, ...both))
    : weigh(wanted, at, notes, pair, list);
}

function weigh(
  wanted: Wanted,
  at: number,
  notes: readonly string[],
  pair: KnownPair | undefined,
  list: readonly KnownMatch[] | undefined,
): Found | Promise<Found> {
  const { parsed, value, texts } = wanted;
  const key = parsed.keys[at] ?? '';
  if (pair !== undefined && list === undefined) {
    pair.alone = true;
    return { key, start: pair.start, named: pair, notes };
  }
  const lists = (list ?? []).filter((match) => isListed(match, value));
  const matches = [...(pair?.matches ?? []), ...lists];
  if (matches.length > 0) {
    const lines = lists.map(({ slug }) => texts.list(slug));
    return { key, start: startOf(key, value), named: named(matches), notes: lines };
  }
  const others = (list ?? []).map(({ slug, list: facts }) => texts.listOnly(slug, facts?.valuePrefix ?? ''));
  return findFrom(wanted, at + 1, [...notes, ...others]);
}

export function foundNothing({ value }: Wanted, key: string, notes: readonly string[]): Found {
  return { key, start: startOf(key, value), named: NOTHING, notes };
}

const NOTHING = named([]);

/** Without a prefix the name is the administrator's; with one it is the prefix and a number. */
function isListed({ list }: KnownMatch, value: string): boolean {
  if (!list || value === '') return false;
  if (list.explicitValue || list.valuePrefix === undefined) return true;
  const prefix = list.valuePrefix.toLowerCase();
  return value.startsWith(prefix) && /^\d+$/.test(value.slice(prefix.length));
}
