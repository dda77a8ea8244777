/** Entries → shard files: grouped by the leading bits of the key's SHA-256, English keys sorted, no clock, no locale. */

import { FALLBACK_LANGUAGE } from '../../runtime/answer/language.ts';
import { shardName, shardText } from '../../runtime/format/format.ts';
import { sha256Sync } from '../../runtime/format/keys.ts';
import { append, compare } from '../collections.ts';

/** Path below the version's folder, and content. */
export type File = [path: string, content: string | Uint8Array];

/** `entryOf` is called when its shard is written, so all entries are never in memory at once; undefined: no entry. */
export function* shardFiles<S>(
  index: string,
  bits: number,
  sources: Map<string, S>,
  entryOf: (source: S) => unknown = (source) => source,
): Generator<File> {
  for (const [name, keys] of shardKeys(sources, bits)) {
    const entries = keys.flatMap((key) => {
      const entry = entryOf(sources.get(key) as S);
      return entry === undefined ? [] : [[key, entry] as const];
    });
    yield* shardFile(`${index}/${name}`, entries);
  }
}

/**
 * Writes `<index>/<lang>` of each language. Each English entry is made once, for comparison with the other languages.
 * `ownIn`: what a language stores beside the English entry; undefined: nothing.
 */
export function* filesInLanguages<S, E>(
  { index, bits, languages }: { index: string; bits: number; languages: readonly string[] },
  sources: Map<string, S>,
  entryOf: (source: S, lang: string) => E,
  ownIn: (lang: string, own: E, english: E) => unknown,
): Generator<File> {
  for (const [name, keys] of shardKeys(sources, bits)) {
    const english = keys.map((key) => [key, entryOf(sources.get(key) as S, FALLBACK_LANGUAGE)] as const);
    const [file] = shardFile(`${index}/${FALLBACK_LANGUAGE}/${name}`, english);
    if (file === undefined) continue;
    yield file;
    const ordered = lastFirst(english, file[1] as Buffer);
    for (const lang of languages.filter((each) => each !== FALLBACK_LANGUAGE)) {
      const entries = ordered.flatMap(([key, inEnglish]) => {
        const own = ownIn(lang, entryOf(sources.get(key) as S, lang), inEnglish);
        return own === undefined ? [] : [[key, own] as const];
      });
      yield* shardFile(`${index}/${lang}/${name}`, entries);
    }
  }
}

/** gzip finds what stands at most 32 kB back. */
const REACH = 30_000;

/**
 * npm packs the shards of one name side by side, and a setting is much the same in all languages. So another language begins
 * with what ends the English shard: the package is 1 MB smaller.
 */
function lastFirst<T>(entries: readonly T[], shard: Buffer): readonly T[] {
  let first = entries.length;
  for (let at = shard.length; first > 0 && shard.length - at < REACH; first--)
    at = shard.lastIndexOf('\n', at - 1);
  return [...entries.slice(first), ...entries.slice(0, first)];
}

/** The keys of each shard, sorted. */
function shardKeys(sources: Map<string, unknown>, bits: number): Map<string, string[]> {
  const shards = new Map<string, string[]>();
  for (const key of sources.keys()) append(shards, shardName(sha256Sync(key), bits), key);
  for (const keys of shards.values()) keys.sort(compare);
  return shards;
}

function* shardFile(name: string, entries: readonly (readonly [string, unknown])[]): Generator<File> {
  // As bytes, since they are both hashed and written.
  if (entries.length > 0) yield [`${name}.json`, Buffer.from(shardText(entries))];
}
