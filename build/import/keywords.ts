/**
 * Explanatory texts → keywords: the words of a setting's text that few other settings' texts have. The texts themselves
 * are not facts and cannot be reconstructed: keywords are single words in alphabetical order, at most {@link
 * MAX_KEYWORDS} per setting and language, and no two of a setting are neighbours in its text.
 */
import { terms, wholeWords } from '../../runtime/search/tokens.ts';
import { compare, getOrMake, once } from '../collections.ts';
import type { SettingFact } from '../facts/types.ts';
import type { KeywordFact } from '../facts/words.ts';
import { policyName } from '../join/index-settings.ts';

export const MAX_KEYWORDS = 14;
/** A word in more than this share of a language's texts does not distinguish settings. */
const MAX_SHARE = 0.03;
/** A share is meaningless in a small import. */
const MIN_COMMON = 30;
const MIN_LETTERS = 3;
const MAX_LETTERS = 24;
/** Words of only one text are as often typos as terms: they weigh no more than words of a few texts. */
const RARE = 4;

const ADDRESS = /\bhttps?:\/\/\S+/gi;

export interface Text {
  /** Whole words in the order of the text. */
  words: string[];
  /** Number of occurrences of each word, without words of addresses. */
  counts: Map<string, number>;
}

/** Language → keywords of one text, sorted; empty if the text has none. */
export type Keywords = Record<string, string[]>;

/** policyId in lower case → language → text. */
export type Texts = ReadonlyMap<string, ReadonlyMap<string, Text>>;

/**
 * `facts/word-frequencies.json`: language → number of texts at the time of counting, and the number of them that
 * contain each word; words of {@link RARE} texts or fewer are left out. Keywords are weighed by these figures and not
 * by the current texts, so that one vendor's new text does not change the keywords of all others.
 */
export type WordFrequencies = Record<string, { texts: number; words: Record<string, number> }>;

/**
 * `explanations`: policyId in lower case → language → text.
 * @param known Memoized results by text: versions of a source have most texts in common.
 */
export function readTexts(
  explanations: ReadonlyMap<string, Record<string, string>>,
  known = new Map<string, Text>(),
): Texts {
  const read = (text: string) => getOrMake(known, text, () => readText(text));
  return new Map(
    [...explanations].map(([id, texts]) => [
      id,
      new Map(Object.entries(texts).map(([lang, text]) => [lang, read(text)])),
    ]),
  );
}

/** `versions` oldest first: only the newest text of a setting in each language is counted. */
export function countWords(versions: readonly Texts[]): WordFrequencies {
  const newest = new Map<string, Map<string, Text>>();
  for (const texts of versions) {
    for (const [id, byLanguage] of texts) {
      for (const [lang, text] of byLanguage) getOrMake(newest, lang, () => new Map()).set(id, text);
    }
  }
  return Object.fromEntries(
    [...newest]
      .sort(([a], [b]) => compare(a, b))
      .map(([lang, texts]) => [lang, { texts: texts.size, words: frequentWords(texts.values()) }]),
  );
}

function frequentWords(texts: Iterable<Text>): Record<string, number> {
  const frequency = new Map<string, number>();
  for (const { counts } of texts)
    for (const word of counts.keys()) frequency.set(word, (frequency.get(word) ?? 0) + 1);
  const frequent = [...frequency].filter(([word, count]) => count > RARE && isTerm(word));
  return Object.fromEntries(frequent.sort(([a], [b]) => compare(a, b)));
}

/** The keywords of one version's settings, in each language that has a text. */
export function keywordsOf(
  texts: Texts,
  settings: ReadonlyMap<string, SettingFact>,
  frequencies: WordFrequencies,
): Map<string, Keywords> {
  const tables = tablesOf(frequencies);
  const found = new Map<string, Keywords>();
  for (const [id, byLanguage] of texts) {
    const setting = settings.get(id);
    if (!setting) continue;
    const keywords: Keywords = {};
    const names = namesOf(setting);
    for (const [lang, text] of byLanguage) {
      const named = new Set([...names, ...terms(setting.text[lang]?.displayName ?? '')]);
      keywords[lang] = pick(text, named, tables.get(lang) ?? frequencyOf());
    }
    found.set(id, keywords);
  }
  return found;
}

/** Lines of the file, sorted by slug; a setting without any keyword has none. */
export function keywordFacts(settings: readonly { slug: string; keywords: Keywords }[]): KeywordFact[] {
  return settings
    .flatMap(({ slug, keywords }): KeywordFact[] => {
      const some = Object.entries(keywords).filter(([, words]) => words.length > 0);
      if (some.length === 0) return [];
      return [Object.assign({ slug }, Object.fromEntries(some.sort(([a], [b]) => compare(a, b))))];
    })
    .sort((a, b) => compare(a.slug, b.slug));
}

export function keywordsIn({ slug: _, ...keywords }: KeywordFact): Keywords {
  return keywords as Keywords;
}

interface Frequency {
  /** Number of texts that contain a word. */
  of: (word: string) => number;
  /** A word in more texts than this does not distinguish settings. */
  limit: number;
}

const tablesOf = once(
  (frequencies: WordFrequencies) =>
    new Map(Object.entries(frequencies).map(([lang, table]) => [lang, frequencyOf(table)])),
);

function frequencyOf(table: WordFrequencies[string] = { texts: 0, words: {} }): Frequency {
  const words = new Map(Object.entries(table.words));
  return { of: (word) => words.get(word) ?? 0, limit: Math.max(MIN_COMMON, table.texts * MAX_SHARE) };
}

function readText(text: string): Text {
  const all = wholeWords(text);
  const prose = text.replace(ADDRESS, ' ');
  const counts = new Map<string, number>();
  for (const word of prose === text ? all : wholeWords(prose)) counts.set(word, (counts.get(word) ?? 0) + 1);
  return { words: all, counts };
}

/** Words that find the setting anyway, in every language. */
function namesOf(setting: SettingFact): string[] {
  const values = (setting.elements ?? []).map(({ valueName }) => valueName ?? '');
  return [policyName(setting), setting.valueName ?? '', ...values].flatMap(terms);
}

function pick({ words: all, counts }: Text, named: ReadonlySet<string>, { of, limit }: Frequency): string[] {
  const weighed: { word: string; weight: number }[] = [];
  for (const [word, count] of counts) {
    const df = of(word);
    if (df > limit || named.has(word) || !isTerm(word)) continue;
    weighed.push({ word, weight: (1 + Math.log(count)) / Math.log(1 + Math.max(df, RARE)) });
  }
  weighed.sort((a, b) => b.weight - a.weight || compare(a.word, b.word));
  const picked = new Set<string>();
  for (const { word } of weighed) {
    if (picked.size === MAX_KEYWORDS) break;
    const beside = [...neighboursOf(word, all)];
    if (!beside.some((each) => each === word || picked.has(each))) picked.add(word);
  }
  return [...picked].sort(compare);
}

function isTerm(word: string): boolean {
  return (
    word.length >= MIN_LETTERS &&
    word.length <= MAX_LETTERS &&
    /^[\p{L}\p{N}]*\p{L}[\p{L}\p{N}]*$/u.test(word)
  );
}

/** The words next to `word` anywhere in the text. */
function* neighboursOf(word: string, all: readonly string[]): Generator<string> {
  for (let at = all.indexOf(word); at !== -1; at = all.indexOf(word, at + 1)) {
    yield all[at - 1] ?? '';
    yield all[at + 1] ?? '';
  }
}
