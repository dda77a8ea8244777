/** JSON with places and bounds, on the tokenizer of @streamparser/json: JSON.parse tells of neither. */
import { type ParsedTokenInfo, Tokenizer, TokenParser, TokenType } from '@streamparser/json';
import { ReadFault } from './fault.ts';
import { MAX_DEPTH } from './types.ts';

/** Tokens of one document: names, values, brackets, commas and colons. */
const MAX_TOKENS = 2_000_000;

const MAX_DIGITS = 100;

export interface JsonDocument {
  value: unknown;
  /** The number of the line on which an object or array of the document begins. */
  lineOf(value: object): number;
}

/**
 * Parses one document. Whole numbers that JavaScript does not hold exactly become text with their digits.
 * `firstLine`: the number of its first line.
 */
export function parseJsonDocument(text: string, firstLine = 1): JsonDocument {
  const bytes = new TextEncoder().encode(text);
  const lines = new LineCounter(bytes, firstLine);
  const builder = new Builder(lines);
  const tokenizer = new Tokenizer();
  let failure: unknown;
  tokenizer.onError = (error) => {
    failure ??= error;
  };
  tokenizer.onToken = (token) => builder.add(exactToken(token, bytes, lines.at(token.offset)));
  tokenizer.write(bytes);
  if (failure === undefined && !tokenizer.isEnded) tokenizer.end();
  if (failure instanceof ReadFault) throw failure;
  if (failure !== undefined)
    throw new ReadFault('not valid JSON after the last value on this line', { line: lines.last });
  if (!builder.complete)
    throw new ReadFault('the JSON ends too early: it is cut off', { line: lines.at(bytes.length) });
  return { value: builder.value, lineOf: (value) => builder.lines.get(value) ?? firstLine };
}

/** A number that JavaScript does not hold exactly, as text with the digits that stand in the document. */
function exactToken(info: ParsedTokenInfo, bytes: Uint8Array, line: number): ParsedTokenInfo {
  if (typeof info.value !== 'number' || isExact(info.value)) return info;
  let end = info.offset;
  while (/[\d.eE+-]/.test(String.fromCharCode(bytes[end] ?? 0))) end++;
  if (end - info.offset > MAX_DIGITS)
    throw new ReadFault(`a number has more than ${MAX_DIGITS} digits`, { line });
  const value = String.fromCharCode(...bytes.subarray(info.offset, end));
  return { token: TokenType.STRING, value, offset: info.offset };
}

function isExact(value: number): boolean {
  return Number.isFinite(value) && (!Number.isInteger(value) || Number.isSafeInteger(value));
}

/** Lines of offsets that only grow. */
class LineCounter {
  readonly #bytes: Uint8Array;
  #at = 0;
  last: number;

  constructor(bytes: Uint8Array, firstLine: number) {
    this.#bytes = bytes;
    this.last = firstLine;
  }

  at(offset: number): number {
    while (this.#at < offset) if (this.#bytes[this.#at++] === 0x0a) this.last++;
    return this.last;
  }
}

const OPENING = new Set<TokenType>([TokenType.LEFT_BRACE, TokenType.LEFT_BRACKET]);
const CLOSING = new Set<TokenType>([TokenType.RIGHT_BRACE, TokenType.RIGHT_BRACKET]);

class Builder {
  readonly lines = new WeakMap<object, number>();
  readonly #parser = new TokenParser({ keepStack: true });
  readonly #counter: LineCounter;
  /** The lines of the objects and arrays that are open. */
  readonly #open: number[] = [];
  #tokens = 0;
  complete = false;
  value: unknown;

  constructor(counter: LineCounter) {
    this.#counter = counter;
    this.#parser.onValue = ({ value, stack }) => {
      if (typeof value === 'object' && value !== null) this.lines.set(value, this.#open.at(-1) ?? 1);
      if (stack.length === 0) {
        this.complete = true;
        this.value = value;
      }
    };
  }

  add(info: ParsedTokenInfo): void {
    const { token } = info;
    const line = this.#counter.at(info.offset);
    if (OPENING.has(token)) {
      this.#open.push(line);
      if (this.#open.length > MAX_DEPTH)
        throw new ReadFault(`values nest more than ${MAX_DEPTH} deep`, { line });
    }
    if (++this.#tokens > MAX_TOKENS)
      throw new ReadFault(`the JSON holds more than ${MAX_TOKENS} tokens; split it`, { line });
    if (this.complete) throw new ReadFault('more follows the end of the JSON document', { line });
    try {
      this.#parser.write(info);
    } catch {
      throw new ReadFault('not valid JSON: a bracket, comma, colon or name is not where it belongs', {
        line,
      });
    }
    if (CLOSING.has(token)) this.#open.pop();
  }
}
