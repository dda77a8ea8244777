/**
 * The part of YAML that Ansible tasks and DSC documents are written in, as nodes with their lines. A value in another form
 * (an anchor, a tag, a text over several lines) is unclear, and the rest is read. No library: the known ones take tens of
 * milliseconds without a yield, nest without a limit, and end at the first fault.
 */
import { trimEnds } from '../format/text.ts';
import { MAX_DEPTH, type Pieces } from './types.ts';
import { FlowReader, unquoted, type YamlList, type YamlMap, type YamlNode } from './yaml-flow.ts';

/** A list or mapping whose lines are being read. */
interface OpenNode {
  column: number;
  node: YamlMap | YamlList;
  /** In a mapping: the name that has no value yet, or the last one. */
  name: string;
}

/** A name in or without quotation marks, up to the colon that a blank or the end of the line follows. */
const NAME =
  /(?:"(?:[^"\\\n]|\\.){0,4096}"[ \t]*|'(?:[^'\n]|''){0,4096}'[ \t]*|(?!["'#&*!|>%@`{}[\],])(?:[^:\n]|:(?![ \t\r\n]|$)){1,4096}):(?=[ \t\r\n]|$)/y;
const BLANKS = /[ \t]*/y;
const LINE = /[^\n]*\n?/y;
const BLOCK_TEXT = /(?:!unsafe[ \t]+)?[|>][+\-\d]{0,2}[ \t]*(?:#[^\n]*)?\r?(?=\n|$)/y;
const PLAIN = /(?:[^#\n]|#(?<![ \t]#)){1,4096}/y;
/** An anchor that is alone on its line names what follows. */
const ANCHOR = /(?:!unsafe[ \t]+)?&[^\s]+[ \t]*(?=\r?(?:\n|$)|#)/y;

export class YamlReader extends FlowReader {
  readonly documents: YamlNode[] = [];
  #open: OpenNode[] = [];
  /** The lines of a text were skipped. */
  #atNextLine = false;

  *read(): Pieces {
    while (this.at < this.text.length) {
      yield;
      this.collector.count({ line: this.line });
      const start = this.at;
      this.match(BLANKS);
      const column = this.at - start;
      if (column === 0 && /^(?:---|\.\.\.)(?=\s|$)/.test(this.text.slice(this.at, this.at + 4))) {
        this.#open = [];
        this.at += 3;
        this.match(BLANKS);
      }
      if (!this.#isEnd()) yield* this.#entry(start);
      if (!this.#atNextLine) this.match(LINE);
      this.#atNextLine = false;
    }
  }

  /** The end of the line, or a comment. */
  #isEnd(): boolean {
    return /^(?:#|\r?\n|\r?$)/.test(this.text.slice(this.at, this.at + 2));
  }

  /** Reads the entries of lists that begin on the line, and the value in the last one. @param start Of the line. */
  *#entry(start: number): Pieces {
    let inList = false;
    while (/^-(?:[ \t\r\n]|$)/.test(this.text.slice(this.at, this.at + 2))) {
      const list = this.#nodeAt(this.at - start, 'list');
      if (list === undefined) return;
      inList = true;
      this.at++;
      this.match(BLANKS);
      if (this.#isEnd()) return;
    }
    const column = this.at - start;
    const name = this.#name();
    if (name === undefined) {
      if (inList || this.#open.length === 0) yield* this.#value(this.at - start);
      else this.#continues(column);
      return;
    }
    const map = this.#nodeAt(column, 'map');
    if (map === undefined || map.node.kind !== 'map') return;
    // A name that occurs twice has no clear value.
    const isTwin = map.node.members.has(name);
    map.name = name;
    map.node.members.delete(name);
    this.match(BLANKS);
    if (!this.#isEnd()) yield* this.#value(column);
    if (isTwin) map.node.members.set(name, { kind: 'unclear', line: this.line });
  }

  #name(): string | undefined {
    const { at } = this;
    const name = trimEnds(this.match(NAME).slice(0, -1));
    if (/^["']/.test(name)) return unquoted(name.slice(1, -1), name.startsWith('"'));
    if (name !== '' && !/[ \t]#/.test(name)) return name;
    this.at = at;
    return undefined;
  }

  /** The list or mapping that begins or continues at the column; undefined where the line is part of a text above. */
  #nodeAt(column: number, kind: 'list' | 'map'): OpenNode | undefined {
    // A list may begin at the column of the name that it belongs to.
    const isOver = (open: OpenNode) =>
      open.column > column || (open.column === column && open.node.kind === 'list' && kind === 'map');
    while (this.#open.some(isOver)) this.#open.pop();
    const top = this.#open.at(-1);
    if (top?.column === column && top.node.kind === kind) return top;
    const { line } = this;
    const node: YamlMap | YamlList =
      kind === 'map' ? { kind, members: new Map(), line } : { kind, entries: [], line };
    if (!this.#attach(node, column)) return undefined;
    const opened = { column, node, name: '' };
    if (this.#open.push(opened) > MAX_DEPTH)
      throw this.fault(`lists and mappings nest more than ${MAX_DEPTH} deep`, line);
    return opened;
  }

  #attach(node: YamlNode, column = 0): boolean {
    const top = this.#open.at(-1);
    if (top === undefined) this.documents.push(node);
    else if (top.node.kind === 'list') top.node.entries.push(node);
    else if (top.node.members.has(top.name)) {
      this.#continues(node.kind === 'list' ? column : top.column);
      return false;
    } else top.node.members.set(top.name, node);
    return true;
  }

  /** A line further to the right that is no entry is part of the text above it. */
  #continues(column: number): void {
    const top = this.#open.at(-1);
    if (top === undefined || top.column >= column)
      throw this.fault('the line is neither an entry nor a part of the text above it');
    if (top.node.kind === 'map') top.node.members.set(top.name, { kind: 'unclear', line: this.line });
    else top.node.entries.splice(-1, 1, { kind: 'unclear', line: this.line });
  }

  /** @param column Column of its mapping or list: the lines of a text are further to the right. */
  *#value(column: number): Pieces {
    const line = this.line;
    if (this.match(ANCHOR) !== '') return;
    if (this.match(BLOCK_TEXT) !== '') {
      const node: YamlNode = { kind: 'unclear', line };
      this.#attach(node);
      const from = this.at;
      yield* this.#skipText(column);
      node.raw = this.text.slice(from, this.at);
      return;
    }
    const node = yield* this.flow(0, PLAIN);
    this.match(BLANKS);
    this.#attach(this.#isEnd() ? node : { kind: 'unclear', line });
  }

  /** Skips the lines of a text, which are further to the right. */
  *#skipText(column: number): Pieces {
    const deeper = new RegExp(String.raw`[ \t]*\r?(?:\n|$)|[ \t]{${column + 1}}[^\n]*\n?`, 'y');
    this.match(LINE);
    while (this.at < this.text.length) {
      yield;
      this.collector.count({ line: this.line });
      if (this.match(deeper) === '') break;
    }
    this.#atNextLine = true;
  }
}
