/** A folder of vendor files → parsed templates or nodes. Every problem is reported; a broken file is left out. */
import { readdir, readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import type { DdfFact } from '../facts/types.ts';
import { type AdmlFile, readAdml } from './adml.ts';
import { type Report, readAdmx } from './admx.ts';
import { inheritApplicability, readDdf } from './ddf.ts';
import { decodeXml } from './decode.ts';
import { FileProblem } from './problems.ts';
import type { TemplateFile } from './version.ts';
import { parseXml, type XmlElement } from './xml.ts';

export interface FolderContext {
  /** Paths in problems are relative to it. */
  root: string;
  report: Report;
  /** Called after each file. */
  tick?: (file: string) => void;
  /** Called for each label that is left out because it is prose. */
  onProse?: () => void;
}

export interface TemplateFolder {
  files: TemplateFile[];
  /** Language → ADML files that belong to no ADMX of the folder. */
  shared: Map<string, AdmlFile[]>;
}

async function readXml(
  path: string,
  { root, report, tick }: FolderContext,
): Promise<{ xml: XmlElement; file: string } | undefined> {
  const file = relative(root, path).replaceAll('\\', '/');
  try {
    return { xml: parseXml(decodeXml(await readFile(path), file), file), file };
  } catch (error) {
    if (error instanceof FileProblem) report(error.problem);
    else if (isSystemError(error)) report({ file, message: `cannot be read (${error.code})` });
    else throw error;
    return undefined;
  } finally {
    tick?.(file);
  }
}

function isSystemError(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && 'syscall' in error;
}

/** A PolicyDefinitions folder: `*.admx` and `<lang>/*.adml`. Reads the declared languages only. */
export async function readTemplates(
  folder: string,
  languages: string[],
  context: FolderContext,
): Promise<TemplateFolder> {
  const folders = await languageFolders(folder);
  const adml = new Map<string, Map<string, AdmlFile | undefined>>();
  for (const lang of languages) {
    const name = folders.get(lang.toLowerCase());
    if (name === undefined) {
      const message = `no folder for the declared language ${lang}`;
      context.report({ file: relative(context.root, folder) || '.', message });
    } else adml.set(lang, await readAdmls(join(folder, name), context));
  }
  const files: TemplateFile[] = [];
  const used = new Set<string>();
  for (const name of await listSome(folder, '.admx', context)) {
    const base = baseOf(name);
    used.add(base);
    const read = await readXml(join(folder, name), context);
    if (!read) continue;
    const { report, sound } = watched(context.report);
    const admx = readAdmx(read.xml, read.file, report);
    const own = ownAdml(base, read.file, adml, context.report);
    // A setting without the part that could not be read would be a wrong fact: the whole file stays out.
    if (sound()) files.push({ admx, adml: own });
  }
  const shared = new Map(
    [...adml].map(([lang, all]) => [
      lang,
      [...all].flatMap(([base, file]) => (file && !used.has(base) ? [file] : [])),
    ]),
  );
  return { files, shared };
}

/** Language (lower case) → folder name. */
export async function languageFolders(folder: string): Promise<Map<string, string>> {
  const entries = await readdir(folder, { withFileTypes: true });
  return new Map(
    entries.filter((each) => each.isDirectory()).map((each) => [each.name.toLowerCase(), each.name]),
  );
}

/** Base name (lower case: InetRes.adml belongs to inetres.admx) → ADML, undefined for one that cannot be read. */
async function readAdmls(folder: string, context: FolderContext): Promise<Map<string, AdmlFile | undefined>> {
  const all = new Map<string, AdmlFile | undefined>();
  for (const name of await list(folder, '.adml')) {
    const read = await readXml(join(folder, name), context);
    all.set(baseOf(name), read && readAdml(read.xml, read.file, context.report));
  }
  return all;
}

function ownAdml(
  base: string,
  file: string,
  adml: Map<string, Map<string, AdmlFile | undefined>>,
  report: Report,
): Map<string, AdmlFile> {
  const own = new Map<string, AdmlFile>();
  for (const [lang, all] of adml) {
    const found = all.get(base);
    if (found) own.set(lang, found);
    else if (!all.has(base)) report({ file, line: 1, column: 1, message: `no ADML in ${lang}` });
  }
  return own;
}

export async function readDdfFolder(
  folder: string,
  version: string,
  context: FolderContext,
): Promise<DdfFact[]> {
  const nodes: DdfFact[] = [];
  for (const name of await listSome(folder, '.xml', context)) {
    const read = await readXml(join(folder, name), context);
    if (!read) continue;
    const { report, sound } = watched(context.report);
    const own = readDdf(read.xml, read.file, version, report, context.onProse);
    if (sound()) nodes.push(...own);
  }
  return inheritApplicability(nodes);
}

/** A report that remembers whether it was used. */
function watched(to: Report): { report: Report; sound: () => boolean } {
  let problems = 0;
  return {
    report: (problem) => {
      problems++;
      to(problem);
    },
    sound: () => problems === 0,
  };
}

/** A declared folder without a single file of its kind is a wrong path, not an empty source. */
async function listSome(folder: string, extension: string, { root, report }: FolderContext) {
  const names = await list(folder, extension);
  if (names.length === 0)
    report({ file: relative(root, folder) || '.', message: `no ${extension} file in the folder` });
  return names;
}

async function list(folder: string, extension: string): Promise<string[]> {
  const names = await readdir(folder);
  // Code-unit order: the same on every machine and locale.
  return names.filter((name) => name.toLowerCase().endsWith(extension)).sort();
}

function baseOf(name: string): string {
  return name.slice(0, name.lastIndexOf('.')).toLowerCase();
}
