/** The built-in dataset: compiled from the committed facts when it is missing or older than what makes it. */
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { DIST, FACTS, ROOT } from '../build/paths.ts';

/** Returns the `dist` folder, compiled first where that is needed. */
export async function builtInDist(): Promise<string> {
  const built = await stat(join(DIST, 'index.json'))
    .then((each) => each.mtimeMs)
    .catch(() => 0);
  if (built > 0 && built >= (await newestInput())) return DIST;
  // Loaded only here: a start on a dataset that is there needs nothing of it.
  const { compile } = await import('../build/compile/compile.ts');
  const { pointAt } = await import('../pipeline/publish/publish.ts');
  const { createProgress } = await import('./progress.ts');
  const progress = createProgress();
  try {
    const options = { facts: FACTS, builtIn: FACTS, out: DIST, ...epoch(), progress: progress.update };
    const { manifest } = await compile(options);
    // These versions are nobody's but this folder's: the one before stays for a server that still answers from it.
    await pointAt(DIST, manifest, 2);
  } finally {
    progress.stop();
  }
  return DIST;
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
  const folders = [FACTS, ...['build', 'cli', 'runtime'].map((name) => join(ROOT, name))];
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
