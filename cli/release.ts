import { resolve } from 'node:path';
import { writeFileAtomic } from '../build/atomic.ts';
import { renderTable } from '../build/diff/render.ts';
import { servedVersion, withServed } from '../build/pipeline/publish/served.ts';
import { type Release, type ReleaseOptions, ReleaseRefused, release } from '../build/pipeline/release.ts';
import { releaseSteps, type StepOptions } from '../build/pipeline/release-steps.ts';
import { print } from './error.ts';
import { factsFolder } from './facts.ts';
import type { Flags } from './options.ts';
import { withProgress } from './progress.ts';
import { type PublishingFlags, publishingOptions, versionsKept } from './publishing.ts';

type ReleaseFlags = PublishingFlags & { keep: string } & Flags<
    'sources' | 'facts' | 'previous' | 'to' | 'notes',
    'allowLoss' | 'allowMoved'
  >;

export async function run(flags: ReleaseFlags): Promise<void> {
  const { to, previous } = flags;
  // Keys are read first, and compared with those of the place: a wrong one must not show after minutes of work.
  const options = { ...(await publishingOptions(flags)), keep: versionsKept(flags.keep) };
  const { environment } = options;
  if (to === undefined) return runAfter(previous, options, flags, false);
  if (previous !== undefined)
    return runAfter(previous, options, flags, (await servedVersion(to, environment, options)) === '');
  return withServed(to, environment, (served) => runAfter(served, options, flags, !served), options);
}

type KeyOptions = Pick<StepOptions, 'environment' | 'publicKey' | 'signingKey' | 'replaceKey' | 'keep'>;

/**
 * @param previous The dataset to compare with; default: the facts before the release.
 * @param first Nothing is served yet.
 */
async function runAfter(
  previous: string | undefined,
  options: KeyOptions,
  { sources, facts, to, notes, allowLoss, allowMoved }: ReleaseFlags,
  first: boolean,
): Promise<void> {
  const folder = await factsFolder(facts);
  const from = sources && resolve(sources);
  const { version, changes } = await withProgress((progress) => {
    const steps = releaseSteps({ ...options, sources: from, to, allowLoss, allowMoved, progress });
    return withNotes(notes, {
      steps,
      facts: folder,
      ...(previous ? { previous: resolve(previous) } : {}),
      first,
      allowLoss: allowLoss === true,
      report: (step) => progress(0, 1, step),
    });
  });
  const where = to ? ` is served from ${to}` : '';
  print(`${renderTable(changes)}dataset ${version}${where}\n`);
}

/** A refused release has notes too: a decision on --allow-loss needs the list of what would be lost. */
async function withNotes(file: string | undefined, options: ReleaseOptions): Promise<Release> {
  const write = async (notes: string) => file && writeFileAtomic(resolve(file), notes);
  try {
    const done = await release(options);
    await write(done.notes);
    return done;
  } catch (error) {
    if (error instanceof ReleaseRefused) await write(error.notes);
    throw error;
  }
}
