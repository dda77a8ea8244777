/**
 * JSON whose long arrays have an element a line, so that one element is parsed at a time: all together would take several
 * times the bytes of the file.
 */

const [LINE_FEED, COMMA, BRACKET] = [0x0a, 0x2c, 0x5d];
const decoder = new TextDecoder('utf-8', { fatal: true });

/** An array, kept as the bytes of its JSON. An element is a new object each time it is read. */
export class Rows<T> implements Iterable<T> {
  readonly length: number;
  readonly #bytes: Uint8Array;
  /** Of the lines, and where the last one ends. */
  readonly #starts: Uint32Array;

  constructor(bytes: Uint8Array, starts: readonly number[]) {
    this.length = starts.length - 1;
    this.#bytes = bytes;
    this.#starts = Uint32Array.from(starts);
  }

  at(index: number): T | undefined {
    const start = this.#starts[index];
    const next = this.#starts[index + 1];
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

/** Throws where the file is not what {@link rowsText} writes with members of these names. */
export function readRows<Name extends string>(
  bytes: Uint8Array,
  names: readonly Name[],
): Record<Name, Rows<unknown>> {
  let at = 0;
  const line = (): Uint8Array => {
    const end = bytes.indexOf(LINE_FEED, at) + 1 || bytes.length;
    const found = bytes.subarray(at, end);
    at = end;
    return found;
  };
  const arrays = {} as Record<Name, Rows<unknown>>;
  let closing = '{';
  for (const name of names) {
    const head = `${closing}${JSON.stringify(name)}:[\n`;
    if (decoder.decode(line()) !== head) throw new TypeError(`A line is not ${head}`);
    const from = at;
    const starts = [0];
    while (at < bytes.length && bytes[at] !== BRACKET) if (line().length > 1) starts.push(at - from);
    arrays[name] = new Rows(bytes.slice(from, at), starts);
    closing = '],';
  }
  const end = decoder.decode(line());
  if (!end.startsWith(closing) || at < bytes.length)
    throw new TypeError('The last line is not a list of members.');
  return { ...JSON.parse(`{${end.slice(closing.length)}`), ...arrays };
}
