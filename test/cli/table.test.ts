/** Tables for people: lines break between words, and nothing is cut. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { columnWidths, grid, lines, wrap } from '../../build/table.ts';

const word = fc.stringMatching(/^[!-~]{1,40}$/);
const partOfPath = fc.constantFrom('HKLM\\Windows', 'NT\\CurrentVersion', '\\');
const text = fc
  .array(fc.oneof(word, partOfPath, fc.constant('')), { maxLength: 12 })
  .map((words) => words.join(' '));

/** Two neighbours that both hold a backslash are of one path, and count as one. */
function wordsOf(line: string): string[] {
  const words: string[] = [];
  let before = '';
  for (const each of line.split(' ')) {
    if (before.includes('\\') && each.includes('\\')) words.push(`${words.pop()} ${each}`);
    else words.push(each);
    before = each;
  }
  return words;
}

describe('wrapping', () => {
  it('keeps every word whole and every line as short as its words allow', () => {
    fc.assert(
      fc.property(text, fc.integer({ min: 1, max: 60 }), (given, width) => {
        const wrapped = wrap(given, width).split('\n');
        expect(wrapped.join(' ')).toBe(given);
        for (const line of wrapped) expect(line.length <= width || wordsOf(line).length === 1).toBe(true);
        for (const [at, line] of wrapped.entries()) {
          const following = wrapped[at + 1];
          if (following === undefined) continue;
          const [next = ''] = wordsOf(following);
          expect(line.length + 1 + next.length).toBeGreaterThan(width);
        }
      }),
    );
  });

  it('gives columns the room of the line, and never less than their longest word', () => {
    const table = fc
      .integer({ min: 1, max: 5 })
      .chain((columns) =>
        fc.array(fc.array(text, { minLength: columns, maxLength: columns }), { minLength: 1, maxLength: 5 }),
      );
    fc.assert(
      fc.property(table, fc.integer({ min: 60, max: 140 }), (rows, line) => {
        const widths = columnWidths(rows, line);
        const total = widths.reduce((sum, width) => sum + width + 3, 1);
        const least = widths.map((_, at) =>
          Math.max(...rows.flatMap((row) => wordsOf(row[at] ?? '').map((each) => each.length))),
        );
        for (const [at, width] of widths.entries()) expect(width).toBeGreaterThanOrEqual(least[at] ?? 0);
        const tight = widths.every((width, at) => width === least[at]);
        expect(total <= line || tight).toBe(true);
      }),
    );
  });
});

it('a row is as high as its highest cell, and short rows are filled up', () => {
  expect(grid(['a', 'bc'], [['x\ny', 'one'], ['z']])).toBe(
    [
      '┌───┬─────┐',
      '│ a │ bc  │',
      '├───┼─────┤',
      '│ x │ one │',
      '│ y │     │',
      '├───┼─────┤',
      '│ z │     │',
      '└───┴─────┘',
      '',
    ].join('\n'),
  );
});

it('a long key, URL or value is in the table as it is', () => {
  const url = `https://learn.microsoft.com/windows/client-management/mdm/policy-csp-update#${'activehours'.repeat(12)}`;
  const prose = 'a sentence of several words '.repeat(20).trim();
  for (const table of [
    lines([
      ['documentation', url],
      ['reason', prose],
    ]),
    grid(['name', 'text'], [[url, prose]]),
  ]) {
    expect(table).toContain(url);
    expect(table).not.toContain('…');
    const words = table.split(/[^a-z]+/).filter((each) => each === 'sentence');
    expect(words).toHaveLength(20);
  }
  expect(
    Math.max(
      ...lines([['reason', prose]])
        .split('\n')
        .map((line) => line.length),
    ),
  ).toBeLessThanOrEqual(100);
});

it('lines fit a terminal of any width, where their words do, and nothing is lost', () => {
  const columns = Object.getOwnPropertyDescriptor(process.stdout, 'columns');
  const row = fc.tuple(fc.stringMatching(/^[a-z]{1,12}$/), text);
  try {
    fc.assert(
      fc.property(fc.array(row, { maxLength: 6 }), fc.integer({ min: 40, max: 140 }), (rows, width) => {
        Object.defineProperty(process.stdout, 'columns', { value: width, configurable: true });
        const printed = lines(rows);
        const words = printed.split(/\s+/).filter((each) => each !== '');
        const given = rows.filter(([, value]) => value !== '');
        expect(words).toEqual(
          given.flatMap(([name, value]) => [`${name}:`, ...value.split(/\s+/)]).filter(Boolean),
        );
        for (const each of printed.split('\n')) {
          const longest = Math.max(...wordsOf(each).map((word) => word.length));
          expect(each.length <= Math.min(width, 120) || longest > 24).toBe(true);
        }
      }),
    );
  } finally {
    if (columns) Object.defineProperty(process.stdout, 'columns', columns);
    else Reflect.deleteProperty(process.stdout, 'columns');
  }
});
