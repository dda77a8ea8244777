/** A text that is read once from its beginning to its end, with the number of the line. */
import type { Collector } from './collect.ts';
import { ReadFault } from './fault.ts';

export class Scanner<C extends Pick<Collector, 'count'> = Collector> {
  readonly text: string;
  readonly collector: C;
  at = 0;
  /** Line of the next character. */
  line: number;

  constructor(text: string, collector: C, firstLine = 1) {
    this.text = text;
    this.collector = collector;
    this.line = firstLine;
  }

  /** The next character; empty at the end. */
  peek(): string {
    return this.text.charAt(this.at);
  }

  take(char: string): boolean {
    if (this.peek() !== char) return false;
    this.at++;
    return true;
  }

  /** Skips and returns what a sticky pattern matches here, and counts its line breaks; empty if it does not match. */
  match(pattern: RegExp): string {
    pattern.lastIndex = this.at;
    const found = pattern.exec(this.text)?.[0] ?? '';
    this.#pass(found);
    return found;
  }

  /**
   * What a pattern matches here again and again. A star over alternatives overflows the stack on a text of megabytes, and
   * so does one over a class of characters where V8 compiles patterns without optimizing, as it does in large processes.
   */
  matchAll(pattern: RegExp): string {
    const start = this.at;
    while (this.match(pattern) !== '');
    return this.text.slice(start, this.at);
  }

  goTo(end: number): void {
    this.#pass(this.text.slice(this.at, end));
  }

  #pass(text: string): void {
    for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) this.line++;
    this.at += text.length;
  }

  fault(message: string, line = this.line): ReadFault {
    return new ReadFault(message, { line });
  }
}
