/** A dataset of the facts of the package with templates of one's own beside them, for one run. */
import { cp, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { compile } from '../compile.ts';
import { pointAt } from '../dist-index.ts';
import { readJson } from '../facts/model.ts';
import type { SourceDeclaration } from '../facts/sources.ts';
import type { SettingFact } from '../facts/types.ts';
import { FACTS } from '../paths.ts';
import { importFacts, ownSource } from './import.ts';

/** Also the line: versions of Windows' own templates say nothing of them. */
const OWN = 'own';

export interface OwnDist {
  dist: string;
  /** Of the settings that the templates define. */
  slugs: ReadonlySet<string>;
}

/**
 * @param templates A folder of ADMX files with their language folders.
 * @param scratch An empty folder; the dataset is below it.
 */
export async function ownDist(templates: string, scratch: string): Promise<OwnDist> {
  const flags = { name: OWN, label: 'local', sources: join(scratch, 'sources'), out: join(scratch, 'facts') };
  const source = await ownSource(flags, templates);
  await mkdir(join(flags.sources, OWN), { recursive: true });
  await cp(templates, join(flags.sources, OWN, flags.label), { recursive: true });
  await cp(FACTS, flags.out, { recursive: true });
  const file = join(flags.out, 'sources.json');
  const declared = await readJson<{ sources: SourceDeclaration[] }>(file);
  declared.sources.push({ ...source, line: OWN });
  await writeFile(file, JSON.stringify(declared));
  await importFacts(flags);
  const dist = join(scratch, 'dist');
  const { manifest } = await compile({ facts: flags.out, builtIn: FACTS, out: dist });
  await pointAt(dist, manifest, { keep: 1, updated: manifest.generatedAt });
  const lines = (await readFile(join(flags.out, `${OWN}.jsonl`), 'utf8')).trimEnd().split('\n');
  return { dist, slugs: new Set(lines.map((line) => (JSON.parse(line) as SettingFact).slug)) };
}
