/** PowerShell text as tokens, read once from the beginning to the end; only what tells commands and literals apart. */
import type { Collector } from './collect.ts';
import { ESCAPES, Scanner } from './scanner.ts';
import { MAX_DEPTH, MAX_ENTRIES } from './types.ts';

/** `end`: a line break or semicolon that ends a statement. `mark`: a bracket, comma, equals sign or pipe. */
export interface Token {
  kind: 'word' | 'text' | 'mark' | 'end';
  text: string;
  /** Index of its first character. */
  at: number;
  line: number;
  /** No blank stands before it. */
  glued: boolean;
  /** It holds a variable, an expression or a name that only the run of the script tells. */
  computed?: true;
}

const BLANK = /(?:[^\S\n]|`\r?\n){1,4096}/y;
/** PowerShell takes curly quotation marks for straight ones. */
const SINGLE = "'\u2018\u2019\u201a\u201b";
const DOUBLE = '"\u201c\u201d\u201e';
/** A backtick makes the next character a part of the word, a quotation mark, too. */
const WORD = new RegExp(`\u0060[^\r\n]|[^\\s,;|&(){}=\u0060${SINGLE}${DOUBLE}]+`, 'y');
const IN_SINGLE = new RegExp(`[^${SINGLE}]*`, 'y');
const IN_DOUBLE = new RegExp(`[^\u0060$${DOUBLE}]*`, 'y');
const REST_OF_LINE = /[^\n]*/y;
const HERE_STRING = /@['"][^\S\n]*(?=\n)/y;
const VARIABLE = /\$[\w({?:^$]|`u/;
const OPENS: Record<string, string> = { '(': ')', '@(': ')', '{': '}', '@{': '}' };

export class PsLexer extends Scanner<Pick<Collector, 'count'>> {
  /** The brackets that are open, with the lines of their beginnings. */
  readonly #open: { closes: string; line: number }[] = [];
  /** The last token, where it is a mark. */
  #lastMark = '';

  /** Undefined at the end. Each token, comment and line counts. */
  next(): Token | undefined {
    for (;;) {
      const start = this.at;
      this.matchAll(BLANK);
      this.collector.count({ line: this.line });
      const char = this.text.charAt(this.at);
      if (char === '') {
        const open = this.#open.at(-1);
        if (open !== undefined)
          throw this.fault(`the bracket that begins here lacks its ${open.closes}`, open.line);
        return undefined;
      }
      if (this.text.startsWith('<#', this.at)) this.#skipTo('#>', 'the comment');
      else if (char === '#') this.match(REST_OF_LINE);
      else {
        const token = this.#token(char, this.at === start && start > 0);
        if (token !== undefined) return token;
      }
    }
  }

  #token(char: string, glued: boolean): Token | undefined {
    const { at, line } = this;
    const last = this.#lastMark;
    this.#lastMark = '';
    const of = (kind: Token['kind'], text: string, computed = false): Token => {
      return { kind, text, at, line, glued, ...(computed && { computed: true as const }) };
    };
    if (char === '\n' || char === ';') {
      this.at++;
      if (char === '\n') this.line++;
      const goes = char === '\n' && (this.#open.at(-1)?.closes === ')' || /^[,|]$/.test(last));
      if (!goes) return of('end', char);
      this.#lastMark = last;
      return undefined;
    }
    const opening = this.match(HERE_STRING);
    if (opening !== '') return this.#hereString(opening.charAt(1) === "'", of);
    if (SINGLE.includes(char) || DOUBLE.includes(char)) return this.#quoted(SINGLE.includes(char), of);
    const mark = /^(?:@[({]|[,|&(){}=])/.exec(this.text.slice(this.at, this.at + 2))?.[0];
    if (mark !== undefined) {
      this.at += mark.length;
      this.#bracket(mark, line);
      this.#lastMark = mark;
      return of('mark', mark);
    }
    const whole = this.match(WORD) || char;
    // `-Value:1` is a parameter and its value.
    const word = /^[-\u2013\u2014][a-z]{1,40}:/i.exec(whole)?.[0] ?? whole;
    this.at = at + word.length;
    return of('word', word, /[$`]|^@|^%/.test(word));
  }

  #bracket(mark: string, line: number): void {
    const closes = OPENS[mark];
    if (closes !== undefined) {
      if (this.#open.push({ closes, line }) > MAX_DEPTH)
        throw this.fault(`brackets nest more than ${MAX_DEPTH} deep`, line);
    } else if (mark === ')' || mark === '}') {
      const open = this.#open.pop();
      if (open?.closes !== mark) throw this.fault(`${mark} closes no bracket`, line);
    }
  }

  /** A doubled quotation mark is one; in double ones a backtick begins an escape. */
  #quoted(single: boolean, of: (kind: 'text', text: string, computed?: boolean) => Token): Token {
    const marks = single ? SINGLE : DOUBLE;
    const { line } = of('text', '');
    const from = ++this.at;
    const parts = [this.match(single ? IN_SINGLE : IN_DOUBLE)];
    while (!this.#closes(marks, line)) {
      if (parts.push(this.#escaped(marks)) > 2 * MAX_ENTRIES)
        throw this.fault(`a text has more than ${MAX_ENTRIES} escapes`, line);
      parts.push(this.match(single ? IN_SINGLE : IN_DOUBLE));
    }
    const raw = this.text.slice(from, this.at++);
    return of('text', parts.join(''), !single && VARIABLE.test(raw.replaceAll(/`[^u]/g, '')));
  }

  /** Whether the mark there ends the text that begins in `line`. */
  #closes(marks: string, line: number): boolean {
    const [char, next] = [this.text.charAt(this.at), this.text.charAt(this.at + 1)];
    if (char === '') throw this.fault('the text that begins here lacks its closing quotation mark', line);
    return marks.includes(char) && (next === '' || !marks.includes(next));
  }

  /** Of a doubled mark, or of an escape. */
  #escaped(marks: string): string {
    const [char, next] = [this.text.charAt(this.at), this.text.charAt(this.at + 1)];
    if (char === '$') return next === '(' ? this.#subexpression() : this.text.charAt(this.at++);
    this.at += next === '' ? 1 : 2;
    if (next === '\n') this.line++;
    return marks.includes(char) ? next : (ESCAPES[next] ?? next);
  }

  /** `$(…)` within a text: the texts in it have quotation marks of their own. */
  #subexpression(): string {
    const [start, depth] = [this.at++, this.#open.length];
    do this.next();
    while (this.#open.length > depth);
    this.#lastMark = '';
    return this.text.slice(start, this.at);
  }

  /** Stands on the line break behind its opening. */
  #hereString(single: boolean, of: (kind: 'text', text: string, computed?: boolean) => Token): Token {
    const { line } = of('text', '');
    const start = this.at + 1;
    this.#skipTo(single ? "\n'@" : '\n"@', 'the text', line);
    // The last line break is not part of it.
    const content = this.text.slice(start, Math.max(this.at - 3, start)).replace(/\r$/, '');
    return of('text', content, !single && /[$`]/.test(content));
  }

  #skipTo(end: string, what: string, line = this.line): void {
    const found = this.text.indexOf(end, this.at);
    if (found === -1) throw this.fault(`${what} that begins here lacks its end`, line);
    this.goTo(found + end.length);
  }
}
