import { resolve } from 'node:path';
import { compile } from '../build/compile.ts';
import { DIST, FACTS } from '../build/paths.ts';
import { print } from './error.ts';
import { factsFolder } from './facts.ts';
import { withProgress } from './progress.ts';

export async function run(options: { facts?: string; out?: string }): Promise<void> {
  const facts = await factsFolder(options.facts);
  const out = resolve(options.out ?? DIST);
  const { manifest, reused } = await withProgress((progress) =>
    compile({ facts, builtIn: FACTS, out, progress }),
  );
  const { settings, registryPairs, cspMappings } = manifest.counts;
  print(
    `dataset ${manifest.version}${reused ? ' (unchanged)' : ''}: ${settings} settings, ${registryPairs} registry pairs, ` +
      `${cspMappings} MDM mappings in ${Object.keys(manifest.files).length} files\n`,
  );
}
