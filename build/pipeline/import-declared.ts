/** The declared sources → a folder of facts: existing files are read, facts without files stay. */
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { UsageError } from '../errors.ts';
import type { CorrectionsFile } from '../facts/corrections.ts';
import { readJson } from '../facts/model.ts';
import { type SourceDeclaration, type SourcesManifest, versionFolders } from '../facts/sources.ts';
import { type Committed, readCommitted } from '../import/committed.ts';
import type { LoadOptions } from '../import/load.ts';
import { type ImportChoices, type ImportedFacts, importSources } from '../import/run.ts';
import { writeFacts } from '../import/write.ts';
import { disagreements } from './fetch/pins.ts';

export interface DeclaredImport extends ImportChoices, Pick<LoadOptions, 'folderOf'> {
  /** Folder of the vendors' files; absent: all facts stay. */
  root?: string | undefined;
  /** The folder of facts: read and replaced. A new one gets the built-in facts and what was read. */
  facts: string;
  /** Supplies what the folder of facts lacks: declarations and corrections; everything for a new one. */
  builtIn: string;
  /** Sources to remove, with all their settings. */
  remove?: readonly string[] | undefined;
  /** Refuses undeclared folders. */
  onlyDeclared?: boolean | undefined;
  tick?: () => void;
}

export interface DeclaredResult {
  facts: ImportedFacts;
  removed: RemovedSource[];
  /** Undeclared folders, which were not read. */
  undeclared: string[];
}

export interface RemovedSource {
  source: string;
  slugs: string[];
}

/** @throws UsageError, ImportFailed; then nothing is written. */
export async function importDeclared(options: DeclaredImport): Promise<DeclaredResult> {
  const { facts: folder, builtIn, remove = [] } = options;
  const own = new Set(await readdir(folder).catch(() => []));
  // A new folder has no facts of its own: the built-in ones are used.
  const base = KEPT.some((name) => own.has(name)) ? folder : builtIn;
  const names = base === folder ? own : new Set(await readdir(base));
  const pick = (name: string) => join(own.has(name) ? folder : builtIn, name);
  const manifest = await readJson<SourcesManifest>(pick('sources.json'));
  const undeclared = await undeclaredFolders(options, manifest.sources);
  const committed = await readCommitted(base, manifest.sources);
  assertKnown(manifest.sources, committed, remove);
  const sources = manifest.sources.filter(({ id }) => !remove.includes(id));
  const facts = await importSources({
    ...options,
    sources,
    corrections: await readJson<CorrectionsFile>(pick('corrections.json')),
    committed: remove.length > 0 ? await readCommitted(base, sources) : committed,
  });
  const removed = remove.map((source) => ({ source, slugs: slugsOf(committed, source) }));
  assertWhole(facts, manifest.sources, remove);
  const wrong = await disagreements(base, facts.report);
  if (wrong.length > 0) throw new UsageError(wrong.join('\n'));
  await writeFacts(facts, folder, await withoutRemoved(base, names, remove));
  return { facts, removed, undeclared };
}

/** Files that show that a folder contains facts. */
const KEPT = ['sources.json', 'import-report.json'];

/** @throws UsageError for a wrong path, which must not look like an import without changes. */
async function undeclaredFolders(
  { root, folderOf, onlyDeclared }: DeclaredImport,
  sources: SourceDeclaration[],
): Promise<string[]> {
  if (root === undefined || folderOf !== undefined) return [];
  const { declared, undeclared } = await sourceFolders(root, sources);
  if (declared.length > 0 && (undeclared.length === 0 || !onlyDeclared)) return undeclared;
  const wrong = declared.length > 0 ? [] : ['holds no <source>/<version>/ of any declared version'];
  throw new UsageError(
    `${root}: ${[...wrong, ...(undeclared.length > 0 ? [undeclaredText(undeclared)] : [])].join('; ')}`,
  );
}

/** A missing declaration must not silently remove the facts of its source. */
function assertKnown(sources: SourceDeclaration[], { report }: Committed, remove: readonly string[]): void {
  const declared = new Set(sources.map(({ id }) => id));
  const unknown = remove.filter((id) => !declared.has(id) && !report.sources[id]);
  if (unknown.length > 0)
    throw new UsageError(`--remove ${unknown.join(', ')}: no such source in sources.json or in the facts`);
  const orphans = Object.keys(report.sources).filter((id) => !declared.has(id) && !remove.includes(id));
  if (orphans.length === 0) return;
  throw new UsageError(
    `sources.json no longer declares ${orphans.join(', ')}, and the facts hold them. Declare them again, or take them ` +
      `out on purpose: hivecheck import ${orphans.map((id) => `--remove ${id}`).join(' ')}`,
  );
}

/** A removed source's texts and dates can be separated from its line only if all files of the others are there. */
function assertWhole(
  { plans }: ImportedFacts,
  sources: SourceDeclaration[],
  remove: readonly string[],
): void {
  for (const { line, how, sources: left } of plans) {
    const gone = sources.filter((each) => each.line === line && remove.includes(each.id));
    if (gone.length === 0 || how === 'built') continue;
    throw new UsageError(
      `--remove ${gone.map(({ id }) => id).join(', ')}: its facts are joined with those of other versions of ${line}; ` +
        `put the folders of these there as well, with --sources: ${versionFolders(left).join(', ')}`,
    );
  }
}

function slugsOf({ lines }: Committed, source: string): string[] {
  return [...lines.values()]
    .flatMap(({ settings }) => [...settings.values()])
    .flatMap((each) => (each.source === source ? [each.fact.slug] : []))
    .sort();
}

/** Files of declarations keyed by source id. */
const BY_SOURCE = ['downloads.json', 'downloads.lock.json'];

/** The files that name the removed sources, with these left out. */
async function withoutRemoved(
  folder: string,
  names: ReadonlySet<string>,
  remove: readonly string[],
): Promise<Record<string, string | undefined>> {
  if (remove.length === 0) return {};
  const files: Record<string, string | undefined> = Object.fromEntries(
    remove.map((id) => [`${id}.jsonl`, undefined]),
  );
  const edit = async <T>(name: string, change: (json: T) => void) => {
    if (!names.has(name)) return;
    const json = await readJson<T>(join(folder, name));
    change(json);
    files[name] = `${JSON.stringify(json, null, 2)}\n`;
  };
  await edit<SourcesManifest>('sources.json', (manifest) => {
    manifest.sources = manifest.sources.filter(({ id }) => !remove.includes(id));
  });
  for (const name of BY_SOURCE) {
    await edit<Record<string, unknown>>(name, (json) => {
      const table = (json.sources ?? json) as Record<string, unknown>;
      for (const id of remove) delete table[id];
    });
  }
  return files;
}

/** @param root Contains `<source>/<version>/`; names that begin with a dot are not versions. */
async function sourceFolders(root: string, sources: readonly SourceDeclaration[]) {
  const known = new Set(versionFolders(sources));
  const ids = new Set(sources.map(({ id }) => id));
  /** `<source>/<version>`; of `undeclared` `<source>` alone if an unknown source has no folders. */
  const found = { declared: [] as string[], undeclared: [] as string[] };
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
