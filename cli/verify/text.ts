/** The answer for people, grouped by what needs attention. Nothing is cut, so that all of it can be copied. */
import { append, getOrMake } from '../../build/collections.ts';
import { noteText, problemText } from '../../build/item-text.ts';
import { folded, joined } from '../../build/table.ts';
import { visible } from '../../build/visible.ts';
import type { ItemMdm } from '../../runtime/contract/verified.ts';
import { DRIFTS, type Drift, type TargetDrift } from '../../runtime/contract/verify-summary.ts';
import { droppedOf } from '../../runtime/verify/summary.ts';
import { TITLES } from '../outcome.ts';
import type { Collected } from './collect.ts';
import { byGravest, isLacking, type Report, type Row, whyUnsent } from './findings.ts';

export function printText(report: Report): string {
  const { rows, collected, all, gone = [] } = report;
  const listed = all ? rows : rows.filter((row) => row.needsAttention);
  const fine = rows.filter(({ findings }) => findings.length === 0);
  return joined([
    ...report.drifts.map((drift) => driftText(drift, rows)),
    ...byGravest(listed).map(groupText),
    section('Without a finding', all ? fine.map(rowText) : []),
    ...problemsAndNotes(collected),
    // Accepted findings that no longer occur: the baseline can be written anew.
    section('Gone since the baseline', gone.map(folds)),
    section('Of the templates of --admx', ownTexts(report)),
    folded(summary(report, fine)) + originText(report),
  ]);
}

/** What to send by MDM instead of the files, and what cannot be sent. */
export function printMdm(report: Report): string {
  const { rows, collected } = report;
  const verified = rows.filter(({ answer }) => answer.problem === undefined);
  const values = verified.filter(({ item }) => 'key' in item);
  const settings = new Map<string, Setting>();
  // One entry for each node of a unit: a policy's values are sent together.
  for (const row of values)
    for (const mdm of row.nodes) {
      const id = JSON.stringify([row.unit, mdm.slug, mdm.omaUri]);
      getOrMake(settings, id, () => ({ mdm, rows: [] })).rows.push(row);
    }
  const unset = values.filter(({ nodes }) => nodes.length === 0);
  const unread = rows.filter(({ answer }) => answer.problem !== undefined);
  const isReady = ({ mdm }: Setting) => (mdm.payload ?? mdm.data) !== undefined;
  const known = [...settings.values()];
  const all = known.filter(({ mdm }) => !isLacking(mdm));
  const lacking = known.filter(({ mdm }) => isLacking(mdm)).map(settingText);
  const unsure = all.filter((each) => !isReady(each)).map(settingText);
  // MDM settings are sent unchanged: `--mdm` prints only their number.
  const already = rows.filter(({ item }) => 'omaUri' in item).length;
  const mdmCount = already === 0 ? '' : `; MDM settings already: ${already}`;
  return joined([
    section('Send by MDM', all.filter(isReady).map(settingText)),
    section('The node is unsupported on the target; do not send it', lacking),
    section('Documented nodes; what to send is not certain', unsure),
    section('Cannot be set by MDM', unset.map(unsetText)),
    section(
      TITLES.unreadable,
      unread.map((row) => `${unsetText(row)}    at: ${row.place}\n`),
    ),
    ...problemsAndNotes(collected),
    `${readText(rows, collected.files)}${mdmCount}\n${originText(report)}`,
  ]);
}

interface Setting {
  mdm: ItemMdm;
  rows: Row[];
}

function unsetText({ written, answer, why }: Row): string {
  const reason = answer.problem === undefined ? (answer.noMdm ?? answer.reason ?? '') : why;
  return folded(`  ${written}`) + folded(`    why: ${reason}`);
}

function settingText({ mdm, rows }: Setting): string {
  const why = whyUnsent(mdm, rows[0]?.answer.reason);
  const [past] = rows.flatMap(({ answer }) => droppedOf(answer) ?? []);
  const state = past === undefined ? '' : `; by its vendor: ${past}`;
  // Payloads are not folded, so that they can be copied.
  const sent = isLacking(mdm)
    ? []
    : (mdm.payload ?? mdm.data ?? '').split('\n').filter((line) => line !== '');
  return [
    `  ${visible(mdm.omaUri)}\n`,
    folded(`    verdict: ${mdm.verdict}${state}; mapping: ${mdm.confidence}; setting: ${mdm.slug}`),
    mdm.ingest === undefined ? '' : folded(`    first send the vendor’s template to: ${mdm.ingest}`),
    ...sent.map((line) => `    ${visible(line)}\n`),
    why === undefined ? '' : folded(`    why: ${why}`),
    ...rows.map(({ written }) => folded(`    for: ${written}`)),
  ].join('');
}

/** `Title (n)` and its entries; empty if there are none. */
function section(title: string, entries: readonly string[]): string {
  return entries.length === 0 ? '' : folded(`${title} (${entries.length})`) + entries.join('');
}

/** The target of the request, and the dataset of the answer. */
function originText({ query: { targetOs }, dataset }: Report): string {
  const target =
    targetOs === null ? 'no target OS was given; --target-os names one' : `target: ${visible(targetOs)}`;
  return `${target}\n${visible(`dataset ${dataset.version} of ${dataset.generatedAt}`)}\n`;
}

/** A value is listed once, under its most severe finding; a cause that several values share is shown once. */
function groupText({ finding, rows }: ReturnType<typeof byGravest>[number]): string {
  const byCause = new Map<string, Row[]>();
  for (const row of rows) append(byCause, causeLines(row).join(''), row);
  const parts = [...byCause].map(([cause, same]) =>
    cause === '' || same.length === 1 ? same.map(rowText).join('') : sameText(same),
  );
  return folded(`${TITLES[finding]} (${rows.length})`) + parts.join('');
}

function sameText(rows: readonly Row[]): string {
  const cause = rows.slice(0, 1).flatMap(causeLines);
  const values = rows.map((row) => valueText(row, settingLines(row), '    '));
  return [`${rows.length} values for one cause`, ...cause].map(folds).join('') + values.join('');
}

const rowText = (row: Row) => valueText(row, [...settingLines(row), ...causeLines(row)], '  ');

/** The place is not folded, so that it can be copied. */
function valueText({ written, place }: Row, lines: readonly string[], indent: string): string {
  const folds = [written, ...lines].map((line) => folded(`${indent}${line}`));
  return `${folds.join('')}${indent}  at: ${place}\n`;
}

const folds = (line: string) => folded(`  ${line}`);

/** The settings that the value belongs to. */
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

function causeLines({ reasons, answer }: Row): string[] {
  const warnings = (answer.warnings ?? []).map(visible).filter((warning) => !reasons.includes(warning));
  return [
    ...reasons.map((reason) => `  why: ${reason}`),
    ...warnings.map((warning) => `  warning: ${warning}`),
  ];
}

function problemsAndNotes({ problems, notes }: Collected): string[] {
  return [
    section('Files that cannot be read', problems.map(problemText).map(folds)),
    section('Notes of the files', notesText(notes)),
  ];
}

/** What a file says at several places stands once: a list for auditors has a hundred entries without a key. */
function notesText(notes: Collected['notes']): string[] {
  const alike = new Map<string, Collected['notes']>();
  for (const note of notes) append(alike, [note.at.file, note.key, note.message].join('\0'), note);
  return [...alike.values()].map((group) => {
    const [first = ''] = group.map(noteText);
    const others = group.slice(1).map(({ at: { line, offset } }) => line ?? `byte ${offset}`);
    return folds(others.length === 0 ? first : `${first}; also at ${others.join(', ')}`);
  });
}

/** The values of the templates of `--admx`, and whether MDM may set their keys. */
function ownTexts({ rows, own }: Report): string[] {
  const written = rows.filter(({ answer }) => answer.matches?.some(({ slug }) => own?.slugs.has(slug)));
  return written.map(({ name, answer }) => {
    const { mdm } = answer;
    const why = mdm?.ingest === undefined ? answer.noMdm : `may be ingested; its node: ${mdm.omaUri}`;
    return folds(name) + folds(`  MDM: ${why ?? 'several nodes'}`);
  });
}

/** Each value is counted once: as fine, as accepted by the baseline, or under its heading above. */
function summary(report: Report, fine: readonly Row[]): string {
  const { rows, collected, all } = report;
  const { files, skipped } = collected;
  const listed = rows.filter((row) => row.needsAttention);
  const accepted = rows.length - fine.length - listed.length;
  // The vendor may limit the value to editions: that is no finding, but “fine” alone would hide it.
  const warned = fine.filter(({ answer }) => answer.warnings !== undefined).length;
  const hint = all ? '' : '; --all shows them';
  const counts = [
    `${fine.length} fine${warned === 0 ? '' : ` (${warned} with warnings${hint})`}`,
    ...byGravest(listed).map((group) => `${group.rows.length} ${group.finding}`),
    ...(accepted > 0 ? [`${accepted} accepted by the baseline`] : []),
  ];
  const skippedText = skipped === 0 ? '' : `, ${counted(skipped, 'file')} of no known format skipped`;
  return `${readText(rows, files)}${skippedText}: ${counts.join(', ')}`;
}

/** `600 values in 2 files` */
export function readText(rows: readonly Row[], files: Collected['files']): string {
  return `${counted(rows.length, 'value')} in ${counted(files.length, 'file')}`;
}

const counted = (count: number, noun: string) => `${count} ${noun}${count === 1 ? '' : 's'}`;

const DRIFT_TITLES: Record<Drift, string> = {
  lost: 'Lost: a document says that the new target does not support it',
  gone: 'Gone from the templates: newer ones do not have it, and no document says that it ends',
  'not-stated': 'Not stated: nothing says whether the new target still supports it',
  gained: 'Gained: the old target does not support it',
  'newly-stated': 'Newly stated: nothing says whether the old target supports it',
  neither: 'Supported by neither: the verdicts differ',
};

/** `--target-os` more than once: values that gain or lose support from each target to the last one. */
function driftText({ from, to, items }: TargetDrift, rows: readonly Row[]): string {
  const groups = DRIFTS.map((drift) => {
    const own = items.filter((each) => each.drift === drift);
    const entries = own.flatMap(({ index, reason }) => {
      const row = rows[index];
      if (row === undefined) return [];
      const why = reason === undefined ? '' : folded(`      why: ${reason}`);
      return `${folded(`    ${row.name}`)}${why}      at: ${row.place}\n`;
    });
    return section(`  ${DRIFT_TITLES[drift]}`, entries);
  });
  const head = folded(`From ${from} to ${to}: ${items.length} of ${rows.length} values change`);
  return [head, ...groups, `  No change is stated: ${rows.length - items.length}\n`].join('');
}
