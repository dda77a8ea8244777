/** Vendors' files, or an administrator's own folder → facts. */
import { join, resolve } from 'node:path';
import { subfolders } from '../atomic.ts';
import { UsageError } from '../errors.ts';
import type { CorrectionsFile } from '../facts/corrections.ts';
import { readJson, SHARED_FILES } from '../facts/model.ts';
import type { SourceDeclaration, SourcesManifest } from '../facts/sources.ts';
import { addBuiltIn, builtInNodes } from '../import/built-in.ts';
import { readCommitted } from '../import/committed.ts';
import { formatProblem } from '../import/problems.ts';
import { type ImportChoices, type ImportedFacts, importSources } from '../import/run.ts';
import { writeFacts } from '../import/write.ts';
import { FACTS } from '../paths.ts';
import { localeOf } from '../pick-text.ts';
import { checkFloors, entryText } from '../supported-on/table.ts';
import { readTables } from '../supported-on/tables.ts';
import { type DeclaredResult, importDeclared, undeclaredText } from './import-declared.ts';
import { linesOf } from './import-notes.ts';

/** Flags of `hivecheck import`. */
export interface ImportFlags extends ImportChoices {
  sources?: string;
  policyDefinitions?: string;
  name: string;
  label: string;
  languages?: string;
  out?: string;
  remove?: string[];
}

export interface ImportResult extends Omit<DeclaredResult, 'undeclared'> {
  /** Notes on what was not read, or has no text or no reviewed entry. */
  notes: string[];
}

/** @param tick Called for every file that is read. @throws UsageError */
export async function importFacts(flags: ImportFlags, tick: () => void): Promise<ImportResult> {
  const { facts, removed, undeclared } =
    flags.policyDefinitions === undefined
      ? await importVendors(flags, tick)
      : { facts: await importOwn(flags, flags.policyDefinitions, tick), removed: [], undeclared: [] };
  const notes = [
    ...(undeclared.length > 0 ? [undeclaredText(undeclared)] : []),
    ...linesOf(facts),
    ...facts.problems.map((problem) => `left out: ${formatProblem(problem)}`),
    ...missingTemplateTexts(facts),
    ...(await unclassified(facts)),
  ];
  return { facts, removed, notes };
}

function importVendors(flags: ImportFlags, tick: () => void): Promise<DeclaredResult> {
  if (flags.sources === undefined && !flags.remove?.length)
    throw new UsageError(`name what to import: ${ONE_OF}`);
  return importDeclared({
    ...flags,
    root: flags.sources === undefined ? undefined : resolve(flags.sources),
    facts: resolve(flags.out ?? FACTS),
    builtIn: FACTS,
    tick,
  });
}

const ONE_OF = 'either --sources <folder> or --policy-definitions <folder>';

async function importOwn(flags: ImportFlags, folder: string, tick: () => void): Promise<ImportedFacts> {
  if (flags.sources !== undefined || flags.remove?.length)
    throw new UsageError(`name what to import: ${ONE_OF}; --remove is for the facts of declared sources`);
  if (flags.out === undefined) {
    throw new UsageError(
      '--policy-definitions needs --out <folder>: your own facts stay apart from the built-in ones',
    );
  }
  const [root, out] = [resolve(folder), resolve(flags.out)];
  const own = await ownSource(flags, root);
  const { sources } = await readJson<SourcesManifest>(join(FACTS, 'sources.json'));
  const { slugs } = await readCommitted(out, [own]);
  const facts = await importSources({
    ...flags,
    root,
    sources: [own],
    folderOf: () => root,
    corrections: await readJson<CorrectionsFile>(join(FACTS, 'corrections.json')),
    nodes: await builtInNodes(FACTS, sources),
    knownSlugs: slugs,
    tick,
  });
  // The manifest names the folder and the added built-in sources: the result needs no other folder.
  const manifest = { sources: [own, ...(await addBuiltIn(facts, FACTS, sources))] };
  await writeFacts(facts, out, { 'sources.json': `${JSON.stringify(manifest, null, 2)}\n` });
  return facts;
}

/** A line for each language that only some templates have, with the number of those without it. */
function missingTemplateTexts({ report }: ImportedFacts): string[] {
  return Object.entries(report.sources).flatMap(([id, { missingAdml = {} }]) =>
    Object.entries(missingAdml).map(
      ([lang, count]) =>
        `${id}: templates without an ADML in ${lang}: ${count} (their settings have no text in it)`,
    ),
  );
}

/** Supported-on definitions without a reviewed entry: only the grammar reads them, or nothing does. */
async function unclassified({ supportedOn }: ImportedFacts): Promise<string[]> {
  const { floors, releases } = await readTables(FACTS);
  return checkFloors(supportedOn, floors, releases).missing.map(
    (fact) =>
      'supported-on definition not classified in supported-on-floors.jsonl; ' +
      `it is read as: ${entryText(fact, releases)}`,
  );
}

/** A self-hoster's folder as a source. */
export async function ownSource(
  flags: Pick<ImportFlags, 'name' | 'label' | 'languages' | 'explainText'>,
  folder: string,
): Promise<SourceDeclaration> {
  const folders = await subfolders(folder).catch(() => {
    throw new UsageError(`cannot read the folder ${folder}: name the one that holds the .admx files`);
  });
  // The id names a file of facts: it must not leave the folder, nor equal another file's name.
  if (!/^[a-z0-9][a-z0-9-]*$/.test(flags.name) || RESERVED.has(flags.name)) {
    throw new UsageError(
      `--name "${flags.name}": lower-case letters, digits and "-"; not ${[...RESERVED].join(', ')}`,
    );
  }
  // The folder name of a copy such as `old-1` looks like a language.
  const found = folders.filter((name) => /^[a-z]{2,3}-[a-z0-9-]+$/i.test(name) && localeOf(name));
  const languages = flags.languages?.trim().split(/[\s,]+/) ?? found;
  if (languages.length === 0) throw new UsageError(`${folder} has no language folder such as en-US`);
  return {
    id: flags.name,
    line: 'windows',
    title: `Own PolicyDefinitions folder (${flags.name})`,
    kind: 'admx',
    provenanceKind: 'vendor',
    // It is unknown when these files were current.
    versions: [{ version: flags.label, languages: [...new Set(languages.map(tag))] }],
    licence: 'own copy',
    redistributable: flags.explainText === true,
  };
}

/** `fr-fr` → `fr-FR`: Windows folders are in any case. */
function tag(language: string): string {
  const locale = localeOf(language);
  if (locale === undefined) throw new UsageError(`"${language}" is not a language tag such as fr-FR`);
  return locale;
}

/** Names of `facts/*.jsonl` that are not sources of templates. */
const RESERVED: ReadonlySet<string> = new Set([
  ...SHARED_FILES,
  ...['policy-ddf', 'security-options', 'osconfig', 'microsoft-learn'],
]);
