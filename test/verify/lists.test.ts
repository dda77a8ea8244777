/** What the reports make of the names, data and places of files: any characters. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Row, rowOf } from '../../cli/verify/findings.ts';
import { printCsv, printMarkdown } from '../../cli/verify/lists.ts';
import { PRINTERS } from '../../cli/verify/run.ts';
import { vectors } from '../vectors.ts';
import { reportsOf } from './reports.ts';

const ACTING = /[\p{Cc}\p{Bidi_Control}\u2028\u2029]/u;
/** Any text, in which characters that mean something to a terminal, a table, XML or Markdown are frequent. */
const TEXT = fc
  .array(
    fc.oneof(
      fc.constantFrom(...'\0\u0007\t\n\r\u001b\u009b\u061c\u200e\u202e\u2066\u2069\u2028\u2029'),
      fc.constantFrom(...'\\|<>*_`[]()&~$!#@:;="\'+- ', '&lt;', '&#60;', '~~', '**', 'http://'),
      fc.string({ unit: 'grapheme', minLength: 1, maxLength: 4 }),
    ),
    { maxLength: 12 },
  )
  .map((parts) => parts.join(''));

const REPORT = reportsOf(TEXT);

describe('characters of files', () => {
  const { csv: _, ...printers } = PRINTERS;
  it.each(Object.entries(printers))('never act: %s', (_format, print) => {
    fc.assert(
      fc.property(REPORT, (report) => {
        expect(print(report).replaceAll('\n', '')).not.toMatch(ACTING);
      }),
    );
  });

  it('never act in CSV, whose cells keep tabs and line breaks', () => {
    fc.assert(
      fc.property(REPORT, (report) => {
        const csv = printCsv(report);
        expect(csv.replaceAll(/[\t\r\n]/g, '')).not.toMatch(ACTING);
        const [head = [], ...rows] = csvRows(csv);
        expect(rows).toHaveLength(2);
        const [{ item }] = report.rows as [Row];
        const given = 'key' in item ? { key: item.key, value: item.value, data: item.data } : {};
        for (const [name, text] of Object.entries(given)) {
          const shown = String(text).replaceAll(new RegExp(ACTING, 'gu'), escapedInCsv);
          expect(rows[0]?.[head.indexOf(name)]).toBe(/^[=+\-@\t\r]/.test(shown) ? `'${shown}` : shown);
        }
      }),
    );
  });
});

it('a Markdown table says what the file says: nothing of it is markup', () => {
  fc.assert(
    fc.property(REPORT, (report) => {
      const [row] = report.rows as [Row];
      const line = printMarkdown(report).split('\n')[4] ?? '';
      // As CommonMark reads it: a backslash takes the meaning from the punctuation after it.
      const bare = line.replaceAll(/\\[!-/:-@[-`{-~]/g, '');
      const cells = bare.split('|');
      expect(cells).toHaveLength(7);
      expect(cells.join('')).not.toMatch(/[\\<>*_`[\]&~$]/);
      const told = line.replaceAll(/\\([!-/:-@[-`{-~])/g, '$1');
      for (const text of [row.name, row.content, row.place])
        expect(told).toContain(text.replaceAll(/\s+/g, ' '));
    }),
  );
});

const REASONS = vectors<[unread: string, reason: string, text: string]>('reasons-on-one-line');
it.each(REASONS)('reasons on one line end before the next begins: %s', (unread, reason, text) => {
  const item = { key: 'k', value: 'v', at: { file: 'f' }, unread };
  const row = { unit: 'f', item, answer: { index: 0, reason }, findings: [], accepted: [], conflicts: [] };
  expect(rowOf(row, new Set()).why).toBe(text);
});

function escapedInCsv(char: string): string {
  return '\t\r\n'.includes(char) ? char : `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`;
}

/** RFC 4180. */
function csvRows(text: string): string[][] {
  const rows: string[][] = [[]];
  for (const [, cell = '', end] of text.matchAll(/("(?:[^"]|"")*"|[^",\r\n]*)(,|\r\n)/g)) {
    rows.at(-1)?.push(cell.startsWith('"') ? cell.slice(1, -1).replaceAll('""', '"') : cell);
    if (end === '\r\n') rows.push([]);
  }
  return rows.slice(0, -1);
}
