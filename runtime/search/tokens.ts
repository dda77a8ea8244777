/** Text → words, the same for what is indexed and what is asked. */

export interface Word {
  /** As written, folded: `noautoupdate`. */
  whole: string;
  /** Its camel-case parts and digits: `no`, `auto`, `update`. Empty where it has one part only. */
  parts: string[];
}

/** Longer runs are cut, on both sides: nobody tells two words apart by their 65th letter. */
const MAX_WORD = 64;

/** Letters that no decomposition folds. */
const LETTERS: Record<string, string> = {
  œ: 'oe',
  Œ: 'OE',
  æ: 'ae',
  Æ: 'AE',
  ß: 'ss',
  ø: 'o',
  Ø: 'O',
  ł: 'l',
  Ł: 'L',
};
const MARKS = /\p{M}+/gu;
const UNFOLDED = /[œŒæÆßøØłŁ]/g;
/** French `l'`, `d'`, `qu'` before a word, English `'s` after one: they would match everything. */
const ELISION =
  /(?<![\p{L}\p{N}])(?:[ldnsjcmt]|(?:jus|lors|puis)?qu)['’ʼ](?=\p{L})|(?<=\p{L})['’ʼ]s(?![\p{L}\p{N}])/giu;
const APOSTROPHE = /['’ʼ]/;
/** A GUID is one word: its parts say nothing. */
const WORD = /[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}|[\p{L}\p{N}]+/giu;
const PART = /\p{Lu}+(?!\p{Ll})|\p{Lu}?\p{Ll}+|\p{N}+|[^\p{Lu}\p{Ll}\p{N}]+/gu;
/** Scripts that set no blanks between words. */
const UNSPACED = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]+$/u;

/** Accents off, compatibility forms resolved, case kept. */
function fold(text: string): string {
  // Most text is ASCII, and normalizing is what costs.
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the whole of ASCII is meant.
  if (/^[\x00-\x7f]*$/.test(text)) return text;
  return text
    .normalize('NFKD')
    .replace(MARKS, '')
    .replace(UNFOLDED, (letter) => LETTERS[letter] ?? letter);
}

export function words(text: string): Word[] {
  return written(text).map((word) => ({ whole: wholeOf(word), parts: partsOf(word) }));
}

/** The words of a text without their parts, which take as long again to find. */
export function wholeWords(text: string): string[] {
  return written(text).map(wholeOf);
}

function written(text: string): string[] {
  const folded = fold(text);
  // Few texts have an apostrophe, and looking behind every letter takes half of the time.
  return (APOSTROPHE.test(folded) ? folded.replace(ELISION, ' ') : folded).match(WORD) ?? [];
}

function wholeOf(word: string): string {
  return word.toLowerCase().slice(0, MAX_WORD);
}

/** Words of one part: most are. */
const UNDIVIDED = /^(?:[A-Z]?[a-z]+|[A-Z]+|[0-9]+)$/;

function partsOf(word: string): string[] {
  if (UNDIVIDED.test(word) || word.includes('-')) return [];
  const parts = word.match(PART) ?? [];
  if (parts.length === 1 && !UNSPACED.test(word)) return [];
  return parts.flatMap((part) => (UNSPACED.test(part) ? bigrams(part) : single(part)));
}

/** A lone letter (`22H2`) is no word of its own; a lone digit is. */
function single(part: string): string[] {
  const lower = part.toLowerCase().slice(0, MAX_WORD);
  return lower.length > 1 || /\p{N}/u.test(lower) ? [lower] : [];
}

/** Neighbouring pairs stand for words where the script marks none. */
function bigrams(run: string): string[] {
  const letters = Array.from(run);
  return letters.slice(1).map((letter, at) => `${letters[at]}${letter}`);
}

/** Every term a text is found by; a term may come more than once. */
export function terms(text: string): string[] {
  return words(text).flatMap(({ whole, parts }) => [whole, ...parts]);
}

/** What two titles must share to be called the same. */
export function titleKey(text: string): string {
  return wholeWords(text).join(' ');
}
