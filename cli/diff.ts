import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { compareDatasets } from '../build/diff/compare.ts';
import { readDataset } from '../build/diff/read.ts';
import { renderMarkdown, renderTable } from '../build/diff/render.ts';
import { FACTS } from '../build/paths.ts';
import { findVersion, verifyIndex, verifyVersion } from '../build/pipeline/publish/sign.ts';
import { jsonText } from '../build/visible.ts';
import { CliError, EXIT, printTo } from './error.ts';
import { environmentPublicKey } from './open.ts';
import type { FailOn, Flags } from './options.ts';
import { counted, endWith } from './outcome.ts';

export async function run(
  from: string,
  to: string,
  flags: FailOn & Flags<'out', 'json' | 'markdown'>,
): Promise<void> {
  const { publicKey } = environmentPublicKey();
  if (publicKey !== undefined) for (const folder of [from, to]) await requireSigned(folder, publicKey);
  const before = await readDataset(resolve(from), FACTS);
  const changes = compareDatasets(before, await readDataset(resolve(to), FACTS));
  endWith(flags.failOn, counted(changes.summary));
  const write = flags.json ? jsonText : flags.markdown ? renderMarkdown : renderTable;
  await printTo(flags.out, write(changes));
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
