/**
 * Literals among the tokens of a PowerShell statement: texts, numbers and lists of them; and the arguments of a cmdlet by
 * the full names of its parameters.
 */

import TABLES from './cmdlets.json' with { type: 'json' };
import { quote } from './fault.ts';
import type { Token } from './ps-lexer.ts';

/**
 * A bare argument that PowerShell reads as a number and that is spelt otherwise: `0x10`, `1.50`, `010`, `1kb`. A parameter
 * that takes text gets it as it is spelt.
 */
export class Numeral extends String {
  /** Text where it is no whole number. */
  readonly value = numberOf(`${this}`);
}

/** Undefined: computed when the script runs. */
export type Literal = string | number | Numeral | Literal[] | undefined;

/** A list of bytes, as numbers or in decimal digits, as two digits each; undefined where an entry is none. */
export function byteDigits(entries: readonly Literal[]): string | undefined {
  return entries.every((entry) => /^\d{1,3}$/.test(String(entry)) && Number(entry) < 256)
    ? entries.map((entry) => Number(entry).toString(16).padStart(2, '0')).join('')
    : undefined;
}

const NUMBER = /^-?(?:\d+|0x[\da-f]+)$/i;
const NUMERAL =
  /^[-+]?(?:0[xb][\da-f]+|(?:\d+(?:\.\d*)?|\.\d+)(?:e[-+]?\d+)?)(?:u?[lsy]|[dnu])?(?:[kmgtp]b)?$/i;
/** Those that leave a literal as it is: `[char]65` is A. */
const CAST = /^\[(?:system\.)?(?:byte|u?int(?:16|32|64)?|u?long|string|object|array)(?:\[\])?\]/i;

/** Reads values from the tokens of one statement, one after the other. */
export class PsValues {
  readonly #tokens: readonly Token[];
  at: number;

  constructor(tokens: readonly Token[], at: number) {
    this.#tokens = tokens;
    this.at = at;
  }

  peek(): Token | undefined {
    return this.#tokens[this.at];
  }

  isMark(...marks: string[]): boolean {
    const token = this.peek();
    return token?.kind === 'mark' && marks.includes(token.text);
  }

  /** One value, or a list whose entries commas divide. `bare`: words without quotation marks are texts, as in arguments. */
  list(bare: boolean): Literal {
    const entries: Literal[] = [this.#term(bare)];
    for (; this.isMark(','); entries.push(this.#term(bare))) this.at++;
    return entries.length === 1 ? entries[0] : entries;
  }

  #term(bare: boolean): Literal {
    const token = this.peek();
    if (token === undefined) return undefined;
    if (this.isMark('(', '@(')) return this.#inBrackets(token.text === '@(');
    if (token.kind === 'mark') return undefined;
    this.at++;
    const cast = token.kind === 'word' && !bare ? CAST.exec(token.text)?.[0] : undefined;
    const text = token.text.slice(cast?.length ?? 0);
    // The word ends before the bracket of `[byte[]]@(…)`.
    if (cast !== undefined && /^@?$/.test(text)) return this.#term(bare);
    return this.#glued(token, text, bare);
  }

  /** One argument: the token and all that follow it without a blank. */
  #glued(token: Token, start: string, bare: boolean): Literal {
    let text = start;
    let computed = token.computed ?? (token.kind === 'word' && !bare && !NUMBER.test(text));
    const first = this.at;
    for (let next = this.peek(); next?.glued && isPartOfWord(next); next = this.peek()) {
      // In an expression an operator follows; behind a text another argument begins.
      computed ||=
        !bare || token.kind === 'text' || (next.computed ?? (next.kind === 'mark' && next.text !== '='));
      text += next.text;
      this.at = next.kind === 'mark' && next.text !== '=' ? this.#closing() + 1 : this.at + 1;
    }
    if (computed) return undefined;
    if (this.at !== first || token.kind !== 'word') return text;
    return bare ? numeralOf(text) : numberOf(text);
  }

  /** `@(…)` is a list, also of one entry. */
  #inBrackets(isList: boolean): Literal {
    const close = this.#closing();
    this.at++;
    const value = this.isMark(')') ? [] : this.list(false);
    // An operator, a second statement or a call follows.
    const whole = this.at === close;
    this.at = close + 1;
    const next = this.peek();
    if (!whole || (next?.glued && next.kind !== 'mark' && next.kind !== 'end')) return undefined;
    return isList && !Array.isArray(value) ? [value] : value;
  }

  #closing(): number {
    let depth = 0;
    for (let at = this.at; at < this.#tokens.length; at++) {
      const token = this.#tokens[at];
      if (token?.kind !== 'mark') continue;
      if (/[({]$/.test(token.text)) depth++;
      else if (/[)}]/.test(token.text) && --depth === 0) return at;
    }
    return this.#tokens.length;
  }
}

function isPartOfWord({ kind, text }: Token): boolean {
  return kind === 'mark' ? !/^[,)}]$/.test(text) : kind !== 'end';
}

/** A number where JavaScript holds it, else the text. Eight hexadecimal digits are an Int32, which may be negative. */
function numberOf(text: string): number | string {
  if (!NUMBER.test(text)) return text;
  if (/^0x[89a-f][\da-f]{7}$/i.test(text)) return Number(text) - 2 ** 32;
  const value = text.startsWith('-') ? -Number(text.slice(1)) : Number(text);
  return Number.isSafeInteger(value) ? value : text;
}

function numeralOf(text: string): number | string | Numeral {
  if (!NUMERAL.test(text)) return text;
  const value = numberOf(text);
  return typeof value === 'number' && String(value) === text ? value : new Numeral(text);
}

/** A value that is computed is undefined. */
export type Arguments = Map<string, Literal>;

/** PowerShell takes each beginning that fits one of them only. */
const PARAMETERS = [...TABLES.item, ...TABLES.common, ...TABLES.switches];
/** Of the module GroupPolicy, without those that change what is written. */
export const POLICY_PARAMETERS = [...TABLES.policy, ...TABLES.common, ...TABLES.switches];
const ALIASES: Record<string, string> = TABLES.aliases;

function fullName(given: string, known: readonly string[]): string | undefined {
  const name = given.toLowerCase();
  const [only = name, ...more] = known.filter((each) => each.startsWith(name));
  const full = known.includes(name) || more.length > 0 ? name : only;
  const parameter = ALIASES[full] ?? full;
  return known.includes(parameter) ? parameter : undefined;
}

const NAMED = /^[-\u2013\u2014]([a-z]{1,40})(:?)$/i;

/** The arguments, or why they cannot be read. @param places Positional parameters. @param known All parameters. */
export function argumentsOf(
  places: readonly string[],
  tokens: readonly Token[],
  known: readonly string[] = PARAMETERS,
): Arguments | string {
  const given: Arguments = new Map();
  const values = new PsValues(tokens, 0);
  for (let token = values.peek(); token !== undefined; token = values.peek()) {
    const named = token.kind === 'word' ? NAMED.exec(token.text) : null;
    const why = named
      ? takeNamed(named, values, given, places, known)
      : takePlaced(token, values, given, places);
    if (why !== undefined) return why;
  }
  return given;
}

/** Reads one parameter with its value. @returns why it cannot be read. */
function takeNamed(
  [whole, name = '', colon]: RegExpExecArray,
  values: PsValues,
  given: Arguments,
  places: readonly string[],
  known: readonly string[],
): string | undefined {
  const parameter = fullName(name, known);
  // Set-ItemProperty refuses -PropertyType and -ItemType, which those for new items have.
  const isRefused = places.includes('value') && /^(?:pr|it)/i.test(name);
  if (parameter === undefined || isRefused) return `${quote(whole)} is not known`;
  values.at++;
  if (parameter === 'whatif' && (colon === '' || !/^\$false$/i.test(values.peek()?.text ?? '')))
    return 'it has -WhatIf';
  // A switch has a value behind a colon only: -Confirm:$false.
  const none = TABLES.switches.includes(parameter) ? colon === '' : values.peek() === undefined;
  given.set(parameter, none ? undefined : values.list(true));
  return undefined;
}

/** Reads one positional argument. @returns why it cannot be read. */
function takePlaced({ kind, text }: Token, values: PsValues, given: Arguments, places: readonly string[]) {
  if (kind === 'word' && text.startsWith('@')) return `its parameters are in ${quote(text)}`;
  const place = places.find((each) => !given.has(each) && !(each === 'path' && given.has('literalpath')));
  const before = values.at;
  if (place !== undefined) given.set(place, values.list(true));
  return values.at === before ? `${quote(text)} is not expected` : undefined;
}
