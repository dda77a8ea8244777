/**
 * The pages for people: README.md and docs/*.md. `npm run readme` makes their generated sections anew; a test compares
 * the pages with them.
 */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { writeFileAtomic } from '../atomic.ts';
import { reasonOf } from '../errors.ts';
import { ROOT } from '../paths.ts';
import { createRenderer } from './sections.ts';

/** Paths below the project, README first, the others sorted. */
export async function pagePaths(): Promise<string[]> {
  const names = await readdir(join(ROOT, 'docs'));
  const pages = names.filter((name) => name.endsWith('.md')).sort();
  return ['README.md', ...pages.map((name) => `docs/${name}`)];
}

/** @param dist The dataset that answers the examples. */
export async function writePages(dist: string): Promise<void> {
  const render = await createRenderer(dist);
  const made = new Map<string, string>();
  for (const path of await pagePaths()) {
    const text = await readFile(join(ROOT, path), 'utf8');
    const rendered = await render(text).catch((cause: unknown) => {
      throw new Error(`${path}: ${reasonOf(cause)}`);
    });
    made.set(path, rendered);
  }
  for (const [path, text] of made) await writeFileAtomic(join(ROOT, path), text);
}
