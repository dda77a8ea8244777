/**
 * The built-in dataset. In a clone it is compiled from the committed facts if it is missing or older than its inputs;
 * an installed package contains it, and nothing is written there.
 */
import { existsSync } from 'node:fs';
import { readdir, stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { CompileOptions } from './compile.ts';
import { UsageError } from './errors.ts';
import { DIST, FACTS, ROOT } from './paths.ts';

/** Shows the progress of `work` until it ends. */
type WithProgress = <T>(
  work: (progress: NonNullable<CompileOptions['progress']>) => Promise<T>,
) => Promise<T>;

const INDEX = join(DIST, 'index.json');
const OWN_FILE = fileURLToPath(import.meta.url);
const isBundle = !OWN_FILE.endsWith('.ts');

/**
 * Returns the `dist` folder, which a clone compiles first if needed.
 * @param withProgress Called only for that compilation.
 */
export async function builtInDist(withProgress: WithProgress = (work) => work(() => {})): Promise<string> {
  // Installed files have arbitrary times: only in a clone do they show what is newer. The folder may be another user's.
  if (!isClone() && existsSync(INDEX)) return DIST;
  const built = await stat(INDEX)
    .then((each) => each.mtimeMs)
    .catch(() => 0);
  const code = await newestBelow(join(ROOT, 'build'), join(ROOT, 'runtime'));
  if (built > 0 && built >= Math.max(code, await newestBelow(FACTS))) return DIST;
  // The result of older code would count as current from then on.
  if (isBundle && (await stat(OWN_FILE)).mtimeMs < code)
    throw new UsageError('The bundle in lib/ is older than its sources: run `npm run bundle` first.');
  // Loaded only here: a start with an existing dataset does not need it.
  const { compile } = await import('./compile.ts');
  const { folderVersions, pointAt } = await import('./dist-index.ts');
  await withProgress(async (progress) => {
    const { manifest } = await compile({ facts: FACTS, builtIn: FACTS, out: DIST, progress });
    // Nobody else publishes into this folder: the old version stays for a server that still answers from it.
    await pointAt(folderVersions(DIST), manifest, { keep: 2, updated: manifest.generatedAt });
    // An unchanged index is not rewritten, but its time is compared with that of the facts.
    await utimes(INDEX, new Date(), new Date());
  });
  return DIST;
}

/** An installed package has no sources. */
function isClone(): boolean {
  return existsSync(join(ROOT, 'build', 'compile'));
}

/** Modification time of the newest file. */
async function newestBelow(...folders: string[]): Promise<number> {
  const names = await Promise.all(
    folders.map((each) => readdir(each, { recursive: true, withFileTypes: true }).catch(() => [])),
  );
  const files = names.flat().filter((each) => each.isFile());
  const times = await Promise.all(
    files.map((each) => stat(join(each.parentPath, each.name)).then(({ mtimeMs }) => mtimeMs)),
  );
  return Math.max(0, ...times);
}
