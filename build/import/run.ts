/** The import: vendors' files and the committed facts → facts. Reports all problems at once; writes nothing if any. */

import { compare } from '../collections.ts';
import type { DdfFact, DdfNamesFact } from '../facts/nodes.ts';
import type { ImportReport, SourceReport } from '../facts/report.ts';
import { WINDOWS_LINE } from '../facts/sources.ts';
import type { ControlFact } from '../facts/types.ts';
import type { UnjoinedFact } from '../facts/unjoined.ts';
import { linkBaselines } from './baseline.ts';
import type { Committed } from './committed.ts';
import { keepKnownNames } from './ddf.ts';
import { gather } from './gather.ts';
import { countWords, keywordsOf, type WordFrequencies } from './keywords.ts';
import { byDate, type LoadedVersion, type LoadOptions, loadVersions } from './load.ts';
import { dropped, lostNodes, moved, tooMany } from './losses.ts';
import { emptyLine, type LineModel, mergeLine } from './merge.ts';
import { type LinePlan, planImport } from './plan.ts';
import { ImportFailed, type ImportProblem } from './problems.ts';
import { resolveReferences } from './references.ts';
import { noteSettings, reportOf } from './report.ts';

/** The choices of the person who imports. */
export interface ImportChoices extends Pick<LoadOptions, 'explainText'> {
  /** Keep the committed facts of a line with a problem; without any, leave the broken files out. */
  keepGoing?: boolean | undefined;
  /** A line may drop many of its settings. */
  allowLoss?: boolean | undefined;
  /** A line may state policies that belonged to another line alone. */
  allowMoved?: boolean | undefined;
}

export interface AssembleOptions extends ImportChoices, Pick<LoadOptions, 'sources' | 'corrections'> {
  /** The existing facts, which are used for what no file gives. Absent: everything comes from files. */
  committed?: Committed;
  /** Nodes of a DDF that is not among the sources. */
  nodes?: DdfFact[];
  /** policyId (lower case) → slug of earlier imports: a slug never changes, even if the vendor renames the file. */
  knownSlugs?: Map<string, string>;
}

/** Without `root` no file is read. */
export type ImportOptions = Omit<LoadOptions, 'root'> & AssembleOptions & { root?: string | undefined };

export type ImportedFacts = ReturnType<typeof assemble>;

export async function importSources(options: ImportOptions): Promise<ImportedFacts> {
  const { root } = options;
  const loaded = root === undefined ? [] : await loadVersions({ ...options, root });
  // A wrong path must not look like an import without changes.
  if (root !== undefined && options.committed && loaded.length === 0)
    throw new ImportFailed([{ file: root, message: 'holds no <source>/<version>/ of any declared version' }]);
  const frequencies = options.committed?.frequencies ?? countLoaded(loaded);
  for (const each of loaded) each.keywords = keywordsOf(each.texts, each.model.settings, frequencies);
  return assemble(loaded, frequencies, options);
}

/** Counts the words of all texts; for a setting in several versions the newest text of each language. */
export function countLoaded(loaded: readonly LoadedVersion[]): WordFrequencies {
  return countWords([...loaded].sort(byDate).map(({ texts }) => texts));
}

/** Loaded versions → facts. Reads no file and changes nothing of `loaded`. @throws ImportFailed */
export function assemble(
  loaded: readonly LoadedVersion[],
  frequencies: WordFrequencies,
  options: AssembleOptions,
) {
  const { sources, committed } = options;
  const { plans, problems } = planImport(loaded, sources, committed?.report, options.keepGoing);
  if (problems.length > 0 && !options.keepGoing) throw new ImportFailed(problems);
  const templates = plans.filter(({ sources: own }) => own.some(({ kind }) => kind !== 'ddf'));
  const models = templates.map((plan) => modelOf(plan, committed));
  const nodes = nodesOf(plans, committed);
  const lost = lostNodes(committed?.nodes, nodes);
  refuse(plans, models, lost, options);
  const slugs = new Map([...(committed?.slugs ?? []), ...(options.knownSlugs ?? [])]);
  const { settings, keywords, unjoined, shared } = gather(models, sources, slugs);
  resolveReferences(settings, models, sources);
  const { controls, withheld } = linkBaselines({
    settings,
    sources,
    nodes: [...(options.nodes ?? []), ...[...nodes.values()].flat()],
    controls: plans.flatMap((plan) => controlsOf(plan, committed)),
    corrections: options.corrections ?? {},
  });
  const report: ImportReport = { sources: reportsOf(plans, committed), shared };
  noteSettings(report, sources, settings);
  const ids = sources.filter(({ line }) => line === WINDOWS_LINE).map(({ id }) => id);
  const windows = ids.flatMap((id) => settings.get(id) ?? []);
  return {
    settings,
    categories: tableOf(models, ({ categories }) => categories),
    supportedOn: tableOf(models, ({ supportedOn }) => supportedOn),
    /** Source id → its nodes, sorted by OMA-URI. */
    nodes: new Map([...nodes].map(([id, own]) => [id, keepKnownNames(own, windows)])),
    ddfNames: namesOf(nodes),
    controls,
    keywords,
    frequencies,
    unjoined: [...unjoined, ...withheld].sort(byPolicy),
    report,
    problems,
    plans,
    /** URIs of the nodes that the committed facts have and a newer DDF lacks. */
    lostNodes: lost,
  };
}

function modelOf({ line, how, versions }: LinePlan, committed: Committed | undefined): LineModel {
  const base = (how === 'built' ? undefined : committed?.lines.get(line)) ?? emptyLine(line);
  return mergeLine(base, versions);
}

/** @throws ImportFailed for changes that a person must confirm first. */
function refuse(plans: LinePlan[], models: LineModel[], lost: string[], options: AssembleOptions): void {
  const { committed, allowLoss, allowMoved } = options;
  if (!committed) return;
  const read = new Set(plans.filter(({ how }) => how !== 'kept').map(({ line }) => line));
  const problems = models.flatMap((model): ImportProblem[] => {
    const before = committed.lines.get(model.line);
    if (!before || !read.has(model.line)) return [];
    return [
      ...(allowLoss ? [] : dropped(before, model)),
      ...(allowMoved ? [] : moved(committed.lines, model, models)),
    ];
  });
  const [ids, nodes] = [[...committed.nodes.keys()], [...committed.nodes.values()].flat()];
  if (!allowLoss) problems.push(...tooMany(ids.join(', '), lost, nodes.length, 'nodes'));
  if (problems.length > 0)
    throw new ImportFailed(problems, 'nothing was written, since a person must confirm this first');
}

/** Of the newest version alone: what it lacks, the vendor no longer documents. */
function newestOf<T>(
  { how, versions }: LinePlan,
  id: string,
  stated: (version: LoadedVersion) => T[],
  committed: T[] | undefined,
): T[] {
  const newest = versions.filter(({ source }) => source.id === id).at(-1);
  return newest ? stated(newest) : how === 'built' ? [] : (committed ?? []);
}

function nodesOf(plans: LinePlan[], committed: Committed | undefined): Map<string, DdfFact[]> {
  const ddf = plans.flatMap((plan) =>
    plan.sources.flatMap(({ id, kind }) => (kind === 'ddf' ? { plan, id } : [])),
  );
  return new Map(
    ddf.map(({ plan, id }) => {
      const nodes = newestOf(plan, id, (version) => version.nodes, committed?.nodes.get(id));
      return [id, [...nodes].sort((a, b) => compare(a.omaUri, b.omaUri))];
    }),
  );
}

function controlsOf(plan: LinePlan, committed: Committed | undefined): ControlFact[] {
  return plan.sources.flatMap(({ id }) =>
    newestOf(plan, id, (version) => version.controls, committed?.controls.get(id)),
  );
}

function reportsOf(plans: LinePlan[], committed: Committed | undefined): Record<string, SourceReport> {
  return Object.fromEntries(
    plans.flatMap(({ sources, how, versions }) =>
      sources.map(({ id }) => {
        const before = how === 'built' ? undefined : committed?.report.sources[id];
        const own = versions.filter(({ source }) => source.id === id);
        return [id, reportOf(before, own)];
      }),
    ),
  );
}

function namesOf(nodes: ReadonlyMap<string, DdfFact[]>): DdfNamesFact[] {
  return [...nodes.values()]
    .flat()
    .flatMap(({ omaUri, names }) => (names && names.length > 0 ? [{ omaUri, names }] : []));
}

function tableOf<T extends { line: string; id: string }>(
  models: LineModel[],
  table: (model: LineModel) => Map<string, T>,
): T[] {
  const all = models.flatMap((each) => [...table(each).values()]);
  return all.sort((a, b) => compare(a.line, b.line) || compare(a.id, b.id));
}

function byPolicy(a: UnjoinedFact, b: UnjoinedFact): number {
  return (
    compare(a.setting.policyId.toLowerCase(), b.setting.policyId.toLowerCase()) || compare(a.source, b.source)
  );
}
