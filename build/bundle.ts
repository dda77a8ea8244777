/**
 * `npm run build`: the program as a few files instead of some hundred modules of ours and of packages, of which it also
 * leaves out what nobody calls. It starts in two thirds of the time and holds 12 MB less then. Arguments: the entry below
 * the package's root, and the folder for what is made of it.
 */
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { build, type Metafile } from 'esbuild';
import { clearAbandoned } from './aside.ts';
import { ROOT } from './paths.ts';

/** Read files beside themselves (7z-wasm), are wanted for remote datasets only (undici), or never (listhen's tools). */
const APART = ['7z-wasm', 'undici', 'jiti', 'untun', '@parcel/*'];

/** Packages of CommonJS ask for Node's modules by `require`, which a module does not have. */
const REQUIRE =
  "import { createRequire as requireOf } from 'node:module'; const require = requireOf(import.meta.url);";

async function bundle(entry: string, folder: string): Promise<void> {
  const { outputFiles, metafile } = await build({
    entryPoints: [join(ROOT, entry)],
    absWorkingDir: ROOT,
    outbase: ROOT,
    outdir: folder,
    bundle: true,
    splitting: true,
    chunkNames: 'chunks/[name]-[hash]',
    platform: 'node',
    format: 'esm',
    target: 'node20.19',
    external: APART,
    banner: { js: REQUIRE },
    write: false,
    metafile: true,
    logLevel: 'warning',
  });
  const files = new Map(outputFiles.map(({ path, contents }) => [relative(folder, path), contents]));
  files.set('LICENSES.txt', new TextEncoder().encode(await licenses(metafile)));
  await mkdir(folder, { recursive: true });
  await clearAbandoned(folder);
  // The entry comes last: what it names is there before it.
  const isChunk = (name: string): number => Number(name.startsWith('chunks'));
  const ordered = [...files].sort(([a], [b]) => isChunk(b) - isChunk(a));
  for (const [name, contents] of ordered) await replace(folder, name, contents);
  for (const found of await readdir(folder, { recursive: true, withFileTypes: true })) {
    const path = relative(folder, join(found.parentPath, found.name));
    // What another build is writing at this moment is its own.
    if (!found.isFile() || files.has(path) || found.name.startsWith('.writing-')) continue;
    await rm(join(folder, path), { force: true });
  }
}

async function replace(folder: string, name: string, contents: Uint8Array): Promise<void> {
  const aside = join(folder, `.writing-${process.pid}`);
  await mkdir(dirname(join(folder, name)), { recursive: true });
  await writeFile(aside, contents);
  await rename(aside, join(folder, name));
}

/** The packages of which something went into the bundle, with the notices that their licences want to go along. */
async function licenses({ outputs }: Metafile): Promise<string> {
  const inputs = Object.values(outputs).flatMap((output) => Object.keys(output.inputs));
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
  // saxes says what its licence is, but brings no text of it.
  const known = bodies.length > 0 ? bodies.map((body) => body.trim()) : [`Author: ${author?.name ?? author}`];
  return [`== ${name} ${version} (${license})`, ...known].join('\n\n');
}

const [entry, folder] = process.argv.slice(2);
if (entry === undefined || folder === undefined) {
  console.error('usage: bundle.ts <entry> <folder>, both below the root of the package');
  process.exitCode = 2;
} else {
  await bundle(entry, join(ROOT, folder));
}
