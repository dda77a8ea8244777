/** What a client fetches and a start reads: bytes of the dataset, of the bundle and of the facts. */
import { execFileSync } from 'node:child_process';
import { copyFile, mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { builtInDist } from '../../build/built-in.ts';
import { FACTS, ROOT } from '../../build/paths.ts';
import { openDataset } from '../../runtime/dataset/open.ts';
import { folderStore } from '../../runtime/node/folder-store.ts';
import { startServer } from '../soak/server.ts';

export type Size = [what: string, value: number, most: number];

/** A look-up that is not cached reads one shard of an index; a remote one transfers it. */
const SHARD_BYTES = {
  resolve: 92_000,
  list: 84_000,
  near: 104_000,
  csp: 100_000,
  catalog: 36_000,
  setting: 140_000,
  policy: 30_000,
};

export async function sizes(): Promise<Size[]> {
  return [...(await sizesOfDataset()), ...(await sizesOfBundle()), ...(await sizesOfFacts())];
}

async function sizesOfDataset(): Promise<Size[]> {
  const dist = await builtInDist();
  const { manifest } = await openDataset(folderStore(dist));
  const files = Object.entries(manifest.files).map(([path, { bytes }]) => ({ path, bytes }));
  const largest = (index: string) =>
    Math.max(...files.filter(({ path }) => path.startsWith(`${index}/`)).map(({ bytes }) => bytes));
  const { size } = await stat(join(dist, manifest.version, 'manifest.json'));
  return [
    ...Object.entries(SHARD_BYTES).map(
      ([index, most]): Size => [`bytes of the largest shard of ${index}`, largest(index), most],
    ),
    // Every start reads it. A language takes 160 kB of it.
    ['bytes of the manifest', size, 880_000],
    ['bytes of the dataset', files.reduce((sum, { bytes }) => sum + bytes, 0), 230_000_000],
  ];
}

async function sizesOfFacts(): Promise<Size[]> {
  const names = await readdir(FACTS);
  const bytes = await Promise.all(names.map(async (name) => (await stat(join(FACTS, name))).size));
  return [
    ['bytes of the largest file of facts', Math.max(...bytes), 10_000_000],
    ['bytes of the facts', bytes.reduce((sum, each) => sum + each, 0), 25_000_000],
  ];
}

/** 870,000 bytes are the SDK of the Model Context Protocol and what it needs, loaded when it is first asked for. */
async function sizesOfBundle(): Promise<Size[]> {
  const folder = await mkdtemp(join(tmpdir(), 'hivecheck-bundle-'));
  try {
    // The command looks for its package.
    await copyFile(join(ROOT, 'package.json'), join(folder, 'package.json'));
    const args = ['--import', 'tsx', 'build/bundle.ts', 'cli/main.ts', relative(ROOT, join(folder, 'lib'))];
    execFileSync(process.execPath, args, { cwd: ROOT });
    const names = (await readdir(folder, { recursive: true })).filter((name) => name.endsWith('.js'));
    const all = await Promise.all(names.map(async (name) => (await stat(join(folder, name))).size));
    const urls = await loadedAtStart(join(folder, 'lib', 'cli', 'main.js'), await builtInDist());
    const own = urls.filter((url) => url.startsWith('file:'));
    const texts = await Promise.all(own.map((url) => readFile(fileURLToPath(url), 'utf8')));
    // esbuild marks where each module begins.
    const modules = texts.flatMap((text) => text.match(/^\/\/ \S+\.(?:[cm]?[jt]s|json)$/gm) ?? []);
    return [
      ['bytes of the bundle', all.reduce((sum, each) => sum + each, 0), 3_500_000],
      ['bytes that a start loads', texts.join('').length, 1_060_000],
      ['modules that a start loads', modules.length, 245],
    ];
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** URLs of what Node loads until the server listens. */
async function loadedAtStart(main: string, dist: string): Promise<string[]> {
  const hooks = `import { writeSync } from 'node:fs';
    export const load = (url, context, next) => { writeSync(2, 'loads ' + url + '\\n'); return next(url, context); };`;
  const url = `data:text/javascript,${encodeURIComponent(hooks)}`;
  const register = `import { register } from 'node:module'; register(${JSON.stringify(url)});`;
  const server = await startServer(dist, { preload: register, command: main });
  await server[Symbol.asyncDispose]();
  return [...server.errors().matchAll(/^loads (\S+)$/gm)].map(([, url]) => url ?? '');
}
