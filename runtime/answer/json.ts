/** Answers as JSON text, and as UTF-8. */
import { parseBytes } from '../format/json.ts';

/** The JSON text of a T. */
export type Json<T> = string & { readonly json?: T };

/** The JSON of a T as UTF-8. Long answers are built as bytes: encoding them at once would delay other requests. */
export type JsonBytes<T> = Uint8Array<ArrayBuffer> & { readonly json?: T };

export function parseJson<T>(json: Json<T> | JsonBytes<T>): T {
  return typeof json === 'string' ? (JSON.parse(json) as T) : parseBytes(json);
}

/**
 * JSON without escapes of half a surrogate pair, which names in the registry may have and parsers other than JavaScript's
 * refuse: U+FFFD, as in UTF-8.
 */
export function wellFormed(json: string): string {
  return json.includes('\\ud')
    ? json.replace(/\\(?:ud[89a-f][\da-f]{2}|.)/g, (each) => (each.length > 2 ? '\\ufffd' : each))
    : json;
}

const encoder = new TextEncoder();

/** The JSON of an answer as it is sent. */
export function utf8Json<T>(answer: T): JsonBytes<T> {
  return encoder.encode(wellFormed(JSON.stringify(answer)));
}

/** Pieces one after the other: texts of JSON as UTF-8, bytes as they are. */
export function joinBytes(pieces: readonly (string | Uint8Array)[]): Uint8Array<ArrayBuffer> {
  let most = 0;
  // A code unit takes three bytes at most.
  for (const piece of pieces) most += (typeof piece === 'string' ? 3 : 1) * piece.length;
  const bytes = new Uint8Array(most);
  let at = 0;
  for (const piece of pieces) {
    if (typeof piece === 'string') at += encoder.encodeInto(wellFormed(piece), bytes.subarray(at)).written;
    else {
      bytes.set(piece, at);
      at += piece.length;
    }
  }
  return bytes.subarray(0, at);
}
