/**
 * Entries whose long member stays the JSON that is stored: an answer sends it as it is. To parse it and to write it again
 * was half of the processor time of an answer.
 */
import type { CspEntry, EntrySentences, PairEntry, SettingEntry, StoredAnswer } from './format.ts';

/** A member of an entry. It is parsed once, where something is read of it. */
export class Verbatim<T> {
  #json: Uint8Array | undefined;
  #make: () => T;
  #value: T | undefined;

  private constructor(json: Uint8Array | undefined, make: () => T) {
    this.#json = json;
    this.#make = make;
  }

  static stored<T>(json: Uint8Array): Verbatim<T> {
    return new Verbatim(json, () => parseBytes<T>(json));
  }

  static made<T>(make: () => T): Verbatim<T> {
    return new Verbatim(undefined, make);
  }

  get value(): T {
    this.#value ??= this.#make();
    return this.#value;
  }

  toJSON(): T {
    return this.value;
  }

  /** UTF-8. */
  get json(): Uint8Array {
    this.#json ??= encoder.encode(JSON.stringify(this.value));
    return this.#json;
  }
}

type Reading<E, Long extends keyof E> = Omit<E, Long> & { [Name in Long]: Verbatim<E[Name]> };

export type ReadAnswer = Reading<StoredAnswer, 'matches'>;
export interface ReadPair {
  any: ReadAnswer;
  HKLM?: ReadAnswer;
  HKCU?: ReadAnswer;
}
export type ReadCsp = Reading<CspEntry, 'matches'>;
export type ReadSetting = Reading<SettingEntry, 'setting'>;

const decoder = new TextDecoder();
const encoder = new TextEncoder();

export function parseBytes<T>(json: Uint8Array): T {
  return JSON.parse(decoder.decode(json)) as T;
}

/** The long member is the last one of its object; sentences alone have none. */
function reading<R>(json: Uint8Array, long: string): R {
  const begins = `,"${long}":`;
  const at = indexOf(json, begins);
  if (at < 0) return parseBytes(json);
  const head = JSON.parse(`${decoder.decode(json.subarray(0, at))}}`) as object;
  return { ...head, [long]: Verbatim.stored(json.subarray(at + begins.length, -1)) } as R;
}

const HIVES = ['any', 'HKLM', 'HKCU'] as const;

/** How the entries of each index are read. */
export const READERS = {
  csp: (json: Uint8Array) => reading<ReadCsp | EntrySentences>(json, 'matches'),
  setting: (json: Uint8Array) => reading<ReadSetting | EntrySentences>(json, 'setting'),
  resolve(json: Uint8Array): ReadPair {
    const entry: Partial<ReadPair> = {};
    let end = json.length - 1;
    // From the last one backwards: each ends where the next begins.
    for (const hive of [...HIVES].reverse()) {
      const begins = `${hive === 'any' ? '{' : ','}"${hive}":`;
      const at = indexOf(json, begins);
      if (at < 0) continue;
      entry[hive] = reading(json.subarray(at + begins.length, end), 'matches');
      end = at;
    }
    return entry as ReadPair;
  },
};

/** The answers of a list, which are short and parsed at once. */
export function parsedPair(entry: PairEntry): ReadPair {
  const pair: Partial<ReadPair> = {};
  for (const hive of HIVES) {
    const answer = entry[hive];
    if (answer !== undefined) pair[hive] = { ...answer, matches: Verbatim.made(() => answer.matches) };
  }
  return pair as ReadPair;
}

/** Finds an ASCII text. Looks for its fourth character first, which is a rare one in `,"HKLM":`. */
function indexOf(bytes: Uint8Array, wanted: string): number {
  const rare = wanted.charCodeAt(ANCHOR);
  for (let at = bytes.indexOf(rare, ANCHOR); at >= 0; at = bytes.indexOf(rare, at + 1)) {
    let offset = 0;
    while (offset < wanted.length && bytes[at - ANCHOR + offset] === wanted.charCodeAt(offset)) offset++;
    if (offset === wanted.length) return at - ANCHOR;
  }
  return -1;
}

const ANCHOR = 3;
