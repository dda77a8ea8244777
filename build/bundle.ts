/**
 * `npm run bundle`: bundles the package's entries and what they need into a few files in `lib/`, without unused code.
 * The program starts in two thirds of the time and uses 12 MB less. With arguments: bundles another entry into another
 * folder, both below the package's root.
 */
import { mkdir, readdir, readFile, rm } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { type BuildOptions, type BuildResult, build, type Metafile, type Plugin } from 'esbuild';
import { cleanAbandoned, writeFileAtomic } from './atomic.ts';
import { BUNDLE_ALIAS } from './bundle-alias.ts';
import { DOCUMENT_FILES, writeDocuments } from './documents/write.ts';
import { ROOT } from './paths.ts';

/** Not bundled: 7z-wasm reads files beside its own, undici is for remote datasets only, listhen's tools are unused. */
const APART = ['7z-wasm', 'undici', 'jiti', 'untun', '@parcel/*'];

/** CommonJS packages load Node's modules by `require`, which an ES module does not have. */
const REQUIRE =
  "import { createRequire as requireOf } from 'node:module'; const require = requireOf(import.meta.url);";

/** Output path without extension → source. */
type Entries = Record<string, string>;

const NODE_ENTRIES: Entries = {
  'cli/main': 'cli/main.ts',
  'cli/index-worker': 'build/search/index-worker.ts',
  index: 'runtime/index.ts',
};
/** The launcher prepares the process and then loads `cli/main`, so the two are not bundled together. */
const LAUNCHER: Entries = { 'cli/hivecheck': 'cli/hivecheck.cts' };
/** These import no modules of Node. Each is one file: hosts of workers load a module by its name. */
const NEUTRAL_ENTRIES: Entries = { worker: 'runtime/worker.ts', format: 'runtime/format/format.ts' };

const COMMON = {
  absWorkingDir: ROOT,
  bundle: true,
  format: 'esm',
  write: false,
  metafile: true,
  logLevel: 'warning',
  alias: BUNDLE_ALIAS,
  platform: 'node',
  target: 'node20.19',
} satisfies BuildOptions;

/**
 * Modules that are loaded later first import the core that any start loads. Otherwise esbuild splits it by importers
 * into 35 chunks, each of which takes Node a millisecond or more: `serve` and `resolve` load 20 files fewer.
 */
const oneCore: Plugin = {
  name: 'one-core',
  setup: ({ onResolve, onLoad, resolve }) => {
    onResolve({ filter: /^\./ }, async ({ kind, path, resolveDir }) => {
      if (kind !== 'dynamic-import' || !path.endsWith('.ts')) return undefined;
      const { errors, path: source } = await resolve(path, { resolveDir, kind: 'import-statement' });
      return errors.length > 0 ? { errors } : { path: source, namespace: 'later' };
    });
    onLoad({ filter: /./, namespace: 'later' }, ({ path }) => {
      // The library that others embed must not contain the command.
      const core = path.startsWith(join(ROOT, 'runtime')) ? 'runtime/service.ts' : 'cli/open.ts';
      const contents = `import ${JSON.stringify(join(ROOT, core))}; export * from ${JSON.stringify(path)};`;
      return { contents, resolveDir: ROOT };
    });
  },
};

const forNode = (entryPoints: Entries, outdir: string, plugins: Plugin[] = []) =>
  build({
    ...COMMON,
    entryPoints,
    outdir,
    splitting: true,
    chunkNames: 'chunks/[name]-[hash]',
    external: APART,
    banner: { js: REQUIRE },
    plugins,
    // Without it the package was over its limit. Names and lines stay as they are: Node prints the one that fails.
    minifySyntax: true,
  });

const launcher = (entryPoints: Entries, outdir: string) =>
  build({
    ...COMMON,
    entryPoints,
    outdir,
    format: 'cjs',
    external: ['./main.js'],
    outExtension: { '.js': '.cjs' },
  });

const neutral = (entryPoints: Entries, outdir: string) =>
  build({
    ...COMMON,
    entryPoints,
    outdir,
    target: 'es2023',
    // Hosts of workers bundle it again; with blanks and long names the package was over its limit.
    minifyWhitespace: true,
    minifyIdentifiers: true,
    // Packages name in `browser` the replacements for their use of Node.
    platform: 'browser',
    mainFields: ['browser', 'module', 'main'],
    conditions: ['workerd', 'worker', 'browser'],
  });

type Built = BuildResult<{ write: false; metafile: true }>;

async function write(folder: string, builds: Built[]): Promise<void> {
  const outputs = builds.flatMap(({ outputFiles }) => outputFiles);
  const files = new Map(outputs.map(({ path, contents }) => [nameBelow(folder, path), contents]));
  const notices = await licenses(builds.map(({ metafile }) => metafile));
  files.set('LICENSES.txt', new TextEncoder().encode(notices));
  for (const each of new Set([...files.keys()].map((name) => dirname(join(folder, name))))) {
    await mkdir(each, { recursive: true });
    await cleanAbandoned(each);
  }
  // The entries are written last, after the chunks that they import.
  const isChunk = (name: string): number => Number(name.startsWith('chunks'));
  const ordered = [...files].sort(([a], [b]) => isChunk(b) - isChunk(a));
  for (const [name, contents] of ordered) {
    // `npm link` and npx execute the launcher; npm makes it executable once, but not after a later build.
    const mode = name.endsWith('.cjs') ? 0o777 : 0o666;
    await writeFileAtomic(join(folder, name), contents, { durable: false, mode });
  }
  for (const found of await readdir(folder, { recursive: true, withFileTypes: true })) {
    const path = nameBelow(folder, join(found.parentPath, found.name));
    // A temporary file belongs to another build that is running; types are made after the bundle.
    const isOther =
      found.name.startsWith('.tmp-') || path.startsWith('types') || DOCUMENT_FILES.includes(path);
    if (found.isFile() && !files.has(path) && !isOther) await rm(join(folder, path), { force: true });
  }
}

const nameBelow = (folder: string, path: string): string => relative(folder, path).replaceAll('\\', '/');

/** The bundled packages, with the notices that their licences require. */
async function licenses(metafiles: Metafile[]): Promise<string> {
  const outputs = metafiles.flatMap((metafile) => Object.values(metafile.outputs));
  const inputs = outputs.flatMap((output) => Object.keys(output.inputs));
  const folders = new Set(
    inputs.flatMap((path) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path)?.[0] ?? []),
  );
  const notices = await Promise.all([...folders].sort().map(notice));
  return `The files in this folder hold parts of these packages.\n\n${notices.join('\n\n')}`;
}

async function notice(folder: string): Promise<string> {
  const { name, version, license, author } = JSON.parse(
    await readFile(join(ROOT, folder, 'package.json'), 'utf8'),
  );
  const texts = (await readdir(join(ROOT, folder))).filter((file) =>
    /^(?:licen[cs]e|copying|notice)/i.test(file),
  );
  const bodies = await Promise.all(texts.map((file) => readFile(join(ROOT, folder, file), 'utf8')));
  // saxes names its licence but ships no text of it.
  const known = bodies.length > 0 ? bodies.map((body) => body.trim()) : [`Author: ${author?.name ?? author}`];
  return [`== ${name} ${version} (${license})`, ...known].join('\n\n');
}

const [entry, folder] = process.argv.slice(2);
// The bundles contain the documents.
await writeDocuments();
if (entry === undefined) {
  const lib = join(ROOT, 'lib');
  await write(lib, [
    await forNode(NODE_ENTRIES, lib, [oneCore]),
    await launcher(LAUNCHER, lib),
    await neutral(NEUTRAL_ENTRIES, lib),
  ]);
} else if (folder === undefined) {
  console.error('usage: bundle.ts [<entry> <folder>], both below the root of the package');
  process.exitCode = 2;
} else {
  const out = join(ROOT, folder);
  await write(out, [await forNode({ [entry.replace(/\.ts$/, '')]: entry }, out)]);
}
