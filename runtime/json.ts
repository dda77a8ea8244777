/** What JSON can be. */

export type JsonObject = Record<string, unknown>;

export function isObject(json: unknown): json is JsonObject {
  return typeof json === 'object' && json !== null && !Array.isArray(json);
}
