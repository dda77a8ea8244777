/** Makes a new dataset version from start to end: nothing in service or committed changes until all of it is valid. */
import { mkdir, readdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { readManifest } from '../../runtime/dataset/manifest.ts';
import { folderStore } from '../../runtime/node/folder-store.ts';
import {
  cleanAbandoned,
  finishReplacing,
  replaceFiles,
  unlessMissing,
  withTemporary,
  writeFileAtomic,
} from '../atomic.ts';
import type { CheckResult } from '../checks/run.ts';
import { namedFirst } from '../collections.ts';
import { type Changes, compareDatasets } from '../diff/compare.ts';
import { checkFreshness } from '../diff/freshness.ts';
import type { CanonicalDataset } from '../diff/model.ts';
import { readDataset } from '../diff/read.ts';
import { renderMarkdown } from '../diff/render.ts';
import { writeGeneratedAt } from '../facts/dataset.ts';
import { NAMED, toLookAt } from './to-look-at.ts';

/** The parts of a release that are also separate commands. */
export interface ReleaseSteps {
  /** Vendors' files → a folder of facts; absent: the facts are released unchanged. @returns Markdown for the notes. */
  importInto?: (facts: string) => Promise<string | undefined>;
  check: (facts: string) => Promise<CheckResult[]>;
  /** @returns The name of the new version. */
  compile: (facts: string, dist: string) => Promise<string>;
  /** Signs the folder of a version; absent: it is not signed. */
  sign?: (folder: string) => Promise<void>;
  /** Puts the version into service; absent: it is only prepared. */
  publish?: (dist: string) => Promise<void>;
}

export interface ReleaseOptions {
  steps: ReleaseSteps;
  /** The committed facts; replaced at the end by the imported ones. */
  facts: string;
  /** The dataset to compare with: a `dist`, a version's folder or facts. Default: the facts before the release. */
  previous?: string;
  /** Nothing is served yet: the version is published even if it equals the one that it was compared with. */
  first?: boolean;
  /** Allows a release in which more than 5 % of the settings vanish. */
  allowLoss?: boolean;
  report: (line: string) => void;
  /** A refused release has notes too: a decision on `allowLoss` needs the list of what would be lost. */
  notesFile?: string;
  /** Default: the clock. */
  now?: () => Date;
}

export interface Release {
  version: string;
  changes: Changes;
  /** Markdown, for review. */
  notes: string;
}

/** The release is refused, with one line for each reason. */
export class ReleaseRefused extends Error {
  override readonly name = 'ReleaseRefused';
  readonly reasons: string[];
  /** Begins with the reasons in an indented block, which Markdown does not interpret. */
  readonly notes: string;
  constructor(reasons: string[], notes = '') {
    super(`No release:\n${reasons.map((reason) => `  ${reason}`).join('\n')}`);
    this.reasons = reasons;
    this.notes = `# No release\n\n${reasons.map((reason) => `    ${reason}\n`).join('')}\n${notes}`;
  }
}

const MOST_LOST = 0.05;

/** @throws ReleaseRefused with all errors; facts and dataset in service are then unchanged. */
export async function release(options: ReleaseOptions): Promise<Release> {
  // Beside the facts, with the process id in its name, so that the next run removes what a killed one left.
  await cleanAbandoned(dirname(options.facts));
  const write = async (notes: string) => options.notesFile && writeFileAtomic(options.notesFile, notes);
  try {
    const done = await withTemporary(options.facts, async (work) => {
      await mkdir(work);
      return releaseIn(work, options);
    });
    await write(done.notes);
    return done;
  } catch (error) {
    if (error instanceof ReleaseRefused) await write(error.notes);
    throw error;
  }
}

async function releaseIn(work: string, options: ReleaseOptions): Promise<Release> {
  const { steps, report } = options;
  const before = await readTexts(options.facts);
  const previous = await readDataset(options.previous ?? options.facts, options.facts);
  const [facts, dist] = [join(work, 'facts'), join(work, 'dist')];
  await replaceTexts(facts, before);
  let imported: string | undefined;
  if (steps.importInto) {
    report('import');
    imported = await steps.importInto(facts);
  }
  report('check');
  refuse(failedChecks(await steps.check(facts)), imported);
  report('compile');
  const version = await compileDated(facts, dist, previous, options);
  report('compare');
  const { changes, notes } = await compare(previous, join(dist, version), imported, options);
  // The same content is the same version: the version in service has its changes and time already.
  const isNew = version !== previous.version;
  if (isNew) {
    await writeFileAtomic(join(dist, version, 'changes.json'), `${JSON.stringify(changes, null, 1)}\n`);
  }
  const wanted = isNew || options.first === true;
  if (wanted) await steps.sign?.(join(dist, version));
  // The facts first: after a kill between the two, the next run finds facts of an unserved version and publishes it.
  await commit(options.facts, before, await readTexts(facts), async () => {
    if (wanted) await steps.publish?.(dist);
  });
  return { version, changes, notes };
}

/**
 * Replaces the facts by exactly the bytes that were checked and compiled, then publishes; if that fails, the facts are
 * restored.
 */
async function commit(
  facts: string,
  before: FactTexts,
  made: FactTexts,
  publish: () => Promise<void>,
): Promise<void> {
  const edited = differing(before, await readTexts(facts));
  refuse(
    edited.map(
      (name) => `${join(facts, name)} was changed while the release ran: look at it and run it again`,
    ),
  );
  try {
    await replaceTexts(facts, made);
    const other = differing(made, await readTexts(facts));
    refuse(
      other.map((name) => `${join(facts, name)} is not what was compiled: another program writes there`),
    );
    await publish();
  } catch (error) {
    await replaceTexts(facts, before);
    throw error;
  }
}

/**
 * Facts that were changed by hand still have the time of the previous version: they get a new one, which is in the
 * manifest but not in the version's name.
 */
async function compileDated(
  facts: string,
  dist: string,
  previous: CanonicalDataset,
  { steps, now = () => new Date() }: ReleaseOptions,
): Promise<string> {
  const version = await steps.compile(facts, dist);
  if (version === previous.version || previous.generatedAt === undefined) return version;
  const { generatedAt } = await readManifest(folderStore(dist), version);
  if (generatedAt > previous.generatedAt) return version;
  // At least a second after the previous version: a run that is repeated after a kill then keeps the time.
  const earliest = Date.parse(previous.generatedAt) + 1000;
  await writeGeneratedAt(facts, new Date(Math.max(now().getTime(), earliest)));
  return steps.compile(facts, dist);
}

async function compare(
  previous: CanonicalDataset,
  folder: string,
  imported = '',
  { facts, allowLoss }: ReleaseOptions,
) {
  const next = await readDataset(folder, facts);
  const changes = compareDatasets(previous, next);
  const freshness = checkFreshness(previous, next);
  const notes = renderMarkdown(changes) + toLookAt(previous, next, changes, freshness.warnings) + imported;
  refuse([...(allowLoss ? [] : lossOf(changes)), ...some('freshness', freshness.errors)], notes);
  return { changes, notes };
}

function refuse(reasons: string[], notes?: string): void {
  if (reasons.length > 0) throw new ReleaseRefused(reasons, notes);
}

function failedChecks(results: readonly CheckResult[]): string[] {
  return results.flatMap(({ name, problems }) => some(`check "${name}"`, problems));
}

function some(what: string, problems: readonly string[]): string[] {
  return namedFirst(problems, NAMED).map((problem) => `${what}: ${problem}`);
}

function lossOf({ summary: { removed, settingsBefore } }: Changes): string[] {
  if (removed <= settingsBefore * MOST_LOST) return [];
  return [
    `${removed} of ${settingsBefore} settings would vanish, more than ${MOST_LOST * 100} %. ` +
      'If the vendors really dropped them, release with --allow-loss.',
  ];
}

/** Map from file name to text: all facts in memory, so that what is compiled is, byte for byte, what is committed. */
type FactTexts = ReadonlyMap<string, string>;

async function readTexts(folder: string): Promise<FactTexts> {
  await finishReplacing(folder);
  const entries = await readdir(folder, { withFileTypes: true });
  const names = entries.filter((entry) => entry.isFile()).map(({ name }) => name);
  const read = async (name: string): Promise<[string, string]> => [
    name,
    await readFile(join(folder, name), 'utf8'),
  ];
  return new Map(await Promise.all(names.map(read)));
}

/** Names of the files that differ, or exist in one only. */
function differing(a: FactTexts, b: FactTexts): string[] {
  const names = new Set([...a.keys(), ...b.keys()]);
  return [...names].filter((name) => a.get(name) !== b.get(name)).sort();
}

/** Afterwards the folder contains these files and no others; all of them change at one moment. */
async function replaceTexts(folder: string, texts: FactTexts): Promise<void> {
  const there = await readTexts(folder).catch(unlessMissing<FactTexts>(new Map()));
  const changed = differing(there, texts);
  if (changed.length > 0) await replaceFiles(folder, new Map(changed.map((name) => [name, texts.get(name)])));
}
