/** All files of a folder of facts in memory: what is compiled is then, byte for byte, what is committed. */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { finishReplacing, replaceFiles, unlessMissing } from '../atomic.ts';

/** Map from file name to text. */
export type FactTexts = ReadonlyMap<string, string>;

export async function readTexts(folder: string): Promise<FactTexts> {
  await finishReplacing(folder);
  const entries = await readdir(folder, { withFileTypes: true });
  const names = entries.filter((entry) => entry.isFile()).map(({ name }) => name);
  const read = async (name: string): Promise<[string, string]> => [
    name,
    await readFile(join(folder, name), 'utf8'),
  ];
  return new Map(await Promise.all(names.map(read)));
}

/** Names of the files that differ, or exist in one only. */
export function differing(a: FactTexts, b: FactTexts): string[] {
  const names = new Set([...a.keys(), ...b.keys()]);
  return [...names].filter((name) => a.get(name) !== b.get(name)).sort();
}

/** Afterwards the folder contains these files and no others; all of them change at one moment. */
export async function replaceTexts(folder: string, texts: FactTexts): Promise<void> {
  const there = await readTexts(folder).catch(unlessMissing<FactTexts>(new Map()));
  const changed = differing(there, texts);
  if (changed.length > 0) await replaceFiles(folder, new Map(changed.map((name) => [name, texts.get(name)])));
}
