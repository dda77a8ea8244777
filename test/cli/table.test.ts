/** Tables for people: lines break between words, and nothing is cut. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { grid, lines, wrap } from '../../build/table.ts';
import { visible } from '../../build/visible.ts';

const word = fc.stringMatching(/^[!-~]{1,40}$/);
const partOfPath = fc.constantFrom('HKLM\\Windows', 'NT\\CurrentVersion', '\\');
const text = fc
  .array(fc.oneof(word, partOfPath, fc.constant('')), { maxLength: 12 })
  // `##[` is printed so.
  .map((words) => visible(words.join(' ')));

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

/** Does `work` in a terminal of so many columns. */
function atWidth(width: number, work: () => void): void {
  const columns = Object.getOwnPropertyDescriptor(process.stdout, 'columns');
  Object.defineProperty(process.stdout, 'columns', { value: width, configurable: true });
  try {
    work();
  } finally {
    if (columns) Object.defineProperty(process.stdout, 'columns', columns);
    else Reflect.deleteProperty(process.stdout, 'columns');
  }
}

it('wrapping keeps every word whole and every line as short as its words allow', () => {
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

it('columns stand beside each other where they fit, else each row is a block', () => {
  const rows = [
    ['x', 'one'],
    ['longer', ''],
    ['z', 'a word '.repeat(30)],
  ];
  expect(grid(['a', 'bc'], rows.slice(0, 2))).toBe('a       bc\nx       one\nlonger\n');
  expect(grid(['a', 'bc'], rows)).toContain(`z       ${'a word '.repeat(30).trim()}\n`);
  atWidth(60, () => {
    const printed = grid(['a', 'bc'], rows).split('\n');
    expect(printed.slice(0, 5)).toEqual(['a: x', 'bc: one', '', 'a: longer', '']);
    expect(Math.max(...printed.map(({ length }) => length))).toBeLessThanOrEqual(60);
  });
});

it('lines fit a terminal of any width, where their words do, and nothing is lost', () => {
  const row = fc.tuple(fc.stringMatching(/^[a-z]{1,12}$/), text);
  fc.assert(
    fc.property(fc.array(row, { maxLength: 6 }), fc.integer({ min: 40, max: 140 }), (rows, width) => {
      atWidth(width, () => {
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
      });
    }),
  );
});
