/** Budgets that are not timings; what takes time is in the bench. */
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFile, readdir, readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, it } from 'vitest';
import { builtInDist } from '../build/built-in.ts';
import { ROOT } from '../build/paths.ts';
import { openDataset } from '../runtime/dataset/open.ts';
import type { Manifest } from '../runtime/format/format.ts';
import { folderStore } from '../runtime/node/folder-store.ts';
import { newFolder } from './scratch.ts';
import { sourcesOf } from './sources.ts';

const MAX = {
  /** 870,000 of them are the SDK of the Model Context Protocol and what it needs, loaded when it is first asked for. */
  bundleBytes: 3_500_000,
  startBytes: 1_060_000,
  startModules: 245,
  /** A look-up that is not cached reads one shard of an index; a remote one transfers it. */
  shardBytes: {
    resolve: 92_000,
    list: 84_000,
    near: 104_000,
    csp: 100_000,
    catalog: 36_000,
    setting: 140_000,
    policy: 30_000,
  },
  /** Every start reads it. A language takes 160 kB of it. */
  manifestBytes: 880_000,
};

/** Exported by two files: each language has its sentences. */
const EXPORTED_TWICE = ['en', 'fr'];

describe('sources', () => {
  it('no two files of runtime/ export the same name for two things', async () => {
    const files = new Map<string, number>();
    for (const { text } of await sourcesOf('runtime')) {
      const exported = /^export (?:async )?(?:function\*?|const|class|interface|type) ([\w$]+)/gm;
      // A schema and its type have one name.
      for (const each of new Set([...text.matchAll(exported)].map(([, found]) => found ?? '')))
        files.set(each, (files.get(each) ?? 0) + 1);
    }
    expect(files.size).toBeGreaterThan(500);
    const twice = [...files].filter(([, count]) => count > 1).map(([name]) => name);
    expect(twice.sort()).toEqual(EXPORTED_TWICE);
  });
});

describe('the dataset', () => {
  let manifest: Manifest;
  let version: string;
  beforeAll(async () => {
    const dist = await builtInDist();
    manifest = (await openDataset(folderStore(dist))).manifest;
    version = join(dist, manifest.version);
  });

  it.each(Object.entries(MAX.shardBytes))('no shard of %s has more than %i bytes', (index, most) => {
    const sizes = Object.entries(manifest.files).filter(([path]) => path.startsWith(`${index}/`));
    expect(sizes.length).toBeGreaterThan(0);
    expect(sizes.filter(([, { bytes }]) => bytes > most)).toEqual([]);
  });

  it(`its manifest has at most ${MAX.manifestBytes} bytes`, async () => {
    const { length } = await readFile(join(version, 'manifest.json'));
    expect(length).toBeLessThanOrEqual(MAX.manifestBytes);
  });
});

describe('the bundle', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await newFolder();
    // The command looks for its package.
    await copyFile(join(ROOT, 'package.json'), join(folder, 'package.json'));
    const args = ['--import', 'tsx', 'build/bundle.ts', 'cli/main.ts', relative(ROOT, join(folder, 'lib'))];
    execFileSync(process.execPath, args, { cwd: ROOT });
  });

  it(`has at most ${MAX.bundleBytes} bytes`, async () => {
    const names = (await readdir(folder, { recursive: true })).filter((name) => name.endsWith('.js'));
    const texts = await Promise.all(names.map((name) => readFile(join(folder, name))));
    expect(texts.reduce((sum, { length }) => sum + length, 0)).toBeLessThanOrEqual(MAX.bundleBytes);
  });

  it('loads at its start what it needs', async () => {
    const files = await loadedAtStart(join(folder, 'lib', 'cli', 'main.js'), await builtInDist());
    const own = files.filter((url) => url.startsWith('file:'));
    const texts = await Promise.all(own.map((url) => readFile(fileURLToPath(url), 'utf8')));
    // esbuild marks where each module begins.
    const modules = texts.flatMap((text) => text.match(/^\/\/ \S+\.(?:[cm]?[jt]s|json)$/gm) ?? []);
    expect(modules.some((line) => line.includes('runtime/answer/'))).toBe(true);
    expect(texts.join('').length).toBeLessThanOrEqual(MAX.startBytes);
    expect(modules.length).toBeLessThanOrEqual(MAX.startModules);
  });
});

/** URLs of what Node loads until the server listens. */
async function loadedAtStart(main: string, dist: string): Promise<string[]> {
  const hooks = `import { writeSync } from 'node:fs';
    export const load = (url, context, next) => { writeSync(2, 'loads ' + url + '\\n'); return next(url, context); };`;
  const asUrl = (script: string) => `data:text/javascript,${encodeURIComponent(script)}`;
  const register = `import { register } from 'node:module'; register(${JSON.stringify(asUrl(hooks))});`;
  const args = ['--import', asUrl(register), main, 'serve', '--port', '0', '--dataset', dist];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'] });
  let errors = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    errors += text;
  });
  const ended = once(child, 'close');
  const [line] = (await Promise.race([once(child.stdout, 'data'), ended])) as unknown[];
  child.kill('SIGKILL');
  await ended;
  expect(String(line), errors).toContain('listens on');
  return [...errors.matchAll(/^loads (\S+)$/gm)].map(([, url]) => url ?? '');
}
