/** Vendors' files, or an administrator's own folder → facts. */
import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { CorrectionsFile } from '../build/facts/corrections.ts';
import { readJson } from '../build/facts/model.ts';
import type { SourceDeclaration, SourcesManifest } from '../build/facts/sources.ts';
import { writeFacts } from '../build/facts/write.ts';
import { addBuiltIn, builtInNodes } from '../build/import/built-in.ts';
import { languageFolders } from '../build/import/read.ts';
import { type ImportedFacts, importSources } from '../build/import/run.ts';
import { FACTS } from '../build/paths.ts';
import { checkFloors, floorOf, parseFloors } from '../build/supported-on/table.ts';
import { createReleases, type ReleaseTable } from '../runtime/verdict/index.ts';
import { UsageError } from './errors.ts';

/** Of `hivecheck import`. */
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

export interface ImportResult {
  facts: ImportedFacts;
  /** A line for each supported-on text without a reviewed entry. */
  unclassified: string[];
  /** A line for each language that some templates of a source have no ADML in. */
  missingTemplateTexts: string[];
}

/** @param tick called for every file read. @throws UsageError */
export async function importFacts(flags: ImportFlags, tick: () => void = () => {}): Promise<ImportResult> {
  if ((flags.sources === undefined) === (flags.policyDefinitions === undefined)) {
    throw new UsageError('name what to import: either --sources <folder> or --policy-definitions <folder>');
  }
  if (flags.policyDefinitions !== undefined && flags.out === undefined) {
    throw new UsageError(
      '--policy-definitions needs --out <folder>: your own facts stay apart from the built-in ones',
    );
  }
  const out = resolve(flags.out ?? FACTS);
  const own =
    flags.policyDefinitions === undefined
      ? undefined
      : await ownSource(flags, resolve(flags.policyDefinitions));
  const { sources } = await readJson<SourcesManifest>(join(FACTS, 'sources.json'));
  const facts = await importSources({
    root: resolve(flags.policyDefinitions ?? flags.sources ?? '.'),
    sources: own ? [own] : sources,
    ...(own && { folderOf: () => resolve(flags.policyDefinitions ?? '.') }),
    corrections: await correctionsOf(FACTS),
    ...(own && { nodes: await builtInNodes(FACTS, sources) }),
    keepGoing: flags.keepGoing === true,
    explainText: flags.explainText === true,
    knownSlugs: await knownSlugs(out, own ? [own] : sources),
    tick,
  });
  await writeFacts(facts, out, own && (await manifestOf(own, sources, facts)));
  return {
    facts,
    unclassified: await unclassified(facts),
    missingTemplateTexts: missingTemplateTexts(facts),
  };
}

/** For a release: every declared source out of `root`, into a folder that has facts already. */
export async function importDeclared(root: string, facts: string, tick: () => void): Promise<void> {
  const { sources } = await readJson<SourcesManifest>(join(facts, 'sources.json'));
  const imported = await importSources({
    root,
    sources,
    corrections: await correctionsOf(facts),
    knownSlugs: await knownSlugs(facts, sources),
    tick,
  });
  await writeFacts(imported, facts);
}

function correctionsOf(facts: string): Promise<CorrectionsFile> {
  return readJson<CorrectionsFile>(join(facts, 'corrections.json'));
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

/** Supported-on texts without a reviewed entry: only the grammar reads them, or nothing does. */
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

/** A self-hoster's folder as a source. */
async function ownSource(flags: ImportFlags, folder: string): Promise<SourceDeclaration> {
  const folders = await languageFolders(folder).catch(() => {
    throw new UsageError(`cannot read the folder ${folder}`);
  });
  // The id names a file of facts: it must not leave the folder, nor take another file's name.
  if (!/^[a-z0-9][a-z0-9-]*$/.test(flags.name) || RESERVED.has(flags.name)) {
    throw new UsageError(
      `--name "${flags.name}": lower-case letters, digits and "-"; not ${[...RESERVED].join(', ')}`,
    );
  }
  const found = [...folders.values()].filter((name) => /^[a-z]{2,3}-[a-z0-9-]+$/i.test(name));
  const languages = flags.languages?.split(',').map((each) => each.trim()) ?? found;
  if (languages.length === 0) throw new UsageError(`${folder} has no language folder such as en-US`);
  return {
    id: flags.name,
    line: 'windows',
    title: `Own PolicyDefinitions folder (${flags.name})`,
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
    throw new UsageError(`"${language}" is not a language tag such as fr-FR`);
  }
}

/** Names of `facts/*.jsonl` that are not sources of templates. */
const RESERVED: ReadonlySet<string> = new Set([
  'categories',
  'keywords',
  'supported-on',
  'supported-on-floors',
  'policy-ddf',
  'security-options',
  'osconfig',
  'controls',
]);

/** The manifest of own facts names the folder and the built-in sources that are added: the result needs no other folder. */
async function manifestOf(
  own: SourceDeclaration,
  builtIn: SourceDeclaration[],
  facts: ImportedFacts,
): Promise<Record<string, string>> {
  const added = await addBuiltIn(facts, FACTS, builtIn);
  return { 'sources.json': `${JSON.stringify({ sources: [own, ...added] }, null, 2)}\n` };
}
