/** `facts/dataset.json`: when the facts were released. Stored, so every machine compiles the same without a clock. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { finishReplacing, unlessMissing, writeFileAtomic } from '../atomic.ts';

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
  const text = await textOf(file);
  if (text === undefined)
    throw new Error(
      `${file} is missing: it says when the facts were released. Run "hivecheck import" again.`,
    );
  const generatedAt = timeIn(text);
  if (generatedAt !== undefined) return generatedAt;
  throw new Error(`${file} must hold {"generatedAt": "<time>"}, the time like 2026-11-20T16:56:53.000Z.`);
}

function timeIn(text: string): string | undefined {
  try {
    const { generatedAt } = JSON.parse(text) as { generatedAt?: unknown };
    if (typeof generatedAt !== 'string') return undefined;
    return new Date(generatedAt).toISOString() === generatedAt ? generatedAt : undefined;
  } catch {
    return undefined;
  }
}

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
