import { folded } from '../build/table.ts';
import { jsonText } from '../build/visible.ts';
import { ChangesEnvelope } from '../runtime/contract/changes.ts';
import { CliError, EXIT, print, remark } from './error.ts';
import { openSnapshot } from './open.ts';
import type { Flags } from './options.ts';
import { counted, failing, OUTCOMES } from './outcome.ts';
import { request } from './server.ts';

type ChangesFlags = Flags<'dataset' | 'server' | 'failOn', 'json'> & { since: string };

export async function run({ since, dataset, server, json, failOn }: ChangesFlags): Promise<void> {
  const fail = failing(failOn, OUTCOMES.changes);
  const answer = server === undefined ? await local(since, dataset) : await fromServer(since, server);
  if (typeof answer === 'string') {
    remark(answer);
    return fail(['unknown']);
  }
  print(json ? jsonText(answer) : changesText(answer));
  const { complete, summary } = answer.result;
  fail([...counted(summary), ...(complete ? [] : ['unknown'])]);
}

/** A text: what changed is not known, and why. */
async function local(since: string, dataset: string | undefined): Promise<ChangesEnvelope | string> {
  const { snapshot, explaining } = await openSnapshot(dataset);
  const answer = await explaining(() => snapshot.changes({ since }));
  return typeof answer === 'string' ? (JSON.parse(answer) as ChangesEnvelope) : answer.unknown;
}

async function fromServer(since: string, server: string): Promise<ChangesEnvelope | string> {
  const path = `changes?since=${encodeURIComponent(since)}`;
  return request(server, path, ChangesEnvelope, { nothing: 404 }).catch((error: unknown) => {
    if (error instanceof CliError && error.exitCode === EXIT.finding) return error.message;
    throw error;
  });
}

function changesText({ query, dataset, result }: ChangesEnvelope): string {
  const { complete, reason, added, removed, changed } = result;
  const lines = [`${query.since} → ${dataset.version}`];
  if (!complete) lines.push(`not complete: ${reason}`);
  for (const { slug } of added) lines.push(`added    ${slug}`);
  for (const { slug, removedIn, lastSeenIn } of removed) {
    const how = removedIn ? ` (by its vendor in ${removedIn})` : lastSeenIn ? ` (last in ${lastSeenIn})` : '';
    lines.push(`removed  ${slug}${how}`);
  }
  for (const { slug, mapping, floorMoved, facts } of changed) {
    const told = [
      mapping && `mapping ${mapping}`,
      floorMoved && 'minimum moved',
      ...facts.map(({ fact }) => fact),
    ];
    lines.push(`changed  ${slug}: ${told.filter(Boolean).join(', ')}`);
  }
  if (lines.length === 1) lines.push('nothing changed');
  return lines.map(folded).join('');
}
