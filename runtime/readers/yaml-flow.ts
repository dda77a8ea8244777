/** YAML in brackets and quotation marks, where line breaks do not count. */
import { trimEnds } from '../format/text.ts';
import TABLE from './escapes.json' with { type: 'json' };
import { quote } from './fault.ts';
import { Scanner } from './scanner.ts';
import { MAX_DEPTH, type Pieces } from './types.ts';

interface YamlText {
  kind: 'text';
  text: string;
  line: number;
  /** The text has no quotation marks: numbers, `yes`, `null`. */
  plain?: true;
  /** Templates in it are not evaluated. */
  unsafe?: true;
}
export interface YamlMap {
  kind: 'map';
  members: Map<string, YamlNode>;
  line: number;
}
export interface YamlList {
  kind: 'list';
  entries: YamlNode[];
  line: number;
}
/** `raw`: the source of a text over several lines. */
export type YamlNode = YamlText | YamlMap | YamlList | { kind: 'unclear'; line: number; raw?: string };

const PLAIN_IN_FLOW = /(?:[^,[\]{}#:\n]|:(?![ \t\r\n,[\]{}]|$)|#(?<![ \t]#)){1,4096}/y;
/** Whole characters and escapes, at most 4,096 between two yields: a text may have a megabyte of escapes. */
const IN_DOUBLE = /(?:[^"\\]|\\(?:x[\da-f]{2}|u[\da-f]{4}|U[\da-f]{8}|[\s\S])){1,4096}/iy;
const IN_SINGLE = /(?:[^']|''){1,4096}/y;
/** Ansible evaluates no template in a text with this tag. */
const UNSAFE = /!unsafe[ \t]+/y;
const FLOW_BLANKS = /(?:[ \t\r\n]|#[^\n]*){1,4096}/y;

export class FlowReader extends Scanner {
  /** Reads a value; line breaks in brackets and quotation marks do not count. @param plain What it is without these. */
  *flow(depth: number, plain = PLAIN_IN_FLOW): Pieces<YamlNode> {
    const line = this.line;
    this.collector.count({ line });
    yield;
    if (depth > MAX_DEPTH) throw this.fault(`brackets nest more than ${MAX_DEPTH} deep`, line);
    const unsafe = this.match(UNSAFE) !== '';
    const node = yield* this.#untagged(depth, line, plain);
    return unsafe && node.kind === 'text' ? { ...node, unsafe } : node;
  }

  *#untagged(depth: number, line: number, plain: RegExp): Pieces<YamlNode> {
    const char = this.peek();
    const isTemplate = plain !== PLAIN_IN_FLOW && this.text.startsWith('{{', this.at);
    if (/^[{[]/.test(char) && !isTemplate) return yield* this.#nested(depth, line);
    if (char === '"' || char === "'") {
      const pattern = char === '"' ? IN_DOUBLE : IN_SINGLE;
      let text = '';
      this.at++;
      for (let part = this.match(pattern); part !== ''; part = this.match(pattern)) {
        text += unquoted(part, char === '"');
        yield;
      }
      if (!this.take(char))
        throw this.fault('the text that begins here lacks its closing quotation mark', line);
      return this.line > line ? { kind: 'unclear', line } : { kind: 'text', text, line };
    }
    const text = trimEnds(this.matchAll(plain));
    return /^(?:[&*!%@`]|\?(?:\s|$)|\{\{)/.test(text)
      ? { kind: 'unclear', line }
      : { kind: 'text', text, line, plain: true };
  }

  *#nested(depth: number, line: number): Pieces<YamlNode> {
    const isList = this.peek() === '[';
    const end = isList ? ']' : '}';
    const node: YamlMap | YamlList = isList
      ? { kind: 'list', entries: [], line }
      : { kind: 'map', members: new Map(), line };
    this.at++;
    for (this.#skipBlanks(); !this.take(end); this.#skipBlanks()) {
      if (this.peek() === '') throw this.fault(`the bracket that begins here lacks its ${end}`, line);
      const first = yield* this.flow(depth + 1);
      if (node.kind === 'list') node.entries.push(first);
      else yield* this.#member(node, first, depth);
      this.#skipBlanks();
      const char = this.peek();
      if (!this.take(',') && char !== '' && char !== end)
        throw this.fault(
          `${quote(char)} stands where a comma or ${end} should, in the brackets that begin in line ${line}`,
        );
    }
    return node;
  }

  *#member({ members, line }: YamlMap, name: YamlNode, depth: number): Pieces {
    this.#skipBlanks();
    let value: YamlNode = { kind: 'unclear', line: this.line };
    if (this.take(':')) {
      this.#skipBlanks();
      value = yield* this.flow(depth + 1);
    }
    const isKnown = name.kind === 'text' && !members.has(name.text);
    members.set(name.kind === 'text' ? name.text : '', isKnown ? value : { kind: 'unclear', line });
  }

  #skipBlanks(): void {
    this.matchAll(FLOW_BLANKS);
  }
}

/** The characters after a backslash, with their meaning. */
const ESCAPES: Record<string, string> = { ...TABLE.common, ...TABLE.yaml };

export function unquoted(text: string, double: boolean): string {
  if (!double) return text.replaceAll("''", "'");
  return text.replaceAll(
    /\\(?:x([\da-f]{2})|u([\da-f]{4})|U([\da-f]{8})|([\s\S]))/gi,
    (_, x?: string, u?: string, long?: string, char = '') => {
      const code = Number.parseInt(x ?? u ?? long ?? '', 16);
      if (Number.isNaN(code)) return ESCAPES[char] ?? char;
      return code > 0x10ffff ? '\ufffd' : String.fromCodePoint(code);
    },
  );
}

/** Scalars that YAML 1.1 reads as another value than their text: 12:30 is 750, and 1.10 is 1.1. */
const ODD_SCALARS = [
  /^(?:yes|no|on|off|true|false|null|~)$/i,
  /^[-+]?0[\dob]/i,
  /\d_|^\+\d/,
  /^-?[1-9]\d*(?::[0-5]?\d)+$/,
  /^-?(?:\d[\d:]*\.\d*|\.\d+)(?:e[-+]\d+)?$/i,
  /^[-+]?\.(?:inf|nan)$/i,
  /^\d{4}-\d\d?-\d\d?[t ]/i,
];

/** A number is written as text in decimal digits. */
const HEX_NUMBER = /^-?0x[\da-f]+$/i;

/** @param isNumber The digits may be hexadecimal. */
export function isOdd(node: YamlNode, isNumber = true): boolean {
  if (node.kind === 'list') return node.entries.some((entry) => isOdd(entry, isNumber));
  if (node.kind !== 'text' || node.plain !== true) return false;
  return ODD_SCALARS.some((odd) => odd.test(node.text)) || (!isNumber && HEX_NUMBER.test(node.text));
}
