/** JSON that is already text: what many answers carry alike is written once. */

export class RawJson<T = unknown> {
  readonly text: string;
  /** What the text parses to; never present at run time. */
  declare readonly value: T;

  constructor(text: string) {
    this.text = text;
  }
}

const texts = new WeakMap<object, RawJson>();

/** The JSON of an object that answers share and nobody changes: written once for as long as the object lives. */
export function sharedJson<T extends object>(value: T): RawJson<T> {
  const known = texts.get(value) as RawJson<T> | undefined;
  if (known !== undefined) return known;
  const made = new RawJson<T>(JSON.stringify(value));
  texts.set(value, made);
  return made;
}

/** The JSON text of a T. */
export type Json<T> = string & { readonly json?: T };

/** The JSON of a T as UTF-8: of answers so long that to encode them at once would hold others up. */
export type JsonBytes<T> = Uint8Array<ArrayBuffer> & { readonly json?: T };

export function parseJson<T>(json: Json<T> | JsonBytes<T>): T {
  return JSON.parse(typeof json === 'string' ? json : new TextDecoder().decode(json)) as T;
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

/** JSON in pieces, as texts and as UTF-8, one after the other. */
export function joinUtf8(pieces: readonly (string | Uint8Array)[]): Uint8Array<ArrayBuffer> {
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

/** The members of an object as JSON, those that are undefined left out; a member may be raw, or a list of raw items. */
export function membersJson(object: Readonly<Record<string, unknown>>): string {
  let text = '';
  for (const name of Object.keys(object)) {
    const value = object[name];
    if (value === undefined) continue;
    text += `${text === '' ? '' : ','}${JSON.stringify(name)}:${valueJson(value)}`;
  }
  return text;
}

function valueJson(value: unknown): string {
  if (value instanceof RawJson) return value.text;
  if (!Array.isArray(value) || !(value[0] instanceof RawJson)) return JSON.stringify(value);
  return `[${(value as RawJson[]).map(({ text }) => text).join(',')}]`;
}
