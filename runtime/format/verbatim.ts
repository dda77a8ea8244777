/**
 * Entries whose long member stays the JSON that is stored: an answer sends it as it is. To parse it and to write it again
 * was half of the processor time of an answer.
 */
import type { Match } from '../contract/match.ts';
import type { CspEntry, EntrySentences, ListEntry, PairEntry, SettingEntry, StoredAnswer } from './format.ts';
import { isAt } from './shards.ts';

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
export type ReadPair = { any: ReadAnswer } & { [Hive in 'HKLM' | 'HKCU']?: ReadAnswer };
export type ReadList = Omit<ListEntry, 'answers'> & { answers: (ReadPair & { prefix?: string })[] };
export type ReadCsp = Reading<CspEntry, 'matches'>;
export type ReadSetting = Reading<SettingEntry, 'setting'>;

const decoder = new TextDecoder();
const encoder = new TextEncoder();

export function parseBytes<T>(json: Uint8Array): T {
  return JSON.parse(decoder.decode(json)) as T;
}

/** The long member is the last one of its object; sentences alone have none. */
function reading<R>(json: Uint8Array, long: string): R {
  const begins = encoder.encode(`,"${long}":`);
  const at = indexOf(json, begins);
  if (at < 0) return parseBytes(json);
  const head = JSON.parse(`${decoder.decode(json.subarray(0, at))}}`) as object;
  return { ...head, [long]: Verbatim.stored(json.subarray(at + begins.length, -1)) } as R;
}

/** How the entries of each index are read. */
export const READERS = {
  csp: (json: Uint8Array) => reading<ReadCsp | EntrySentences>(json, 'matches'),
  setting: (json: Uint8Array) => reading<ReadSetting | EntrySentences>(json, 'setting'),
  resolve(json: Uint8Array): ReadPair {
    const at = indexOf(json, ANY) + ANY.length;
    const own = JSON.parse(`${decoder.decode(json.subarray(0, at))}0}`) as Omit<PairEntry, 'any'>;
    return readPair({ ...own, any: reading(json.subarray(at, -1), 'matches') });
  },
  list(json: Uint8Array): ReadList {
    const { lists, answers } = parseBytes<ListEntry>(json);
    const made = (any: StoredAnswer) => ({ ...any, matches: Verbatim.made(() => any.matches) });
    return { lists, answers: answers.map((each) => readPair({ ...each, any: made(each.any) })) };
  },
};

/** The last member of an entry. */
const ANY = encoder.encode('"any":');

/** Sentences alone stay as they are. */
function readPair<E extends Omit<PairEntry, 'any'> & { any: ReadAnswer }>({ HKLM, HKCU, ...entry }: E) {
  const { any } = entry;
  const read = (hive: 'HKLM' | 'HKCU', own: PairEntry['HKLM']) => {
    const { matches, ...rest } = own ?? {};
    if (own === undefined || !('matches' in any)) return own && { [hive]: own };
    const made = Verbatim.made(() => matches ?? matchesOfHive(hive, any.matches.value));
    return { [hive]: { ...(matches === undefined && any), ...rest, matches: made } };
  };
  return { ...entry, ...read('HKLM', HKLM), ...read('HKCU', HKCU) };
}

/** What a hive shows of the matches for none: the node of its scope, and those of the other hive marked and last. */
export function matchesOfHive(hive: 'HKLM' | 'HKCU', matches: readonly Match[]): Match[] {
  const shown = matches.map(({ confidence, csp, supportedOn, ...rest }): Match => {
    const documented = { Machine: 'HKLM', User: 'HKCU', Both: hive }[rest.class] as typeof hive;
    const scope = documented === 'HKLM' ? 'Device' : 'User';
    const omaUri = csp?.omaUris[scope];
    return {
      ...rest,
      ...(documented !== hive && { otherHive: documented }),
      confidence,
      ...(csp && { csp: omaUri === undefined ? csp : { ...csp, omaUri, scope } }),
      ...(supportedOn !== undefined && { supportedOn }),
    };
  });
  return [...shown.filter((each) => !each.otherHive), ...shown.filter((each) => each.otherHive)];
}

/** Of ASCII. Looks for the fourth character first, a rare one. */
function indexOf(bytes: Uint8Array, wanted: Uint8Array): number {
  const rare = wanted[3] ?? 0;
  let at = bytes.indexOf(rare);
  while (at >= 0 && !isAt(bytes, at - 3, wanted)) at = bytes.indexOf(rare, at + 1);
  return Math.max(at - 3, -1);
}
