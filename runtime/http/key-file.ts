/** The key file: SHA-256 hashes of API keys, so that whoever reads it cannot use it. Written by `hivecheck keys`. */
import * as v from 'valibot';

const entrySchema = v.object({
  id: v.pipe(v.string(), v.minLength(1)),
  note: v.string(),
  sha256: v.pipe(v.string(), v.regex(/^[\da-f]{64}$/)),
  created: v.pipe(v.string(), v.isoTimestamp()),
  revoked: v.optional(v.pipe(v.string(), v.isoTimestamp())),
});
const fileSchema = v.object({ keys: v.array(entrySchema) });

/** One key as the file has it; times are ISO 8601 UTC. */
export type KeyEntry = v.InferOutput<typeof entrySchema>;

/** A message for the operator that says what to do. */
export class KeyFileError extends Error {
  override readonly name = 'KeyFileError';
}

/** The keys in the text of a key file; `where` names it in the {@link KeyFileError} of one that cannot be used. */
export function parseKeyFile(text: string, where: string): KeyEntry[] {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    throw new KeyFileError(
      `${where}: not valid JSON. Restore it from a copy, or remove it and make a new one with “keys add”.`,
    );
  }
  const parsed = v.safeParse(fileSchema, json);
  if (parsed.success) return parsed.output.keys;
  const fault = v.getDotPath(parsed.issues[0]) ?? 'the whole file';
  throw new KeyFileError(`${where}: ${fault} is not as hivecheck writes it.`);
}

/** The keys by their hashes. */
export type KeysByHash = ReadonlyMap<string, KeyEntry>;

export function keysByHash(entries: readonly KeyEntry[]): KeysByHash {
  return new Map(entries.map((entry) => [entry.sha256, entry]));
}

/**
 * The id of the key that has this hash, unless it is revoked. The same work for a missing, an unknown, a revoked and a
 * valid key: one hash, one look-up. How long that takes tells an attacker nothing, as he cannot choose a hash's leading
 * bits cheaply.
 */
export function validKeyId(keys: KeysByHash, sha256: string): string | undefined {
  const entry = keys.get(sha256);
  return entry?.revoked === undefined ? entry?.id : undefined;
}
