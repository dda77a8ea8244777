/** Adds fetched versions to the sources manifest, so that the next import reads them. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { subfolders, writeFileAtomic } from '../../atomic.ts';
import type { SourceDeclaration, SourcesManifest } from '../../facts/sources.ts';
import type { FetchResult } from './results.ts';

export interface RegisterOptions {
  /** `facts/sources.json`. */
  sourcesFile: string;
  /** Folder to which the versions were fetched. */
  into: string;
  results: readonly FetchResult[];
}

/** @returns `<source> <version>` of every version that is new in the manifest. */
export async function registerVersions(options: RegisterOptions): Promise<string[]> {
  const manifest: SourcesManifest = JSON.parse(await readFile(options.sourcesFile, 'utf8'));
  const added: string[] = [];
  for (const result of options.results) {
    if (result.status !== 'fetched' && result.status !== 'unchanged') continue;
    const source = manifest.sources.find(({ id }) => id === result.source);
    if (!source || source.versions.some(({ version }) => version === result.version)) continue;
    const { version, date } = result;
    const languages = await languagesOf(source, join(options.into, source.id, version));
    source.versions = [...source.versions, { version, date, languages }].sort((a, b) =>
      (a.date ?? '') < (b.date ?? '') ? -1 : 1,
    );
    added.push(`${source.id} ${version}`);
  }
  if (added.length > 0) {
    await writeFileAtomic(options.sourcesFile, `${JSON.stringify(manifest, null, 2)}\n`);
  }
  return added;
}

/** The folders of the version, sorted; tables keep the language of their last version, a DDF has none. */
async function languagesOf(source: SourceDeclaration, folder: string): Promise<string[]> {
  return source.kind === 'admx' ? subfolders(folder) : (source.versions.at(-1)?.languages ?? []);
}
