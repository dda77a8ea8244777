/**
 * A PowerShell data file (`.psd1`) → its literal data: hashtables, arrays, strings, numbers, `$true`, `$false`,
 * `$null`. Nothing is executed: a variable, a command or an operator is an error with its place.
 */
import { ReadFault } from '../../runtime/readers/fault.ts';
import { PsLexer, type Token } from '../../runtime/readers/ps-lexer.ts';
import { FileProblem } from './problems.ts';

export type Psd1Value = string | number | boolean | null | Psd1Value[] | Psd1Table;

export interface Place {
  line: number;
  column: number;
}

/** Entries in the file's order, each with the place of its key. */
export class Psd1Table {
  readonly entries: { name: string; value: Psd1Value; place: Place }[] = [];
  get(name: string): Psd1Value | undefined {
    return this.entries.find((each) => each.name.toLowerCase() === name.toLowerCase())?.value;
  }
}

const NUMBER = /^[+-]?(?:0x[0-9a-f]+|\d+(?:\.\d+)?)$/i;
const NAME = /^[A-Za-z_]\w*$/;
const CONSTANTS = new Map<string, boolean | null>([
  ['$true', true],
  ['$false', false],
  ['$null', null],
]);

/** @throws FileProblem that names the first place which is not literal data. */
export function parsePsd1(text: string, file: string): Psd1Table {
  try {
    return new Reader(text, file).document();
  } catch (error) {
    if (!(error instanceof ReadFault)) throw error;
    throw new FileProblem({ file, ...error.place, message: error.message });
  }
}

class Reader {
  readonly #text: string;
  readonly #file: string;
  readonly #lexer: PsLexer;
  /** Where the token before {@link #next} ends. */
  #end = 0;
  #next: Token | undefined;
  /** Line of the last place, and the position of the line break before it. */
  #line = { number: 1, before: -1 };

  constructor(text: string, file: string) {
    this.#text = text;
    this.#file = file;
    this.#lexer = new PsLexer(text, { count: () => {} });
    this.#next = this.#lexer.next();
  }

  document(): Psd1Table {
    this.#skipEnds();
    if (!this.#isMark('@{')) this.#fail('the file is not a hashtable (@{ … })');
    const table = this.#table();
    this.#skipEnds();
    if (this.#next !== undefined) this.#fail('text after the end of the hashtable');
    return table;
  }

  #value(): Psd1Value {
    const first = this.#single();
    const all = [first];
    while (this.#isMark(',')) {
      this.#advance();
      all.push(this.#single());
    }
    return all.length === 1 ? first : all;
  }

  #single(): Psd1Value {
    if (this.#isMark('@{')) return this.#table();
    if (this.#isMark('@(')) return this.#array();
    const { kind, text } = this.#next ?? { kind: 'end', text: '' };
    if (kind === 'text') return this.#literalText();
    const constant = CONSTANTS.get(text.toLowerCase());
    if (constant === undefined && text.startsWith('$'))
      this.#fail(`the variable ${text} is not literal data`);
    if (constant === undefined && !NUMBER.test(text)) this.#fail('not a literal value');
    this.#advance();
    if (constant !== undefined) return constant;
    const number = Number(text.replace(/^[+-]/, ''));
    return text.startsWith('-') ? -number : number;
  }

  #literalText(): string {
    if (this.#next?.computed) this.#fail('a variable or an escape in a string is not literal data');
    return this.#advance();
  }

  #table(): Psd1Table {
    const table = new Psd1Table();
    const names = new Set<string>();
    this.#advance();
    for (this.#skipEnds(); !this.#isMark('}'); this.#skipEnds()) {
      const place = this.#place();
      const name = this.#key();
      if (names.has(name.toLowerCase())) this.#fail(`the key "${name}" stands twice in one hashtable`, place);
      names.add(name.toLowerCase());
      this.#skipEnds('\n');
      if (!this.#isMark('=')) this.#fail(`"=" expected after the key "${name}"`);
      this.#advance();
      this.#skipEnds('\n');
      table.entries.push({ name, value: this.#value(), place });
      if (this.#next?.kind !== 'end' && !this.#isMark('}')) this.#fail('a line break, ";" or "}" expected');
    }
    this.#advance();
    return table;
  }

  #key(): string {
    const { kind, text } = this.#next ?? {};
    if (kind === 'text') return this.#literalText();
    if (text === undefined || !(NAME.test(text) || NUMBER.test(text))) this.#fail('a key expected');
    return this.#advance();
  }

  #array(): Psd1Value[] {
    const all: Psd1Value[] = [];
    this.#advance();
    for (this.#skipEnds(); !this.#isMark(')'); this.#skipEnds()) {
      // `@('a', 'b')` is the list itself, not a list that holds one.
      for (const each of [this.#value()].flat()) all.push(each);
      // Inside brackets a line break is not a token.
      const isDivided = this.#text.slice(this.#end, this.#next?.at).includes('\n');
      if (!isDivided && this.#next?.kind !== 'end' && !this.#isMark(')'))
        this.#fail('a line break, ",", ";" or ")" expected');
    }
    this.#advance();
    return all;
  }

  #isMark(mark: string): boolean {
    return this.#next?.kind === 'mark' && this.#next.text === mark;
  }

  #skipEnds(ends = '\n;'): void {
    while (this.#next?.kind === 'end' && ends.includes(this.#next.text)) this.#advance();
  }

  /** @returns The text of the token that it passes. */
  #advance(): string {
    const { text = '' } = this.#next ?? {};
    this.#end = this.#lexer.at;
    this.#next = this.#lexer.next();
    return text;
  }

  #place(): Place {
    const { at = this.#text.length, line = this.#lexer.line } = this.#next ?? {};
    // Searched once per line, as one line may contain all keys of a file.
    if (line !== this.#line.number)
      this.#line = { number: line, before: this.#text.lastIndexOf('\n', at - 1) };
    return { line, column: at - this.#line.before };
  }

  #fail(message: string, place = this.#place()): never {
    throw new FileProblem({ file: this.#file, ...place, message });
  }
}
