/** Reads CSV with any delimiter and a header line (RFC 4180), on csv-parse's build that needs no Node. */
import { CsvError, parse } from 'csv-parse/browser/esm/sync';
import type { Collector } from './collect.ts';
import { linesOf } from './encoding.ts';
import { quote, ReadFault } from './fault.ts';
import { addRow, type Columns, readColumns, refuseTwins } from './rows.ts';

/** Characters of a line. */
const MAX_LINE = 1_000_000;
/** Of a list, empty ones too; a hundred thousand values have 30 each. */
const MAX_FIELDS = 3_000_000;

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

/** Of `sep=;`, by which the first line of a file tells Excel its delimiter; undefined for every other line. */
export function separatorOf(line: string, index: number): string | undefined {
  return index === 0 ? /^"?sep=(.?)"?$/i.exec(line)?.[1] : undefined;
}

/** Where the header stands, the first line that is not a comment: PowerShell's Export-Csv puts `#TYPE …` before it. */
function headOf(text: string): { number: number; delimiter: string } {
  let separator: string | undefined;
  for (const { text: line, number } of linesOf(text)) {
    const named = separatorOf(line, number - 1);
    if (named !== undefined) separator = named;
    else if (line.trim() !== '' && !line.startsWith('#'))
      return { number, delimiter: separator || (delimiterOf(line) ?? ',') };
  }
  return { number: 1, delimiter: ',' };
}

export function readCsv(text: string, collector: Collector): void {
  const { number, delimiter } = headOf(text);
  refuseLarge(text, delimiter);
  const table = new Table(collector, number);
  try {
    parse(text, {
      delimiter,
      // All of them: left to itself, the parser takes the first line break for the only kind there is.
      record_delimiter: ['\r\n', '\n', '\r'],
      relax_column_count: true,
      // Tab-separated text is often written without any quoting.
      relax_quotes: delimiter === '\t',
      from_line: number,
      on_record: (record: string[], context) => {
        table.add(record, context.lines);
        return null;
      },
    });
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    const message = `not valid CSV in the record that begins here: ${quote(error.message)}`;
    throw new ReadFault(message, { line: table.next });
  }
}

interface Header {
  columns: Columns;
  /** Of each name the first place. */
  places: Map<string, number>;
  width: number;
}

class Table {
  readonly #collector: Collector;
  /** The line on which the next record begins. */
  next: number;
  #header: Header | undefined;

  constructor(collector: Collector, firstLine: number) {
    this.#collector = collector;
    this.next = firstLine;
  }

  /** `end`: the last line of the record, which may hold line breaks. */
  add(record: string[], end: number): void {
    const line = this.next;
    this.next = end + 1;
    if (record.length === 1 && record[0] === '') return;
    if (this.#header === undefined) this.#open(record, line);
    else this.#read(record, line, this.#header);
  }

  #open(names: string[], line: number): void {
    const columns = readColumns(names, { line });
    refuseTwins(columns, names, 'columns', { line });
    const places = new Map(names.map((name, at): [string, number] => [name, at]).reverse());
    this.#header = { columns, places, width: names.length };
  }

  #read(record: string[], line: number, header: Header): void {
    const { columns, places, width } = header;
    if (record.slice(width).some((field) => field !== '')) {
      const message = `${record.length} fields where the header has ${width}; is a quotation mark missing?`;
      throw new ReadFault(message, { line });
    }
    addRow(columns, (name) => record[places.get(name) ?? -1] || undefined, this.#collector, { line });
  }
}

/** Before the parser, which makes an array of each line and an object of each field. */
function refuseLarge(text: string, delimiter: string): void {
  let line = 1;
  let start = 0;
  let fields = 0;
  let quoted = false;
  for (let at = 0; at < text.length; at++) {
    const char = text.charAt(at);
    if (char === '"') quoted = !quoted;
    else if (char === delimiter && !quoted) fields++;
    else if (char === '\n') {
      line++;
      start = at + 1;
    }
    if (at - start >= MAX_LINE)
      throw new ReadFault(`the line has more than ${MAX_LINE} characters`, { line });
    if (fields > MAX_FIELDS)
      throw new ReadFault(`the list holds more than ${MAX_FIELDS} fields; split it`, { line });
  }
}
