/** Lists of keywords, and what must not be in them. */

import type { KeywordFact } from '../../build/facts/words.ts';
import { MAX_KEYWORDS } from '../../build/import/keywords.ts';
import { wholeWords } from '../../runtime/search/tokens.ts';

/** Language and keywords, for each language of a line of `facts/keywords.jsonl`. */
export function listsOf(fact: KeywordFact): [lang: string, keywords: string[]][] {
  return Object.entries(fact).flatMap(([lang, each]): [string, string[]][] =>
    Array.isArray(each) ? [[lang, each]] : [],
  );
}

/** Neighbours in the text that are both keywords, read with an expression of its own. */
export function readOff(text: string, keywords: readonly string[]): string[] {
  const known = new Set(keywords);
  const all = wholeWords(text);
  return all.flatMap((word, at) => {
    const next = all[at + 1];
    return next !== undefined && known.has(word) && known.has(next) ? [`${word} ${next}`] : [];
  });
}

/** What is wrong with a list: it is to hold single words, each once, sorted, and not too many. */
export function flawsOf(keywords: readonly string[]): string[] {
  const sorted = [...new Set(keywords)].sort();
  const bounded = keywords.length > 0 && keywords.length <= MAX_KEYWORDS;
  const isSorted = keywords.length === sorted.length && keywords.every((word, at) => word === sorted[at]);
  return [
    ...(bounded ? [] : [`${keywords.length} keywords`]),
    ...(isSorted ? [] : [`not sorted, or one twice: ${keywords}`]),
    ...keywords.filter((word) => !/^[\p{L}\p{N}]{3,24}$/u.test(word)),
  ];
}
