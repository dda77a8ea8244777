/** Reads CSV with any delimiter and a header line (RFC 4180). */

import { trimEnds } from '../format/text.ts';
import type { Collector } from './collect.ts';
import { linesOf } from './encoding.ts';
import type { ReadFault } from './fault.ts';
import { addRow, readColumns } from './rows.ts';
import { Scanner } from './scanner.ts';
import type { Pieces } from './types.ts';

/** Fields of a record: as many columns as Excel has. */
const MAX_FIELDS = 16_384;

/** Characters of a header that are looked at for its delimiter. */
const MAX_HEADER = 16_384;

const DELIMITERS = [',', ';', '\t', '|'];

/** The delimiter that a header line has most of; undefined where it has none. */
export function delimiterOf(header: string): string | undefined {
  const bare = header.slice(0, MAX_HEADER).replaceAll(/"[^"]*"/g, '');
  const counts = DELIMITERS.map((delimiter) => bare.split(delimiter).length - 1);
  const most = Math.max(...counts);
  return most === 0 ? undefined : DELIMITERS[counts.indexOf(most)];
}

/** The delimiter of a first line `sep=;`, which is for Excel. */
export function separatorOf(line: string): string | undefined {
  return /^"?sep=(.?)"?$/i.exec(line)?.[1];
}

/** The header is the first line that is not a comment: PowerShell's Export-Csv puts `#TYPE …` before it. */
export function* readCsv(text: string, collector: Collector): Pieces {
  let separator: string | undefined;
  let start = 0;
  for (const line of linesOf(text, collector)) {
    yield;
    const named = start === 0 ? separatorOf(line) : undefined;
    if (named !== undefined) separator = named;
    else if (line.trim() !== '' && !line.startsWith('#')) {
      const delimiter = separator || (delimiterOf(line) ?? ',');
      return yield* readTable(new CsvRecords(text, delimiter, collector, start).read(), collector);
    }
    start = text.indexOf('\n', start) + 1;
  }
}

/** A cell of the line below the header of a Markdown table. */
const RULE = /^:?-*:?$/;

function* readTable(records: Iterable<string[]>, collector: Collector): Pieces {
  let header: { places: (readonly [string, number])[]; width: number } | undefined;
  for (const fields of records) {
    yield;
    if (fields.join('') === '' ? fields.length === 1 : fields.every((field) => RULE.test(field))) continue;
    if (header === undefined) {
      const columns = readColumns(fields, 'columns', collector);
      const places = [...columns].map(([role, name]) => [role, fields.indexOf(name)] as const);
      header = { places, width: fields.length };
      continue;
    }
    const { places, width } = header;
    if (fields.slice(width).some((field) => field !== '')) {
      const message = `${fields.length} fields where the header has ${width}; is a quotation mark missing?`;
      throw collector.fault(message);
    }
    addRow(Object.fromEntries(places.map(([role, at]) => [role, fields[at] || undefined])), collector);
  }
}

/** Each record, from the header on, and each of its fields counts. A record is the collector's spot. */
class CsvRecords extends Scanner {
  readonly #delimiter: string;
  /** The text up to a character that may end a field, or that is not allowed in one without quotation marks. */
  readonly #plain: RegExp;
  /** A table of Markdown, with blanks around its cells. */
  readonly #isMarkdown: boolean;

  /** @param start Of the header, which is on the line that was read last. */
  constructor(text: string, delimiter: string, collector: Collector, start: number) {
    super(text, collector, collector.spot.line);
    this.at = start;
    this.#isMarkdown = delimiter === '|' && this.peek() === '|';
    this.#delimiter = delimiter;
    const code = delimiter.charCodeAt(0).toString(16).padStart(4, '0');
    this.#plain = new RegExp(`[^\\u${code}\\r\\n${delimiter === '\t' ? '' : '"'}]*`, 'y');
  }

  *read(): Generator<string[]> {
    while (this.at < this.text.length) yield this.#record();
  }

  #record(): string[] {
    const { collector } = this;
    collector.spot = { line: this.line };
    const fields: string[] = [];
    do {
      collector.count();
      if (fields.push(this.#field()) > MAX_FIELDS)
        throw collector.fault(`the record has more than ${MAX_FIELDS} fields`);
    } while (this.take(this.#delimiter));
    if (this.take('\r')) this.take('\n');
    else if (!this.take('\n') && this.at < this.text.length)
      throw this.fault('a quotation mark stands in a field that does not begin with one');
    this.line++;
    return fields;
  }

  override fault(message: string): ReadFault {
    return this.collector.fault(`not valid CSV in the record that begins here: ${message}`);
  }

  #field(): string {
    const field = (this.peek() === '"' ? this.#quoted() : undefined) ?? this.match(this.#plain);
    return this.#isMarkdown ? trimEnds(field).replace(/^`([^`]*)`$/, '$1') : field;
  }

  /** A text in quotation marks; a doubled mark is one. Undefined if the text only begins with a mark. */
  #quoted(): string | undefined {
    const text = this.text;
    const start = this.at + 1;
    let end = text.indexOf('"', start);
    for (; end !== -1 && text.charAt(end + 1) === '"'; end = text.indexOf('"', end + 2));
    if (end === -1) throw this.fault('its last quotation mark has no partner');
    const next = text.charAt(end + 1);
    if (next !== '' && next !== this.#delimiter && next !== '\r' && next !== '\n') {
      // Tab-separated text is often written without any quoting.
      if (this.#delimiter === '\t') return undefined;
      throw this.fault('a closing quotation mark is followed by more than a delimiter');
    }
    this.goTo(end + 1);
    return text.slice(start, end).replaceAll('""', '"');
  }
}
