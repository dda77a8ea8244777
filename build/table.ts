/**
 * Tables for terminals. Lines break between words only, and nothing is cut: a key or a URL that is longer than its
 * column makes the column wider, so that it can be copied.
 */

import { visibleLines } from './visible.ts';

type Cell = string | number;

export function grid(head: string[], rows: Cell[][]): string {
  return draw([head, ...rows]);
}

function draw(rows: readonly Cell[][]): string {
  const texts = rows.map((row) => row.map((cell) => visibleLines(String(cell))));
  const widths = columnWidths(texts, lineWidth());
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

/** Characters of a line: the terminal's, within reason; 100 where the output is not a terminal. */
function lineWidth(): number {
  return Math.max(60, Math.min(process.stdout.columns ?? 100, 140));
}

/** A cell's borders and padding. */
const FRAME = 3;

/** The width of each column of text, so that the rows fit into `line` characters where their words allow it. */
export function columnWidths(rows: readonly string[][], line: number): number[] {
  const natural = longest(rows, (text) => text.split('\n'));
  const least = longest(rows, (text) => text.split(/\s/));
  const widths = [...natural];
  const room = line - 1 - FRAME * widths.length;
  for (let excess = sum(widths) - room; excess > 0; ) {
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

/** Breaks lines at blanks; a word longer than `width` has a line of its own. */
export function wrap(text: string, width: number): string {
  return text
    .split('\n')
    .flatMap((line) => wrapLine(line, width))
    .join('\n');
}

function wrapLine(line: string, width: number): string[] {
  const lines: string[] = [];
  let current: string | undefined;
  for (const word of line.split(' ')) {
    if (current === undefined) current = word;
    else if (current.length + 1 + word.length <= width) current += ` ${word}`;
    else {
      lines.push(current);
      current = word;
    }
  }
  return [...lines, current ?? ''];
}
