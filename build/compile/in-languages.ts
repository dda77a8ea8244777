/** Stored entries of answers, in each language that differs from English. */
import { isDeepStrictEqual } from 'node:util';
import { englishIn } from '../../runtime/answer/language.ts';
import type {
  CspEntry,
  EntrySentences,
  ListEntry,
  PairEntry,
  PairSentences,
  SettingEntry,
  StoredAnswer,
} from '../../runtime/format/format.ts';

/**
 * Entry to store for `lang`: undefined if the reader can make it from the English one, the sentences alone if they are
 * the only difference.
 */
export function ownIn<E extends CspEntry | SettingEntry>(
  lang: string,
  own: E,
  english: E,
): E | EntrySentences | undefined {
  if (!differInSentencesOnly(own, english)) return own;
  const sentences = sentencesOf(own);
  const shown = 'matches' in english ? english.matches : [english.setting];
  return isDeepStrictEqual(sentences, englishIn(sentencesOf(english), shown, lang)) ? undefined : sentences;
}

/** The same for the answers of each hive. */
export function ownPairIn(
  lang: string,
  own: PairEntry,
  english: PairEntry,
): PairEntry | PairSentences | undefined {
  const hives = Object.keys(own) as (keyof PairEntry)[];
  const pairs = hives.map((hive) => [hive, own[hive], english[hive]] as const);
  const alike = pairs.every(([, a, b]) => a && b && differInSentencesOnly(a, b));
  if (!alike || !isDeepStrictEqual(hives, Object.keys(english))) return own;
  const isMade = (a: StoredAnswer, b: StoredAnswer) =>
    isDeepStrictEqual(sentencesOf(a), englishIn(sentencesOf(b), b.matches, lang));
  if (pairs.every(([, a, b]) => a && b && isMade(a, b))) return undefined;
  return Object.fromEntries(pairs.map(([hive, a]) => [hive, a && sentencesOf(a)])) as PairSentences;
}

/** The same for the lists of a key. */
export function ownListIn(lang: string, own: ListEntry, english: ListEntry): ListEntry | undefined {
  const answersOf = ({ answers }: ListEntry) => answers.map(({ prefix: _, ...pair }): PairEntry => pair);
  const inEnglish = answersOf(english);
  const isMade = (pair: PairEntry, at: number) => {
    const other = inEnglish[at];
    return other !== undefined && ownPairIn(lang, pair, other) === undefined;
  };
  return answersOf(own).every(isMade) ? undefined : own;
}

type Sentences<W> = { reason?: string; warnings: W[] };

function differInSentencesOnly<T extends Sentences<unknown>>(a: T, b: T): boolean {
  const rest = ({ reason: _, warnings: __, ...others }: T) => others;
  return isDeepStrictEqual(rest(a), rest(b));
}

function sentencesOf<W>({ reason, warnings }: Sentences<W>): Sentences<W> {
  return { ...(reason !== undefined && { reason }), warnings };
}
