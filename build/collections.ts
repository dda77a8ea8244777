/** Small helpers for every step of the build. */

/** Code-unit order: the same on every machine and locale. */
export function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** Joins the first `most` names and the number of the others. */
export function listed(names: readonly string[], most: number): string {
  return namedFirst(names, most).join(', ');
}

/** The first names, and how many more there are. */
export function namedFirst(names: readonly string[], most: number): string[] {
  const more = names.length > most ? [`… and ${names.length - most} more`] : [];
  return [...names.slice(0, most), ...more];
}

/** What a map has under a key; made, and kept there, if it has nothing. */
export function getOrMake<K, V>(
  map: { get: (key: K) => V | undefined; set: (key: K, value: V) => unknown },
  key: K,
  make: () => V,
): V {
  const found = map.get(key) ?? make();
  map.set(key, found);
  return found;
}

/** Memoizes `make` per object, for the object's lifetime. The result is shared: never change it. */
export function once<K extends object, T>(make: (key: K) => T): (key: K) => T {
  const known = new WeakMap<K, T>();
  return (key) => getOrMake(known, key, () => make(key));
}

/** `{name: value}`, or `{}` if the value is undefined: an absent fact has no key. */
export function optional<K extends string, V>(name: K, value: V | undefined): { [key in K]?: V } {
  return (value === undefined ? {} : { [name]: value }) as { [key in K]?: V };
}

/** The members of these names, in this order, without those that are undefined. */
export function picked<T extends object, K extends keyof T>(
  object: T,
  ...names: K[]
): { [P in keyof Pick<T, K>]: Exclude<T[P], undefined> } {
  return Object.assign({}, ...names.map((name) => optional(name as string, object[name])));
}

/**
 * For objects that are only written as JSON, which omits undefined members: {@link optional} in objects of many members
 * would take a tenth of a compilation.
 */
export function forJson<T>(object: { [K in keyof T]: T[K] | undefined }): T {
  return object as T;
}

/** Appends to the list that a map has under a key. */
export function append<K, V>(map: Map<K, V[]>, key: K, value: V): void {
  getOrMake(map, key, () => []).push(value);
}

/** The number of a text in the order in which texts come; `known` has those of before. */
export const numberIn = (known: Map<string, number>, text: string) =>
  getOrMake(known, text, () => known.size);

/** The second and later occurrences of an id. */
export function repeated(ids: readonly string[]): string[] {
  const seen = new Set<string>();
  return ids.filter((id) => seen.size === seen.add(id).size);
}

/** Runs `work` on `limit` items at a time. @returns Its results in the order of the items. */
export async function sideBySide<T, R>(
  items: readonly T[],
  limit: number,
  work: (item: T) => Promise<R>,
): Promise<R[]> {
  const results: R[] = new Array(items.length);
  const queue = items.entries();
  const worker = async () => {
    for (const [at, item] of queue) results[at] = await work(item);
  };
  await Promise.all(Array.from({ length: limit }, worker));
  return results;
}
