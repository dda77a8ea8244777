/** The answer for people: grouped by what needs attention. Nothing is cut, so that all of it can be copied. */
import { folded } from '../../build/table.ts';
import { visible } from '../../build/visible.ts';
import { FINDINGS, type ItemFinding } from '../../runtime/verify/findings.ts';
import type { Collected } from './collect.ts';
import {
  nameOf,
  needsAttention,
  placeOf,
  problemText,
  type Row,
  reasonsOf,
  TITLES,
  writtenText,
} from './findings.ts';
import type { Report } from './report.ts';

export function printText(report: Report): string {
  const { rows, collected, query, dataset, all, baseline } = report;
  const listed = all ? rows : rows.filter(needsAttention);
  const parts = FINDINGS.flatMap((finding) => group(finding, listed));
  const fine = rows.filter(({ findings }) => findings.length === 0);
  if (all && fine.length > 0) parts.push(`Without a finding (${fine.length})\n${fine.map(rowText).join('')}`);
  return [
    ...parts,
    ...problemsText(collected),
    ...notesText(collected),
    ...goneText(baseline?.gone ?? []),
    ...ownText(report),
    `${folded(summary(rows, fine.length, collected))}${originText({ query, dataset })}`,
  ].join('\n');
}

/** What the answer was asked for, and what it is from. */
export function originText({ query: { targetOs }, dataset }: Pick<Report, 'query' | 'dataset'>): string {
  const target =
    targetOs === null ? 'no target OS was given; --target-os names one' : `target: ${visible(targetOs)}`;
  return dataset === undefined
    ? `${target}\n`
    : `${target}\n${visible(`dataset ${dataset.version} of ${dataset.generatedAt}`)}\n`;
}

/** A value is listed once, under its gravest finding; a cause that several values have is told once for all of them. */
function group(finding: ItemFinding, rows: readonly Row[]): string[] {
  const own = rows.filter(({ findings }) => gravest(findings) === finding);
  const byCause = new Map<string, Row[]>();
  for (const row of own) {
    const cause = causeLines(row).join('');
    const same = byCause.get(cause);
    if (same === undefined) byCause.set(cause, [row]);
    else same.push(row);
  }
  const parts = [...byCause].map(([cause, same]) =>
    cause === '' || same.length === 1 ? same.map(rowText).join('') : sameText(same),
  );
  return own.length === 0 ? [] : [`${TITLES[finding]} (${own.length})\n${parts.join('')}`];
}

function sameText(rows: readonly Row[]): string {
  const [first] = rows;
  const cause = first === undefined ? [] : causeLines(first);
  const values = rows.map((row) => valueText(row, settingLines(row), '    '));
  return `${indented([`${rows.length} values for one cause`, ...cause])}${values.join('')}`;
}

export function gravest(findings: readonly ItemFinding[]): ItemFinding | undefined {
  return FINDINGS.find((finding) => findings.includes(finding));
}

function rowText(row: Row): string {
  return valueText(row, [...settingLines(row), ...causeLines(row)], '  ');
}

/** The place is in one piece, so that it can be copied. */
function valueText({ item }: Row, lines: readonly string[], indent: string): string {
  const folds = [writtenText(item), ...lines].map((line) => folded(`${indent}${line}`));
  return `${folds.join('')}${indent}  at: ${placeOf(item)}\n`;
}

function indented(lines: readonly string[]): string {
  return lines.map((line) => folded(`  ${line}`)).join('');
}

/** The settings that the value is of. */
function settingLines({ answer }: Row): string[] {
  const means = (answer.data?.means ?? []).map(({ slug, state, label }) =>
    [slug, state, label === undefined ? undefined : `“${label}”`].filter(Boolean).join(' '),
  );
  return [
    ...(answer.matches ?? []).map(({ slug, displayName, registryKey, valueName }) => {
      const value = valueName === undefined ? '' : ` + ${valueName}`;
      const written = registryKey === undefined ? '' : ` writes ${registryKey}${value}`;
      return `  setting: ${displayName ?? slug} [${slug}]${written}`;
    }),
    ...(means.length === 0 ? [] : [`  means: ${means.join('; ')}`]),
  ];
}

function causeLines(row: Row): string[] {
  const reasons = reasonsOf(row);
  const warnings = (row.answer.warnings ?? []).map(visible).filter((warning) => !reasons.includes(warning));
  return [
    ...reasons.map((reason) => `  why: ${reason}`),
    ...warnings.map((warning) => `  warning: ${warning}`),
  ];
}

export function problemsText({ problems }: Collected): string[] {
  if (problems.length === 0) return [];
  return [`Files that cannot be read (${problems.length})\n${indented(problems.map(problemText))}`];
}

export function notesText({ notes }: Collected): string[] {
  if (notes.length === 0) return [];
  const lines = notes.map(
    ({ message, key, at }) => `${placeOf({ at })}: ${key === undefined ? '' : `${key}: `}${message}`,
  );
  return [`Notes of the files (${notes.length})\n${indented(lines)}`];
}

/** What comes from `--admx`, and whether MDM may take the templates' keys over. */
function ownText({ rows, ownSlugs }: Report): string[] {
  const own = rows.filter(({ answer }) => answer.matches?.some(({ slug }) => ownSlugs?.has(slug)));
  if (own.length === 0) return [];
  const lines = own.map(({ item, answer }) => {
    const { mdm } = answer;
    const why = mdm?.ingest === undefined ? answer.noMdm : `may be ingested; its node: ${mdm.omaUri}`;
    return indented([`${nameOf(item)}`, `  MDM: ${why ?? 'several nodes'}`]);
  });
  return [`Of the templates of --admx (${own.length})\n${lines.join('')}`];
}

/** Accepted findings that the files do not have any more: the baseline can be written anew. */
function goneText(gone: readonly string[]): string[] {
  if (gone.length === 0) return [];
  return [`Gone since the baseline (${gone.length})\n${indented(gone)}`];
}

function summary(rows: readonly Row[], fine: number, { files, skipped }: Collected): string {
  const counts = FINDINGS.flatMap((finding) => {
    const count = rows.filter(({ findings }) => findings.includes(finding)).length;
    return count === 0 ? [] : [`${count} ${finding}`];
  });
  const skippedText = skipped === 0 ? '' : `, ${counted(skipped, 'file')} of no known format skipped`;
  const accepted = rows.reduce((sum, row) => sum + row.accepted.length, 0);
  if (accepted > 0) counts.push(`${counted(accepted, 'finding')} accepted by the baseline`);
  return `${readText(rows, files)}${skippedText}: ${[`${fine} fine`, ...counts].join(', ')}`;
}

/** `600 values in 2 files` */
export function readText(rows: readonly Row[], files: Collected['files']): string {
  return `${counted(rows.length, 'value')} in ${counted(files.length, 'file')}`;
}

function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}
