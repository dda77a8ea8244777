/**
 * A PowerShell data file (`.psd1`) → its literal data: hashtables, arrays, strings, numbers, `$true`, `$false`,
 * `$null`. Nothing is executed: a variable, a command or an operator is an error with its place.
 */
import { FileProblem } from './problems.ts';

export type Psd1Value = string | number | boolean | null | Psd1Value[] | Psd1Table;

export interface Place {
  line: number;
  column: number;
}

/** Entries in the file's order; each key's place stands beside it. */
export class Psd1Table {
  readonly entries: { name: string; value: Psd1Value; place: Place }[] = [];
  get(name: string): Psd1Value | undefined {
    return this.entries.find((each) => each.name.toLowerCase() === name.toLowerCase())?.value;
  }
}

/** Options tables nest four deep. */
const MAX_DEPTH = 50;
const ESCAPES: Record<string, string> = {
  '0': '\0',
  a: '\u0007',
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
  v: '\v',
};
const NUMBER = /[+-]?(?:0x[0-9a-f]+|\d+(?:\.\d+)?)(?![\w.])/iy;
const WORD = /[A-Za-z_]\w*/y;
const LINE_COMMENT = /#[^\n]*/y;
const BLANKS = /[ \t\r\f\v\u00a0]+/y;

/** @throws FileProblem naming the first place that is not literal data. */
export function parsePsd1(text: string, file: string): Psd1Table {
  return new Reader(text, file).document();
}

class Reader {
  readonly #text: string;
  readonly #file: string;
  /** Offsets at which lines start. */
  readonly #lines: number[] = [0];
  #at = 0;

  constructor(text: string, file: string) {
    this.#text = text;
    this.#file = file;
    for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) this.#lines.push(at + 1);
  }

  document(): Psd1Table {
    this.#skip();
    if (!this.#text.startsWith('@{', this.#at)) this.#fail('the file is not a hashtable (@{ … })');
    const table = this.#value(0);
    this.#skip();
    if (this.#at < this.#text.length) this.#fail('text after the end of the hashtable');
    return table as Psd1Table;
  }

  #value(depth: number): Psd1Value {
    if (depth > MAX_DEPTH) this.#fail(`values nest deeper than ${MAX_DEPTH}`);
    const first = this.#single(depth);
    const all = [first];
    while (this.#text.charAt(this.#at) === ',') {
      this.#at++;
      this.#skip();
      all.push(this.#single(depth));
    }
    return all.length === 1 ? first : all;
  }

  #single(depth: number): Psd1Value {
    const two = this.#text.slice(this.#at, this.#at + 2);
    if (two === '@{') return this.#table(depth);
    if (two === '@(') return this.#array(depth);
    if (two === '@"' || two === "@'") return this.#hereString(two.charAt(1));
    if (two.startsWith("'") || two.startsWith('"')) return this.#string(two.charAt(0));
    if (two.startsWith('$')) return this.#constant();
    const digits = this.#match(NUMBER);
    if (digits === undefined) this.#fail('not a literal value');
    const value = Number(digits.replace(/^[+-]/, ''));
    return digits.startsWith('-') ? -value : value;
  }

  #table(depth: number): Psd1Table {
    const table = new Psd1Table();
    const names = new Set<string>();
    this.#at += 2;
    for (this.#skip(true); !this.#peek('}'); ) {
      const place = this.#place();
      const name = this.#key();
      if (names.has(name.toLowerCase())) this.#fail(`the key "${name}" stands twice in one hashtable`, place);
      names.add(name.toLowerCase());
      this.#skip();
      if (!this.#peek('=')) this.#fail(`"=" expected after the key "${name}"`);
      this.#at++;
      this.#skip();
      table.entries.push({ name, value: this.#value(depth + 1), place });
      if (!this.#skip(true) && !this.#peek('}')) this.#fail('a line break, ";" or "}" expected');
    }
    this.#at++;
    this.#skipBlanks();
    return table;
  }

  #array(depth: number): Psd1Value[] {
    const all: Psd1Value[] = [];
    this.#at += 2;
    for (this.#skip(true); !this.#peek(')'); ) {
      // `@('a', 'b')` is the list itself, not a list that holds one.
      for (const each of [this.#value(depth + 1)].flat()) all.push(each);
      if (!this.#skip(true) && !this.#peek(')')) this.#fail('a line break, ",", ";" or ")" expected');
    }
    this.#at++;
    this.#skipBlanks();
    return all;
  }

  #key(): string {
    const quote = this.#text.charAt(this.#at);
    if (quote === '"' || quote === "'") return this.#string(quote);
    const word = this.#match(WORD) ?? this.#match(NUMBER);
    if (word === undefined) this.#fail('a key expected');
    return word;
  }

  #string(quote: string): string {
    const start = this.#place();
    let text = '';
    for (this.#at++; this.#at < this.#text.length; this.#at++) {
      const char = this.#text.charAt(this.#at);
      if (char === quote) {
        if (this.#text.charAt(this.#at + 1) !== quote) {
          this.#at++;
          this.#skipBlanks();
          return text;
        }
        this.#at++;
        text += quote;
      } else text += quote === '"' ? this.#expanded(char) : char;
    }
    return this.#fail('the string does not end', start);
  }

  /** In double quotes: a backtick escapes; `$` begins a variable, which is not literal data. */
  #expanded(char: string): string {
    if (char === '$' && /[\w({?$^:]/.test(this.#text.charAt(this.#at + 1)))
      this.#fail('a variable in a string is not literal data');
    if (char !== '`') return char;
    this.#at++;
    const escaped = this.#text.charAt(this.#at);
    return ESCAPES[escaped] ?? escaped;
  }

  #hereString(quote: string): string {
    const open = /@['"][ \t]*\r?\n/y;
    const start = this.#at;
    if (this.#match(open) === undefined) this.#fail('a line break expected after the start of a here-string');
    const from = this.#at;
    // The end mark stands at a line's beginning, and may follow the opening line at once.
    const end = this.#text.indexOf(`\n${quote}@`, from - 1);
    if (end < 0) this.#fail('the here-string does not end', this.#place(start));
    let text = this.#text.slice(from, Math.max(end, from));
    if (text.endsWith('\r')) text = text.slice(0, -1);
    const bad = quote === '"' ? /\$[\w({]|`/.exec(text) : null;
    if (bad)
      this.#fail('a variable or an escape in a here-string is not read', this.#place(from + bad.index));
    this.#at = end + 3;
    this.#skipBlanks();
    return text;
  }

  #constant(): boolean | null {
    const start = this.#place();
    this.#at++;
    const name = this.#match(WORD)?.toLowerCase();
    if (name === 'true' || name === 'false') return name === 'true';
    if (name === 'null') return null;
    return this.#fail(`the variable $${name ?? ''} is not literal data`, start);
  }

  #peek(char: string): boolean {
    if (this.#at >= this.#text.length) this.#fail('the file ends within a hashtable or an array');
    return this.#text.charAt(this.#at) === char;
  }

  #match(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.#at;
    const found = pattern.exec(this.#text)?.[0];
    if (found === undefined) return undefined;
    this.#at += found.length;
    this.#skipBlanks();
    return found;
  }

  /** Blanks and comments, but no line break. */
  #skipBlanks(): void {
    for (;;) {
      const before = this.#at;
      for (const pattern of [BLANKS, LINE_COMMENT]) {
        pattern.lastIndex = this.#at;
        if (pattern.test(this.#text)) this.#at = pattern.lastIndex;
      }
      if (this.#text.startsWith('<#', this.#at)) this.#skipBlockComment();
      if (this.#at === before) return;
    }
  }

  #skipBlockComment(): void {
    const end = this.#text.indexOf('#>', this.#at);
    if (end < 0) this.#fail('the comment does not end');
    this.#at = end + 2;
  }

  /** Also line breaks, and `;` where they may part entries. @returns whether there was one. */
  #skip(separators = false): boolean {
    let broken = false;
    for (this.#skipBlanks(); this.#at < this.#text.length; this.#skipBlanks()) {
      const char = this.#text.charAt(this.#at);
      if (char !== '\n' && !(separators && char === ';')) break;
      broken = true;
      this.#at++;
    }
    return broken;
  }

  #place(at = this.#at): Place {
    let [low, high] = [0, this.#lines.length];
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if ((this.#lines[middle] ?? 0) <= at) low = middle;
      else high = middle;
    }
    return { line: low + 1, column: at - (this.#lines[low] ?? 0) + 1 };
  }

  #fail(message: string, place = this.#place()): never {
    throw new FileProblem({ file: this.#file, ...place, message });
  }
}
