/**
 * Tables and lines for terminals of any width. Lines break between words only, and nothing is cut: a key or a URL can be
 * copied.
 */

import { visible, visibleLines } from './visible.ts';

type Cell = string | number;

/** Each of several texts begins a line of its own; a line break inside one is shown as a character. */
type Line = readonly [name: string, value: string | number | readonly string[] | undefined];

/** Characters of a line: the terminal's, else those of the variable COLUMNS, else 100. */
export function terminalWidth(): number {
  return Math.max(40, Math.min(process.stdout.columns ?? (Number(process.env.COLUMNS) || 100), 120));
}

/** Where the table does not fit the terminal: a block of `name: value` lines for each row. */
export function grid(head: string[], rows: Cell[][]): string {
  const texts = [head, ...rows].map((row) => row.map((cell) => visibleLines(String(cell))));
  const widths = columnWidths(texts, terminalWidth());
  if (tableWidth(widths) <= terminalWidth()) return draw(texts, widths);
  const blocks = texts
    .slice(1)
    .map((row) => lines(row.map((cell, at) => [head[at] ?? '', cell.split('\n')] as const)));
  return blocks.join('\n');
}

/** `name: value`. Lines without a value are left out. Further lines of a value stand below it. */
export function lines(all: readonly Line[]): string {
  const shown = all
    .map(([name, value]) => [name, [value ?? []].flat().map((text) => visible(String(text)))] as const)
    .map(([name, texts]) => [name, texts.join('\n')] as const)
    .filter(([, text]) => text !== '');
  const longest = Math.max(...shown.map(([name]) => name.length)) + 2;
  // A narrow terminal has no room for a column of names.
  const indent = terminalWidth() < 70 ? 2 : longest;
  return shown.map(([name, value]) => line(name, value, indent)).join('');
}

function line(name: string, value: string, indent: number): string {
  const start = `${name}: `.padEnd(indent);
  if (!value.includes('\n') && start.length + value.length <= terminalWidth()) return `${start}${value}\n`;
  const wrapped = wrap(value, terminalWidth() - indent).split('\n');
  // A name that is longer than the indent stands on a line of its own.
  const [first = '', ...others] = start.length > indent ? ['', ...wrapped] : wrapped;
  const further = others.map((each) => `${' '.repeat(indent)}${each}`);
  return [`${start}${first}`, ...further].map((each) => `${each.trimEnd()}\n`).join('');
}

/** One line, on as many as the terminal needs; further ones stand two blanks more to the right. */
export function folded(text: string): string {
  const [indent = ''] = /^ */.exec(text) ?? [];
  const further = `${indent}  `;
  const wrapped = wrap(visible(text.slice(indent.length)), terminalWidth() - further.length);
  return `${indent}${wrapped.replaceAll('\n', `\n${further}`)}\n`;
}

function draw(texts: readonly string[][], widths: readonly number[]): string {
  const rule = (left: string, between: string, right: string) =>
    `${left}${widths.map((width) => '─'.repeat(width + 2)).join(between)}${right}\n`;
  const bodies = texts.map((row) => rowLines(row, widths).join(''));
  return rule('┌', '┬', '┐') + bodies.join(rule('├', '┼', '┤')) + rule('└', '┴', '┘');
}

/** The lines of a row's text, as many as its longest cell has. */
function rowLines(row: readonly string[], widths: readonly number[]): string[] {
  const cells = widths.map((width, at) => wrap(row[at] ?? '', width).split('\n'));
  const height = Math.max(...cells.map(({ length }) => length));
  return Array.from({ length: height }, (_, line) => {
    const parts = widths.map((width, at) => ` ${(cells[at]?.[line] ?? '').padEnd(width)} `);
    return `│${parts.join('│')}│\n`;
  });
}

/** A cell's borders and padding. */
const FRAME = 3;

function tableWidth(widths: readonly number[]): number {
  return sum(widths) + 1 + FRAME * widths.length;
}

/** The width of each column of text, so that the rows fit into `line` characters where their words allow it. */
export function columnWidths(rows: readonly string[][], line: number): number[] {
  const natural = longest(rows, (text) => text.split('\n'));
  const least = longest(rows, (text) => text.split('\n').flatMap(wordsIn));
  const widths = [...natural];
  for (let excess = tableWidth(widths) - line; excess > 0; ) {
    const at = widest(widths, least);
    if (at === undefined) break;
    // Down to the next narrower column at once, so that the loop is short.
    const next = Math.max(...widths.filter((width) => width < (widths[at] ?? 0)), least[at] ?? 0, 1);
    const by = Math.min(excess, Math.max(1, (widths[at] ?? 0) - next), (widths[at] ?? 0) - (least[at] ?? 0));
    widths[at] = (widths[at] ?? 0) - by;
    excess -= by;
  }
  return widths;
}

function longest(rows: readonly string[][], parts: (text: string) => string[]): number[] {
  const widths: number[] = [];
  for (const row of rows) {
    for (const [at, text] of row.entries()) {
      widths[at] = Math.max(widths[at] ?? 0, ...parts(text).map((part) => part.length));
    }
  }
  return widths;
}

/** The widest column that can still become narrower. */
function widest(widths: readonly number[], least: readonly number[]): number | undefined {
  let found: number | undefined;
  for (const [at, width] of widths.entries()) {
    if (width > (least[at] ?? 0) && width > (found === undefined ? 0 : (widths[found] ?? 0))) found = at;
  }
  return found;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, each) => total + each, 0);
}

/** Breaks lines between words; one that is longer than `width` has a line of its own. */
export function wrap(text: string, width: number): string {
  return text
    .split('\n')
    .flatMap((line) => wrapLine(line, width))
    .join('\n');
}

function wrapLine(line: string, width: number): string[] {
  const [first = '', ...others] = wordsIn(line);
  const lines: string[] = [];
  let current = first;
  for (const word of others) {
    if (current.length + 1 + word.length <= width) current += ` ${word}`;
    else {
      lines.push(current);
      current = word;
    }
  }
  return [...lines, current];
}

/** Divided at blanks, but for those inside a path: `…\Windows NT\…` is one word. */
function wordsIn(line: string): string[] {
  return line.split(/(?<!\\\S*) | (?!\S*\\)/);
}
