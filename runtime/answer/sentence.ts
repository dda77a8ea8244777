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

/** Stands for the slug; no slug has it. */
const SLUG = '\u0001';
/** Of each sentence what stands before, between and after the slugs. */
const parts = new WeakMap<(slug: string) => string, readonly ByteString[]>();

/** What `say` says of the slug; `slugText` is that in JSON, without its quotation marks. */
export function sentence(say: (slug: string) => string, slugText: ByteString): ByteString {
  let around = parts.get(say);
  if (around === undefined) {
    around = JSON.stringify(say(SLUG)).split('\\u0001').map(encode);
    parts.set(say, around);
  }
  const [before, after, ...more] = around;
  return (more.length === 0 ? `${before}${slugText}${after}` : around.join(slugText)) as ByteString;
}
