/** The answer for people: grouped by what needs attention. Nothing is cut, so that all of it can be copied. */
import { visible } from '../../build/visible.ts';
import { FINDINGS, type ItemFinding } from '../../runtime/verify/findings.ts';
import type { Collected } from './collect.ts';
import { contentOf, nameOf, placeOf, problemText, type Row, reasonsOf, TITLES } from './findings.ts';
import type { Report } from './report.ts';

export function printText({ rows, collected, targetOs, dataset, all }: Report): string {
  const parts = FINDINGS.flatMap((finding) => group(finding, rows));
  const fine = rows.filter(({ findings }) => findings.length === 0);
  if (all && fine.length > 0) parts.push(`Without a finding (${fine.length})\n${fine.map(rowText).join('')}`);
  return [
    ...parts,
    ...problemsText(collected),
    ...notesText(collected),
    `${summary(rows, fine.length, collected)}\n${originText({ targetOs, dataset })}`,
  ].join('\n');
}

/** What the answer was asked for, and what it is from. */
export function originText({ targetOs, dataset }: Pick<Report, 'targetOs' | 'dataset'>): string {
  const target =
    targetOs === null ? 'no target OS was given; --target-os names one' : `target: ${visible(targetOs)}`;
  return dataset === undefined
    ? `${target}\n`
    : `${target}\ndataset ${dataset.version} of ${dataset.generatedAt}\n`;
}

/** A value is listed once, under its gravest finding. */
function group(finding: ItemFinding, rows: readonly Row[]): string[] {
  const own = rows.filter(({ findings }) => gravest(findings) === finding);
  return own.length === 0 ? [] : [`${TITLES[finding]} (${own.length})\n${own.map(rowText).join('')}`];
}

export function gravest(findings: readonly ItemFinding[]): ItemFinding | undefined {
  return FINDINGS.find((finding) => findings.includes(finding));
}

function rowText(row: Row): string {
  const { item, answer } = row;
  const content = contentOf(item);
  const means = (answer.data?.means ?? []).map(({ slug, state, label }) =>
    [slug, state, label === undefined ? undefined : `“${label}”`].filter(Boolean).join(' '),
  );
  const reasons = reasonsOf(row);
  const warnings = (answer.warnings ?? []).map(visible).filter((warning) => !reasons.includes(warning));
  const lines = [
    `  ${nameOf(item)}${content === '' ? '' : ` = ${content}`}`,
    ...(answer.matches ?? []).map(
      ({ slug, displayName, registryKey, valueName }) =>
        `    setting: ${displayName ?? slug} [${slug}]${registryKey === undefined ? '' : ` writes ${registryKey}${valueName === undefined ? '' : ` + ${valueName}`}`}`,
    ),
    ...(means.length === 0 ? [] : [`    means: ${means.join('; ')}`]),
    ...reasons.map((reason) => `    why: ${reason}`),
    ...warnings.map((warning) => `    warning: ${warning}`),
    `    at: ${placeOf(item)}`,
  ];
  return `${lines.join('\n')}\n`;
}

export function problemsText({ problems }: Collected): string[] {
  if (problems.length === 0) return [];
  const lines = problems.map((problem) => `  ${problemText(problem)}\n`);
  return [`Files that cannot be read (${problems.length})\n${lines.join('')}`];
}

export function notesText({ notes }: Collected): string[] {
  if (notes.length === 0) return [];
  const lines = notes.map(
    ({ message, key, at }) =>
      `  ${placeOf({ at })}: ${key === undefined ? '' : `${visible(key)}: `}${visible(message)}\n`,
  );
  return [`Notes of the files (${notes.length})\n${lines.join('')}`];
}

function summary(rows: readonly Row[], fine: number, { files, skipped }: Collected): string {
  const counts = FINDINGS.flatMap((finding) => {
    const count = rows.filter(({ findings }) => findings.includes(finding)).length;
    return count === 0 ? [] : [`${count} ${finding}`];
  });
  const skippedText = skipped === 0 ? '' : `, ${counted(skipped, 'file')} of no known format skipped`;
  return `${readText(rows, files)}${skippedText}: ${[`${fine} fine`, ...counts].join(', ')}`;
}

/** `600 values in 2 files` */
export function readText(rows: readonly Row[], files: Collected['files']): string {
  return `${counted(rows.length, 'value')} in ${counted(files.length, 'file')}`;
}

function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}
