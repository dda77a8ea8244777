import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { CanonicalDataset, CanonicalSetting, FactKind } from '../../build/diff/model.ts';
import { readFactsFolder } from '../../build/diff/read.ts';
import type { SourceDeclaration, SourcesManifest, SourceVersion } from '../../build/facts/sources.ts';
import { type LoadedVersion, loadVersions } from '../../build/import/load.ts';
import { assemble, countLoaded } from '../../build/import/run.ts';
import { writeFacts } from '../../build/import/write.ts';
import { newFolder } from '../scratch.ts';

export const repository = join(import.meta.dirname, '../..');
export const facts = join(repository, 'facts');
export const shared = join(repository, '../shared/sources');

export function setting(slug: string, more: Partial<CanonicalSetting> = {}): CanonicalSetting {
  return {
    slug,
    policyId: `Demo::${slug}`,
    source: 'demo',
    sourceVersion: '1',
    firstSeen: '2024-01-01',
    lastModified: '2024-01-01',
    facts: new Map([['registryKey', { kind: 'key', value: 'Software\\Demo' }]]),
    ...more,
  };
}

export function dataset(
  settings: readonly CanonicalSetting[],
  more: Partial<CanonicalDataset> = {},
): CanonicalDataset {
  return {
    sources: new Map([['demo', ['1']]]),
    settings: new Map(settings.map((each) => [each.slug, each])),
    nodes: new Map(),
    ...more,
  };
}

export function fact(kind: FactKind, value: string) {
  return { kind, value };
}

/** A source with one of its versions → what its files say: the texts of Windows alone take seconds to read. */
const known = new Map<string, Promise<LoadedVersion[]>>();

function loaded(source: SourceDeclaration, version: SourceVersion): Promise<LoadedVersion[]> {
  const id = `${source.id} ${version.version}`;
  const found =
    known.get(id) ?? loadVersions({ root: shared, sources: [{ ...source, versions: [version] }] });
  known.set(id, found);
  return found;
}

/** Imports some versions of some sources out of the vendors' files, each read once and in English, and reads the facts back. */
export async function imported(
  versions: Record<string, string[]>,
  declared: SourcesManifest,
): Promise<CanonicalDataset> {
  const sources = declared.sources.flatMap((source): SourceDeclaration[] => {
    const wanted = versions[source.id];
    if (!wanted) return [];
    const kept = source.versions.filter(({ version }) => wanted.includes(version));
    return [{ ...source, versions: kept.map((each) => ({ ...each, languages: ['en-US'] })) }];
  });
  const folder = await newFolder();
  const all: LoadedVersion[] = [];
  for (const source of sources) {
    for (const version of source.versions) all.push(...(await loaded(source, version)));
  }
  // Without keywords, which are no part of the comparison.
  await writeFacts(assemble(all, countLoaded(all), { sources }), folder);
  await writeFile(join(folder, 'sources.json'), JSON.stringify({ sources }));
  if (!versions['policy-ddf']) await writeFile(join(folder, 'policy-ddf.jsonl'), '');
  return readFactsFolder(folder, facts);
}
