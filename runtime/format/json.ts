/** Helpers for parsed JSON. */

export type JsonObject = Record<string, unknown>;

export function isObject(json: unknown): json is JsonObject {
  return typeof json === 'object' && json !== null && !Array.isArray(json);
}

const decoder = new TextDecoder();

/** The value of JSON in UTF-8. */
export function parseBytes<T>(json: Uint8Array): T {
  return JSON.parse(decoder.decode(json)) as T;
}

/** A value of JSON as text. `String` would call its members `toString` and `valueOf`. */
export function jsonText(value: unknown): string {
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

/** Whether two values of plain data are equal; their members must stand in the same order. */
export function sameData(a: unknown, b: unknown): boolean {
  return a === b || JSON.stringify(a) === JSON.stringify(b);
}
