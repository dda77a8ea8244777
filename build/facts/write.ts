/** Facts → files. Keys stand in the order the code builds them, lines by slug or id: a release is a readable diff. */
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ImportedFacts } from '../import/run.ts';
import { readLines } from './model.ts';
import type { SourceDeclaration } from './sources.ts';
import type { SettingFact } from './types.ts';

export async function writeFacts(facts: ImportedFacts, folder: string): Promise<Record<string, number>> {
  const files = new Map<string, string>();
  // A source whose every setting a newer version also has (windows-11-insider) gives texts but no line.
  for (const [source, settings] of facts.settings)
    if (settings.length > 0) files.set(`${source}.jsonl`, lines(settings));
  for (const [source, nodes] of facts.nodes) files.set(`${source}.jsonl`, lines(nodes));
  files.set('categories.jsonl', lines(facts.categories));
  files.set('supported-on.jsonl', lines(facts.supportedOn));
  files.set('import-report.json', `${JSON.stringify(facts.report, null, 2)}\n`);
  await writeAll(folder, files);
  return Object.fromEntries([...files].map(([name, text]) => [name, Buffer.byteLength(text)]));
}

function lines(items: unknown[]): string {
  return items.map((each) => `${JSON.stringify(each)}\n`).join('');
}

/** All files are written aside first, so that an interrupted import leaves the old facts whole. */
async function writeAll(folder: string, files: Map<string, string>): Promise<void> {
  await mkdir(folder, { recursive: true });
  const aside = join(folder, `.writing-${process.pid}`);
  await rm(aside, { recursive: true, force: true });
  await mkdir(aside);
  try {
    for (const [name, text] of files) await writeFile(join(aside, name), text);
    for (const name of files.keys()) await rename(join(aside, name), join(folder, name));
  } finally {
    await rm(aside, { recursive: true, force: true });
  }
}

/** policyId → slug of the facts that are there already, so that a new import keeps them. */
export async function knownSlugs(folder: string, sources: SourceDeclaration[]): Promise<Map<string, string>> {
  const known = new Map<string, string>();
  for (const { id, kind } of sources) {
    if (kind === 'ddf') continue;
    const settings = await readLines<SettingFact>(join(folder, `${id}.jsonl`)).catch(
      (error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return [];
        throw error;
      },
    );
    for (const { policyId, slug } of settings) known.set(policyId, slug);
  }
  return known;
}
