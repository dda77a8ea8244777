/** `name: value` lines for a terminal of any width: nothing is cut, so that keys and URIs can be copied. */
import { styleText } from 'node:util';
import { wrap } from '../build/table.ts';
import { visible } from '../build/visible.ts';

/** Each of several texts begins a line of its own; a line break inside one is shown as a character. */
type Line = readonly [name: string, value: string | number | readonly string[] | undefined];

/** Characters of a line: the terminal's; 100 where the output is not a terminal. */
export function terminalWidth(): number {
  return Math.max(40, Math.min(process.stdout.columns ?? 100, 120));
}

/** Lines without a value are left out. Further lines of a value stand below it. */
export function lines(all: readonly Line[]): string {
  const shown = all
    .map(
      ([name, value]) =>
        [
          name,
          [value ?? []]
            .flat()
            .map((text) => visible(String(text)))
            .join('\n'),
        ] as const,
    )
    .filter(([, text]) => text !== '');
  const longest = Math.max(...shown.map(([name]) => name.length)) + 2;
  // A narrow terminal has no room for a column of names.
  const indent = terminalWidth() < 70 ? 2 : longest;
  return shown.map(([name, value]) => line(name, value, indent)).join('');
}

function line(name: string, value: string, indent: number): string {
  const start = `${name}: `.padEnd(indent);
  const wrapped = wrap(value, terminalWidth() - indent).split('\n');
  // A name that is longer than the indent stands on a line of its own.
  const [first = '', ...others] = start.length > indent ? ['', ...wrapped] : wrapped;
  const further = others.map((each) => `${' '.repeat(indent)}${each}`);
  return [`${start}${first}`, ...further].map((each) => `${each.trimEnd()}\n`).join('');
}

const COLOURS: Record<string, 'green' | 'red' | 'yellow'> = {
  supported: 'green',
  unsupported: 'red',
  unknown: 'yellow',
  unverified: 'yellow',
};

/** In capitals, and in its colour on a terminal; the variable NO_COLOR turns colours off. */
export function verdictWord(verdict: string): string {
  const word = visible(verdict.toUpperCase());
  const colour = COLOURS[verdict];
  if (colour === undefined || !process.stdout.isTTY || process.env.NO_COLOR) return word;
  return styleText(['bold', colour], word, { validateStream: false });
}
