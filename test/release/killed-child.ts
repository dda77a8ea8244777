/** A vendor brings out version after version; each is registered, pinned and released, until the process is killed. */
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { isErrno, replaceFolder, writeFileAtomic } from '../../build/atomic.ts';
import { runChecks } from '../../build/checks/run.ts';
import { compile } from '../../build/compile.ts';
import type { SourcesManifest } from '../../build/facts/sources.ts';
import { LOCK, LockFile } from '../../build/pipeline/fetch/lock.ts';
import { readKnownInputs } from '../../build/pipeline/fetch/pins.ts';
import { importDeclared } from '../../build/pipeline/import-declared.ts';
import { publish } from '../../build/pipeline/publish/publish.ts';
import { type Release, release } from '../../build/pipeline/release.ts';
import { template } from '../import/templates.ts';

export interface Place {
  /** Holds `facts/`, `sources/` and `served/`. */
  root: string;
  builtIn: string;
}

/** The maintainer throws an old version's files away: renamed first, because half a folder is refused as a version with other bytes. */
async function discard(folder: string, aside: string): Promise<void> {
  await rename(folder, aside).catch((error: unknown) => {
    if (!isErrno(error, 'ENOENT')) throw error;
  });
  await rm(aside, { recursive: true, force: true });
}

/** What `fetch --register` does with the vendor's next version. */
export async function bringOut({ root }: Place): Promise<void> {
  const sourcesFile = join(root, 'facts/sources.json');
  const manifest: SourcesManifest = JSON.parse(await readFile(sourcesFile, 'utf8'));
  const [lamp] = manifest.sources;
  if (!lamp) throw new Error('no source');
  const label = lamp.versions.length + 1;
  const version = String(label);
  const date = new Date(Date.UTC(2024, 0, label)).toISOString().slice(0, 10);
  // Every version has six policies of its own kind, gains one and drops one.
  const made = template('lamp', version, ['A', 'B', 'C', 'D', 'E', 'F', `P${version}`]);
  const below = ([path, text]: [string, string | Uint8Array]) =>
    [path.replace(`lamp/${version}/`, ''), Buffer.from(String(text))] as const;
  const files = new Map(Object.entries(made).map(below));
  await replaceFolder(join(root, 'sources/lamp', version), async (folder) => {
    for (const [path, bytes] of files) {
      await mkdir(dirname(join(folder, path)), { recursive: true });
      await writeFile(join(folder, path), bytes);
    }
  });
  await discard(join(root, 'sources/lamp', String(label - 2)), join(root, `discarded-${label - 2}`));
  const unpacked = (await readKnownInputs(join(root, 'facts'))).digest('lamp', version, files);
  const lock = await LockFile.open(join(root, 'facts', LOCK));
  await lock.pin('lamp', { version, date, dateFrom: 'release', files: [], ...(unpacked && { unpacked }) });
  lamp.versions.push({ version, date, languages: ['en-US'] });
  await writeFileAtomic(sourcesFile, `${JSON.stringify(manifest, null, 2)}\n`);
}

export async function releaseOnce({ root, builtIn }: Place): Promise<Release> {
  const [facts, served] = [join(root, 'facts'), join(root, 'served')];
  const isServed = await readFile(join(served, 'index.json')).then(
    () => true,
    () => false,
  );
  return release({
    facts,
    ...(isServed && { previous: served }),
    report: () => {},
    steps: {
      importInto: async (into) => {
        await importDeclared({ root: join(root, 'sources'), facts: into, builtIn });
        return undefined;
      },
      check: async (folder) =>
        (await runChecks(folder, builtIn)).filter(({ name }) => /declared|slug|sorted/.test(name)),
      compile: async (folder, out) =>
        (await compile({ facts: folder, builtIn: folder, out })).manifest.version,
      publish: async (from) => void (await publish({ from, to: served, keep: 2 })),
    },
  });
}

const [script = '', root = '', builtIn = ''] = process.argv.slice(1);
if (import.meta.url === pathToFileURL(script).href && root) {
  process.stdout.write('ready\n');
  for (;;) {
    await bringOut({ root, builtIn });
    await releaseOnce({ root, builtIn });
    process.stdout.write('released\n');
  }
}
