/** Keeping brief answers within their size. */

/** Bytes of a tool result that answers one question: content and structured content together. */
export const ANSWER_BYTES = 1200;
/** Bytes of one hit of a search. */
export const HIT_BYTES = 200;
/** Bytes of the answer on many items, or of a whole record. */
export const LONG_ANSWER_BYTES = 8000;
export const RECORD_BYTES = 3000;

/** Of its JSON in UTF-8. */
export function bytesOf(value: unknown): number {
  return new TextEncoder().encode(JSON.stringify(value)).length;
}

/** What `make` makes of the first level that fits, else of the last; levels go from generous to tight. */
export function firstFitting<L, T>(levels: readonly [L, ...L[]], most: number, make: (level: L) => T): T {
  let made = make(levels[0]);
  for (const level of levels.slice(1)) {
    if (bytesOf(made) <= most) return made;
    made = make(level);
  }
  return made;
}

/** The text, or its beginning and “…”. */
export function cut(text: string, most: number): string;
export function cut(text: string | undefined, most: number): string | undefined;
export function cut(text: string | undefined, most: number): string | undefined {
  if (text === undefined || text.length <= most) return text;
  // Half a surrogate pair is no character.
  const end = /[\ud800-\udbff]/.test(text.charAt(most - 2)) ? most - 2 : most - 1;
  return `${text.slice(0, end).trimEnd()}…`;
}

type MayLack<T> = { [K in keyof T]: undefined extends T[K] ? K : never }[keyof T];
type Defined<T> = Omit<T, MayLack<T>> & { [K in MayLack<T>]?: Exclude<T[K], undefined> };

/** Without the members that are undefined: what is not known is absent. */
export function defined<T extends object>(members: T): Defined<T> {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)) as Defined<T>;
}

/** A list that is empty is absent. */
export function unlessEmpty<T>(list: T[]): T[] | undefined {
  return list.length === 0 ? undefined : list;
}

/** The first of a list. Counts what is left out under its name. */
export class Omitted {
  readonly #counts: Record<string, number> = {};

  first<T>(name: string, all: readonly T[], most: number): T[] {
    if (all.length > most) this.#counts[name] = (this.#counts[name] ?? 0) + all.length - most;
    return all.slice(0, most);
  }

  /** Undefined where nothing was left out. */
  told(): Record<string, number> | undefined {
    return Object.keys(this.#counts).length === 0 ? undefined : this.#counts;
  }
}
