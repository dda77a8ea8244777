/** A declared source → its versions, read from their folders. */
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { append, compare, optional } from '../collections.ts';
import type { LineCorrection } from '../facts/corrections.ts';
import type { SourceReport } from '../facts/report.ts';
import type { SourceDeclaration, SourceVersion } from '../facts/sources.ts';
import type { ControlFact, DdfFact } from '../facts/types.ts';
import type { FolderContext } from './file.ts';
import type { LineVersion } from './merge.ts';
import type { ImportProblem } from './problems.ts';
import { readControlsFolder, readDdfFolder, readOptionsFolder, readTemplates } from './read.ts';
import type { ImportOptions } from './run.ts';
import { controlsVersion, optionsVersion } from './tables.ts';
import { buildVersion, type VersionModel } from './version.ts';

/** What the sources have, as they are read one after the other. */
export interface Loaded {
  lines: Map<string, LineVersion[]>;
  nodes: Map<string, DdfFact[]>;
  controls: ControlFact[];
}

/** One source under way. */
interface Loading {
  source: SourceDeclaration;
  options: ImportOptions;
  problems: ImportProblem[];
  entry: SourceReport;
}

export async function loadSource(loading: Loading, into: Loaded): Promise<void> {
  const { source } = loading;
  if (source.kind === 'ddf') {
    into.nodes.set(source.id, await loadDdf(loading));
    return;
  }
  let controls: ControlFact[] = [];
  for (const version of source.versions) {
    const folder = await folderOf(loading, version);
    if (!folder) continue;
    const loaded = await loadVersion(loading, version, folder);
    append(into.lines, source.line, {
      source: source.id,
      version: version.version,
      ...optional('date', version.date),
      model: loaded.model,
    });
    controls = loaded.controls;
  }
  // Only the newest version's table is a check of today's mappings.
  into.controls.push(...controls);
}

async function loadVersion(
  loading: Loading,
  version: SourceVersion,
  folder: string,
): Promise<{ model: VersionModel; controls: ControlFact[] }> {
  const { source } = loading;
  const context = contextOf(loading);
  if (source.kind === 'psd1')
    return optionsVersion(await readOptionsFolder(folder, context), source, version);
  if (source.kind === 'csv')
    return controlsVersion(await readControlsFolder(folder, context), source, version);
  return { model: await loadTemplates(loading, version, folder), controls: [] };
}

async function folderOf(
  { source, options, problems }: Loading,
  version: SourceVersion,
): Promise<string | undefined> {
  const folder = options.folderOf?.(source, version) ?? join(options.root, source.id, version.version);
  const found = await stat(folder)
    .then((each) => each.isDirectory())
    .catch(() => false);
  if (!found)
    problems.push({
      file: `${source.id}/${version.version}`,
      message: 'no such folder of a declared source',
    });
  return found ? folder : undefined;
}

async function loadDdf(loading: Loading): Promise<DdfFact[]> {
  const merged = new Map<string, DdfFact>();
  for (const version of loading.source.versions) {
    const folder = await folderOf(loading, version);
    if (!folder) continue;
    for (const node of await readDdfFolder(folder, version.version, contextOf(loading))) {
      merged.set(node.omaUri.toLowerCase(), node);
    }
  }
  return [...merged.values()].sort((a, b) => compare(a.omaUri, b.omaUri));
}

async function loadTemplates(
  loading: Loading,
  version: SourceVersion,
  folder: string,
): Promise<VersionModel> {
  const { source, options, problems, entry } = loading;
  const { files, shared, missingAdml } = await readTemplates(folder, version.languages, contextOf(loading));
  const model = buildVersion(files, {
    version: version.version,
    ...optional('date', version.date),
    lines: linesOf(options.corrections?.lines ?? [], source, version),
    shared,
    explainText: options.explainText === true,
    report: (problem) => problems.push(problem),
  });
  entry.proseLabels += model.notes.proseLabels;
  addCounts(entry.missingDisplayNames, model.notes.missingDisplayNames);
  if (Object.keys(missingAdml).length > 0) {
    entry.missingAdml ??= {};
    addCounts(entry.missingAdml, missingAdml);
  }
  return model;
}

function linesOf(
  lines: LineCorrection[],
  source: SourceDeclaration,
  { version }: SourceVersion,
): Map<string, string> {
  const own = lines.filter((each) => each.source === source.id && each.version === version);
  return new Map(own.map(({ admx, line }) => [admx.toLowerCase(), line]));
}

function addCounts(into: Record<string, number>, counts: Record<string, number>): void {
  for (const [name, count] of Object.entries(counts)) into[name] = (into[name] ?? 0) + count;
}

function contextOf({ options, problems, entry }: Loading): FolderContext {
  return {
    root: options.root,
    report: (problem) => void problems.push(problem),
    tick: (file) => {
      entry.files++;
      options.tick?.(file);
    },
    onProse: () => void entry.proseLabels++,
  };
}
