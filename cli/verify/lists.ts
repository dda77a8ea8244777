/** The answer as CSV, Markdown and JUnit XML. */
import { append } from '../../build/collections.ts';
import { problemText } from '../../build/item-text.ts';
import { markdownTable, markdownText } from '../../build/markdown.ts';
import { visibleLines } from '../../build/visible.ts';
import { TITLES } from '../outcome.ts';
import type { Report, Row } from './findings.ts';
import { escapedXml } from './html-page.ts';

const COLUMNS: Record<string, (row: Row) => string | undefined> = {
  file: ({ item }) => item.at.file,
  place: ({ item }) => placeInFile(item.at),
  key: ({ item }) => ('key' in item ? item.key : undefined),
  value: ({ item }) => ('key' in item ? item.value : undefined),
  omaUri: ({ item }) => ('omaUri' in item ? item.omaUri : undefined),
  type: ({ item }) => ('key' in item ? item.type : undefined),
  data: ({ item }) => ('key' in item && item.delete ? 'deleted' : dataText(item.data)),
  verdict: ({ answer }) => answer.verdict,
  dataVerdict: ({ answer }) => answer.data?.verdict,
  findings: (row) => row.findings.join(' '),
  settings: ({ answer }) => (answer.matches ?? []).map(({ slug }) => slug).join(' '),
  mdm: ({ item, answer }) => ('key' in item ? answer.mdm?.omaUri : undefined),
  reasons: ({ why }) => why,
};

function placeInFile({ line, offset }: Row['item']['at']): string {
  if (line !== undefined) return `line ${line}`;
  return offset === undefined ? '' : `byte ${offset}`;
}

function dataText(data: Row['item']['data']): string {
  return Array.isArray(data) ? JSON.stringify(data) : String(data ?? '');
}

/**
 * RFC 4180; cells may contain tabs and line breaks. A leading `=`, `+`, `-` or `@` would be a formula in a spreadsheet,
 * so an apostrophe is put before it.
 */
export function printCsv({ rows }: Report): string {
  const lines = rows.map((row) =>
    Object.values(COLUMNS)
      .map((column) => csvCell(column(row) ?? ''))
      .join(','),
  );
  return `${[Object.keys(COLUMNS).join(','), ...lines].join('\r\n')}\r\n`;
}

function csvCell(cell: string): string {
  const text = visibleLines(cell, '\t\r\n');
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

export function printMarkdown({ rows, collected, query, all }: Report): string {
  const shown = rows.filter(({ needsAttention }) => all || needsAttention);
  const table = shown.map(({ findings, name, content, why, place }) =>
    [findings.join(', ') || 'fine', name, content, why, place].map(markdownText),
  );
  const problems = collected.problems.map((problem) => `* ${markdownText(problemText(problem))}\n`);
  const fine = rows.filter((row) => row.findings.length === 0).length;
  const title = `${rows.length} values, ${fine} without a finding; target: ${markdownText(query.targetOs ?? 'none given')}.`;
  const head = ['finding', 'value', 'data', 'why', 'place'];
  const parts = [`${title}\n`, table.length > 0 && markdownTable(head, table), problems.join('')];
  return parts.filter(Boolean).join('\n');
}

/** A test case for each value; a finding of --fail-on is a failure, a file that cannot be read an error. */
export function printJunit({ rows, collected: { problems } }: Report): string {
  const units = new Map<string, Row[]>();
  for (const row of rows) append(units, row.unit, row);
  const suites = [...units].map(([unit, own]) =>
    suiteXml(unit, own.map(caseXml), own.filter(({ isFailure }) => isFailure).length, 0),
  );
  const errors = problems.map((problem) => {
    const inside = `<error message="${xml(problemText(problem))}"/>`;
    return `<testcase name="${xml(problem.file)}" classname="files">${inside}</testcase>\n`;
  });
  if (errors.length > 0) suites.push(suiteXml('files', errors, 0, errors.length));
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites>\n${suites.join('')}</testsuites>\n`;
}

function suiteXml(name: string, cases: readonly string[], failures: number, errors: number): string {
  const counts = `tests="${cases.length}" failures="${failures}" errors="${errors}"`;
  return `<testsuite name="${xml(name)}" ${counts}>\n${cases.join('')}</testsuite>\n`;
}

function caseXml({ name, item, findings, place, reasons, isFailure }: Row): string {
  const head = `<testcase name="${xml(name)}" classname="${xml(item.at.file)}"`;
  if (findings.length === 0) return `${head}/>\n`;
  const titles = findings.map((finding) => TITLES[finding]);
  const text = xml([place, ...titles, ...reasons].join('\n'));
  const inside = isFailure
    ? `<failure message="${xml(findings.join(', '))}">${text}</failure>`
    : `<system-out>${text}</system-out>`;
  return `${head}>${inside}</testcase>\n`;
}

/** Line breaks of an attribute are escaped; otherwise a reader treats them as blanks. */
function xml(text: string): string {
  return escapedXml(text).replaceAll('\n', '&#10;');
}
