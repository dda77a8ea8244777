/** Small vendor files in our own words, and the way from them to an answer. */
import { join } from 'node:path';
import { compile } from '../../build/compile.ts';
import type { SourceDeclaration } from '../../build/facts/sources.ts';
import type { SettingFact } from '../../build/facts/types.ts';
import { formatProblem, ImportFailed } from '../../build/import/problems.ts';
import { type ImportedFacts, type ImportOptions, importSources } from '../../build/import/run.ts';
import { writeFacts } from '../../build/import/write.ts';
import { FACTS } from '../../build/paths.ts';
import type { Dataset } from '../../runtime/dataset/dataset.ts';
import { openDataset } from '../../runtime/dataset/open.ts';
import { folderStore } from '../../runtime/node/folder-store.ts';
import { createSnapshot, type Snapshot } from '../../runtime/service.ts';
import { type FileMap, newFolder, writeFiles } from '../scratch.ts';
import { adml } from './templates.ts';

export { adml, admx, NAMESPACE, policy, template } from './templates.ts';

export function source(parts: Partial<SourceDeclaration> = {}): SourceDeclaration {
  return {
    id: 'fixture',
    line: 'fixture',
    title: 'Files made for tests',
    kind: 'admx',
    provenanceKind: 'vendor',
    versions: [{ version: '1', date: '2024-01-01', languages: ['en-US'] }],
    licence: 'ours',
    redistributable: false,
    ...parts,
  };
}

/** A declared version. */
export function version(
  label: string,
  date: string,
  languages = ['en-US'],
): SourceDeclaration['versions'][0] {
  return { version: label, date, languages };
}

/** A template with its texts in English; `place`: folder and name, without the ending. */
export function pack(content: string, strings: Record<string, string>, place = 'fixture/1/a'): FileMap {
  const end = place.lastIndexOf('/');
  return {
    [`${place}.admx`]: content,
    [`${place.slice(0, end)}/en-US${place.slice(end)}.adml`]: adml(strings),
  };
}

/** Files lie under `<source>/<version>/`. */
export async function folderOf(files: FileMap): Promise<string> {
  const root = await newFolder();
  await writeFiles(root, files);
  return root;
}

export async function importFiles(
  files: FileMap,
  sources: SourceDeclaration[] = [source()],
  options: Partial<ImportOptions> = {},
): Promise<ImportedFacts> {
  return importSources({ root: await folderOf(files), sources, ...options });
}

export function settingsOf(facts: ImportedFacts): Map<string, SettingFact> {
  const all = [...facts.settings.values()].flat();
  return new Map(all.map((each) => [each.policyId.slice(each.policyId.indexOf('::') + 2), each]));
}

/** How an import ends that is to fail. */
export async function failure(run: Promise<unknown>): Promise<ImportFailed> {
  const error = await run.then(
    () => undefined,
    (each: unknown) => each,
  );
  if (!(error instanceof ImportFailed)) throw new Error(`no ImportFailed: ${String(error)}`);
  return error;
}

/** Its problems, with their places. */
export async function problemsOf(run: Promise<unknown>): Promise<string[]> {
  return (await failure(run)).problems.map(formatProblem);
}

/** A folder of the facts of these files. */
export async function factsOf(
  files: FileMap,
  imported: SourceDeclaration[],
  declared: SourceDeclaration[] = imported,
): Promise<string> {
  const folder = await newFolder();
  await writeAll(await importFiles(files, imported), folder, declared);
  return folder;
}

function writeAll(facts: ImportedFacts, folder: string, sources: SourceDeclaration[]): Promise<unknown> {
  const manifest = `${JSON.stringify({ sources }, null, 2)}\n`;
  return writeFacts(facts, folder, { 'sources.json': manifest, 'corrections.json': '{"corrections":[]}\n' });
}

export interface Answering {
  folder: string;
  dataset: Dataset;
  ask: Snapshot;
}

/** Facts → a folder of facts → `dist` → what answers from it. */
export async function answering(
  facts: ImportedFacts,
  sources: SourceDeclaration[] = [source()],
): Promise<Answering> {
  const folder = await newFolder();
  await writeAll(facts, folder, sources);
  const out = join(folder, 'dist');
  await compile({ facts: folder, builtIn: FACTS, out });
  const dataset = await openDataset(folderStore(out));
  return { folder, dataset, ask: createSnapshot(dataset) };
}
