/** A dataset of the package's facts and one's own templates, for one run. */
import { cp, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { append, listed } from '../collections.ts';
import { compile } from '../compile.ts';
import { UsageError } from '../errors.ts';
import { readJson, readLines } from '../facts/model.ts';
import { statedFacts } from '../facts/order.ts';
import { type SourceDeclaration, WINDOWS_LINE } from '../facts/sources.ts';
import type { SupportedOnFact } from '../facts/types.ts';
import type { UnjoinedFact } from '../facts/unjoined.ts';
import { formatProblem, ImportFailed } from '../import/problems.ts';
import type { ImportedFacts } from '../import/run.ts';
import { FACTS } from '../paths.ts';
import { ownSource } from './import.ts';
import { importDeclared } from './import-declared.ts';

/** Id and line: versions of Windows' own templates do not affect these templates. */
const OWN = 'own';

export interface OwnDist {
  dist: string;
  /** Slugs of settings that the templates define and the package does not. */
  slugs: ReadonlySet<string>;
  /** Notes on policies that both define. */
  notes: string[];
}

/**
 * @param templates A folder of ADMX files with their language folders.
 * @param scratch An empty folder; the dataset is written below it.
 * @throws UsageError that names each template that cannot be read.
 */
export async function ownDist(templates: string, scratch: string): Promise<OwnDist> {
  const [root, out] = [resolve(templates), join(scratch, 'facts')];
  const flags = { name: OWN, label: 'local' };
  const source = await ownSource(flags, templates);
  await cp(FACTS, out, { recursive: true });
  const file = join(out, 'sources.json');
  const declared = await readJson<{ sources: SourceDeclaration[] }>(file);
  declared.sources.push({ ...source, line: OWN });
  await writeFile(file, JSON.stringify(declared));
  const folderOf = ({ id }: SourceDeclaration) => (id === OWN ? root : undefined);
  const declaredImport = { root: scratch, folderOf, facts: out, builtIn: FACTS, allowMoved: true };
  const { facts } = await importDeclared(declaredImport).catch((error: unknown) => {
    if (!(error instanceof ImportFailed)) throw error;
    const all = error.problems.map((each) => formatProblem({ ...each, file: join(templates, each.file) }));
    throw new UsageError(`--admx: correct these, or take the files out of the folder:\n${all.join('\n')}`);
  });
  await dropCopies(join(out, 'supported-on.jsonl'));
  const dist = join(scratch, 'dist');
  await compile({ facts: out, builtIn: FACTS, out: dist });
  const own = facts.settings.get(OWN) ?? [];
  const slugs = new Set(own.map(({ slug }) => slug));
  return { dist, slugs, notes: notesOf(facts, new Set(own.map(({ policyId }) => policyId))) };
}

/** Removes copies of Windows' definitions: those of the package are reviewed, and in English. */
async function dropCopies(path: string): Promise<void> {
  const all = await readLines<SupportedOnFact>(path);
  const known = new Set(all.flatMap(({ line, id }) => (line === WINDOWS_LINE ? [id] : [])));
  const kept = all.filter(({ line, id }) => line !== OWN || !known.has(id));
  await writeFile(path, kept.map((each) => `${JSON.stringify(each)}\n`).join(''));
}

const NAMED = 10;

/** Nothing shows that one's own template is newer than the package's facts: the latter are used. */
function notesOf({ unjoined }: ImportedFacts, own: ReadonlySet<string>): string[] {
  const idOf = ({ setting }: UnjoinedFact) => setting.policyId.toLowerCase();
  const known = unjoined.filter(({ source, setting }) => source === OWN && !own.has(setting.policyId));
  if (known.length === 0) return [];
  const others = new Map<string, UnjoinedFact[]>();
  for (const each of unjoined) if (each.source !== OWN) append(others, idOf(each), each);
  const differing = known.filter((each) => {
    const stated = statedFacts(each.setting);
    return !others.get(idOf(each))?.some(({ setting }) => isDeepStrictEqual(statedFacts(setting), stated));
  });
  const names = differing.map(({ setting }) => setting.policyId);
  const text = `--admx: of ${known.length} policies that the package knows too, its own facts hold`;
  return [
    differing.length === 0 ? text : `${text}; the templates say something else of ${listed(names, NAMED)}`,
  ];
}
