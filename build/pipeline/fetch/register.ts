/** Adds fetched versions to the sources manifest, so that the next import reads them. */
import { join } from 'node:path';
import { subfolders, writeFileAtomic } from '../../atomic.ts';
import { compare } from '../../collections.ts';
import { readJson } from '../../facts/model.ts';
import type { SourceDeclaration, SourcesManifest } from '../../facts/sources.ts';
import type { FetchResult } from './results.ts';

/**
 * @param into Folder to which the versions were fetched.
 * @returns `<source> <version>` of every version that is new in the manifest.
 */
export async function registerVersions(
  facts: string,
  into: string,
  results: readonly FetchResult[],
): Promise<string[]> {
  const file = join(facts, 'sources.json');
  const manifest = await readJson<SourcesManifest>(file);
  const added: string[] = [];
  for (const result of results) {
    if (result.status !== 'fetched' && result.status !== 'unchanged') continue;
    const source = manifest.sources.find(({ id }) => id === result.source);
    if (!source || source.versions.some(({ version }) => version === result.version)) continue;
    const { version, date } = result;
    const languages = await languagesOf(source, join(into, source.id, version));
    source.versions.push({ version, date, languages });
    source.versions.sort((a, b) => compare(a.date ?? '', b.date ?? ''));
    added.push(`${source.id} ${version}`);
  }
  if (added.length > 0) await writeFileAtomic(file, `${JSON.stringify(manifest, null, 2)}\n`);
  return added;
}

/** The folders of the version, sorted; tables keep the language of their last version, a DDF has none. */
async function languagesOf(source: SourceDeclaration, folder: string): Promise<string[]> {
  return source.kind === 'admx' ? subfolders(folder) : (source.versions.at(-1)?.languages ?? []);
}
