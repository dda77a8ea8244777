/**
 * Tables and lines for terminals of any width. Lines break between words only, and nothing is cut, so that keys and
 * URLs can be copied.
 */
import { visible } from './visible.ts';

type Cell = string | number;

/** Each of several texts begins a new line; a line break inside one is shown as a character. */
type Line = readonly [name: string, value: string | number | readonly string[] | undefined];

/**
 * Characters per line: the terminal's, at least 40 and at most 120. Programs read whole lines: without a terminal none
 * is folded, unless the variable COLUMNS is set.
 */
export function terminalWidth(): number {
  const columns = process.stdout.columns ?? (Number(process.env.COLUMNS) || Number.POSITIVE_INFINITY);
  return columns === Number.POSITIVE_INFINITY ? columns : Math.max(40, Math.min(columns, 120));
}

/** Columns of text; if they do not fit the terminal, a block of `name: value` lines for each row. */
export function grid(head: string[], rows: Cell[][]): string {
  const texts = [head, ...rows].map((row) => row.map((cell) => visible(String(cell))));
  const widths = head.map((_, at) => Math.max(...texts.map((row) => row[at]?.length ?? 0)));
  const columns = texts.map((row) =>
    row
      .map((cell, at) => cell.padEnd(widths[at] ?? 0))
      .join('  ')
      .trimEnd(),
  );
  if (columns.every((each) => each.length <= terminalWidth())) return `${columns.join('\n')}\n`;
  const blocks = texts.slice(1).map((row) => lines(row.map((cell, at) => [head[at] ?? '', cell] as const)));
  return blocks.join('\n');
}

/** `name: value` lines. Those without a value are left out. Further lines of a value are below it. */
export function lines(all: readonly Line[]): string {
  const shown = all
    .map(([name, value]) => [name, [value ?? []].flat().map((text) => visible(String(text)))] as const)
    .map(([name, texts]) => [name, texts.join('\n')] as const)
    .filter(([, text]) => text !== '');
  const longest = Math.max(...shown.map(([name]) => name.length)) + 2;
  // A narrow terminal has no room for a column of names, nor any terminal for one of long names.
  const indent = terminalWidth() < Math.max(70, longest * 3) ? 2 : longest;
  return shown.map(([name, value]) => line(name, value, indent)).join('');
}

function line(name: string, value: string, indent: number): string {
  const start = `${name}: `.padEnd(indent);
  if (!value.includes('\n') && start.length + value.length <= terminalWidth()) return `${start}${value}\n`;
  const wrapped = wrap(value, terminalWidth() - indent).split('\n');
  // A name longer than the indent has its own line.
  const [first = '', ...others] = start.length > indent ? ['', ...wrapped] : wrapped;
  const further = others.map((each) => `${' '.repeat(indent)}${each}`);
  return [`${start}${first}`, ...further].map((each) => `${each.trimEnd()}\n`).join('');
}

/** Joins parts of a text with an empty line between them; empty parts are left out. */
export function joined(parts: readonly string[]): string {
  return parts.filter((part) => part !== '').join('\n');
}

/** Folds one line to the terminal's width; further ones are indented by two more blanks. */
export function folded(text: string): string {
  const [indent = ''] = /^ */.exec(text) ?? [];
  const further = `${indent}  `;
  const wrapped = wrap(visible(text.slice(indent.length)), terminalWidth() - further.length);
  return `${indent}${wrapped.replaceAll('\n', `\n${further}`)}\n`;
}

/** Folds each line of a text except commands (`  $ …`), which are copied unchanged. */
export function foldedLines(text: string): string {
  const all = text.split('\n').map((line) => (/^ *\$ /.test(line) ? `${line}\n` : folded(line)));
  return all.join('').trimEnd();
}

/** A term of a help text with its description beside it or, in a narrow terminal, below it. */
export function described(term: string, termWidth: number, about: string): string {
  const beside = `  ${term.padEnd(termWidth)}  `;
  const isNarrow = terminalWidth() - beside.length < 30;
  const indent = ' '.repeat(isNarrow ? 6 : beside.length);
  const text = wrap(about, terminalWidth() - indent.length).replaceAll('\n', `\n${indent}`);
  return (isNarrow ? `  ${term}\n${indent}${text}` : `${beside}${text}`).trimEnd();
}

/** Breaks lines between words; a word longer than `width` has its own line. */
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

/** Splits at blanks, except those inside a path: `…\Windows NT\…` is one word. */
function wordsIn(line: string): string[] {
  return line.split(/(?<!\\\S*) | (?!\S*\\)/);
}
