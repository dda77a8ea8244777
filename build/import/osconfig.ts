/** A baseline table of OSConfig (CSV) → its controls. */
import { type CsvError, parse } from 'csv-parse/sync';
import { RegistryType } from '../../runtime/contract/data.ts';
import { optional } from '../collections.ts';
import type { BaselineFact, ContentFact, ControlFact } from '../facts/types.ts';
import { label } from './adml.ts';
import { parseAllowedValues } from './allowed-values.ts';
import { trimKey } from './key.ts';
import { FileProblem, type Report } from './problems.ts';

export interface Control extends Omit<ControlFact, 'source' | 'version' | 'setting' | 'omaUri'> {
  /** Absent if the table gives no type. */
  content?: ContentFact;
  baseline?: BaselineFact;
  /** As in the table: `./Vendor/MSFT/…`. */
  omaUri?: string;
}

/** Column → its headings in the three tables. */
const COLUMNS = {
  name: ['Name'],
  title: ['Control Name'],
  key: ['Registry Key'],
  valueName: ['Registry Value'],
  cspName: ['CSP Name'],
  cspPath: ['CSP Path', 'CSP Path(s)'],
  allowed: ['Allowed Value'],
  area: ['Category'],
  // SecuredCore.csv has neither registry types nor roles.
  type: ['Registry Value Type'],
  availability: ['Availability'],
};
const OPTIONAL = ['type', 'availability'];

type Row = Record<keyof typeof COLUMNS, string>;

/**
 * @param seen Name (lower case) → place of the controls in other files of the folder.
 * @throws FileProblem if the text is not CSV or lacks a column; errors in a row go to `report`.
 */
export function readControls(
  text: string,
  file: string,
  report: Report,
  seen: Map<string, string> = new Map(),
): Control[] {
  const [header, ...rows] = parseCsv(text, file);
  if (!header) throw new FileProblem({ file, line: 1, column: 1, message: 'the file has no header line' });
  const places = columnsOf(header.record, file);
  const controls: Control[] = [];
  for (const { record, line } of rows) {
    const cells = places.map(([name, at]) => [name, (record[at] ?? '').trim()]);
    const row = Object.fromEntries(cells) as Row;
    const complain = (message: string) =>
      report({ file, line, column: 1, message: `${row.name}: ${message}` });
    const first = seen.get(row.name.toLowerCase());
    if (row.name === '') complain('a control lacks its Name');
    else if (first !== undefined) complain(`the control is defined a second time (first in ${first})`);
    else controls.push({ ...readControl(row, complain), ...baselineOf(row, file) });
    seen.set(row.name.toLowerCase(), `${file}:${line}`);
  }
  return controls;
}

/** Each record with the line on which it begins. */
function parseCsv(text: string, file: string) {
  let before = 0;
  const rows: { record: string[]; line: number }[] = [];
  try {
    parse(text, {
      bom: true,
      skip_empty_lines: true,
      onRecord: (record: unknown, { lines }) => {
        rows.push({ record: record as string[], line: before + 1 });
        before = lines;
        return null;
      },
    });
    return rows;
  } catch (error) {
    const { message, lines, column } = error as CsvError & { lines?: number; column?: unknown };
    const place = { line: lines ?? 1, column: typeof column === 'number' ? column + 1 : 1 };
    throw new FileProblem({ file, ...place, message: `not valid CSV: ${message}` });
  }
}

/** Name of each column → its place in a record; -1 for one that the table may lack. */
function columnsOf(header: string[], file: string) {
  const places = Object.entries(COLUMNS).map(([name, titles]) => {
    return [name, header.findIndex((each) => titles.includes(each)), titles[0]] as const;
  });
  const missing = places.filter(([name, at]) => at < 0 && !OPTIONAL.includes(name));
  if (missing.length === 0) return places;
  const message = `no column ${missing.map(([, , title]) => title).join(', ')}`;
  throw new FileProblem({ file, line: 1, column: 1, message });
}

function readControl(row: Row, complain: (message: string) => void): Control {
  const registry = row.key === '' ? {} : readRegistry(row, complain);
  const omaUri = row.cspPath === '' ? undefined : `${row.cspName}/${row.cspPath}`;
  return {
    name: row.name,
    ...optional('title', label(row.title)),
    area: row.area,
    ...registry,
    ...optional('omaUri', omaUri),
  };
}

/** A table with a release in its file name is a document for it only: SecurityBaseline_WindowsServer_2025-2510.csv. */
const OF_RELEASE = /([^/\\]*_WindowsServer_(\d{4}))[^/\\]*$/;
const ROLES = ['Domain Controller', 'Member Server', 'Workgroup Member'];

function baselineOf({ availability }: Row, file: string): { baseline?: BaselineFact } {
  const [, name, server] = OF_RELEASE.exec(file) ?? [];
  if (name === undefined || server === undefined) return {};
  const roles = availability.split(',').map((role) => role.trim());
  const isEvery = ROLES.every((role) => roles.includes(role));
  return { baseline: { name, server, ...(isEvery ? {} : { roles }) } };
}

function readRegistry(row: Row, complain: (message: string) => void) {
  const key = /^HKLM:\\(.+)$/i.exec(row.key)?.[1];
  const type = RegistryType.options.find((each) => each === row.type);
  if (key === undefined) complain(`"${row.key}" is not a key below HKLM:\\`);
  if (row.valueName === '') complain('a registry key without a value name');
  if (type === undefined && row.type !== '') complain(`unknown registry type "${row.type}"`);
  return {
    key: trimKey(key ?? ''),
    valueName: row.valueName,
    ...optional('registryType', type),
    ...optional('content', type && readContent(row.allowed, type, complain)),
  };
}

function readContent(allowed: string, type: RegistryType, complain: (message: string) => void) {
  try {
    return { registryType: type, ...parseAllowedValues(allowed, type) };
  } catch (error) {
    complain(`Allowed Value: ${(error as Error).message}`);
    return undefined;
  }
}
