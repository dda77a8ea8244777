/**
 * Explanatory texts → keywords: the words of a setting's text that few other settings' texts have. The texts
 * themselves are not facts, and nothing of them can be read off: keywords are single words in alphabetical order,
 * at most {@link MAX_KEYWORDS} a setting and language, and no two of a setting are neighbours in its text.
 */
import { terms, words } from '../../runtime/search/tokens.ts';
import { compare } from '../collections.ts';
import type { SettingFact } from '../facts/types.ts';
import { policyName } from '../join/index-settings.ts';

/** A line of `facts/keywords.jsonl`: slug, and per language the keywords, lower case, accents folded, sorted. */
export type KeywordFact = { slug: string } & Record<string, string | string[]>;

export const MAX_KEYWORDS = 14;
/** A word in more than this share of a language's texts tells no setting from another. */
const MAX_SHARE = 0.03;
/** Share is meaningless in a small import. */
const MIN_COMMON = 30;
const MIN_LETTERS = 3;
const MAX_LETTERS = 24;
/** Words that only one text has are as often typos as terms: they tell no more than words of a few. */
const RARE = 4;

const ADDRESS = /\bhttps?:\/\/\S+/gi;

interface Text {
  /** Whole words in the text's order. */
  words: string[];
  /** How often each stands in it; words of addresses left out. */
  counts: Map<string, number>;
}

/** Collects texts of all versions and languages; a later text of the same setting and language replaces the earlier. */
export class KeywordCollector {
  /** Language → policyId in lower case → text. */
  readonly #texts = new Map<string, Map<string, Text>>();

  /** `explanations`: policyId in lower case → language → text. */
  add(explanations: ReadonlyMap<string, Record<string, string>>): void {
    for (const [id, byLanguage] of explanations) {
      for (const [lang, text] of Object.entries(byLanguage)) {
        const known = this.#texts.get(lang) ?? new Map<string, Text>();
        this.#texts.set(lang, known.set(id, readText(text)));
      }
    }
  }

  /** The keywords of `settings`, by slug; settings without any are left out. */
  finish(settings: readonly SettingFact[]): KeywordFact[] {
    const languages = [...this.#texts].sort(([a], [b]) => compare(a, b));
    const frequencies = new Map(languages.map(([lang, texts]) => [lang, frequencyOf(texts)]));
    const facts: KeywordFact[] = [];
    for (const setting of settings) {
      const fact: KeywordFact = { slug: setting.slug };
      for (const [lang, texts] of languages) {
        const text = texts.get(setting.policyId.toLowerCase());
        if (!text) continue;
        const limit = Math.max(MIN_COMMON, texts.size * MAX_SHARE);
        const keywords = pick(text, namedWords(setting, lang), frequencies.get(lang) ?? new Map(), limit);
        if (keywords.length > 0) fact[lang] = keywords;
      }
      if (Object.keys(fact).length > 1) facts.push(fact);
    }
    return facts.sort((a, b) => compare(a.slug, b.slug));
  }
}

function readText(text: string): Text {
  const counts = new Map<string, number>();
  for (const { whole } of words(text.replace(ADDRESS, ' '))) counts.set(whole, (counts.get(whole) ?? 0) + 1);
  return { words: words(text).map(({ whole }) => whole), counts };
}

/** Word → in how many texts. */
function frequencyOf(texts: ReadonlyMap<string, Text>): Map<string, number> {
  const frequency = new Map<string, number>();
  for (const { counts } of texts.values())
    for (const word of counts.keys()) frequency.set(word, (frequency.get(word) ?? 0) + 1);
  return frequency;
}

/** What the setting is found by anyway. */
function namedWords(setting: SettingFact, lang: string): Set<string> {
  const title = setting.text[lang]?.displayName ?? '';
  const values = (setting.elements ?? []).map(({ valueName }) => valueName ?? '');
  const names = [title, policyName(setting), setting.valueName ?? '', ...values];
  return new Set(names.flatMap(terms));
}

function pick(
  { words: all, counts }: Text,
  named: ReadonlySet<string>,
  frequency: ReadonlyMap<string, number>,
  limit: number,
): string[] {
  const weighed: [word: string, weight: number][] = [];
  for (const [word, count] of counts) {
    const df = frequency.get(word) ?? 0;
    if (df > limit || named.has(word) || !isTerm(word)) continue;
    weighed.push([word, (1 + Math.log(count)) / Math.log(1 + Math.max(df, RARE))]);
  }
  weighed.sort(([a, more], [b, less]) => less - more || compare(a, b));
  const neighbours = neighboursIn(all);
  const picked = new Set<string>();
  for (const [word] of weighed) {
    if (picked.size === MAX_KEYWORDS) break;
    const beside = neighbours.get(word) ?? new Set();
    if (!beside.has(word) && ![...beside].some((each) => picked.has(each))) picked.add(word);
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

/** Word → the words that stand next to it anywhere in the text. */
function neighboursIn(all: readonly string[]): Map<string, Set<string>> {
  const neighbours = new Map<string, Set<string>>();
  const add = (a: string, b: string) => neighbours.set(a, (neighbours.get(a) ?? new Set()).add(b));
  for (const [at, word] of all.entries()) {
    const next = all[at + 1];
    if (next === undefined) break;
    add(word, next);
    add(next, word);
  }
  return neighbours;
}
