/** Undeclared folders of vendors' files: an import does not read them, and must report it. */
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { SourceDeclaration } from '../facts/sources.ts';

export interface SourceFolders {
  /** `<source>/<version>` that are declared. */
  declared: string[];
  /** `<source>/<version>` that are not; `<source>` if an unknown source has no folders. */
  undeclared: string[];
}

/** @param root Contains `<source>/<version>/`; names that begin with a dot are not versions. */
export async function sourceFolders(
  root: string,
  sources: readonly SourceDeclaration[],
): Promise<SourceFolders> {
  const known = new Set(
    sources.flatMap(({ id, versions }) => versions.map(({ version }) => `${id}/${version}`)),
  );
  const ids = new Set(sources.map(({ id }) => id));
  const found: SourceFolders = { declared: [], undeclared: [] };
  for (const source of await foldersIn(root)) {
    const versions = (await foldersIn(join(root, source))).map((version) => `${source}/${version}`);
    if (versions.length === 0 && !ids.has(source)) found.undeclared.push(source);
    for (const each of versions) found[known.has(each) ? 'declared' : 'undeclared'].push(each);
  }
  return found;
}

/** A link may lead to a folder, which the import would follow. */
async function foldersIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  return entries
    .filter((entry) => (entry.isDirectory() || entry.isSymbolicLink()) && !entry.name.startsWith('.'))
    .map(({ name }) => name)
    .sort();
}

export function undeclaredText(undeclared: readonly string[]): string {
  return (
    `not declared in sources.json, so not read: ${undeclared.join(', ')} (correct the name, or declare it: by hand, or ` +
    'with hivecheck fetch <source> --register)'
  );
}
