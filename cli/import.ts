/** `hivecheck import` and `hivecheck compile`. */
import { readdir, readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { compile } from '../build/compile/compile.ts';
import type { CorrectionsFile } from '../build/facts/corrections.ts';
import { readJson } from '../build/facts/model.ts';
import type { SourceDeclaration, SourcesManifest } from '../build/facts/sources.ts';
import { knownSlugs, writeFacts } from '../build/facts/write.ts';
import { addBuiltIn, builtInNodes } from '../build/import/built-in.ts';
import { formatProblem } from '../build/import/problems.ts';
import { languageFolders } from '../build/import/read.ts';
import { type ImportedFacts, importSources } from '../build/import/run.ts';
import { DIST, FACTS } from '../build/paths.ts';
import { checkFloors, floorOf, parseFloors } from '../build/supported-on/table.ts';
import { createReleases, type ReleaseTable } from '../runtime/verdict/index.ts';
import { epoch } from './built-in.ts';
import { CliError } from './error.ts';
import { createProgress } from './progress.ts';
import { grid } from './tables.ts';

export interface ImportFlags {
  sources?: string;
  policyDefinitions?: string;
  name: string;
  label: string;
  languages?: string;
  out?: string;
  keepGoing?: boolean;
  explainText?: boolean;
}

export async function importCommand(flags: ImportFlags): Promise<void> {
  if ((flags.sources === undefined) === (flags.policyDefinitions === undefined)) {
    throw new CliError('name what to import: either --sources <folder> or --policy-definitions <folder>', 2);
  }
  if (flags.policyDefinitions !== undefined && flags.out === undefined) {
    throw new CliError(
      '--policy-definitions needs --out <folder>: your own facts stay apart from the built-in ones',
      2,
    );
  }
  const out = resolve(flags.out ?? FACTS);
  const own =
    flags.policyDefinitions === undefined
      ? undefined
      : await ownSource(flags, resolve(flags.policyDefinitions));
  const { sources } = await readJson<SourcesManifest>(join(FACTS, 'sources.json'));
  const progress = createProgress();
  let files = 0;
  const facts = await importSources({
    root: resolve(flags.policyDefinitions ?? flags.sources ?? '.'),
    sources: own ? [own] : sources,
    ...(own && { folderOf: () => resolve(flags.policyDefinitions ?? '.') }),
    corrections: await readJson<CorrectionsFile>(join(FACTS, 'corrections.json')),
    ...(own && { nodes: await builtInNodes(FACTS, sources) }),
    keepGoing: flags.keepGoing === true,
    explainText: flags.explainText === true,
    knownSlugs: await knownSlugs(out, own ? [own] : sources),
    tick: () => progress.update(++files, Math.max(files, 2300), 'files read'),
  }).finally(() => progress.stop());
  if (own) {
    const added = await addBuiltIn(facts, FACTS, sources);
    const manifest = `${JSON.stringify({ sources: [own, ...added] }, null, 2)}\n`;
    await writeFacts(facts, out, { 'sources.json': manifest });
  } else await writeFacts(facts, out);
  for (const problem of facts.problems) process.stderr.write(`left out: ${formatProblem(problem)}\n`);
  for (const line of missingTemplateTexts(facts)) process.stderr.write(`${line}\n`);
  for (const line of await unclassified(facts)) process.stderr.write(`${line}\n`);
  process.stdout.write(summary(facts));
}

/** A language that only some of the templates have: once per language, with how many lack it. */
function missingTemplateTexts({ report }: ImportedFacts): string[] {
  return Object.entries(report.sources).flatMap(([id, { missingAdml = {} }]) =>
    Object.entries(missingAdml).map(
      ([lang, count]) =>
        `${id}: templates without an ADML in ${lang}: ${count} (their settings have no text in it)`,
    ),
  );
}

/** Supported-on texts that nobody has looked at yet: the grammar alone judges them, or nothing does. */
async function unclassified({ supportedOn }: ImportedFacts): Promise<string[]> {
  const table = parseFloors(await readFile(join(FACTS, 'supported-on-floors.jsonl'), 'utf8'));
  const releases = createReleases(await readJson<ReleaseTable>(join(FACTS, 'windows-releases.json')));
  const texts = supportedOn.flatMap(({ text }) => text['en-US'] ?? []);
  return checkFloors(texts, table, releases).missing.map((text) => {
    const { client, server, why } = floorOf(text, table, releases);
    const reading = [client && `client ${client}`, server && `server ${server}`, why]
      .filter(Boolean)
      .join(', ');
    return `supported-on text not classified in supported-on-floors.jsonl: "${text}" (read as: ${reading})`;
  });
}

/** A self-hoster's folder as a source: its line is its own, its DDF the built-in one. */
async function ownSource(flags: ImportFlags, folder: string): Promise<SourceDeclaration> {
  const folders = await languageFolders(folder).catch(() => {
    throw new CliError(`cannot read the folder ${folder}`, 2);
  });
  // The id names a file of facts: it must not leave the folder, nor take another file's name.
  if (!/^[a-z0-9][a-z0-9-]*$/.test(flags.name) || RESERVED.has(flags.name)) {
    throw new CliError(
      `--name "${flags.name}": lower-case letters, digits and "-"; not ${[...RESERVED].join(', ')}`,
      2,
    );
  }
  const found = [...folders.values()].filter((name) => /^[a-z]{2,3}-[a-z0-9-]+$/i.test(name));
  const languages = flags.languages?.split(',').map((each) => each.trim()) ?? found;
  if (languages.length === 0) throw new CliError(`${folder} has no language folder such as en-US`, 2);
  return {
    id: flags.name,
    line: 'windows',
    title: `PolicyDefinitions of one's own (${flags.name})`,
    kind: 'admx',
    provenanceKind: 'vendor',
    // When these files were current is not known.
    versions: [{ version: flags.label, languages: languages.map(tag) }],
    licence: 'own copy',
    redistributable: flags.explainText === true,
  };
}

/** `fr-fr` → `fr-FR`: Windows folders come in any case. */
function tag(language: string): string {
  try {
    return Intl.getCanonicalLocales(language)[0] ?? language;
  } catch {
    throw new CliError(`"${language}" is no language tag such as fr-FR`, 2);
  }
}

/** Names of `facts/*.jsonl` that are no source of templates. */
const RESERVED: ReadonlySet<string> = new Set([
  'categories',
  'supported-on',
  'supported-on-floors',
  'policy-ddf',
  'security-options',
  'osconfig',
  'controls',
]);

function summary({ settings, nodes }: ImportedFacts): string {
  const rows = [...settings].map(([id, all]) => [id, all.length]);
  for (const [id, all] of nodes) rows.push([`${id} (nodes)`, all.length]);
  return grid(['source', 'facts'], rows);
}

export async function compileCommand(options: { facts?: string; out?: string }): Promise<void> {
  const facts = resolve(options.facts ?? FACTS);
  await readdir(facts).catch(() => {
    throw new CliError(`cannot read the facts folder ${facts}; "hivecheck import" makes one`, 2);
  });
  const progress = createProgress();
  const { manifest, reused } = await compile({
    facts,
    builtIn: FACTS,
    out: resolve(options.out ?? DIST),
    ...epoch(),
    progress: progress.update,
  }).finally(() => progress.stop());
  const { settings, registryPairs, cspMappings } = manifest.counts;
  process.stdout.write(
    `dataset ${manifest.version}${reused ? ' (unchanged)' : ''}: ${settings} settings, ${registryPairs} registry pairs, ` +
      `${cspMappings} MDM mappings in ${Object.keys(manifest.files).length} files\n`,
  );
}
