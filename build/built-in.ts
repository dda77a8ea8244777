/**
 * The built-in dataset. In a clone it is compiled from the committed facts when it is missing or older than what makes
 * it; an installed package brings it along, and nothing is written there.
 */
import { existsSync } from 'node:fs';
import { readdir, stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import type { CompileOptions } from './compile.ts';
import { DIST, FACTS, ROOT } from './paths.ts';

/** Shows the progress of `work` until it ends. */
type WithProgress = <T>(
  work: (progress: NonNullable<CompileOptions['progress']>) => Promise<T>,
) => Promise<T>;

const INDEX = join(DIST, 'index.json');

/**
 * Returns the `dist` folder, in a clone compiled first where that is needed.
 * @param withProgress called only then.
 */
export async function builtInDist(withProgress: WithProgress = (work) => work(() => {})): Promise<string> {
  // Installing gives files any time: only in a clone they tell what is newer. The folder may belong to another user.
  if (!isClone() && existsSync(INDEX)) return DIST;
  const built = await stat(INDEX)
    .then((each) => each.mtimeMs)
    .catch(() => 0);
  if (built > 0 && built >= (await newestInput())) return DIST;
  // Loaded only here: a start on a dataset that is there needs nothing of it.
  const { compile } = await import('./compile.ts');
  const { folderVersions, pointAt } = await import('./dist-index.ts');
  await withProgress(async (progress) => {
    const { manifest } = await compile({ facts: FACTS, builtIn: FACTS, out: DIST, progress });
    // Nobody else publishes into this folder: the version before stays for a server that still answers from it.
    await pointAt(folderVersions(DIST), manifest, { keep: 2, updated: manifest.generatedAt });
    // An unchanged index keeps its time, which is compared with that of the facts.
    await utimes(INDEX, new Date(), new Date());
  });
  return DIST;
}

/** A package has no sources. */
function isClone(): boolean {
  return existsSync(join(ROOT, 'build', 'compile'));
}

/** Facts, and in a clone the sources of the compiler too. */
async function newestInput(): Promise<number> {
  const folders = [FACTS, ...['build', 'runtime'].map((name) => join(ROOT, name))];
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
