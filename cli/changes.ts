import { folded } from '../build/table.ts';
import { jsonText } from '../build/visible.ts';
import { parseJson } from '../runtime/answer/json.ts';
import type { ChangesEnvelope } from '../runtime/contract/changes.ts';
import { print, remark } from './error.ts';
import { openSnapshot } from './open.ts';
import type { FailOn, Flags } from './options.ts';
import { counted, endWith } from './outcome.ts';

type ChangesFlags = FailOn & Flags<'dataset', 'json'> & { since: string };

export async function run({ since, dataset, json, failOn }: ChangesFlags): Promise<void> {
  const { snapshot, explaining } = await openSnapshot(dataset);
  const answer = await explaining(() => snapshot.changes({ since }));
  if (typeof answer !== 'string') {
    remark(answer.unknown);
    return endWith(failOn, ['unknown']);
  }
  const envelope = parseJson(answer);
  print(json ? jsonText(envelope) : changesText(envelope));
  const { complete, summary } = envelope.result;
  endWith(failOn, counted({ ...summary, unknown: complete ? 0 : 1 }));
}

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
