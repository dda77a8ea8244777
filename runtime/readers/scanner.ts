/** A text that is read once from its beginning to its end, with the number of the line. */
import type { Collector } from './collect.ts';
import { ReadFault } from './fault.ts';

export class Scanner<C extends Pick<Collector, 'count'> = Collector> {
  readonly text: string;
  readonly collector: C;
  at = 0;
  /** Of the next character. */
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

  /** Goes over what a sticky pattern finds here, and the line breaks in it; empty where it finds nothing. */
  match(pattern: RegExp): string {
    pattern.lastIndex = this.at;
    const found = pattern.exec(this.text)?.[0] ?? '';
    this.goTo(this.at + found.length);
    return found;
  }

  goTo(end: number): void {
    const passed = this.text.slice(this.at, end);
    for (let at = passed.indexOf('\n'); at !== -1; at = passed.indexOf('\n', at + 1)) this.line++;
    this.at = end;
  }

  fault(message: string, line = this.line): ReadFault {
    return new ReadFault(message, { line });
  }
}
