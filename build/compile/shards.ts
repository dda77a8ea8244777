/** Entries → shard files: grouped by the leading bits of the key's SHA-256, keys sorted, no clock, no locale. */

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
    const english = keys.map((key) => entryOf(sources.get(key) as S, FALLBACK_LANGUAGE));
    for (const lang of languages) {
      const entries = keys.flatMap((key, at) => {
        const inEnglish = english[at] as E;
        const isEnglish = lang === FALLBACK_LANGUAGE;
        const own = isEnglish ? inEnglish : ownIn(lang, entryOf(sources.get(key) as S, lang), inEnglish);
        return own === undefined ? [] : [[key, own] as const];
      });
      yield* shardFile(`${index}/${lang}/${name}`, entries);
    }
  }
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
