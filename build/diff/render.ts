/** Changes as a table for the terminal and as Markdown for review. */
import type { ChangesEnvelope } from '../../runtime/contract/changes.ts';
import { markdownTable, markdownText } from '../markdown.ts';
import { folded, grid } from '../table.ts';
import { visibleLines } from '../visible.ts';
import type { ChangedSetting, ChangedSlug, Changes, FactChange, Lists, SourceChanges } from './compare.ts';
import { FACT_KINDS } from './model.ts';

const HEAD = ['Source', 'Version', 'Added', 'Removed', 'Changed', ...FACT_KINDS];

export function renderTable(changes: Changes): string {
  return `${folded(title(changes))}${grid(HEAD, rows(changes))}`;
}

/** An answer of `/v1/changes`, one line for each setting. */
export function changesText({ query, dataset, result }: ChangesEnvelope): string {
  const { complete, reason, added, removed, changed } = result;
  const lines = [`${query.since} → ${dataset.version}`];
  if (!complete) lines.push(`not complete: ${reason}`);
  for (const { slug } of added) lines.push(`added    ${slug}`);
  for (const { slug, removedIn, lastSeenIn } of removed) {
    const how = removedIn ? ` (by its vendor in ${removedIn})` : lastSeenIn ? ` (last in ${lastSeenIn})` : '';
    lines.push(`removed  ${slug}${how}`);
  }
  for (const { slug, mapping, floorMoved, facts } of changed) {
    const parts = [
      mapping && `mapping ${mapping}`,
      floorMoved && 'minimum or verdict moved',
      ...facts.map(({ fact }) => fact),
    ];
    lines.push(`changed  ${slug}: ${parts.filter(Boolean).join(', ')}`);
  }
  if (lines.length === 1) lines.push('nothing changed');
  return lines.map(folded).join('');
}

/** @param listed Settings per section and source; the rest is counted. A forge's comment holds some 65,000 characters. */
export function renderMarkdown(changes: Changes, listed = 40): string {
  // A version of one's own folder may have any name.
  const cells = rows(changes).map((row) => row.map(markdownText));
  const lines = [`# ${title(changes)}`, '', markdownTable(HEAD, cells, 2).trimEnd()];
  for (const [id, source] of Object.entries(changes.sources)) {
    lines.push('', `## ${id}`, '', versions(source));
    lines.push(...sections(source, listed));
  }
  if (nodeCounts(changes.nodes) !== '') lines.push('', '## MDM nodes that no setting backs');
  lines.push(...sections(changes.nodes, listed));
  return visibleLines(`${lines.join('\n')}\n`);
}

function title({ from, to, summary, nodes }: Changes): string {
  const name = (side: Changes['from']) => side.version ?? 'facts';
  const { settingsBefore, settingsAfter, added, removed, changed } = summary;
  return (
    `Dataset ${name(from)} → ${name(to)}: ${added} added, ${removed} removed, ${changed} changed ` +
    `(${settingsBefore} → ${settingsAfter} settings)${nodeCounts(nodes)}`
  );
}

function nodeCounts({ added, removed, changed }: Lists): string {
  if (added.length + removed.length + changed.length === 0) return '';
  return `; nodes without a setting: ${added.length} added, ${removed.length} removed, ${changed.length} changed`;
}

function rows({ sources, summary }: Changes): string[][] {
  const perSource = Object.entries(sources).map(([id, source]) => [
    id,
    source.versionsAfter.at(-1) ?? '–',
    ...[source.added, source.removed, source.changed].map((list) => String(list.length)),
    ...FACT_KINDS.map((kind) =>
      String(source.changed.filter(({ changes }) => changes.some((each) => each.kind === kind)).length),
    ),
  ]);
  const total = [
    'all',
    '',
    summary.added,
    summary.removed,
    summary.changed,
    ...FACT_KINDS.map((kind) => summary.changedByKind[kind]),
  ];
  return [...perSource, total.map(String)];
}

function versions({ versionsBefore, versionsAfter }: SourceChanges): string {
  const [before, after] = [versionsBefore.join(', ') || '–', versionsAfter.join(', ') || '–'];
  return before === after ? `Versions: ${after}` : `Versions: ${before} → ${after}`;
}

function sections({ added, removed, changed }: Lists, listed: number): string[] {
  return [
    ...section('Added', added, listed, slugLine),
    ...section('Removed', removed, listed, slugLine),
    // What the rest is counted of: changed words alone.
    ...section('Changed', [...changed].sort(byWeight), listed, changedLines),
  ];
}

const byWeight = (a: ChangedSetting, b: ChangedSetting) => Number(isText(a)) - Number(isText(b));
const isText = ({ changes }: ChangedSetting) => changes.every(({ kind }) => kind === 'text');

function section<T>(
  heading: string,
  items: readonly T[],
  listed: number,
  line: (item: T) => string[],
): string[] {
  if (items.length === 0) return [];
  const more = items.length > listed ? [`- … and ${items.length - listed} more`] : [];
  return ['', `### ${heading} (${items.length})`, '', ...items.slice(0, listed).flatMap(line), ...more];
}

function slugLine({ slug, firstSeen }: ChangedSlug): string[] {
  return [`- ${code(slug)}${firstSeen && ` (first seen ${firstSeen})`}`];
}

function changedLines({ slug, lastModified, changes }: ChangedSetting): string[] {
  return [
    `- ${code(slug)}${lastModified && ` (last modified ${lastModified})`}`,
    ...changes.map((change) => `  - ${factLine(change)}`),
  ];
}

function factLine({ kind, fact, before, after }: FactChange): string {
  const what = `${kind}: ${code(fact)}`;
  if (before === undefined) return `${what} is new: ${code(after ?? '')}`;
  if (after === undefined) return `${what} is gone: ${code(before)}`;
  return `${what} ${code(before)} → ${code(after)}`;
}

const LONGEST = 160;

export function shortened(text: string): string {
  const flat = text.replaceAll(/\s+/g, ' ');
  return flat.length > LONGEST ? `${flat.slice(0, LONGEST)}…` : flat;
}

/** Vendors' texts can close a code span and break lines. */
function code(text: string): string {
  const flat = shortened(text);
  const fence = '`'.repeat(Math.max(0, ...[...flat.matchAll(/`+/g)].map(([run]) => run.length)) + 1);
  const pad = flat.startsWith('`') || flat.endsWith('`') || flat === '' ? ' ' : '';
  return `${fence}${pad}${flat}${pad}${fence}`;
}
