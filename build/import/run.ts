/** The import: every declared source → `facts/`. All problems at once; nothing is written while there is one. */

import { createHash } from 'node:crypto';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { compare } from '../collections.ts';
import type { ImportReport, SourceReport } from '../facts/report.ts';
import type { SourceDeclaration, SourceVersion } from '../facts/sources.ts';
import type { CategoryFact, DdfFact, SettingFact, SupportedOnFact } from '../facts/types.ts';
import { keepKnownNames } from './ddf-names.ts';
import { KeywordCollector, type KeywordFact } from './keywords.ts';
import { type LineModel, type LineVersion, mergeLine, supersede } from './merge.ts';
import { formatProblem, ImportFailed, type ImportProblem } from './problems.ts';
import { readDdfFolder, readTemplates } from './read.ts';
import { resolveReferences, WINDOWS_LINE } from './references.ts';
import { buildVersion } from './version.ts';

export interface ImportOptions {
  /** Holds `<source>/<version>/`; a version may name another folder through `folderOf`. */
  root: string;
  sources: SourceDeclaration[];
  folderOf?: (source: SourceDeclaration, version: SourceVersion) => string;
  /** Leave broken files out instead of stopping. */
  keepGoing?: boolean;
  explainText?: boolean;
  /** policyId (lower case) → slug of facts imported earlier: a slug once given stays, though the vendor renames the file. */
  knownSlugs?: Map<string, string>;
  tick?: (file: string) => void;
}

export interface ImportedFacts {
  /** Source id → its settings, by slug. */
  settings: Map<string, SettingFact[]>;
  categories: CategoryFact[];
  supportedOn: SupportedOnFact[];
  /** Source id → its nodes, by OMA-URI. */
  nodes: Map<string, DdfFact[]>;
  /** By slug. */
  keywords: KeywordFact[];
  report: ImportReport;
  problems: ImportProblem[];
}

export async function importSources(options: ImportOptions): Promise<ImportedFacts> {
  const problems: ImportProblem[] = [];
  const report: ImportReport = { sources: {}, shared: [] };
  const lines = new Map<string, LineVersion[]>();
  const nodes = new Map<string, DdfFact[]>();
  for (const source of options.sources) {
    const entry: SourceReport = { files: 0, leftOut: [], proseLabels: 0, missingDisplayNames: {} };
    report.sources[source.id] = entry;
    const before = problems.length;
    if (source.kind === 'ddf') nodes.set(source.id, await importDdf(source, options, problems, entry));
    else await importTemplates(source, options, problems, entry, lines);
    entry.leftOut = problems.slice(before).map(formatProblem);
  }
  if (problems.length > 0 && !options.keepGoing) throw new ImportFailed(problems);
  const models = [...lines].map(([line, versions]) => mergeLine(line, versions.sort(byDate)));
  const settings = gather(models, options, report);
  resolveReferences(settings, models, options.sources);
  const ids = options.sources.filter(({ line }) => line === WINDOWS_LINE).map(({ id }) => id);
  const windows = ids.flatMap((id) => settings.get(id) ?? []);
  for (const [source, own] of nodes) nodes.set(source, keepKnownNames(own, windows));
  return {
    settings,
    categories: models.flatMap((each) => [...each.categories.values()]).sort(byLineAndId),
    supportedOn: models.flatMap((each) => [...each.supportedOn.values()]).sort(byLineAndId),
    nodes,
    keywords: keywordsOf(settings, lines),
    report,
    problems,
  };
}

/** Of a setting in several versions the newest text of each language counts, as for its facts. */
function keywordsOf(settings: Map<string, SettingFact[]>, lines: Map<string, LineVersion[]>): KeywordFact[] {
  const collector = new KeywordCollector();
  for (const { model } of [...lines.values()].flat().sort(byDate)) collector.add(model.explanations);
  return collector.finish([...settings.values()].flat());
}

async function folderOf(
  source: SourceDeclaration,
  version: SourceVersion,
  options: ImportOptions,
  problems: ImportProblem[],
) {
  const folder = options.folderOf?.(source, version) ?? join(options.root, source.id, version.version);
  const found = await stat(folder)
    .then((each) => each.isDirectory())
    .catch(() => false);
  if (!found)
    problems.push({
      file: `${source.id}/${version.version}`,
      message: 'no such folder of a declared source',
    });
  return found ? folder : undefined;
}

async function importDdf(
  source: SourceDeclaration,
  options: ImportOptions,
  problems: ImportProblem[],
  entry: SourceReport,
) {
  const merged = new Map<string, DdfFact>();
  for (const version of source.versions) {
    const folder = await folderOf(source, version, options, problems);
    if (!folder) continue;
    for (const node of await readDdfFolder(folder, version.version, context(options, problems, entry))) {
      merged.set(node.omaUri.toLowerCase(), node);
    }
  }
  return [...merged.values()].sort((a, b) => compare(a.omaUri, b.omaUri));
}

async function importTemplates(
  source: SourceDeclaration,
  options: ImportOptions,
  problems: ImportProblem[],
  entry: SourceReport,
  lines: Map<string, LineVersion[]>,
): Promise<void> {
  for (const version of source.versions) {
    const folder = await folderOf(source, version, options, problems);
    if (!folder) continue;
    const { files, shared } = await readTemplates(
      folder,
      version.languages,
      context(options, problems, entry),
    );
    const model = buildVersion(files, {
      version: version.version,
      date: version.date,
      shared,
      explainText: options.explainText === true,
      report: (problem) => problems.push(problem),
    });
    entry.proseLabels += model.notes.proseLabels;
    for (const [lang, count] of Object.entries(model.notes.missingDisplayNames)) {
      entry.missingDisplayNames[lang] = (entry.missingDisplayNames[lang] ?? 0) + count;
    }
    const line = lines.get(source.line) ?? [];
    line.push({ source: source.id, version: version.version, date: version.date, model });
    lines.set(source.line, line);
  }
}

function context(options: ImportOptions, problems: ImportProblem[], entry: SourceReport) {
  return {
    root: options.root,
    report: (problem: ImportProblem) => void problems.push(problem),
    tick: (file: string) => {
      entry.files++;
      options.tick?.(file);
    },
    onProse: () => void entry.proseLabels++,
  };
}

/**
 * Lines → sources. A policy that two lines document (DesktopAppInstaller.admx is winget's, and Windows ships it
 * too) is one setting, since its policyId is: the newer line gives the facts, as a newer version would.
 */
function gather(
  models: LineModel[],
  options: ImportOptions,
  report: ImportReport,
): Map<string, SettingFact[]> {
  const dates = new Map(
    options.sources.flatMap((s) => s.versions.map((v) => [`${s.id}/${v.version}`, v.date])),
  );
  const chosen = new Map<string, { source: string; fact: SettingFact }>();
  const dateOf = (each: { source: string; fact: SettingFact }) =>
    dates.get(`${each.source}/${each.fact.version}`) ?? '';
  for (const { settings } of models) {
    for (const [id, setting] of settings) {
      const other = chosen.get(id);
      if (!other) {
        chosen.set(id, setting);
        continue;
      }
      const [older, newer] = dateOf(other) < dateOf(setting) ? [other, setting] : [setting, other];
      report.shared.push(`${newer.fact.policyId} (${newer.source}, ${older.source})`);
      chosen.set(id, { source: newer.source, fact: supersede(older.fact, newer.fact) });
    }
  }
  const bySource = new Map<string, SettingFact[]>();
  for (const each of options.sources) if (each.kind === 'admx') bySource.set(each.id, []);
  const slugs = slugsOf(chosen, options.knownSlugs ?? new Map());
  for (const [id, { source, fact }] of chosen) {
    const slug = slugs.get(id) ?? fact.slug;
    bySource.get(source)?.push(slug === fact.slug ? fact : { ...fact, slug });
  }
  for (const settings of bySource.values()) settings.sort((a, b) => compare(a.slug, b.slug));
  report.shared.sort(compare);
  return bySource;
}

/** A slug once given stays; of two policies that come to the same one, the later by policyId gets a suffix of its own. */
function slugsOf(
  chosen: Map<string, { fact: SettingFact }>,
  known: Map<string, string>,
): Map<string, string> {
  const slugs = new Map(known);
  const taken = new Set(known.values());
  for (const id of [...chosen.keys()].filter((each) => !known.has(each)).sort(compare)) {
    const plain = chosen.get(id)?.fact.slug ?? id;
    const own = createHash('sha256').update(id).digest('hex').slice(0, 8);
    const slug = taken.has(plain) ? `${plain}-${own}` : plain;
    taken.add(slug);
    slugs.set(id, slug);
  }
  return slugs;
}

function byDate(a: LineVersion, b: LineVersion): number {
  return compare(a.date, b.date);
}

function byLineAndId(a: { line: string; id: string }, b: { line: string; id: string }): number {
  return compare(a.line, b.line) || compare(a.id, b.id);
}
