/** `hivecheck release`. */
import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { runChecks } from '../build/checks/run.ts';
import { compile } from '../build/compile/compile.ts';
import { renderTable } from '../build/diff/render.ts';
import type { CorrectionsFile } from '../build/facts/corrections.ts';
import { readJson } from '../build/facts/model.ts';
import type { SourcesManifest } from '../build/facts/sources.ts';
import { knownSlugs, writeFacts } from '../build/facts/write.ts';
import { importSources } from '../build/import/run.ts';
import { FACTS } from '../build/paths.ts';
import { signingKey } from '../pipeline/publish/keys.ts';
import { publish } from '../pipeline/publish/publish.ts';
import { signVersion } from '../pipeline/publish/sign.ts';
import { ReleaseRefused, type ReleaseSteps, release } from '../pipeline/release.ts';
import { epoch } from './built-in.ts';
import { createProgress, type Progress } from './progress.ts';
import { keepOf, keyOf } from './publish.ts';

export interface ReleaseFlags {
  sources?: string;
  facts?: string;
  previous?: string;
  to?: string;
  keep: string;
  key?: string;
  notes?: string;
  allowLoss?: boolean;
}

export async function releaseCommand(flags: ReleaseFlags): Promise<void> {
  const facts = resolve(flags.facts ?? FACTS);
  const progress = createProgress();
  const served = flags.to && existsSync(join(flags.to, 'index.json')) ? flags.to : undefined;
  const previous = flags.previous ?? served;
  try {
    const { version, changes, notes } = await release({
      steps: await stepsOf(flags, progress),
      facts,
      ...(previous ? { previous: resolve(previous) } : {}),
      allowLoss: flags.allowLoss === true,
      report: (step) => progress.update(0, 1, step),
    }).finally(() => progress.stop());
    if (flags.notes) await writeFile(resolve(flags.notes), notes);
    process.stdout.write(
      `${renderTable(changes)}\ndataset ${version}${flags.to ? ` is served from ${flags.to}` : ''}\n`,
    );
  } catch (error) {
    // Who has to decide about --allow-loss needs to see what would go.
    if (error instanceof ReleaseRefused && flags.notes) await writeFile(resolve(flags.notes), error.notes);
    throw error;
  }
}

async function stepsOf(flags: ReleaseFlags, progress: Progress): Promise<ReleaseSteps> {
  const signs = flags.key !== undefined || process.env.HIVECHECK_SIGNING_KEY;
  // Read first: a key that is no key should not show after minutes of work.
  const key = signs ? await signingKey({ file: flags.key, environment: process.env }) : undefined;
  const [publicKey, keep, to] = [await keyOf(undefined), keepOf(flags.keep), flags.to];
  return {
    ...(flags.sources ? { importInto: importer(resolve(flags.sources), progress) } : {}),
    check: (facts) => runChecks(facts, facts),
    compile: async (facts, out) => {
      const { manifest } = await compile({
        facts,
        builtIn: facts,
        out,
        ...epoch(),
        progress: progress.update,
      });
      return manifest.version;
    },
    ...(key ? { sign: (folder: string) => signVersion(folder, key) } : {}),
    ...(to
      ? {
          publish: async (dist: string) =>
            void (await publish({ from: dist, to: resolve(to), keep, publicKey })),
        }
      : {}),
  };
}

function importer(root: string, progress: Progress) {
  return async (facts: string): Promise<void> => {
    const { sources } = await readJson<SourcesManifest>(join(facts, 'sources.json'));
    let files = 0;
    const imported = await importSources({
      root,
      sources,
      corrections: await readJson<CorrectionsFile>(join(facts, 'corrections.json')),
      knownSlugs: await knownSlugs(facts, sources),
      tick: () => progress.update(++files, Math.max(files, 2300), 'files read'),
    });
    await writeFacts(imported, facts);
  };
}
