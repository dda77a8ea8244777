/** Folders of vendors' files that no declaration names: an import reads none of them, which must not go unsaid. */
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { SourceDeclaration } from '../facts/sources.ts';

export interface SourceFolders {
  /** `<source>/<version>` that is declared. */
  declared: string[];
  /** `<source>/<version>` that is not; `<source>` where an unknown source has no folders. */
  undeclared: string[];
}

/** @param root holds `<source>/<version>/`; names that begin with a dot are no versions. */
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

/** A link may be one to a folder, which the import would follow. */
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
