/**
 * A PowerShell data file (`.psd1`) → its hashtables and texts; the table of security options has nothing else. Nothing is
 * executed: any other value (a variable, a command, a number, an array) is an error with its place.
 */
import { ReadFault } from '../../runtime/readers/fault.ts';
import { PsLexer, type Token } from '../../runtime/readers/ps-lexer.ts';
import { FileProblem } from './problems.ts';

export type Psd1Value = string | Psd1Table;

interface Place {
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

const NAME = /^[A-Za-z_]\w*$/;

/** @throws FileProblem that names the first place which is neither a hashtable nor a text. */
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
  #next: Token | undefined;
  /** Line of the last place, and the position of the line break before it. */
  #line = { number: 1, before: -1 };

  constructor(text: string, file: string) {
    this.#text = text;
    this.#file = file;
    this.#lexer = new PsLexer(text, { count: () => {} });
    this.#advance();
  }

  document(): Psd1Table {
    this.#skipEnds();
    if (!this.#isMark('@{')) this.#fail('the file is not a hashtable (@{ … })');
    const table = this.#table();
    this.#skipEnds();
    if (this.#next !== undefined) this.#fail('text after the end of the hashtable');
    return table;
  }

  #table(): Psd1Table {
    const table = new Psd1Table();
    const names = new Set<string>();
    this.#advance();
    for (this.#skipEnds(); !this.#isMark('}'); this.#skipEnds()) {
      const place = this.#place();
      const isBare = this.#next?.kind === 'word' && NAME.test(this.#next.text);
      const name = isBare ? this.#advance() : this.#literal('a key');
      if (names.has(name.toLowerCase())) this.#fail(`the key "${name}" stands twice in one hashtable`, place);
      names.add(name.toLowerCase());
      this.#skipEnds('\n');
      if (!this.#isMark('=')) this.#fail(`"=" expected after the key "${name}"`);
      this.#advance();
      this.#skipEnds('\n');
      const value = this.#isMark('@{') ? this.#table() : this.#literal('a hashtable or a text in quotes');
      table.entries.push({ name, value, place });
      if (this.#next?.kind !== 'end' && !this.#isMark('}')) this.#fail('a line break, ";" or "}" expected');
    }
    this.#advance();
    return table;
  }

  #literal(what: string): string {
    if (this.#next?.kind !== 'text') this.#fail(`${what} expected`);
    if (this.#next?.computed) this.#fail('a variable or an escape in a string is not literal data');
    return this.#advance();
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
    let next = this.#lexer.step();
    while (next === 'skipped') next = this.#lexer.step();
    this.#next = next;
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
