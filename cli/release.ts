import { resolve } from 'node:path';
import type { Command } from 'commander';
import type { Release, ReleaseOptions } from '../build/pipeline/release.ts';
import type { StepOptions } from '../build/pipeline/release-steps.ts';
import { factsFolder } from './facts.ts';
import { PLACES_HELP, REPLACE_KEY, S3_ENDPOINT, SIGNING_KEY } from './options.ts';

export function register(program: Command): void {
  program
    .command('release')
    .description(
      'import → checks → compile → compare with the previous version → notes; refused where something is wrong',
    )
    .option(
      '--sources <folder>',
      "the vendors' files: new versions are put onto the facts, what is not there is kept; without it the facts are released as they are",
    )
    .option('--facts <folder>', 'default: the built-in facts')
    .option(
      '--previous <folder>',
      'compare with this; default: what --to serves, else the facts as they were',
    )
    .option('--to <place>', 'publish there: a folder, a bucket or a git branch')
    .option('--keep <n>', 'versions kept there', '5')
    .option(...SIGNING_KEY)
    .option(...REPLACE_KEY)
    .option(...S3_ENDPOINT)
    .option('--notes <file>', 'write the change notes (Markdown), also of a refused release')
    .option(
      '--allow-loss',
      'release even if more than 5 % of the settings disappear, or a product line drops more than 20 % of its own',
    )
    .option(
      '--allow-moved',
      "release even if a product line states policies that are another line's in the facts",
    )
    .addHelpText(
      'after',
      `${PLACES_HELP}\nExample:\n  $ hivecheck release --sources ../vendor-files --to /srv/dist --notes notes.md`,
    )
    .action(run);
}

interface ReleaseFlags {
  sources?: string;
  facts?: string;
  previous?: string;
  to?: string;
  keep: string;
  key?: string;
  replaceKey?: boolean;
  s3Endpoint?: string;
  notes?: string;
  allowLoss?: boolean;
  allowMoved?: boolean;
}

async function run(flags: ReleaseFlags): Promise<void> {
  const { servedVersion, withServed } = await import('../build/pipeline/publish/served.ts');
  const { optionalPublicKey, optionalSigningKey, versionsKept, withEndpoint } = await import('./signing.ts');
  const { to, previous, replaceKey } = flags;
  const environment = withEndpoint(flags.s3Endpoint);
  // Keys are read first, and compared with those of the place: a wrong one must not show after minutes of work.
  const publicKey = await optionalPublicKey(undefined);
  const key = { signingKey: await optionalSigningKey(flags.key), replaceKey };
  const options = { environment, publicKey, ...key, keep: versionsKept(flags.keep) };
  if (to === undefined) return runAfter(previous, options, flags, false);
  if (previous !== undefined)
    return runAfter(previous, options, flags, (await servedVersion(to, environment, key)) === '');
  return withServed(to, environment, (served) => runAfter(served, options, flags, !served), key);
}

type KeyOptions = Pick<StepOptions, 'environment' | 'publicKey' | 'signingKey' | 'replaceKey' | 'keep'>;

/**
 * @param previous what to compare with; default: the facts as they were.
 * @param first nothing is served yet.
 */
async function runAfter(
  previous: string | undefined,
  options: KeyOptions,
  flags: ReleaseFlags,
  first: boolean,
): Promise<void> {
  const { renderTable } = await import('../build/diff/render.ts');
  const { releaseSteps } = await import('../build/pipeline/release-steps.ts');
  const { createProgress } = await import('./progress.ts');
  const progress = createProgress();
  const { version, changes } = await withNotes(flags.notes, {
    steps: releaseSteps({
      ...options,
      sources: flags.sources && resolve(flags.sources),
      to: flags.to,
      allowLoss: flags.allowLoss,
      allowMoved: flags.allowMoved,
      progress: progress.update,
    }),
    facts: await factsFolder(flags.facts),
    ...(previous ? { previous: resolve(previous) } : {}),
    first,
    allowLoss: flags.allowLoss === true,
    report: (step) => progress.update(0, 1, step),
  }).finally(() => progress.stop());
  const where = flags.to ? ` is served from ${flags.to}` : '';
  process.stdout.write(`${renderTable(changes)}dataset ${version}${where}\n`);
}

/** A refused release has notes too: whoever decides about --allow-loss needs to see what would be lost. */
async function withNotes(file: string | undefined, options: ReleaseOptions): Promise<Release> {
  const { ReleaseRefused, release } = await import('../build/pipeline/release.ts');
  const { writeFileAtomic } = await import('../build/atomic.ts');
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
