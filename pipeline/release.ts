/** A new dataset version, start to end: nothing that is served or committed changes until all of it is in order. */
import { cp, mkdir, mkdtemp, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { CheckResult } from '../build/checks/run.ts';
import { type Changes, compareDatasets } from '../build/diff/compare.ts';
import { checkFreshness } from '../build/diff/freshness.ts';
import type { CanonicalDataset } from '../build/diff/model.ts';
import { readDataset } from '../build/diff/read.ts';
import { renderMarkdown } from '../build/diff/render.ts';

/** The parts of a release that are commands of their own. */
export interface ReleaseSteps {
  /** Vendors' files → a folder of facts; absent: the facts are released as they are. */
  importInto?: (facts: string) => Promise<void>;
  check: (facts: string) => Promise<CheckResult[]>;
  /** @returns the version made. */
  compile: (facts: string, dist: string) => Promise<string>;
  /** Signs the folder of a version; absent: it is not signed. */
  sign?: (folder: string) => Promise<void>;
  /** Puts the version where it is served; absent: it is only prepared. */
  publish?: (dist: string) => Promise<void>;
}

export interface ReleaseOptions {
  steps: ReleaseSteps;
  /** The committed facts; replaced at the end by what was imported. */
  facts: string;
  /** What to compare with: a `dist`, a version's folder or facts. Default: the facts as they were. */
  previous?: string;
  /** Releases even where more than 5 % of the settings vanish. */
  allowLoss?: boolean;
  report: (line: string) => void;
}

export interface Release {
  version: string;
  changes: Changes;
  /** Markdown, for review. */
  notes: string;
}

/** A release that must not be: each reason on its line. */
export class ReleaseRefused extends Error {
  override readonly name = 'ReleaseRefused';
  readonly reasons: string[];
  /** Empty where it did not come to a comparison. */
  readonly notes: string;
  constructor(reasons: string[], notes = '') {
    super(`No release:\n${reasons.map((reason) => `  ${reason}`).join('\n')}`);
    this.reasons = reasons;
    this.notes = notes;
  }
}

export const MOST_LOST = 0.05;
/** Reasons of one kind that are spelt out. */
const NAMED = 20;

/** @throws ReleaseRefused with everything that is wrong; facts and served dataset are then as they were. */
export async function release(options: ReleaseOptions): Promise<Release> {
  const { steps, report } = options;
  const work = await mkdtemp(join(tmpdir(), 'hivecheck-release-'));
  try {
    const previous = await readDataset(options.previous ?? options.facts, options.facts);
    const [facts, dist] = [join(work, 'facts'), join(work, 'dist')];
    await cp(options.facts, facts, { recursive: true });
    if (steps.importInto) {
      report('import');
      await steps.importInto(facts);
    }
    report('check');
    refuse(failedChecks(await steps.check(facts)));
    report('compile');
    const version = await steps.compile(facts, dist);
    report('compare');
    const { changes, notes } = await compare(previous, join(dist, version), options);
    // The same content is the same version: what is served says already what changed, and when it was made.
    if (version !== previous.version) {
      await writeFile(join(dist, version, 'changes.json'), `${JSON.stringify(changes, null, 1)}\n`);
      await steps.sign?.(join(dist, version));
      await steps.publish?.(dist);
    }
    if (steps.importInto) await replaceFacts(facts, options.facts);
    return { version, changes, notes };
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}

async function compare(previous: CanonicalDataset, folder: string, { facts, allowLoss }: ReleaseOptions) {
  const next = await readDataset(folder, facts);
  const changes = compareDatasets(previous, next);
  const freshness = checkFreshness(previous, next);
  const notes = renderMarkdown(changes) + warningsOf(changes, freshness.warnings);
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
  const named = problems.slice(0, NAMED).map((problem) => `${what}: ${problem}`);
  return problems.length > NAMED ? [...named, `${what}: … and ${problems.length - NAMED} more`] : named;
}

function lossOf({ summary: { removed, settingsBefore } }: Changes): string[] {
  if (removed <= settingsBefore * MOST_LOST) return [];
  return [
    `${removed} of ${settingsBefore} settings would vanish, more than ${MOST_LOST * 100} %. ` +
      'If the vendors really dropped them, release with --allow-loss.',
  ];
}

/** What a reviewer should look at: it refuses nothing. */
function warningsOf(changes: Changes, freshness: readonly string[]): string {
  const emptied = Object.entries(changes.sources)
    .filter(
      ([, { removed, added, changed }]) =>
        removed.length > 20 && removed.length > 10 * (added.length + changed.length),
    )
    .map(([id, { removed }]) => `${id} loses ${removed.length} settings`);
  const lines = [...emptied, ...some('freshness', freshness)];
  return lines.length === 0 ? '' : `\n## To look at\n\n${lines.map((line) => `- ${line}\n`).join('')}`;
}

/** File by file, each by rename: an interruption leaves whole files, and the next import the right ones. */
async function replaceFacts(from: string, to: string): Promise<void> {
  const aside = join(to, `.releasing-${process.pid}`);
  await mkdir(aside);
  try {
    const names = await readdir(from);
    for (const name of names) await cp(join(from, name), join(aside, name), { recursive: true });
    for (const name of names) await rename(join(aside, name), join(to, name));
  } finally {
    await rm(aside, { recursive: true, force: true });
  }
}
