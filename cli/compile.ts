import { resolve } from 'node:path';
import type { Command } from 'commander';
import { DIST, FACTS } from '../build/paths.ts';
import { factsFolder } from './facts.ts';

export function register(program: Command): void {
  program
    .command('compile')
    .description('facts → a dataset version in dist/')
    .option('--facts <folder>', 'default: the built-in facts')
    .option('--out <folder>', 'the dist folder; default: the built-in one')
    .addHelpText('after', '\nExample:\n  $ hivecheck compile --facts my-facts --out /srv/dist')
    .action(run);
}

async function run(options: { facts?: string; out?: string }): Promise<void> {
  const { compile } = await import('../build/compile.ts');
  const { createProgress } = await import('./progress.ts');
  const facts = await factsFolder(options.facts);
  const progress = createProgress();
  const out = resolve(options.out ?? DIST);
  const { manifest, reused } = await compile({
    facts,
    builtIn: FACTS,
    out,
    progress: progress.update,
  }).finally(() => progress.stop());
  const { settings, registryPairs, cspMappings } = manifest.counts;
  process.stdout.write(
    `dataset ${manifest.version}${reused ? ' (unchanged)' : ''}: ${settings} settings, ${registryPairs} registry pairs, ` +
      `${cspMappings} MDM mappings in ${Object.keys(manifest.files).length} files\n`,
  );
}
