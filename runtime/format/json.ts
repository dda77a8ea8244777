/** What JSON can be. */

export type JsonObject = Record<string, unknown>;

export function isObject(json: unknown): json is JsonObject {
  return typeof json === 'object' && json !== null && !Array.isArray(json);
}

/** A value of JSON as text. `String` would call its members `toString` and `valueOf`. */
export function jsonText(value: unknown): string {
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

/** Plain data that shares nothing with the given one. */
export function copyOf<T>(data: T): T {
  if (typeof data !== 'object' || data === null) return data;
  if (Array.isArray(data)) return data.map(copyOf) as T;
  return Object.fromEntries(Object.entries(data).map(([name, value]) => [name, copyOf(value)])) as T;
}

/** Whether two values of plain data are equal; their members must stand in the same order. */
export function sameData(a: unknown, b: unknown): boolean {
  return a === b || JSON.stringify(a) === JSON.stringify(b);
}
