/** The lock's and the import report's digests of a version's files: both are committed and must agree. */
import { join } from 'node:path';
import { unlessMissing } from '../../atomic.ts';
import { readJson } from '../../facts/model.ts';
import type { ImportReport, InputDigest } from '../../facts/report.ts';
import type { SourceDeclaration, SourcesManifest } from '../../facts/sources.ts';
import { InputCollector, isInput, sameInput } from '../../import/input.ts';
import { LOCK, LockFile } from './lock.ts';

/** @returns A line for each version whose files the lock pins to other bytes than its facts were read from. */
export async function disagreements(facts: string, report: ImportReport): Promise<string[]> {
  const lock = await LockFile.open(join(facts, LOCK));
  return lock.all().flatMap(({ source, version, unpacked }) => {
    const read = report.sources[source]?.versions?.[version];
    if (!unpacked || !read || sameInput(unpacked, read)) return [];
    return [
      `${source} ${version}: ${LOCK} pins ${unpacked.files} files, sha256 ${unpacked.sha256}; the facts were read from ` +
        `${read.files}, ${read.sha256}. If the lock or the import report was edited by hand, restore both from history; ` +
        'if the vendor replaced the files, fetch them again with --accept-changed.',
    ];
  });
}

export type KnownInputs = Awaited<ReturnType<typeof readKnownInputs>>;

/** Reads a folder of facts, in which declarations and report may be missing. */
export async function readKnownInputs(facts: string) {
  const read = <T>(name: string, none: T) => readJson<T>(join(facts, name)).catch(unlessMissing(none));
  const { sources } = await read<SourcesManifest>('sources.json', { sources: [] });
  const report = await read<ImportReport | undefined>('import-report.json', undefined);
  return {
    /** The digest of a fetched package as the import would read it. */
    digest: (id: string, version: string, files: ReadonlyMap<string, Uint8Array>) => {
      const source = sources.find((each) => each.id === id);
      return source && digestOf(source, version, files);
    },
    /** The digest of the input that the facts were read from. */
    recorded: (id: string, version: string) => report?.sources[id]?.versions?.[version],
  };
}

function digestOf(
  source: SourceDeclaration,
  label: string,
  files: ReadonlyMap<string, Uint8Array>,
): InputDigest {
  // An undeclared version will be declared with every language that it has.
  const every = [...new Set([...files.keys()].flatMap((path) => path.split('/').slice(0, -1)))];
  const languages = source.versions.find(({ version }) => version === label)?.languages ?? every;
  const collector = new InputCollector();
  for (const [path, bytes] of files) if (isInput(source, { languages }, path)) collector.add(path, bytes);
  return collector.digest();
}
