/** The package as `npm pack` makes it of a copy of the sources, installed in a folder of its own without a network. */
import { execFile } from 'node:child_process';
import { cp, mkdir, readdir, readFile, rename, symlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { ROOT } from '../../build/paths.ts';
import { corpusDist } from '../corpus/dist.ts';
import { smallFacts } from '../release/_facts.ts';
import { newFolder, writeFiles } from '../scratch.ts';

export const run = promisify(execFile);

/** What a clone has and `npm pack` needs. */
const SOURCES = [
  ...['build', 'cli', 'runtime', 'docs', 'package.json', 'tsconfig.json', 'tsconfig.types.json'],
  ...['README.md', 'CONTRIBUTING.md', 'SECURITY.md', 'CHANGELOG.md', 'LICENSE'],
];

export interface Packed {
  /** An empty project with the package and its dependencies in `node_modules`, and nothing else. */
  project: string;
  /** The package in the project. */
  installed: string;
  /** Bytes of the tarball. */
  size: number;
  /** A few facts, and the `dist` that the package's own step makes of them before it is packed. */
  prepared: { facts: string; dist: string };
}

/** The step before packing has few facts to compile: the dataset of all of them is there already. */
export async function packAndInstall(): Promise<Packed> {
  const clone = await newFolder();
  for (const name of SOURCES) await cp(join(ROOT, name), join(clone, name), { recursive: true });
  await symlink(join(ROOT, 'node_modules'), join(clone, 'node_modules'));
  // What an earlier bundle, and one that was killed, have left.
  await writeFiles(clone, { 'lib/chunks/old-ABCDEFGH.js': '', 'lib/.tmp-999999999-x': '' });
  await cp(await smallFacts(['wsl', 'chrome'], 40), join(clone, 'facts'), { recursive: true });
  await run('npm', ['run', 'prepack'], { cwd: clone });
  const folder = await newFolder();
  const prepared = { facts: join(folder, 'facts'), dist: join(folder, 'dist') };
  for (const name of ['facts', 'dist'] as const) await rename(join(clone, name), prepared[name]);
  await cp(join(ROOT, 'facts'), join(clone, 'facts'), { recursive: true });
  await cp(await corpusDist(), join(clone, 'dist'), { recursive: true });
  const { stdout } = await run('npm', ['pack', '--json', '--ignore-scripts'], {
    cwd: clone,
    maxBuffer: 16 << 20,
  });
  const [{ filename, size }] = JSON.parse(stdout);
  const project = await newFolder();
  const installed = join(project, 'node_modules', 'hivecheck');
  await mkdir(installed, { recursive: true });
  await run('tar', ['-xzf', join(clone, filename), '-C', installed, '--strip-components=1']);
  await linkDependencies(installed, join(project, 'node_modules'), new Set(['hivecheck']));
  return { project, installed, size, prepared };
}

/** Copies what the package declares to need, and what that needs: what `npm install` would fetch. */
async function linkDependencies(folder: string, modules: string, seen: Set<string>): Promise<void> {
  const { dependencies = {} } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'));
  for (const name of Object.keys(dependencies)) {
    if (seen.has(name)) continue;
    seen.add(name);
    const target = join(modules, name);
    await mkdir(dirname(target), { recursive: true });
    await cp(join(ROOT, 'node_modules', name), target, { recursive: true });
    await linkDependencies(target, modules, seen);
  }
}

/** The scripts below `lib/`, relative to it. */
export async function scripts(installed: string): Promise<string[]> {
  const names = await readdir(join(installed, 'lib'), { recursive: true });
  return names.filter((name) => name.endsWith('.js')).sort();
}
