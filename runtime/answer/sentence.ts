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

/** Stand for the names in a pattern; the text around them has no control character. */
const PLACES = ['\u0001', '\u0002', '\u0003'] as const;
/** Not where the backslash is itself escaped: then the vendor's own text has one. */
const PLACE = /(?<=(?<!\\)(?:\\\\)*)\\u000([123])/;

/** JSON in which names are still to be put: its texts and, between every two of them, the place of the name there. */
export interface Pattern {
  texts: readonly ByteString[];
  places: readonly number[];
}

/** Of what `say` returns for at most three names, after `start`. */
export function patternOf(say: (one: string, two: string, three: string) => unknown, start = ''): Pattern {
  const parts = (start + JSON.stringify(say(...PLACES))).split(PLACE);
  return {
    texts: parts.filter((_, at) => at % 2 === 0).map(encode),
    places: parts.filter((_, at) => at % 2 === 1).map((place) => Number(place) - 1),
  };
}

/** The names are JSON without its quotation marks. */
export function fill({ texts, places }: Pattern, names: readonly ByteString[]): ByteString {
  let text: string = texts[0] ?? '';
  for (let at = 0; at < places.length; at++) text = text + names[places[at] as number] + texts[at + 1];
  return text as ByteString;
}

type Say = (...names: string[]) => string;

const sentences = new WeakMap<Say, Pattern>();
const reasons = new WeakMap<Say, Pattern>();

/** What `say` says of names as in {@link fill}. */
export function sentence(say: Say, ...names: readonly ByteString[]): ByteString {
  return fill(
    remembered(sentences, say, () => patternOf(say)),
    names,
  );
}

const REASON = ',"reason":';

/** A sentence as the member `reason`, a comma before it; with names, as {@link sentence}. */
export function reason(said: Say | string, ...names: readonly ByteString[]): ByteString {
  return typeof said === 'string'
    ? (`${REASON}${quoted(said)}` as ByteString)
    : fill(
        remembered(reasons, said, () => patternOf(said, REASON)),
        names,
      );
}

/** What was made for the key when it was first asked for. */
export function remembered<K extends object, T>(known: WeakMap<K, T>, key: K, make: () => T): T {
  let value = known.get(key);
  if (value === undefined) {
    value = make();
    known.set(key, value);
  }
  return value;
}
