/**
 * Completes an import of one's own templates with what no template documents: the built-in facts of the DDF, the
 * security options, the baselines and the values of pages.
 */
import { join } from 'node:path';
import { readJson, readLines } from '../facts/model.ts';
import type { DdfFact } from '../facts/nodes.ts';
import { pairId, writtenPairs } from '../facts/pair-id.ts';
import type { ImportReport } from '../facts/report.ts';
import type { SourceDeclaration } from '../facts/sources.ts';
import type { CategoryFact, ControlFact, SettingFact, SupportedOnFact } from '../facts/types.ts';
import type { ImportedFacts } from './run.ts';

/** The nodes of the built-in DDF, which an import of one's own templates links to. */
export async function builtInNodes(folder: string, sources: SourceDeclaration[]): Promise<DdfFact[]> {
  const ddf = sources.filter(({ kind }) => kind === 'ddf');
  return (await Promise.all(ddf.map(({ id }) => readLines<DdfFact>(join(folder, `${id}.jsonl`))))).flat();
}

/**
 * Adds the built-in facts to `imported`. A control whose pair one's own templates write is a cross-check, as in the built-in
 * facts, and a page's value is left out. @returns The declarations of their sources, for the manifest.
 * @param folder `facts/` of the project. @param sources The project's declarations.
 */
export async function addBuiltIn(
  imported: ImportedFacts,
  folder: string,
  sources: SourceDeclaration[],
): Promise<SourceDeclaration[]> {
  const added = sources.filter(({ kind }) => kind !== 'admx');
  const lines = new Set(added.map(({ line }) => line));
  const linesOf = <T>(name: string) => readLines<T>(join(folder, `${name}.jsonl`));
  const report = await readJson<ImportReport>(join(folder, 'import-report.json'));
  const pairs = new Set([...imported.settings.values()].flat().flatMap((each) => [...writtenPairs(each)]));
  const isOwn = ({ key = '', valueName = '' }: Pick<ControlFact, 'key' | 'valueName'>) =>
    pairs.has(pairId(key, valueName));
  for (const { setting, ...control } of await linesOf<ControlFact>('controls'))
    if (!setting || isOwn(control)) imported.controls.push(control);
  for (const { id, kind } of added) {
    if (report.sources[id]) imported.report.sources[id] = report.sources[id];
    if (kind === 'ddf') imported.nodes.set(id, await linesOf<DdfFact>(id));
    else {
      const all = await linesOf<SettingFact>(id);
      imported.settings.set(id, kind === 'psd1' ? all : all.filter((each) => !isOwn(each)));
    }
  }
  const isAdded = ({ line }: { line: string }) => lines.has(line);
  imported.categories.push(...(await linesOf<CategoryFact>('categories')).filter(isAdded));
  imported.supportedOn.push(...(await linesOf<SupportedOnFact>('supported-on')).filter(isAdded));
  return added;
}
