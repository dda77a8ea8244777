/** The answer as CSV and Markdown. */
import { markdown as markdownTable } from '../../build/coverage-tables.ts';
import { visible, visibleLines } from '../../build/visible.ts';
import { contentOf, nameOf, needsAttention, placeOf, problemText, type Row, whyOf } from './findings.ts';
import type { Report } from './report.ts';

const COLUMNS = [
  'file',
  'place',
  'key',
  'value',
  'omaUri',
  'type',
  'data',
  'verdict',
  'dataVerdict',
  'findings',
  'settings',
  'mdm',
  'reasons',
] as const;

function cells(row: Row): Record<(typeof COLUMNS)[number], string> {
  const { item, answer, findings } = row;
  const registry = 'key' in item ? item : undefined;
  return {
    file: item.at.file,
    place: placeInFile(item.at),
    key: registry?.key ?? '',
    value: registry?.value ?? '',
    omaUri: 'omaUri' in item ? item.omaUri : '',
    type: registry?.type ?? '',
    data: registry?.delete ? 'deleted' : dataText(item.data),
    verdict: answer.verdict ?? '',
    dataVerdict: answer.data?.verdict ?? '',
    findings: findings.join(' '),
    settings: (answer.matches ?? []).map(({ slug }) => slug).join(' '),
    mdm: 'key' in item ? (answer.mdm?.omaUri ?? '') : '',
    reasons: whyOf(row),
  };
}

function placeInFile({ line, offset }: Row['item']['at']): string {
  if (line !== undefined) return `line ${line}`;
  return offset === undefined ? '' : `byte ${offset}`;
}

function dataText(data: Row['item']['data']): string {
  return Array.isArray(data) ? JSON.stringify(data) : String(data ?? '');
}

/**
 * RFC 4180, whose cells may hold tabs and line breaks. A leading `=`, `+`, `-` or `@` would be a formula in a spreadsheet,
 * so that it gets an apostrophe.
 */
export function printCsv({ rows }: Report): string {
  const lines = rows.map((row) => {
    const all = cells(row);
    return COLUMNS.map((column) => csvCell(all[column])).join(',');
  });
  return `${[COLUMNS.join(','), ...lines].join('\r\n')}\r\n`;
}

function csvCell(cell: string): string {
  const text = visibleLines(cell, '\t\r\n');
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

export function printMarkdown({ rows, collected, query, all }: Report): string {
  const shown = rows.filter((row) => all || needsAttention(row));
  const table = shown.map((row) => {
    const findings = row.findings.join(', ') || 'fine';
    const content = contentOf(row.item);
    const texts = [findings, nameOf(row.item), content, whyOf(row), placeOf(row.item)];
    return texts.map(markdownText);
  });
  const head = ['finding', 'value', 'data', 'why', 'place'];
  const problems = collected.problems.map((problem) => `* ${markdownText(problemText(problem))}\n`);
  const fine = rows.filter(({ findings }) => findings.length === 0).length;
  const title = `${rows.length} values, ${fine} without a finding; target: ${markdownText(query.targetOs ?? 'none given')}.`;
  const parts = [`${title}\n`, table.length > 0 && markdownTable(head, table), problems.join('')];
  return parts.filter(Boolean).join('\n');
}

/** Also `&`, which begins an entity, `~`, which strikes out, and `$`, which begins a formula. */
export function markdownText(text: string): string {
  return visible(text)
    .replace(/[\\|<>*_`[\]&~$]/g, (char) => `\\${char}`)
    .replaceAll(/\s+/g, ' ');
}
