import { join, resolve } from 'node:path';
import { writeFileAtomic } from '../build/atomic.ts';
import { collected, pinKnown, reportOf, take } from '../build/pipeline/fetch/collect.ts';
import { readDeclarations } from '../build/pipeline/fetch/declarations.ts';
import { CliError, EXIT, print } from './error.ts';
import { factsFolder } from './facts.ts';

interface CollectFlags {
  facts?: string;
  expected?: string;
  report?: string;
  source?: string;
  into?: string;
}

export async function run(from: string, flags: CollectFlags): Promise<void> {
  const { source, into, report } = flags;
  const facts = await factsFolder(flags.facts);
  if (source !== undefined) {
    if (into === undefined) throw new CliError('--source needs --into <folder>', EXIT.usage);
    return take({ from, facts, source, into: resolve(into) });
  }
  if (report === '-') throw new CliError('--report - : it takes the name of a file', EXIT.usage);
  const all = await collected(from, facts, idsOf(flags.expected));
  await pinKnown(from, facts, all);
  const declared = Object.entries(await readDeclarations(join(facts, 'downloads.json')));
  const byHand = declared.filter(([, { kind }]) => kind === 'manual').map(([id]) => id);
  if (report) await writeFileAtomic(resolve(report), reportOf(all, byHand.sort()));
  for (const { source, isNew } of all) if (isNew) print(`${source}\n`);
}

function idsOf(text = '[]'): string[] {
  const ids: unknown = JSON.parse(text);
  if (Array.isArray(ids) && ids.every((id) => typeof id === 'string')) return ids;
  throw new CliError(`--expected ${text}: a JSON array of source ids is expected`, EXIT.usage);
}
