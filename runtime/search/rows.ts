/**
 * JSON whose long arrays have an element a line, so that one element is parsed at a time: all together would take several
 * times the bytes of the file.
 */

const [LINE_FEED, COMMA, BRACKET] = [0x0a, 0x2c, 0x5b];
const decoder = new TextDecoder('utf-8', { fatal: true });

/** An array, kept as the bytes of its JSON. An element is a new object each time it is read. */
export class Rows<T> implements Iterable<T> {
  readonly length: number;
  readonly #bytes: Uint8Array;
  /** Of the lines, and where the last one ends. */
  readonly #starts: Uint32Array;

  constructor(bytes: Uint8Array, starts: Uint32Array) {
    this.length = starts.length - 1;
    this.#bytes = bytes;
    this.#starts = starts;
  }

  at(index: number): T | undefined {
    const [start, next] = [this.#starts[index], this.#starts[index + 1]];
    if (start === undefined || next === undefined) return undefined;
    const end = next - (this.#bytes[next - 2] === COMMA ? 2 : 1);
    return JSON.parse(decoder.decode(this.#bytes.subarray(start, end))) as T;
  }

  *[Symbol.iterator](): Generator<T> {
    for (let index = 0; index < this.length; index++) yield this.at(index) as T;
  }
}

/** The JSON of an object with members of these names, arrays, first. {@link readRows} reads it. */
export function rowsText<Name extends string>(
  json: Record<Name, readonly unknown[]>,
  names: readonly Name[],
): string {
  const rest: object = { ...json, ...Object.fromEntries(names.map((name) => [name, undefined])) };
  const arrays = names.map((name) => {
    const lines = json[name].map((row) => JSON.stringify(row));
    return `${JSON.stringify(name)}:[\n${lines.join(',\n')}\n]`;
  });
  return `{${arrays.join(',')},${JSON.stringify(rest).slice(1)}\n`;
}

/** What {@link rowsText} writes of rows that are arrays: every other line begins or ends a member. */
export function readRows(bytes: Uint8Array): object {
  const starts = [0];
  for (let at = bytes.indexOf(LINE_FEED); at >= 0; at = bytes.indexOf(LINE_FEED, at + 1)) starts.push(at + 1);
  const offsets = Uint32Array.from(starts);
  const others = starts.flatMap((start, line) =>
    start < bytes.length && bytes[start] !== BRACKET ? line : [],
  );
  const textOf = (line = 0) => decoder.decode(bytes.subarray(offsets[line], offsets[line + 1]));
  const arrays = others.slice(0, -1).map((line, at) => {
    const name = /^(?:\{|\],)"(\w+)":\[\n$/.exec(textOf(line))?.[1];
    if (name === undefined) throw new TypeError(`Line ${line + 1} begins no list.`);
    return [name, new Rows(bytes, offsets.subarray(line + 1, (others[at + 1] ?? 0) + 1))];
  });
  return { ...JSON.parse(textOf(others.at(-1)).replace(/^\],/, '{')), ...Object.fromEntries(arrays) };
}
