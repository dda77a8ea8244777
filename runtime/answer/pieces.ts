/** JSON in pieces: much of what is said of a setting is said of others too, and that is kept once. */
import { type ByteString, encode } from '../bytes.ts';

/** Remembers what was met lately, so that what is alike becomes one object; never more than its places. */
export class Alike<T> {
  readonly #places: (T | undefined)[];
  readonly #mask: number;

  constructor(bits: number) {
    this.#places = new Array<T | undefined>(1 << bits);
    // Of the first of its ways.
    this.#mask = (1 << bits) - WAYS;
  }

  /** Of the last few met under ids with this one's hash one that `fits`, else what is made now. */
  find(id: string, fits: (met: T) => boolean, make: () => T): T {
    const places = this.#places;
    const first = hash(id) & this.#mask;
    for (let at = first; at < first + WAYS; at++) {
      const met = places[at];
      if (met !== undefined && fits(met)) return met;
    }
    places.copyWithin(first + 1, first, first + WAYS - 1);
    const made = make();
    places[first] = made;
    return made;
  }
}

/** Ids of one hash that are remembered; a power of two. */
const WAYS = 4;

/** FNV-1a of the characters. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) value = Math.imul(value ^ text.charCodeAt(at), 0x01000193);
  return value ^ (value >>> 15);
}

/** The same text as one object, where it was met before. */
export type Share = (text: ByteString) => ByteString;

const SHARED_BITS = 16;

export function sharing(): Share {
  const texts = new Alike<ByteString>(SHARED_BITS);
  return (text) =>
    texts.find(
      text,
      (met) => met === text,
      () => text,
    );
}

/** Members of one group mostly come with the same values: names → the group's number. */
export type Groups = ReadonlyMap<string, number>;

export function groups(...members: readonly (readonly string[])[]): Groups {
  return new Map(members.flatMap((names, at) => names.map((name) => [name, at] as const)));
}

/** The members of an object as JSON, a comma before each; those of a group that stand together are one shared piece. */
export function piecesOf(object: object, groupOf: Groups, share: Share): ByteString[] {
  const pieces: ByteString[] = [];
  let piece = '';
  let group: number | undefined;
  const end = (): void => {
    if (piece === '') return;
    const text = encode(piece);
    pieces.push(group === undefined ? text : share(text));
    piece = '';
  };
  for (const [name, value] of Object.entries(object)) {
    const next = groupOf.get(name);
    if (next !== group) end();
    group = next;
    piece += `,${JSON.stringify(name)}:${JSON.stringify(value)}`;
  }
  end();
  // What grows has room for more, which would be most of what these take.
  return pieces.slice();
}
