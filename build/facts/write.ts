/** Facts → files. Keys stand in the order the code builds them, lines by slug or id: a release is a readable diff. */
import { join } from 'node:path';
import { finishReplacing, replaceFiles } from '../atomic.ts';
import type { ImportedFacts } from '../import/run.ts';
import { changes, DATASET_FILE, datasetText } from './dataset.ts';
import { CONTROLS, readLines } from './model.ts';
import { ordered } from './order.ts';
import type { SourceDeclaration } from './sources.ts';
import type { SettingFact } from './types.ts';

/**
 * Writes `dataset.json` too where any of the files changes: the facts are then of now.
 * @param others further files of the folder, to be replaced at the same moment.
 */
export async function writeFacts(
  facts: ImportedFacts,
  folder: string,
  others: Record<string, string> = {},
  now = new Date(),
): Promise<void> {
  const files = new Map<string, string | undefined>();
  // A source whose every setting a newer version also has (windows-11-insider) gives texts but no line.
  for (const [source, settings] of facts.settings)
    files.set(`${source}.jsonl`, settings.length > 0 ? lines(settings.map(ordered)) : undefined);
  for (const [source, nodes] of facts.nodes) files.set(`${source}.jsonl`, lines(nodes));
  files.set(CONTROLS, facts.controls.length > 0 ? lines(facts.controls) : undefined);
  files.set('categories.jsonl', lines(facts.categories));
  files.set('supported-on.jsonl', lines(facts.supportedOn));
  files.set('keywords.jsonl', lines(facts.keywords));
  files.set('import-report.json', `${JSON.stringify(facts.report, null, 2)}\n`);
  for (const [name, text] of Object.entries(others)) files.set(name, text);
  if (await changes(folder, files)) files.set(DATASET_FILE, datasetText(now));
  await replaceFiles(folder, files);
}

function lines(items: unknown[]): string {
  return items.map((each) => `${JSON.stringify(each)}\n`).join('');
}

/** policyId (lower case) → slug of the facts that are there already, so that a new import keeps them. */
export async function knownSlugs(folder: string, sources: SourceDeclaration[]): Promise<Map<string, string>> {
  await finishReplacing(folder);
  const known = new Map<string, string>();
  for (const { id, kind } of sources) {
    if (kind === 'ddf') continue;
    const settings = await readLines<SettingFact>(join(folder, `${id}.jsonl`)).catch(
      (error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return [];
        throw error;
      },
    );
    for (const { policyId, slug } of settings) known.set(policyId.toLowerCase(), slug);
  }
  return known;
}
