/** The values that a file writes, by key: an instruction further down may delete them with their key. */
import { parseKey } from '../normalize.ts';
import type { Item } from './types.ts';

type Pair = { key: string; value: string };

/** `values`: all of the key; `tree`: those of its subkeys too; else the one of that name. */
export type Reach = 'values' | 'tree' | { name: string };

class Key {
  /** By name in lower case. */
  readonly values = new Map<string, Pair>();
  readonly keys = new Map<string, Key>();
}

/** Filled when the first instruction asks: most files have none. Each value is filed and taken once. */
export class FileWrites {
  readonly #root = new Key();
  #read = 0;

  /** Takes out the values among the items of the file so far that a deletion reaches. */
  *take(items: readonly Item[], key: string, reach: Reach): Generator<Pair> {
    for (; this.#read < items.length; this.#read++) this.#file(items[this.#read]);
    const path = pathOf(key);
    const last = path.pop() ?? '';
    const parent = this.#at(path);
    const found = parent?.keys.get(last);
    if (found === undefined) return;
    if (reach === 'tree') {
      parent?.keys.delete(last);
      yield* below(found);
    } else {
      const names = reach === 'values' ? [...found.values.keys()] : [reach.name.toLowerCase()];
      for (const name of names) {
        const pair = found.values.get(name);
        found.values.delete(name);
        if (pair !== undefined) yield pair;
      }
    }
  }

  #file(item: Item | undefined): void {
    if (item === undefined || !('key' in item)) return;
    const { key, value } = item;
    const values = this.#at(pathOf(key), !item.delete)?.values;
    if (item.delete) values?.delete(value.toLowerCase());
    else values?.set(value.toLowerCase(), { key, value });
  }

  #at(path: readonly string[], make = false): Key | undefined {
    let at: Key | undefined = this.#root;
    for (const name of path) {
      const next: Key | undefined = at.keys.get(name) ?? (make ? new Key() : undefined);
      if (next === undefined) return undefined;
      at.keys.set(name, next);
      at = next;
    }
    return at;
  }
}

/** In any spelling of the hive. */
function pathOf(key: string): string[] {
  const { hive, key: path } = parseKey(key);
  return [hive ?? '', ...(path === '' ? [] : path.split('\\'))];
}

/** A file may nest keys deeper than calls may. */
function* below(top: Key): Generator<Pair> {
  const open = [top];
  for (let key = open.pop(); key !== undefined; key = open.pop()) {
    yield* key.values.values();
    open.push(...key.keys.values());
  }
}
