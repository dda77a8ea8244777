/** The import: every declared source → `facts/`. All problems at once; nothing is written while there is one. */

import { compare } from '../collections.ts';
import type { CorrectionsFile } from '../facts/corrections.ts';
import type { ImportReport, SourceReport } from '../facts/report.ts';
import type { SourceDeclaration, SourceVersion } from '../facts/sources.ts';
import type { CategoryFact, ControlFact, DdfFact, SettingFact, SupportedOnFact } from '../facts/types.ts';
import { linkBaselines } from './baseline.ts';
import { keepKnownNames } from './ddf-names.ts';
import { gather } from './gather.ts';
import { KeywordCollector, type KeywordFact } from './keywords.ts';
import { type Loaded, loadSource } from './load.ts';
import { type LineModel, type LineVersion, mergeLine } from './merge.ts';
import { noteSettings } from './notes.ts';
import { formatProblem, ImportFailed, type ImportProblem } from './problems.ts';
import { resolveReferences, WINDOWS_LINE } from './references.ts';

export interface ImportOptions {
  /** Holds `<source>/<version>/`; a version may name another folder through `folderOf`. */
  root: string;
  sources: SourceDeclaration[];
  folderOf?: (source: SourceDeclaration, version: SourceVersion) => string;
  /** Of `facts/corrections.json`, those that the import applies. */
  corrections?: Omit<CorrectionsFile, 'corrections'>;
  /** Nodes of a DDF that is not among the sources. */
  nodes?: DdfFact[];
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
  controls: ControlFact[];
  report: ImportReport;
  problems: ImportProblem[];
}

export async function importSources(options: ImportOptions): Promise<ImportedFacts> {
  const problems: ImportProblem[] = [];
  const report: ImportReport = { sources: {}, shared: [] };
  const loaded: Loaded = { lines: new Map(), nodes: new Map(), controls: [] };
  for (const source of options.sources) {
    const entry: SourceReport = { files: 0, leftOut: [], proseLabels: 0, missingDisplayNames: {} };
    report.sources[source.id] = entry;
    const before = problems.length;
    await loadSource({ source, options, problems, entry }, loaded);
    noteProblems(entry, problems.slice(before));
  }
  if (problems.length > 0 && !options.keepGoing) throw new ImportFailed(problems);
  const models = [...loaded.lines].map(([line, versions]) => mergeLine(line, versions.sort(byDate)));
  const settings = gather(models, options, report);
  resolveReferences(settings, models, options.sources);
  const controls = linkBaselines({
    settings,
    sources: options.sources,
    nodes: [...(options.nodes ?? []), ...[...loaded.nodes.values()].flat()],
    controls: loaded.controls,
    corrections: options.corrections ?? {},
  });
  noteSettings(report, options.sources, settings);
  const ids = options.sources.filter(({ line }) => line === WINDOWS_LINE).map(({ id }) => id);
  const windows = ids.flatMap((id) => settings.get(id) ?? []);
  for (const [source, own] of loaded.nodes) loaded.nodes.set(source, keepKnownNames(own, windows));
  return {
    settings,
    categories: tableOf(models, 'categories'),
    supportedOn: tableOf(models, 'supportedOn'),
    nodes: loaded.nodes,
    controls,
    keywords: keywordsOf(settings, loaded.lines),
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

/** A template that cannot be read takes its settings along; an ADML only its texts. */
function noteProblems(entry: SourceReport, problems: ImportProblem[]): void {
  entry.leftOut = problems.filter(({ textsOnly }) => !textsOnly).map(formatProblem);
  const texts = problems.filter(({ textsOnly }) => textsOnly).map(formatProblem);
  if (texts.length > 0) entry.missingTexts = texts;
}

function tableOf(models: LineModel[], table: 'categories' | 'supportedOn'): CategoryFact[] {
  return models.flatMap((each) => [...each[table].values()]).sort(byLineAndId);
}

/** Versions without a date come first: nothing says that they are newer. */
function byDate(a: LineVersion, b: LineVersion): number {
  return compare(a.date ?? '', b.date ?? '');
}

function byLineAndId(a: { line: string; id: string }, b: { line: string; id: string }): number {
  return compare(a.line, b.line) || compare(a.id, b.id);
}
