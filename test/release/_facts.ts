import { cp, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { compile } from '../../build/compile/compile.ts';
import { writeGeneratedAt } from '../../build/facts/dataset.ts';
import { readJson } from '../../build/facts/model.ts';
import type { SourceDeclaration, SourcesManifest } from '../../build/facts/sources.ts';
import type { SettingFact } from '../../build/facts/types.ts';
import { newFolder } from '../scratch.ts';

const committed = join(import.meta.dirname, '../../facts');

export { newFolder as folder } from '../scratch.ts';

/** The committed facts of a few sources, with the first few nodes of the DDF: what compiles in no time. */
export async function smallFacts(ids: readonly string[]): Promise<string> {
  const facts = join(await newFolder(), 'facts');
  await cp(committed, facts, { recursive: true });
  const { sources } = await readJson<SourcesManifest>(join(facts, 'sources.json'));
  for (const { id, kind } of sources) {
    if (kind !== 'ddf' && !ids.includes(id)) await rm(join(facts, `${id}.jsonl`), { force: true });
  }
  const nodes = (await readFile(join(facts, 'policy-ddf.jsonl'), 'utf8')).split('\n').slice(0, 40);
  await writeFile(join(facts, 'policy-ddf.jsonl'), `${nodes.join('\n')}\n`);
  const kept = sources.filter(({ id, kind }) => kind === 'ddf' || ids.includes(id));
  await writeFile(join(facts, 'sources.json'), JSON.stringify({ sources: kept }));
  const others = sources.filter((each) => !kept.includes(each));
  await forget(facts, ...others.map(({ id }) => id));
  return facts;
}

/** Takes sources out of the import report and the lock: they count as never imported. */
export async function forget(facts: string, ...ids: string[]): Promise<void> {
  for (const name of ['import-report.json', 'downloads.lock.json']) {
    const file = join(facts, name);
    const json = await readJson<{ sources: Record<string, unknown> }>(file);
    for (const id of ids) delete json.sources[id];
    await writeFile(file, `${JSON.stringify(json, null, 2)}\n`);
  }
}

export async function editSource(
  facts: string,
  id: string,
  edit: (source: SourceDeclaration) => void,
): Promise<void> {
  const manifest = await readJson<SourcesManifest>(join(facts, 'sources.json'));
  for (const source of manifest.sources) if (source.id === id) edit(source);
  await writeFile(join(facts, 'sources.json'), JSON.stringify(manifest));
}

export async function editFacts(
  facts: string,
  id: string,
  edit: (all: SettingFact[]) => SettingFact[],
): Promise<void> {
  const file = join(facts, `${id}.jsonl`);
  const all = (await readFile(file, 'utf8')).split('\n').filter(Boolean);
  const edited = edit(all.map((line): SettingFact => JSON.parse(line)));
  await writeFile(file, edited.map((each) => `${JSON.stringify(each)}\n`).join(''));
}

/** Of facts that were released at this time; seconds since 1970. */
export async function compileSmall(facts: string, out: string, released = 1_795_132_800): Promise<string> {
  await writeGeneratedAt(facts, new Date(released * 1000));
  return (await compile({ facts, builtIn: facts, out })).manifest.version;
}
