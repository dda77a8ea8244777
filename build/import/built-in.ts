/**
 * Completes an import of one's own templates with what no template documents: the built-in facts of the DDF, the
 * security options, the baselines and the values of pages.
 */
import { join } from 'node:path';
import { optional } from '../collections.ts';
import { readControls, readJson, readLines } from '../facts/model.ts';
import type { DdfFact } from '../facts/nodes.ts';
import { pairId, writtenPairs } from '../facts/pair-id.ts';
import type { ImportReport } from '../facts/report.ts';
import type { SourceDeclaration } from '../facts/sources.ts';
import type { CategoryFact, SettingFact, SupportedOnFact } from '../facts/types.ts';
import type { ImportedFacts } from './run.ts';

/** The nodes of the built-in DDF, which an import of one's own templates links to. */
export async function builtInNodes(folder: string, sources: SourceDeclaration[]): Promise<DdfFact[]> {
  const ddf = sources.filter(({ kind }) => kind === 'ddf');
  return (await Promise.all(ddf.map(({ id }) => readLines<DdfFact>(join(folder, `${id}.jsonl`))))).flat();
}

/**
 * Adds the built-in facts to `imported`. @returns The declarations of their sources, for the manifest.
 * @param folder `facts/` of the project. @param sources The project's declarations.
 */
export async function addBuiltIn(
  imported: ImportedFacts,
  folder: string,
  sources: SourceDeclaration[],
): Promise<SourceDeclaration[]> {
  const added = sources.filter(({ kind }) => kind !== 'admx');
  const report = await readJson<ImportReport>(join(folder, 'import-report.json'));
  const own = new Set([...imported.settings.values()].flat().flatMap((each) => [...writtenPairs(each)]));
  imported.controls.push(...(await readControls(folder)));
  for (const { id, kind } of added) {
    const path = join(folder, `${id}.jsonl`);
    if (report.sources[id]) imported.report.sources[id] = report.sources[id];
    if (kind === 'ddf') imported.nodes.set(id, await readLines<DdfFact>(path));
    else imported.settings.set(id, await baselineSettings(id, kind, path, own, imported));
  }
  const lines = new Set(added.map(({ line }) => line));
  const categories = await readLines<CategoryFact>(join(folder, 'categories.jsonl'));
  imported.categories.push(...categories.filter(({ line }) => lines.has(line)));
  const texts = await readLines<SupportedOnFact>(join(folder, 'supported-on.jsonl'));
  imported.supportedOn.push(...texts.filter(({ line }) => lines.has(line)));
  return added;
}

/** A control, or a page's value, whose pair is written by one's own templates is a cross-check, as in the built-in facts. */
async function baselineSettings(
  source: string,
  kind: SourceDeclaration['kind'],
  path: string,
  own: Set<string>,
  { controls }: ImportedFacts,
): Promise<SettingFact[]> {
  const kept: SettingFact[] = [];
  for (const setting of await readLines<SettingFact>(path)) {
    const { policyId, version, key, valueName = '', category = '', content, text } = setting;
    if (kind === 'psd1' || !own.has(pairId(key, valueName))) {
      kept.push(setting);
      continue;
    }
    controls.push({
      source,
      version,
      name: afterColons(policyId),
      ...optional('title', text['en-US']?.displayName),
      area: afterColons(category),
      key,
      valueName,
      ...optional('registryType', content?.registryType),
      ...optional('omaUri', setting.mdm?.find(({ confidence }) => confidence === 'official')?.omaUri),
    });
  }
  return kept;
}

function afterColons(id: string): string {
  return id.slice(id.indexOf('::') + 2);
}
