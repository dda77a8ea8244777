/** `facts/dataset.json`: when the facts were released. Stored, so every machine compiles the same without a clock. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as v from 'valibot';
import { finishReplacing, unlessMissing, writeFileAtomic } from '../atomic.ts';
import { readChecked } from '../checked.ts';

export const DATASET_FILE = 'dataset.json';

/** In whole seconds, like every `generatedAt`. */
export function datasetText(now: Date): string {
  const generatedAt = new Date(Math.floor(now.getTime() / 1000) * 1000).toISOString();
  return `${JSON.stringify({ generatedAt }, null, 2)}\n`;
}

export async function writeGeneratedAt(facts: string, now: Date): Promise<void> {
  await writeFileAtomic(join(facts, DATASET_FILE), datasetText(now));
}

/** @returns ISO 8601 UTC. @throws Error that names the file if it is missing or has no valid time. */
export async function readGeneratedAt(facts: string): Promise<string> {
  const file = join(facts, DATASET_FILE);
  const form = `${file} must hold {"generatedAt": "<time>"}, the time like 2026-11-20T16:56:53.000Z`;
  const read = await readChecked(Dataset, file, Error, form);
  if (read !== undefined) return read.generatedAt;
  throw new Error(`${file} is missing: it says when the facts were released. Run "hivecheck import" again.`);
}

const isTime = (text: string) => Date.parse(text) >= 0 && new Date(text).toISOString() === text;
const Dataset = v.object({ generatedAt: v.pipe(v.string(), v.check(isTime, 'no such time')) });

/** Whether writing `files` (name → text, undefined removes) would change the folder, or it has no time yet. */
export async function changes(folder: string, files: Map<string, string | undefined>): Promise<boolean> {
  await finishReplacing(folder);
  const names = [...files.keys()];
  for (const name of names) {
    if ((await textOf(join(folder, name))) !== files.get(name)) return true;
  }
  return (await textOf(join(folder, DATASET_FILE))) === undefined;
}

async function textOf(file: string): Promise<string | undefined> {
  return readFile(file, 'utf8').catch(unlessMissing(undefined));
}
