/** Entries that answers are read from, in each language that has something of its own. */
import { englishIn, FALLBACK_LANGUAGE, shownIn } from '../../runtime/answer/language.ts';
import type { CspEntry, EntrySentences, SettingEntry } from '../../runtime/format/format.ts';

/**
 * What `lang` stores of an entry: nothing where the reader makes the same of the English one, the sentences alone where
 * they are the only difference.
 */
export function ownIn<E extends CspEntry | SettingEntry>(
  lang: string,
  own: E,
  english: E,
): E | EntrySentences | undefined {
  if (lang === FALLBACK_LANGUAGE) return own;
  const { reason, warnings, ...rest } = own;
  const { reason: _, warnings: __, ...englishRest } = english;
  if (JSON.stringify(rest) !== JSON.stringify(englishRest)) return own;
  const made = englishIn(english, shownIn(english), lang);
  if (reason === made.reason && JSON.stringify(warnings) === JSON.stringify(made.warnings)) return undefined;
  return { ...(reason !== undefined && { reason }), warnings };
}
