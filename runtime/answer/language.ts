/** Which language a text is served in, with the warnings about it. */

import type { Match } from '../contract/match.ts';
import type { Dataset } from '../dataset/dataset.ts';
import type {
  CspEntry,
  EntrySentences,
  ListEntry,
  PairEntry,
  PairSentences,
  SettingEntry,
} from '../format/format.ts';
import { type Messages, textsIn } from '../messages/index.ts';
import { slugsOf } from './envelope.ts';

/** The language that texts fall back to. */
export const FALLBACK_LANGUAGE = 'en-US';

/** A setting with its title, where the vendor gives one, and the language of it. */
type ShownTitle = Pick<Match, 'slug' | 'lang' | 'displayName'>;

/** Titles served in another language than the requested one, and those that exist in none. */
export function languageWarnings(shown: readonly ShownTitle[], lang: string, texts: Messages): string[] {
  const untitled = shown.filter(({ displayName }) => displayName === undefined);
  const foreign = shown.filter(({ lang: own, displayName }) => displayName !== undefined && own !== lang);
  const warnings = [...new Set(foreign.map(({ lang: own }) => own))].map((served) =>
    texts.fallback(lang, served, slugsOf(foreign.filter(({ lang: own }) => own === served))),
  );
  if (untitled.length > 0) warnings.push(texts.noText(slugsOf(untitled)));
  return warnings;
}

interface SaidOf<W> {
  reason?: string;
  warnings: W[];
}

/** The sentences of an English entry, for a language that stores none of its own. */
export function englishIn<W>(
  { reason, warnings }: SaidOf<W>,
  shown: readonly ShownTitle[],
  lang: string,
): SaidOf<W | string> {
  const added = languageWarnings(shown, lang, textsIn(lang));
  return { ...(reason !== undefined && { reason }), warnings: [...new Set([...warnings, ...added])] };
}

interface InLanguages {
  csp: CspEntry;
  setting: SettingEntry;
  resolve: PairEntry;
  list: ListEntry;
}

type Entry = InLanguages[keyof InLanguages];
type Sentences = EntrySentences | PairSentences;

/** The entry of a key in a language; of a language that has none of its own the English one, with a warning. */
export async function lookupIn<Index extends keyof InLanguages>(
  dataset: Dataset,
  index: Index,
  key: string,
  lang: string,
): Promise<InLanguages[Index] | undefined> {
  const read = (own: string): Promise<Entry | Sentences | undefined> =>
    dataset.lookup(`${index}/${own}`, key);
  const own = lang === FALLBACK_LANGUAGE ? undefined : await read(lang);
  if (own !== undefined && isWhole(own)) return own as InLanguages[Index];
  // English has no entries of sentences alone.
  const english = (await read(FALLBACK_LANGUAGE)) as InLanguages[Index] | undefined;
  if (english === undefined || lang === FALLBACK_LANGUAGE) return english;
  return inLanguage(english, own, lang) as InLanguages[Index];
}

/** @param own the sentences that the language stores, where it stores any. */
function inLanguage(english: Entry, own: Sentences | undefined, lang: string): Entry {
  if ('any' in english) return pairIn(english, own as PairSentences | undefined, lang);
  // A language stores the lists of a key whole, or not at all.
  if ('answers' in english)
    return { ...english, answers: english.answers.map((pair) => pairIn(pair, undefined, lang)) };
  const sentences = own as EntrySentences | undefined;
  if (sentences !== undefined) return { ...english, ...sentences };
  const shown = 'matches' in english ? english.matches : [english.setting];
  return { ...english, ...englishIn(english, shown, lang) };
}

function pairIn(english: PairEntry, own: PairSentences | undefined, lang: string): PairEntry {
  const entry = { ...english };
  for (const hive of ['any', 'HKLM', 'HKCU'] as const) {
    const answer = english[hive];
    if (answer !== undefined)
      entry[hive] = { ...answer, ...(own?.[hive] ?? englishIn(answer, answer.matches, lang)) };
  }
  return entry;
}

function isWhole(entry: Entry | Sentences): entry is Entry {
  if ('any' in entry) return 'matches' in entry.any;
  return 'matches' in entry || 'setting' in entry || 'answers' in entry;
}
