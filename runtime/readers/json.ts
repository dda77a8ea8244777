/** JSON with places and bounds: JSON.parse gives neither. */
import type { Collector } from './collect.ts';
import { quote, ReadFault } from './fault.ts';
import { Scanner } from './scanner.ts';
import { MAX_DEPTH, type Pieces } from './types.ts';

const MAX_DIGITS = 100;

/** Members of objects and entries of lists between two yields: each yield passes through all levels that are open. */
const PIECE = 64;

export interface JsonDocument {
  value: unknown;
  /** The number of the line on which an object or array of the document begins. */
  lineOf(value: object): number;
}

/**
 * Parses one document; each of its tokens counts. Whole numbers that JavaScript does not hold exactly become text with
 * their digits. `firstLine`: the number of its first line.
 */
export function* parseJsonDocument(text: string, collector: Collector, firstLine = 1): Pieces<JsonDocument> {
  const parser = new JsonParser(text, collector, firstLine);
  parser.refusesTwins = true;
  return { value: yield* parser.document(), lineOf: (value) => parser.lines.get(value) ?? firstLine };
}

/** The first syntax fault of a text; undefined where this parser finds none. Two members of one name are allowed. */
export function jsonFault(text: string): { offset: number; line: number; message: string } | undefined {
  const parser = new JsonParser(text, { count: () => {} });
  try {
    for (const _ of parser.document());
    return undefined;
  } catch (error) {
    if (!(error instanceof ReadFault)) throw error;
    return { offset: parser.at, line: parser.line, message: error.message };
  }
}

const SCALAR = /true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const IN_TEXT = /(?:[^"\\]|\\[\s\S]){1,4096}/y;
const CUT_OFF = 'the JSON ends too early: it is cut off';
const BROKEN_TEXT = 'not valid JSON: a text holds a line break, a control character or an unknown escape';
const MISPLACED = 'not valid JSON: a bracket, comma, colon or name is not where it belongs';

class JsonParser extends Scanner<Pick<Collector, 'count'>> {
  readonly lines = new Map<object, number>();
  #members = 0;
  /** Throws for two members of one name: programs differ in which of them they take. */
  refusesTwins = false;

  *document(): Pieces<unknown> {
    const value = this.#opens() ? yield* this.#nested(1) : this.#scalar();
    if (this.#peek() !== '') throw this.fault('more follows the end of the JSON document');
    return value;
  }

  /** The first character of the next token; empty at the end. */
  #peek(): string {
    for (; ; this.at++) {
      const char = this.text.charAt(this.at);
      if (char === '\n') this.line++;
      else if (char !== ' ' && char !== '\r' && char !== '\t') return char;
    }
  }

  #take(char: string): boolean {
    if (this.#peek() !== char) return false;
    this.at++;
    this.collector.count({ line: this.line });
    return true;
  }

  /** Throws a fault for the next token, which is not allowed here; the message depends on the token. */
  #unexpected(): never {
    const char = this.#peek();
    if (char === '') throw this.fault(CUT_OFF);
    if (!/["{}[\],:]/.test(char)) throw this.fault('not valid JSON after the last value on this line');
    throw this.fault(MISPLACED);
  }

  #opens(): boolean {
    const char = this.#peek();
    return char === '{' || char === '[';
  }

  #scalar(): unknown {
    if (this.#peek() === '"') return this.#string();
    this.collector.count({ line: this.line });
    const start = this.at;
    const word = this.match(SCALAR);
    if (word === '' || /[\w.+-]/.test(this.peek())) {
      this.at = start;
      return this.#unexpected();
    }
    const value: unknown = JSON.parse(word);
    const isWhole = Math.abs(Number(value)) === Number.POSITIVE_INFINITY || Number.isInteger(value);
    if (!isWhole || Number.isSafeInteger(value)) return value;
    if (word.length > MAX_DIGITS) throw this.fault(`a number has more than ${MAX_DIGITS} digits`);
    return word;
  }

  /** An object or an array. */
  *#nested(depth: number): Pieces<object> {
    if (depth > MAX_DEPTH) throw this.fault(`values nest more than ${MAX_DEPTH} deep`);
    const isList = this.#peek() === '[';
    const end = isList ? ']' : '}';
    const nested = (isList ? [] : {}) as Record<string, unknown>;
    this.lines.set(nested, this.line);
    this.#take(this.#peek());
    if (this.#take(end)) return nested;
    do {
      if (++this.#members % PIECE === 0) yield;
      const name = this.#nameIn(nested);
      const value = this.#opens() ? yield* this.#nested(depth + 1) : this.#scalar();
      // Assigned, it would be the object's prototype.
      if (name === '__proto__') Object.defineProperty(nested, name, { value, enumerable: true });
      else nested[name] = value;
    } while (this.#take(','));
    if (!this.#take(end)) this.#unexpected();
    return nested;
  }

  /** Of the next member; of an entry its index. */
  #nameIn(nested: object): string {
    if (Array.isArray(nested)) return String(nested.length);
    if (this.#peek() !== '"') this.#unexpected();
    const name = this.#string();
    if (this.refusesTwins && Object.hasOwn(nested, name))
      throw this.fault(`${quote(name)} stands twice in one object; which one is meant cannot be told`);
    if (!this.#take(':')) this.#unexpected();
    return name;
  }

  /** Stands on the quotation mark. JSON.parse reads the escapes, and refuses control characters. */
  #string(): string {
    const { at, line } = this;
    this.collector.count({ line });
    this.at++;
    this.matchAll(IN_TEXT);
    const isClosed = this.take('"');
    try {
      return JSON.parse(this.text.slice(at, this.at)) as string;
    } catch {
      this.at = at;
      this.line = line;
      throw this.fault(isClosed ? BROKEN_TEXT : CUT_OFF);
    }
  }
}
