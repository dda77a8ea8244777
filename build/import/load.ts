/** Reads the declared versions whose folders exist. */
import { join, relative } from 'node:path';
import { isFolder } from '../atomic.ts';
import { compare, optional } from '../collections.ts';
import type { CorrectionsFile } from '../facts/corrections.ts';
import type { DdfFact } from '../facts/nodes.ts';
import type { InputDigest } from '../facts/report.ts';
import type { SourceDeclaration, SourceVersion } from '../facts/sources.ts';
import type { ControlFact } from '../facts/types.ts';
import { policyName } from '../join/index-settings.ts';
import { withKey } from './baseline.ts';
import { inheritApplicability, linkDependencies, readDdf } from './ddf.ts';
import { type FolderContext, readFolder } from './file.ts';
import { InputCollector } from './input.ts';
import { type Keywords, readTexts, type Text, type Texts } from './keywords.ts';
import { readControls } from './osconfig.ts';
import type { ImportProblem } from './problems.ts';
import { parsePsd1 } from './psd1.ts';
import { readTemplates } from './read.ts';
import { readSecurityOptions } from './security-options.ts';
import { controlsVersion, optionsVersion } from './tables.ts';
import { buildVersion, emptyModel } from './version.ts';
import { parseXml } from './xml.ts';

export interface LoadOptions {
  /** Contains `<source>/<version>/`; problems have paths relative to it, or to the folder by `folderOf`. */
  root: string;
  sources: SourceDeclaration[];
  folderOf?: (source: SourceDeclaration) => string | undefined;
  /** The corrections of `facts/corrections.json` that the import applies. */
  corrections?: Omit<CorrectionsFile, 'corrections'>;
  explainText?: boolean | undefined;
  tick?: (file: string) => void;
}

export type LoadedVersion = ReturnType<typeof emptyVersion>;

/** One version as stated by its files, before they are read. */
function emptyVersion(source: SourceDeclaration, version: SourceVersion) {
  return {
    source,
    version,
    input: { files: 0, sha256: '' } as InputDigest,
    /** Empty for a DDF. */
    model: emptyModel(),
    /** Every entry of a table as stated. */
    controls: [] as ControlFact[],
    nodes: [] as DdfFact[],
    texts: new Map() as Texts,
    /** policyId in lower case → keywords of each language with a text; set once the words of all texts are counted. */
    keywords: new Map() as ReadonlyMap<string, Keywords>,
    /** Language → number of templates without an ADML in it. */
    missingAdml: {} as Record<string, number>,
    proseLabels: 0,
    problems: [] as ImportProblem[],
  };
}

/** Reads the existing folders; a version without a folder is not in the result. */
export async function loadVersions(options: LoadOptions): Promise<LoadedVersion[]> {
  const loaded: LoadedVersion[] = [];
  const known = new Map<string, Text>();
  for (const source of options.sources) {
    for (const version of source.versions) {
      const folder = options.folderOf?.(source) ?? join(options.root, source.id, version.version);
      if (await isFolder(folder)) loaded.push(await loadVersion(source, version, folder, options, known));
    }
  }
  return loaded;
}

async function loadVersion(
  source: SourceDeclaration,
  version: SourceVersion,
  folder: string,
  options: LoadOptions,
  known: Map<string, Text>,
): Promise<LoadedVersion> {
  const collector = new InputCollector();
  const loaded = emptyVersion(source, version);
  const context: FolderContext = {
    root: options.folderOf?.(source) ?? options.root,
    report: (problem) => void loaded.problems.push(problem),
    onInput: (path, bytes) => collector.add(relative(folder, path).replaceAll('\\', '/'), bytes),
    ...optional('tick', options.tick),
    onProse: () => void loaded.proseLabels++,
  };
  await READERS[source.kind](loaded, folder, context, options);
  loaded.texts = readTexts(loaded.model.explanations, known);
  loaded.input = collector.digest();
  return loaded;
}

type Reader = (
  into: LoadedVersion,
  folder: string,
  context: FolderContext,
  options: LoadOptions,
) => Promise<void>;

const READERS: Record<SourceDeclaration['kind'], Reader> = {
  async admx(into, folder, context, { corrections = {}, explainText = false }) {
    const { source, version } = into;
    const { files, shared, missingAdml } = await readTemplates(folder, version.languages, context);
    into.model = buildVersion(files, {
      version: version.version,
      ...optional('date', version.date),
      lines: linesOf(corrections.lines ?? [], source, version),
      shared,
      explainText,
      report: context.report,
    });
    into.proseLabels += into.model.notes.proseLabels;
    into.missingAdml = missingAdml;
  },
  async ddf(into, folder, context) {
    const [{ version }, seen] = [into.version, new Map<string, string>()];
    const nodes = await readFolder(folder, '.xml', context, (text, file, report) =>
      readDdf(parseXml(text, file), file, version, report, context.onProse, seen),
    );
    into.nodes = linkDependencies(inheritApplicability(nodes));
  },
  async psd1(into, folder, context) {
    const seen = new Map<string, string>();
    const options = await readFolder(folder, '.psd1', context, (text, file, report) =>
      readSecurityOptions(parsePsd1(text, file), file, report, seen),
    );
    Object.assign(into, optionsVersion(options, into.source, into.version));
  },
  async csv(into, folder, context, { corrections = {} }) {
    const seen = new Map<string, string>();
    const all = await readFolder(folder, '.csv', context, (text, file, report) =>
      readControls(text, file, report, seen),
    );
    const { model, controls } = controlsVersion(all, into.source, into.version);
    const keys = corrections.keys ?? [];
    const source = into.source.id;
    for (const [id, fact] of model.settings)
      model.settings.set(id, withKey(fact, { source, name: policyName(fact) }, keys));
    into.model = model;
    into.controls = controls.map((each) => withKey(each, each, keys));
  },
  async pages({ source }, folder, { report }) {
    report({ file: folder, message: `edit ${source.id}.jsonl of the facts: no import reads this source` });
  },
};

function linesOf(
  lines: NonNullable<CorrectionsFile['lines']>,
  source: SourceDeclaration,
  { version }: SourceVersion,
): Map<string, string> {
  const own = lines.filter((each) => each.source === source.id && each.version === version);
  return new Map(own.map(({ admx, line }) => [admx.toLowerCase(), line]));
}

/** Versions without a date come first: nothing shows that they are newer. */
export function byDate(a: LoadedVersion, b: LoadedVersion): number {
  return compare(a.version.date ?? '', b.version.date ?? '');
}
