import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { compareDatasets } from '../build/diff/compare.ts';
import { readDataset } from '../build/diff/read.ts';
import { renderMarkdown, renderTable } from '../build/diff/render.ts';
import { FACTS } from '../build/paths.ts';
import { findVersion, verifyIndex, verifyVersion } from '../build/pipeline/publish/sign.ts';
import { jsonText } from '../build/visible.ts';
import { diffOnly } from './diff-only.ts';
import { CliError, EXIT, printTo } from './error.ts';
import { environmentPublicKey } from './open.ts';
import { counted, failing, OUTCOMES } from './outcome.ts';

export interface DiffFlags {
  json?: boolean;
  markdown?: boolean;
  only?: string[];
  out?: string;
  failOn?: string;
}

export async function run(from: string, to: string, flags: DiffFlags): Promise<void> {
  const fail = failing(flags.failOn, OUTCOMES.diff, flags.only ? OUTCOMES.diff : []);
  const { publicKey } = environmentPublicKey();
  if (publicKey !== undefined) for (const folder of [from, to]) await requireSigned(folder, publicKey);
  const [old, now] = [resolve(from), resolve(to)];
  const { text, outcomes, unread } = flags.only
    ? await diffOnly(old, now, flags.only, flags)
    : await wholeDiff(old, now, flags);
  fail(outcomes);
  if (unread) process.exitCode = EXIT.usage;
  await printTo(flags.out, text);
}

/** What is printed, and what it ends with. `unread`: not all of it could be compared. */
export interface Compared {
  text: string;
  outcomes: string[];
  unread?: boolean;
}

async function wholeDiff(from: string, to: string, flags: DiffFlags): Promise<Compared> {
  const changes = compareDatasets(await readDataset(from, FACTS), await readDataset(to, FACTS));
  const write = flags.json ? jsonText : flags.markdown ? renderMarkdown : renderTable;
  return { text: write(changes), outcomes: counted(changes.summary) };
}

/** Every file is checked, since a comparison reads them as they are. Facts have no signatures. */
async function requireSigned(folder: string, publicKey: string): Promise<void> {
  const has = (name: string): boolean => existsSync(join(folder, name));
  if (!has('manifest.json') && !has('index.json')) return;
  try {
    const found = await findVersion(folder);
    await verifyVersion(found, { publicKey });
    if (found.latest) await verifyIndex(found.dist, publicKey);
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    throw new CliError(`${message} (HIVECHECK_PUBLIC_KEY is set)`, EXIT.unavailable);
  }
}
