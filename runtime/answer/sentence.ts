/** Sentences as JSON. Many are said of one setting after the other and differ by its slug alone. */
import { type ByteString, encode } from '../bytes.ts';

export function quoted(sentence: string): ByteString {
  return encode(JSON.stringify(sentence));
}

/** A text in JSON, without its quotation marks; the same string where it needs no escape. */
export function inner(text: string): ByteString {
  const escaped = quoted(text).slice(1, -1) as ByteString;
  return escaped === text ? (text as ByteString) : escaped;
}

/** Stand for the names in a sentence's pattern; no name has a control character. */
const PLACES = ['\u0001', '\u0002', '\u0003'];
const PLACE = /\\u000([123])/;

/** Of each sentence its texts and, between every two of them, the place of the name that stands there. */
interface Pattern {
  texts: readonly ByteString[];
  places: readonly number[];
}

const patterns = new WeakMap<Say, Pattern>();

type Say = (...names: string[]) => string;

/** What `say` says of at most three names; these are in JSON, without their quotation marks, and so is nothing else. */
export function sentence(say: Say, ...names: readonly ByteString[]): ByteString {
  let pattern = patterns.get(say);
  if (pattern === undefined) {
    pattern = patternOf(say);
    patterns.set(say, pattern);
  }
  const { texts, places } = pattern;
  let text: string = texts[0] ?? '';
  for (let at = 0; at < places.length; at++) {
    text += `${names[places[at] as number]}${texts[at + 1]}`;
  }
  return text as ByteString;
}

function patternOf(say: Say): Pattern {
  const parts = JSON.stringify(say(...PLACES)).split(PLACE);
  return {
    texts: parts.filter((_, at) => at % 2 === 0).map(encode),
    places: parts.filter((_, at) => at % 2 === 1).map((place) => Number(place) - 1),
  };
}
