import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { compareDatasets } from '../build/diff/compare.ts';
import { readDataset } from '../build/diff/read.ts';
import { renderMarkdown, renderTable } from '../build/diff/render.ts';
import { FACTS } from '../build/paths.ts';
import { findVersion, verifyIndex, verifyVersion } from '../build/pipeline/publish/sign.ts';
import { jsonText } from '../build/visible.ts';
import { environmentPublicKey } from './dataset-source.ts';
import { diffOnly } from './diff-only.ts';
import { CliError, EXIT, printTo } from './error.ts';

export interface DiffFlags {
  json?: boolean;
  markdown?: boolean;
  only?: string[];
  out?: string;
}

export async function run(from: string, to: string, flags: DiffFlags): Promise<void> {
  const { publicKey } = environmentPublicKey();
  if (publicKey !== undefined) for (const folder of [from, to]) await requireSigned(folder, publicKey);
  const [old, now] = [resolve(from), resolve(to)];
  const { text, exitCode } = flags.only
    ? await diffOnly(old, now, flags.only, flags)
    : { text: await wholeDiff(old, now, flags), exitCode: 0 };
  process.exitCode = exitCode;
  await printTo(flags.out, text);
}

async function wholeDiff(from: string, to: string, flags: DiffFlags): Promise<string> {
  const changes = compareDatasets(await readDataset(from, FACTS), await readDataset(to, FACTS));
  if (flags.json) return jsonText(changes);
  return flags.markdown ? renderMarkdown(changes) : renderTable(changes);
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
