import { cp, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { compile } from '../../build/compile.ts';
import { writeGeneratedAt } from '../../build/facts/dataset.ts';
import { readJson, readLines } from '../../build/facts/model.ts';
import type { SourceDeclaration, SourcesManifest } from '../../build/facts/sources.ts';
import type { SettingFact } from '../../build/facts/types.ts';
import type { ReleaseTable } from '../../runtime/format/release-table.ts';
import { source } from '../import/fixture.ts';
import { newFolder, writeFiles } from '../scratch.ts';

const committed = join(import.meta.dirname, '../../facts');

export { newFolder as folder } from '../scratch.ts';

/**
 * The committed facts of a few sources, with the first few nodes of the DDF: what compiles in no time.
 * @param most settings of each source that are kept, the first ones.
 */
export async function smallFacts(ids: readonly string[], most = Number.POSITIVE_INFINITY): Promise<string> {
  const facts = join(await newFolder(), 'facts');
  const { sources } = await readJson<SourcesManifest>(join(committed, 'sources.json'));
  const kept = sources.filter(({ id, kind }) => kind === 'ddf' || ids.includes(id));
  const others = sources.filter((each) => !kept.includes(each)).map(({ id }) => id);
  const left = new Set(others.map((id) => join(committed, `${id}.jsonl`)));
  await cp(committed, facts, { recursive: true, filter: (path) => !left.has(path) });
  await keepLines(facts, 'policy-ddf.jsonl', (_, at) => at < 40);
  const slugs = new Set<string>();
  for (const id of ids) {
    await editFacts(facts, id, (all) => all.slice(0, most));
    for (const { slug } of await readLines<SettingFact>(join(facts, `${id}.jsonl`))) slugs.add(slug);
  }
  // The largest files after the settings themselves; every release reads and writes them all.
  const [lines, names] = [new Set(kept.map(({ line }) => line)), new Set(ids)];
  await keepLines<{ slug: string }>(facts, 'keywords.jsonl', ({ slug }) => slugs.has(slug));
  await keepLines<{ line: string }>(facts, 'categories.jsonl', ({ line }) => lines.has(line));
  await keepLines<{ line: string }>(facts, 'supported-on.jsonl', ({ line }) => lines.has(line));
  for (const name of ['controls.jsonl', 'unjoined.jsonl'])
    await keepLines<{ source: string }>(facts, name, ({ source }) => names.has(source));
  await writeFile(join(facts, 'sources.json'), JSON.stringify({ sources: kept }));
  await forget(facts, ...others);
  return facts;
}

/** The same with few files: without nodes of the DDF, in English alone, for releases of one family, which have a file each. */
export async function leanFacts(ids: readonly string[], most?: number): Promise<string> {
  const facts = await smallFacts(ids, most);
  await fewReleases(facts);
  await editFacts(facts, 'policy-ddf', () => []);
  for (const id of [...ids, 'policy-ddf']) {
    await editFacts(facts, id, (all) =>
      all.map(({ text, ...each }) => ({ ...each, text: { 'en-US': text['en-US'] ?? {} } })),
    );
    await editSource(facts, id, ({ versions }) => {
      for (const each of versions) each.languages = ['en-US'];
    });
  }
  return facts;
}

/** Facts of sources that have no version yet, and of nothing else. */
export async function emptyFacts(facts: string, ids: readonly string[]): Promise<void> {
  const sources = ids.map((id) => source({ id, line: id, versions: [] }));
  await writeFiles(facts, {
    'sources.json': JSON.stringify({ sources }),
    'import-report.json': '{"sources":{},"shared":[]}',
    'corrections.json': '{"corrections":[],"keys":[],"lines":[],"equivalents":[]}',
    'synonyms.json': '{"groups":[]}',
    'supported-on-floors.jsonl': '',
    'windows-components.json': '{"components":[]}',
  });
  await fewReleases(facts);
}

/** Writes the table of releases with those of one family. */
export async function fewReleases(facts: string): Promise<void> {
  const known = await readJson<ReleaseTable>(join(committed, 'windows-releases.json'));
  const releases = known.releases.filter(({ family }) => family === 'Windows 11');
  await writeFile(join(facts, 'windows-releases.json'), JSON.stringify({ ...known, releases }));
}

async function editLines<T>(facts: string, name: string, edit: (all: T[]) => T[]): Promise<void> {
  const file = join(facts, name);
  const edited = edit(await readLines<T>(file));
  await writeFile(file, edited.map((each) => `${JSON.stringify(each)}\n`).join(''));
}

const keepLines = <T>(facts: string, name: string, keep: (line: T, at: number) => boolean) =>
  editLines<T>(facts, name, (all) => all.filter(keep));

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

export const editFacts = (facts: string, id: string, edit: (all: SettingFact[]) => SettingFact[]) =>
  editLines(facts, `${id}.jsonl`, edit);

/** Of facts that were released at this time; seconds since 1970. */
export async function compileSmall(facts: string, out: string, released = 1_795_132_800): Promise<string> {
  await writeGeneratedAt(facts, new Date(released * 1000));
  return (await compile({ facts, builtIn: facts, out })).manifest.version;
}
