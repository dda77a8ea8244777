/** What to send by MDM in place of the files, and what cannot be sent. */
import { folded } from '../../build/table.ts';
import { visible } from '../../build/visible.ts';
import type { ItemMdm } from '../../runtime/contract/verified.ts';
import { nodesOf } from '../../runtime/verify/summary.ts';
import { placeOf, type Report, type Row, section, TITLES, whyOf, writtenText } from './findings.ts';
import { originText, problemsAndNotes, readText } from './text.ts';

interface Setting {
  mdm: ItemMdm;
  rows: Row[];
}

/** One entry for each node of a unit: a policy's values are sent together. */
function mdmSettings(rows: readonly Row[]): { set: Setting[]; unset: { row: Row; reason: string }[] } {
  const set = new Map<string, Setting>();
  const unset: { row: Row; reason: string }[] = [];
  for (const row of rows) {
    const { answer, item, unit } = row;
    if ('omaUri' in item || answer.problem !== undefined) continue;
    const nodes = nodesOf(answer);
    if (nodes.length === 0) unset.push({ row, reason: answer.noMdm ?? answer.reason ?? '' });
    for (const mdm of nodes) {
      const id = JSON.stringify([unit, mdm.slug, mdm.omaUri]);
      const known = set.get(id) ?? { mdm, rows: [] };
      known.rows.push(row);
      set.set(id, known);
    }
  }
  return { set: [...set.values()], unset };
}

export function printMdm({ rows, collected, query, dataset }: Report): string {
  const { set, unset } = mdmSettings(rows);
  const ready = set.filter(({ mdm }) => (mdm.payload ?? mdm.data) !== undefined);
  const open = set.filter(({ mdm }) => (mdm.payload ?? mdm.data) === undefined);
  const unread = rows.filter(({ answer }) => answer.problem !== undefined);
  return [
    section('Send by MDM', ready.map(settingText)),
    section('Documented nodes; what to send is not certain', open.map(settingText)),
    section(
      'Cannot be set by MDM',
      unset.map(({ row, reason }) => valueText(row, reason)),
    ),
    section(
      TITLES.unreadable,
      unread.map((row) => `${valueText(row, whyOf(row))}    at: ${placeOf(row.item)}\n`),
    ),
    ...problemsAndNotes(collected),
    countsText(rows, collected) + originText({ query, dataset }),
  ]
    .filter((part) => part !== '')
    .join('\n');
}

/** Settings of MDM are sent as they are: `--mdm` says nothing else of them. */
function countsText(rows: readonly Row[], { files }: Report['collected']): string {
  const already = rows.filter(({ item }) => 'omaUri' in item).length;
  const told = already === 0 ? '' : `; MDM settings already: ${already}`;
  return `${readText(rows, files)}${told}\n`;
}

function valueText({ item }: Row, why: string): string {
  return folded(`  ${writtenText(item)}`) + folded(`    why: ${why}`);
}

function settingText({ mdm, rows }: Setting): string {
  // What to send is not folded: it is copied as it stands.
  const sent = (mdm.payload ?? mdm.data ?? '').split('\n').filter((line) => line !== '');
  return [
    `  ${visible(mdm.omaUri)}\n`,
    folded(`    verdict: ${mdm.verdict}; mapping: ${mdm.confidence}; setting: ${mdm.slug}`),
    ...(mdm.ingest === undefined ? [] : [folded(`    first send the vendor’s template to: ${mdm.ingest}`)]),
    ...sent.map((line) => `    ${visible(line)}\n`),
    ...(mdm.noPayload === undefined ? [] : [folded(`    why: ${mdm.noPayload}`)]),
    ...rows.map(({ item }) => folded(`    for: ${writtenText(item)}`)),
  ].join('');
}
