/** A folder of templates → parsed files. Reports every problem; leaves broken files out. */
import { basename, join } from 'node:path';
import { subfolders } from '../atomic.ts';
import { type AdmlFile, readAdml } from './adml.ts';
import { readAdmx } from './admx.ts';
import { type FolderContext, list, readFolder, readParsed, relativePath } from './file.ts';
import type { Report } from './problems.ts';
import type { TemplateFile } from './version.ts';
import { parseXml } from './xml.ts';

/** Reads a PolicyDefinitions folder: `*.admx`, and `<lang>/*.adml` of the declared languages. */
export async function readTemplates(folder: string, languages: string[], context: FolderContext) {
  const adml = await readLanguages(folder, languages, context);
  // An archive with another layout: what is not read would count as dropped. A folder of one's own may hold copies.
  if (context.root !== folder) await refuseNested(folder, context);
  /** Language → number of templates without an ADML in it. */
  const missingAdml: Record<string, number> = {};
  const files = await readFolder(folder, '.admx', context, (text, file, report): TemplateFile[] => {
    const admx = readAdmx(parseXml(text, file), file, report);
    const base = baseOf(basename(file));
    const own = new Map<string, AdmlFile>();
    for (const [lang, all] of adml) {
      const found = all.get(base);
      if (found) own.set(lang, found);
      // A central store has several vendors, each with its own languages: an absence, not an error.
      else if (!all.has(base)) missingAdml[lang] = (missingAdml[lang] ?? 0) + 1;
    }
    return [{ admx, adml: own }];
  });
  const used = new Set((await list(folder, '.admx')).map(baseOf));
  /** Language → ADML files that belong to no ADMX of the folder. */
  const shared = new Map(
    [...adml].map(([lang, all]) => [
      lang,
      [...all].flatMap(([base, file]) => (file && !used.has(base) ? [file] : [])),
    ]),
  );
  return { files, shared, missingAdml };
}

async function refuseNested(folder: string, context: FolderContext): Promise<void> {
  for (const name of await subfolders(folder)) {
    const nested = join(folder, name);
    const message = 'has .admx files, which are read in the folder of the version only: move them there';
    if ((await list(nested, '.admx')).length > 0)
      context.report({ file: relativePath(nested, context), message });
    await refuseNested(nested, context);
  }
}

async function readLanguages(folder: string, languages: string[], context: FolderContext) {
  const folders = await subfolders(folder);
  const adml = new Map<string, Map<string, AdmlFile | undefined>>();
  for (const lang of languages) {
    const name = folders.findLast((each) => each.toLowerCase() === lang.toLowerCase());
    if (name === undefined) {
      const message = `no folder for the declared language ${lang}: put it there, or take it out of the languages of the version`;
      context.report({ file: relativePath(folder, context), message, textsOnly: true });
    } else adml.set(lang, await readAdmls(join(folder, name), context));
  }
  return adml;
}

/** Base name (lower case: InetRes.adml belongs to inetres.admx) → ADML; undefined if it cannot be read. */
async function readAdmls(folder: string, context: FolderContext): Promise<Map<string, AdmlFile | undefined>> {
  const all = new Map<string, AdmlFile | undefined>();
  const report: Report = (problem) => context.report({ ...problem, textsOnly: true });
  for (const name of await list(folder, '.adml')) {
    const [path, base] = [join(folder, name), baseOf(name)];
    const read = await readParsed(path, { ...context, report }, (text, file) => {
      const root = parseXml(text, file);
      return all.has(base) ? undefined : readAdml(root, file, report);
    });
    const message = 'another file has this name in other letters: leave one of them';
    if (all.has(base)) report({ file: relativePath(path, context), message });
    all.set(base, read);
  }
  return all;
}

function baseOf(name: string): string {
  return name.slice(0, name.lastIndexOf('.')).toLowerCase();
}
