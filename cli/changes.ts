import type { Command } from 'commander';
import { folded } from '../build/table.ts';
import { jsonText } from '../build/visible.ts';
import type { ChangesEnvelope } from '../runtime/contract/changes.ts';
import { CliError, EXIT } from './error.ts';
import { DATASET, JSON_ANSWER, QUIET } from './options.ts';

export function register(program: Command): void {
  program
    .command('changes')
    .description('what changed in the dataset since a version')
    .requiredOption('--since <version>', 'the dataset version of the answers that you have')
    .option(...DATASET)
    .option('--server <url>', 'ask a server instead; HIVECHECK_API_KEY is its key')
    .option(...QUIET)
    .option(...JSON_ANSWER)
    .addHelpText(
      'after',
      `
Exit codes:
  0  nothing changed
  1  something changed, or what changed is not known
  2  wrong usage, or an answer of a server that is not understood
  3  the dataset cannot be opened

Example:
  $ hivecheck changes --since 6a69d203 --dataset https://example.org/dist`,
    )
    .action(run);
}

interface ChangesFlags {
  since: string;
  dataset?: string;
  server?: string;
  quiet?: boolean;
  json?: boolean;
}

async function run({ since, dataset, server, quiet, json }: ChangesFlags): Promise<void> {
  const answer = server === undefined ? await local(since, dataset) : await fromServer(since, server);
  if (!quiet) process.stdout.write(json ? jsonText(answer) : print(answer));
  const { complete, summary } = answer.result;
  if (!complete || Object.values(summary).some((count) => count > 0)) process.exitCode = EXIT.finding;
}

async function local(since: string, dataset: string | undefined): Promise<ChangesEnvelope> {
  const { openSnapshot } = await import('./ask.ts');
  const { snapshot, explaining } = await openSnapshot(dataset);
  const answer = await explaining(() => snapshot.changes({ since }));
  if (typeof answer !== 'string') throw new CliError(answer.unknown);
  return JSON.parse(answer) as ChangesEnvelope;
}

async function fromServer(since: string, server: string): Promise<ChangesEnvelope> {
  const { endpoint, request } = await import('./server.ts');
  const { ChangesEnvelope } = await import('../runtime/contract/changes.ts');
  const { url, headers } = endpoint(server, `changes?since=${encodeURIComponent(since)}`);
  return request(url, { headers }, ChangesEnvelope, 404);
}

function print({ query, dataset, result }: ChangesEnvelope): string {
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
