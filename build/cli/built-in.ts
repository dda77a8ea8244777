/** The built-in dataset: compiled from the committed facts when it is missing or older than what makes it. */
import { readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { DistIndex } from '../../runtime/format.ts';
import { readJson } from '../facts/model.ts';
import { DIST, FACTS, ROOT } from '../paths.ts';
import { createProgress } from './progress.ts';

/** Returns the `dist` folder, compiled first where that is needed. */
export async function builtInDist(): Promise<string> {
  const built = await stat(join(DIST, 'index.json'))
    .then((each) => each.mtimeMs)
    .catch(() => 0);
  if (built > 0 && built >= (await newestInput())) return DIST;
  // Loaded only here: a start on a dataset that is there needs nothing of it.
  const { compile } = await import('../compile/compile.ts');
  const progress = createProgress();
  try {
    await compile({ facts: FACTS, builtIn: FACTS, out: DIST, ...epoch(), progress: progress.update });
    await prune();
  } finally {
    progress.stop();
  }
  return DIST;
}

/** Versions that are nobody's but this folder's: the one before stays for a server that still answers from it. */
async function prune(): Promise<void> {
  const path = join(DIST, 'index.json');
  const index = await readJson<DistIndex>(path);
  const kept = index.versions.slice(0, 2);
  await writeFile(`${path}.new`, `${JSON.stringify({ ...index, versions: kept }, null, 2)}\n`);
  await rename(`${path}.new`, path);
  for (const { version } of index.versions.slice(2))
    await rm(join(DIST, version), { recursive: true, force: true });
}

/** `SOURCE_DATE_EPOCH`, for reproducible builds. */
export function epoch(): { epoch?: number } {
  const text = process.env.SOURCE_DATE_EPOCH;
  if (!text) return {};
  if (!/^\d{1,12}$/.test(text))
    throw new Error(`SOURCE_DATE_EPOCH is "${text}"; it must be seconds since 1970.`);
  return { epoch: Number(text) };
}

/** Facts, and in a clone the sources of the compiler too; a published package has no sources. */
async function newestInput(): Promise<number> {
  const folders = [FACTS, join(ROOT, 'build'), join(ROOT, 'runtime')];
  const times = await Promise.all(folders.map((folder) => newestBelow(folder)));
  return Math.max(...times);
}

async function newestBelow(folder: string): Promise<number> {
  const names = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  const files = names.filter((each) => each.isFile());
  const times = await Promise.all(
    files.map((each) => stat(join(each.parentPath, each.name)).then(({ mtimeMs }) => mtimeMs)),
  );
  return Math.max(0, ...times);
}
