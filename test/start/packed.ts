/** The package as `npm pack` makes it of a copy of the sources, installed in a folder of its own without a network. */
import { execFile } from 'node:child_process';
import { cp, mkdir, readdir, readFile, symlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { ROOT } from '../../build/paths.ts';
import { newFolder, writeFiles } from '../scratch.ts';

export const run = promisify(execFile);

/** What a clone has and `npm pack` needs. */
const SOURCES = [
  ...['build', 'cli', 'runtime', 'facts', 'docs', 'package.json', 'tsconfig.json', 'tsconfig.types.json'],
  ...['README.md', 'CONTRIBUTING.md', 'SECURITY.md', 'CHANGELOG.md', 'LICENSE'],
];

export interface Packed {
  /** An empty project with the package and its dependencies in `node_modules`, and nothing else. */
  project: string;
  /** The package in the project. */
  installed: string;
  /** Bytes of the tarball. */
  size: number;
}

/** Packing compiles the dataset. */
export async function packAndInstall(): Promise<Packed> {
  const clone = await newFolder();
  for (const name of SOURCES) await cp(join(ROOT, name), join(clone, name), { recursive: true });
  await symlink(join(ROOT, 'node_modules'), join(clone, 'node_modules'));
  // What an earlier bundle, and one that was killed, have left.
  await writeFiles(clone, { 'lib/chunks/old-ABCDEFGH.js': '', 'lib/.tmp-999999999-x': '' });
  const { stdout } = await run('npm', ['pack', '--json', '--silent'], { cwd: clone, maxBuffer: 16 << 20 });
  // What the scripts print comes before it.
  const [{ filename, size }] = JSON.parse(stdout.slice(stdout.search(/^\[/m)));
  const project = await newFolder();
  const installed = join(project, 'node_modules', 'hivecheck');
  await mkdir(installed, { recursive: true });
  await run('tar', ['-xzf', join(clone, filename), '-C', installed, '--strip-components=1']);
  await linkDependencies(installed, join(project, 'node_modules'), new Set(['hivecheck']));
  return { project, installed, size };
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
