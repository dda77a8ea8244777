/** Reads CSV with any delimiter and a header line (RFC 4180), on csv-parse's build that needs no Node. */
import { CsvError, parse } from 'csv-parse/browser/esm/sync';
import type { Collector } from './collect.ts';
import { linesOf } from './encoding.ts';
import { quote, ReadFault } from './fault.ts';
import { addRow, type Columns, columnsOf, missingColumn } from './rows.ts';

const DELIMITERS = [',', ';', '\t', '|'];

/** The delimiter that a header line has most of; undefined where it has none. */
export function delimiterOf(header: string): string | undefined {
  const bare = header.replaceAll(/"[^"]*"/g, '');
  let best: { delimiter: string; count: number } | undefined;
  for (const delimiter of DELIMITERS) {
    const count = bare.split(delimiter).length - 1;
    if (count > (best?.count ?? 0)) best = { delimiter, count };
  }
  return best?.delimiter;
}

/** The header line: the first that is not a comment. PowerShell's Export-Csv puts `#TYPE …` before it. */
export function headerOf(text: string): { header: string; number: number } {
  for (const { text: line, number } of linesOf(text)) {
    if (line.trim() !== '' && !line.startsWith('#')) return { header: line, number };
  }
  return { header: '', number: 1 };
}

export function readCsv(text: string, collector: Collector): void {
  const { header, number } = headerOf(text);
  let columns: Columns | undefined;
  let places = new Map<string, number>();
  let last = number - 1;
  const read = (record: string[], end: number): void => {
    const line = last + 1;
    last = end;
    if (record.length === 1 && record[0] === '') return;
    if (columns === undefined) {
      columns = columnsOf(record);
      places = new Map(record.map((name, at) => [name, at]));
      const missing = missingColumn(columns);
      if (missing !== undefined) throw new ReadFault(missing, { line });
      return;
    }
    if (record.length > places.size) {
      throw new ReadFault(
        `${record.length} fields where the header has ${places.size}; is a quotation mark missing?`,
        { line },
      );
    }
    addRow(columns, (name) => record[places.get(name) ?? -1], collector, { line });
  };
  const delimiter = delimiterOf(header) ?? ',';
  try {
    parse(text, {
      delimiter,
      relax_column_count: true,
      from_line: number,
      on_record: (record: string[], context) => {
        read(record, context.lines);
        return null;
      },
    });
  } catch (error) {
    throw asFault(error, last + 1);
  }
}

function asFault(error: unknown, line: number): unknown {
  if (!(error instanceof CsvError)) return error;
  return new ReadFault(`not valid CSV in the record that begins here: ${quote(error.message)}`, { line });
}
