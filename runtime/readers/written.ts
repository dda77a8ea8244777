/** The values that a file writes, by key: an instruction further down may delete them with their key. */
import { normalizeKeyForBuild, parseKey } from '../format/keys.ts';
import { ReadFault } from './fault.ts';
import { type Item, MAX_DEPTH } from './types.ts';

type Pair = { key: string; value: string };

/** `values`: all values of the key; `tree`: also of its subkeys; else those of some subkeys, or the named value. */
export type DeletedScope = 'values' | 'tree' | { subkeys: readonly string[] } | { name: string };

class Key {
  /** Values by name in lower case. */
  readonly values = new Map<string, Pair>();
  readonly keys = new Map<string, Key>();
}

/**
 * Filled at the first instruction, because most files have none. Each value is added and removed at most once, and each
 * key is parsed once for all its values and for all names of an instruction: both may be long.
 */
export class FileWrites {
  readonly #literal: boolean;
  readonly #root = new Key();
  #read: number;
  #last: { key: string; path: readonly string[] } = { key: '', path: [''] };

  /** @param from Items before this one are left out. */
  constructor(literal: boolean, from = 0) {
    this.#literal = literal;
    this.#read = from;
  }

  /** Yields the earlier values of the file that a deletion covers. The items that delete them are in the next `items`. */
  *deleteMatching(items: readonly Item[], key: string, scope: DeletedScope): Generator<Pair> {
    for (; this.#read < items.length; this.#read++) this.#file(items[this.#read]);
    const path = pathOf(key, this.#literal);
    const found = at(this.#root, path);
    if (found === undefined) return;
    if (scope === 'tree') return yield* takeTree(found);
    if (typeof scope === 'object' && 'subkeys' in scope) {
      for (const name of scope.subkeys) yield* takeTree(at(found, normalizeKeyForBuild(name).split('\\')));
      return;
    }
    if (scope === 'values') return yield* found.values.values();
    const pair = found.values.get(scope.name.toLowerCase());
    if (pair !== undefined) yield pair;
  }

  #file(item: Item | undefined): void {
    if (item === undefined || !('key' in item)) return;
    const { key, value, at: place } = item;
    if (key !== this.#last.key) this.#last = { key, path: pathOf(key, this.#literal) };
    // A thousand keys of 1,024 characters have half a million parts.
    if (this.#last.path.length > MAX_DEPTH)
      throw new ReadFault(`parts of a key nest more than ${MAX_DEPTH} deep`, place);
    const values = at(this.#root, this.#last.path, !item.delete)?.values;
    if (item.delete) values?.delete(value.toLowerCase());
    else values?.set(value.toLowerCase(), { key, value });
  }
}

function at(top: Key, path: readonly string[], make = false): Key | undefined {
  let found = top;
  for (const name of path) {
    const next = found.keys.get(name) ?? (make ? new Key() : undefined);
    if (next === undefined) return undefined;
    found.keys.set(name, next);
    found = next;
  }
  return found;
}

/** The parts of a key, in any spelling of the hive. */
function pathOf(key: string, literal: boolean): string[] {
  const { hive, key: path } = parseKey(key, literal);
  return [hive ?? '', ...(path === '' ? [] : path.split('\\'))];
}

/** Not recursive: a file may nest keys deeper than the call stack allows. */
function* takeTree(top: Key | undefined): Generator<Pair> {
  const open = [top];
  for (let key = open.pop(); key !== undefined; key = open.pop()) {
    yield* key.values.values();
    open.push(...key.keys.values());
    key.values.clear();
    key.keys.clear();
  }
}
