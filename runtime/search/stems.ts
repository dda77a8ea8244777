/** Inflections: the stemmers of a language's index. A library's, one per language; they need no Node. */
import { stemmer as english } from '@orama/stemmers/english';
import { stemmer as french } from '@orama/stemmers/french';
import { stemmer as german } from '@orama/stemmers/german';

type Stemmer = (word: string) => string;

/** Names of registry values and products are not inflected; the stemmers' work grows with the word. */
const MAX_STEMMED = 24;
const MIN_STEMMED = 4;

const STEMMERS: Record<string, Stemmer> = { fr: french, de: german };

/**
 * The stems of a folded word in an index's language, and in English, as a title that a language lacks is; each with the
 * stemmer's number before it. None for a word that is too short, too long or holds a digit.
 */
export function stemsOf(word: string, lang: string): string[] {
  if (word.length < MIN_STEMMED || word.length > MAX_STEMMED || /\d/.test(word)) return [];
  const own = STEMMERS[lang.slice(0, 2).toLowerCase()];
  return [...(own ? [own] : []), english].map((stem, at) => `${at}${stem(word)}`);
}
