/** PowerShell text as tokens, in one pass: only as many kinds as commands and literals need. */
import type { Collector } from './collect.ts';
import TABLE from './escapes.json' with { type: 'json' };
import { Scanner } from './scanner.ts';
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
  /** It holds a variable or an expression: its text is known only when the script runs. */
  computed?: true;
}

const BLANK = /(?:[^\S\n]|`\r?\n){1,4096}/y;
/** PowerShell takes curly quotation marks for straight ones. */
const SINGLE = "'\u2018\u2019\u201a\u201b";
const DOUBLE = '"\u201c\u201d\u201e';
/** A backtick makes the next character a part of the word, also a quotation mark. */
const WORD = new RegExp(`\u0060[^\r\n]|[^\\s,;|&(){}=\u0060${SINGLE}${DOUBLE}]{1,4096}`, 'y');
/** `-Value:1` is a parameter and its value. */
const PARAMETER = /[-\u2013\u2014][a-z]{1,40}:/iy;
const IN_SINGLE = new RegExp(`[^${SINGLE}]*`, 'y');
const IN_DOUBLE = new RegExp(`[^\u0060$${DOUBLE}]*`, 'y');
const COMMENT = /#[^\n]*/y;
const MARK = /@[({]|[,|&(){}=]/y;
const HERE_STRING = /@['"][^\S\n]*(?=\n)/y;
const VARIABLE = /\$[\w({?:^$]|`u/;
/** The characters after a backtick, with their meaning. */
const ESCAPES: Record<string, string> = TABLE.common;
const OPENS: Record<string, string> = { '(': ')', '@(': ')', '{': '}', '@{': '}' };

type Content = Pick<Token, 'kind' | 'text'> & { computed?: boolean };

export class PsLexer extends Scanner<Pick<Collector, 'count'>> {
  /** The brackets that are open, with the lines of their beginnings. */
  readonly #open: { closes: string; line: number }[] = [];
  /** The last token, where it is a mark. */
  #lastMark = '';
  /** The tokens of each `$(…)` in a text, with its brackets, since the reader took them; an inner one is before its outer. */
  readonly nested: Token[][] = [];
  /** Tokens within the expressions of the text that is being read. Limited, because no yield is possible between them. */
  #inText = 0;

  /** The next token; `skipped` for a comment, or a line break within brackets. Undefined at the end. Each counts. */
  step(): Token | 'skipped' | undefined {
    this.#inText = 0;
    return this.#step();
  }

  #step(): Token | 'skipped' | undefined {
    const start = this.at;
    this.matchAll(BLANK);
    const { at, line } = this;
    this.collector.count({ line });
    const char = this.peek();
    if (char === '') {
      const open = this.#open.at(-1);
      if (open !== undefined)
        throw this.fault(`the bracket that begins here lacks its ${open.closes}`, open.line);
      return undefined;
    }
    const content = this.#content(char);
    if (content === undefined) return 'skipped';
    const { kind, text, computed } = content;
    const token: Token = { kind, text, at, line, glued: at === start && start > 0 };
    if (computed) token.computed = true;
    return token;
  }

  /** Undefined where a comment or a line break that ends no statement was skipped. */
  #content(char: string): Content | undefined {
    if (this.#skipComment()) return undefined;
    const last = this.#lastMark;
    this.#lastMark = '';
    if (this.take('\n') || this.take(';')) {
      if (char === '\n') this.line++;
      const goes = char === '\n' && (this.#open.at(-1)?.closes === ')' || /^[,|]$/.test(last));
      if (!goes) return { kind: 'end', text: char };
      this.#lastMark = last;
      return undefined;
    }
    const opening = this.match(HERE_STRING);
    if (opening !== '') return this.#hereString(opening.charAt(1) === "'");
    if (SINGLE.includes(char)) return this.#quoted(SINGLE, IN_SINGLE);
    if (DOUBLE.includes(char)) return this.#quoted(DOUBLE, IN_DOUBLE);
    const { line } = this;
    const mark = this.match(MARK);
    if (mark === '') return this.#word();
    this.#bracket(mark, line);
    this.#lastMark = mark;
    return { kind: 'mark', text: mark };
  }

  #skipComment(): boolean {
    const isBlock = this.text.startsWith('<#', this.at);
    if (isBlock) this.#skipTo('#>', 'the comment');
    return isBlock || this.match(COMMENT) !== '';
  }

  #word(): Content {
    let text = this.match(PARAMETER);
    if (text !== '') return { kind: 'word', text };
    let computed = /[@%<]/.test(this.peek());
    for (let part = this.match(WORD); part !== ''; part = this.match(WORD)) {
      const escaped = part.startsWith('`') ? part.charAt(1) : undefined;
      computed ||= escaped === undefined ? part.includes('$') : escaped === 'u';
      text += escaped === undefined ? part : (ESCAPES[escaped] ?? escaped);
    }
    // A backtick alone at the end.
    if (text === '') this.at++;
    return { kind: 'word', text, computed };
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
  #quoted(marks: string, plain: RegExp): Content {
    const { line } = this;
    const from = ++this.at;
    const parts = [this.match(plain)];
    while (!this.#closes(marks, line)) {
      // No yield is possible within a text: 1 MiB of escapes would take 0.2 s.
      if (parts.push(this.#escaped(marks), this.match(plain)) > 2 * MAX_ENTRIES)
        throw this.fault(`a text has more than ${MAX_ENTRIES} escapes`, line);
    }
    const raw = this.text.slice(from, this.at++);
    const computed = marks === DOUBLE && VARIABLE.test(raw.replaceAll(/`[^u]/g, ''));
    return { kind: 'text', text: parts.join(''), computed };
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
    const depth = this.#open.length;
    const tokens: Token[] = [];
    this.at++;
    do {
      if (++this.#inText > MAX_ENTRIES)
        throw this.fault(`the expressions in a text have more than ${MAX_ENTRIES} words`);
      const token = this.#step();
      if (token !== undefined && token !== 'skipped') tokens.push(token);
    } while (this.#open.length > depth);
    this.#lastMark = '';
    this.nested.push(tokens);
    const [, only] = tokens;
    return tokens.length === 3 && only?.kind === 'word' ? `$(${only.text})` : '$(…)';
  }

  /** Stands on the line break behind its opening. */
  #hereString(single: boolean): Content {
    const { line } = this;
    const start = this.at + 1;
    this.#skipTo(single ? "\n'@" : '\n"@', 'the text', line);
    // The last line break is not part of it.
    const content = this.text.slice(start, Math.max(this.at - 3, start)).replace(/\r$/, '');
    return { kind: 'text', text: content, computed: !single && /[$`]/.test(content) };
  }

  #skipTo(end: string, what: string, line = this.line): void {
    const found = this.text.indexOf(end, this.at);
    if (found === -1) throw this.fault(`${what} that begins here lacks its end`, line);
    this.goTo(found + end.length);
  }
}
