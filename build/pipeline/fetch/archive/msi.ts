/**
 * The file names of a Windows Installer package: its cabinets have opaque keys; only the tables `File`, `Component` and
 * `Directory` contain each file's name and folder. Tables are streams of the compound file, stored column by column;
 * text is an index into `_StringPool`/`_StringData`.
 */
import { FetchError } from '../errors.ts';

/** The streams of the package by their decoded names (`!File`, `!_StringPool`, …). */
export type Streams = ReadonlyMap<string, Uint8Array>;

type Row = Record<string, string | number>;

interface Column {
  name: string;
  width: number;
  text: boolean;
}

/** A row takes a hundred times the memory of its bytes; the tables of the vendors' packages have less than 1 MB. */
const MAX_TABLE = 2 ** 23;

const TEXT = 0x0800;
const NULLABLE = 0x1000;
/** A column of streams: stored as a 16-bit mark, whatever the width of text. */
const STREAM = 0x0900;

/** Key of a file in the cabinets → its path below the target folder, with long names. */
export function msiPaths(name: string, streams: Streams): Map<string, string> {
  try {
    return readPaths(name, streams);
  } catch (error) {
    if (error instanceof RangeError) throw new FetchError(`${name}: its tables are damaged`);
    throw error;
  }
}

function readPaths(name: string, streams: Streams): Map<string, string> {
  const rowsOf = tablesOf(name, streams);
  const directories = new Map(rowsOf('Directory').map((row) => [text(row.Directory), row]));
  const components = new Map(rowsOf('Component').map((row) => [text(row.Component), text(row.Directory_)]));
  const paths = new Map<string, string>();
  for (const row of rowsOf('File')) {
    const folder = folderOf(directories, components.get(text(row.Component_)) ?? '', name);
    paths.set(text(row.File), [...folder, longName(text(row.FileName))].join('/'));
  }
  return paths;
}

function folderOf(directories: ReadonlyMap<string, Row>, id: string, name: string): string[] {
  const parts: string[] = [];
  let steps = 0;
  for (let row = directories.get(id); row; row = directories.get(text(row.Directory_Parent))) {
    const parent = text(row.Directory_Parent);
    if (parent === '' || parent === text(row.Directory)) break;
    if (++steps > 64) throw new FetchError(`${name}: the Directory table runs in a circle`);
    // `target:source`, each `short|long`; a dot is the parent itself.
    const own = longName(text(row.DefaultDir).split(':')[0] ?? '');
    if (own !== '.') parts.unshift(own);
  }
  return parts;
}

function longName(name: string): string {
  return name.split('|').at(-1) ?? name;
}

function text(value: string | number | undefined): string {
  return typeof value === 'string' ? value : '';
}

/** Reads tables of a package by their names. */
function tablesOf(name: string, streams: Streams): (table: string) => Row[] {
  const viewOf = (stream: string): DataView => {
    const bytes = streams.get(stream);
    if (!bytes) throw new FetchError(`${name}: a Windows Installer package without the stream ${stream}`);
    if (bytes.length > MAX_TABLE)
      throw new FetchError(`${name}: the table ${stream} has ${bytes.length} bytes`);
    return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  };
  const pool = viewOf('!_StringPool');
  const strings = readStrings(pool, viewOf('!_StringData'));
  const reference = (pool.getUint16(2, true) & 0x8000) === 0 ? 2 : 3;
  const columns = readRows(viewOf('!_Columns'), strings, [
    { name: 'Table', width: reference, text: true },
    { name: 'Number', width: 2, text: false },
    { name: 'Name', width: reference, text: true },
    { name: 'Type', width: 2, text: false },
  ]);
  return (table) => {
    const own = columns
      .filter((row) => row.Table === table)
      .sort((a, b) => Number(a.Number) - Number(b.Number))
      .map((row) => columnOf(text(row.Name), Number(row.Type), reference));
    if (own.length === 0) throw new FetchError(`${name}: no ${table} table`);
    return readRows(viewOf(`!${table}`), strings, own);
  };
}

function columnOf(name: string, type: number, reference: number): Column {
  const isText = (type & TEXT) !== 0 && (type & 0x7fff & ~NULLABLE) !== STREAM;
  if (isText) return { name, width: reference, text: true };
  return { name, width: (type & 0xff) === 4 ? 4 : 2, text: false };
}

function readRows(view: DataView, strings: readonly string[], columns: readonly Column[]): Row[] {
  const width = columns.reduce((sum, column) => sum + column.width, 0);
  const count = Math.floor(view.byteLength / width);
  const rows: Row[] = Array.from({ length: count }, () => ({}));
  let at = 0;
  for (const column of columns) {
    for (const row of rows) {
      row[column.name] = cellOf(view, at, column, strings);
      at += column.width;
    }
  }
  return rows;
}

function cellOf(view: DataView, at: number, column: Column, strings: readonly string[]): string | number {
  let raw = view.getUint16(at, true);
  if (column.width === 3) raw += view.getUint8(at + 2) << 16;
  if (column.text) return strings[raw] ?? '';
  // Numbers are stored with an inverted sign bit, so that zero can mean null.
  return column.width === 4 ? (view.getUint32(at, true) ^ 0x80000000) | 0 : raw ^ 0x8000;
}

function readStrings(pool: DataView, data: DataView): string[] {
  const codepage = pool.getUint16(0, true) | ((pool.getUint16(2, true) & 0x7fff) << 16);
  const decoder = new TextDecoder(codepage === 65001 ? 'utf-8' : 'windows-1252');
  const strings = [''];
  let at = 0;
  for (let entry = 4; entry + 4 <= pool.byteLength; entry += 4) {
    let length = pool.getUint16(entry, true);
    if (length === 0 && pool.getUint16(entry + 2, true) !== 0) {
      // Longer than 16 bits can express: the next entry has the length.
      entry += 4;
      length = pool.getUint16(entry, true) + pool.getUint16(entry + 2, true) * 0x10000;
    }
    strings.push(decoder.decode(new Uint8Array(data.buffer, data.byteOffset + at, length)));
    at += length;
  }
  return strings;
}
