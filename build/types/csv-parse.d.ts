/**
 * The part of csv-parse that the readers use. Its own types refer to Node's, which would hide a use of Node in code for
 * workers: only `tsconfig.worker.json` takes these instead.
 */
export class CsvError extends Error {}

interface Options {
  delimiter?: string;
  record_delimiter?: readonly string[];
  relax_column_count?: boolean;
  relax_quotes?: boolean;
  from_line?: number;
  on_record?: (record: string[], context: { lines: number }) => null;
}

export function parse(input: string, options: Options): string[][];
