/**
 * The contents that a baseline allows, as its column `Allowed Value` writes them: `Range(0, 1)`, `Range(0, )`,
 * `OneOf(Equals(0), Equals(null))`, `ContainsAtMost('a','b')`, `AllOf(Pattern('…'))`.
 */
import type { RegistryType } from '../../runtime/contract/data.ts';
import { contentAs } from '../../runtime/verify/registry-content.ts';
import type { ContentFact, RegistryData } from '../facts/types.ts';

type Allowed = Omit<ContentFact, 'registryType'>;
type Literal = string | null | undefined;

/** An expression: a name with its arguments, or a literal (undefined: an empty argument). */
type Expression = { name: string; args: Expression[] } | { literal: Literal; quoted: boolean };

/** @throws Error that names what is not readable; the caller adds the file and line. */
export function parseAllowedValues(text: string, type: RegistryType): Allowed {
  if (text.trim() === '') return { free: true };
  const expression = parse(text);
  if (!('name' in expression)) throw new Error(`"${text}" is not an expression such as Range(0, 1)`);
  const { name, args } = expression;
  switch (name) {
    case 'Range':
      return range(args, type);
    case 'Equals':
      return { options: [equals(expression, type)] };
    case 'OneOf':
      return { options: args.map((each) => equals(each, type)) };
    case 'ContainsAtMost':
      return { entries: args.map((each) => textOf(each)) };
    case 'Pattern':
      return { patterns: [pattern(expression)] };
    case 'AllOf':
      return { patterns: args.map((each) => pattern(each)) };
    default:
      throw new Error(`unknown kind of allowed value ${name}(…)`);
  }
}

function range(args: Expression[], type: RegistryType): Allowed {
  const [min, max] = args.map((each) => ('literal' in each && !each.quoted ? each.literal : null));
  if (args.length !== 2 || min === null || max === null || (min === undefined && max === undefined))
    throw new Error('Range(…) does not have two numbers');
  const [from = 0n, to = from] = [min, max].map((each) => each && numberOf(each, type));
  if (from > to) throw new Error('Range(…) ends before it begins');
  return { ...(min !== undefined && { minValue: min }), ...(max !== undefined && { maxValue: max }) };
}

function equals(expression: Expression, type: RegistryType): RegistryData {
  const [only, ...more] = call(expression, 'Equals');
  if (!only || more.length > 0 || !('literal' in only) || only.literal === undefined)
    throw new Error('Equals(…) does not have one value');
  if (only.literal === null) return { kind: 'delete' };
  if (type !== 'REG_DWORD' && type !== 'REG_QWORD') return { kind: 'string', value: only.literal };
  numberOf(only.literal, type);
  return { kind: type === 'REG_DWORD' ? 'decimal' : 'longDecimal', value: only.literal };
}

function numberOf(text: string, type: RegistryType): bigint {
  if (!/^\d+$/.test(text) || contentAs(type, text) === undefined)
    throw new Error(`${text} is no number that ${type} holds`);
  return BigInt(text);
}

function pattern(expression: Expression): string {
  const [only] = call(expression, 'Pattern');
  if (!only) throw new Error('Pattern(…) is empty');
  return textOf(only);
}

function call(expression: Expression, name: string): Expression[] {
  if (!('name' in expression) || expression.name !== name) throw new Error(`${name}(…) expected`);
  return expression.args;
}

function textOf(expression: Expression): string {
  if (!('literal' in expression) || !expression.quoted || typeof expression.literal !== 'string')
    throw new Error('a text in quotes expected');
  return expression.literal;
}

/** A backslash in quotes is an ordinary character: the patterns contain `\d`. */
const TOKEN = /\s*(?:([A-Za-z]+)\s*\(|'([^']*)'|(-?\d+)|(null)\b|([(),]))/y;

/** Two levels occur; deeper nesting is not an expression of this column. */
const MAX_DEPTH = 8;

function parse(text: string): Expression {
  const reader = new Reader(text);
  const result = reader.expression(0);
  reader.end();
  return result;
}

class Reader {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  expression(depth: number): Expression {
    if (depth > MAX_DEPTH) throw new Error('the expression nests too deep');
    if (this.#peek(',') || this.#peek(')')) return { literal: undefined, quoted: false };
    const [, name, quoted, number, nothing] = this.#next();
    if (quoted !== undefined) return { literal: quoted, quoted: true };
    if (number !== undefined) return { literal: number, quoted: false };
    if (nothing !== undefined) return { literal: null, quoted: false };
    if (name === undefined) throw new Error('a value expected');
    return { name, args: this.#args(name, depth + 1) };
  }

  /** @throws Error if more than blanks is left. */
  end(): void {
    this.#skipBlanks();
    if (this.#at < this.#text.length) throw new Error(`text after the end: "${this.#excerpt()}"`);
  }

  /** The arguments up to and including the closing bracket. */
  #args(name: string, depth: number): Expression[] {
    const args = [this.expression(depth)];
    while (this.#peek(',')) {
      this.#at++;
      args.push(this.expression(depth));
    }
    if (!this.#peek(')')) throw new Error(`${name}( does not end`);
    this.#at++;
    return args;
  }

  #next(): RegExpExecArray {
    TOKEN.lastIndex = this.#at;
    const found = TOKEN.exec(this.#text);
    if (!found) throw new Error(`not readable at "${this.#excerpt()}"`);
    this.#at = TOKEN.lastIndex;
    return found;
  }

  #peek(char: string): boolean {
    this.#skipBlanks();
    return this.#text.charAt(this.#at) === char;
  }

  #skipBlanks(): void {
    while (/\s/.test(this.#text.charAt(this.#at))) this.#at++;
  }

  #excerpt(): string {
    return this.#text.slice(this.#at, this.#at + 20);
  }
}
