/** What `npm run build` makes: a program that runs where only the packages are that it leaves apart. */
import { execFile } from 'node:child_process';
import { cp, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { builtinModules } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ROOT } from '../../build/paths.ts';

const run = promisify(execFile);
let folder: string;

/** The package as it would be installed, in a folder of its own. */
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hivecheck-bundle-'));
  for (const name of ['build', 'cli', 'pipeline', 'runtime', 'facts', 'package.json', 'tsconfig.json']) {
    await cp(join(ROOT, name), join(folder, name), { recursive: true });
  }
  await symlink(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
  await bundle();
  await rm(join(folder, 'node_modules'));
});
afterAll(() => rm(folder, { recursive: true }));

const bundle = () =>
  run(process.execPath, ['--import', 'tsx', 'build/bundle.ts', 'cli/main.ts', 'lib'], { cwd: folder });

async function scripts(): Promise<string[]> {
  const names = await readdir(join(folder, 'lib'), { recursive: true });
  return names.filter((name) => name.endsWith('.js')).sort();
}

describe('the bundle', () => {
  it('answers without any package', async () => {
    const main = join(folder, 'lib/cli/main.js');
    const args = ['compile', '--out', join(folder, 'dist')];
    await run(process.execPath, [main, ...args], { cwd: folder });
    const { stdout } = await run(
      process.execPath,
      [main, 'csp', './Device/Vendor/MSFT/Policy/Config/Update/AllowAutoUpdate', '--json'],
      { cwd: folder },
    );
    expect(JSON.parse(stdout)).toMatchObject({
      query: { lang: 'en-US' },
      result: { matches: expect.any(Array) },
    });
  });

  it('names no module but Node’s, its own files, and the packages left apart', async () => {
    const named = new Set<string>();
    for (const name of await scripts()) {
      const text = await readFile(join(folder, 'lib', name), 'utf8');
      for (const [, from = ''] of text.matchAll(/^(?:import|export)\b[^'"`;]*?["']([^"'\n]+)["'];$/gm))
        named.add(from);
      for (const [, from = ''] of text.matchAll(/\bimport\(\s*["']([^"'\n]+)["']\s*\)/g)) named.add(from);
    }
    const packages = [...named].filter(
      (name) => !name.startsWith('.') && !builtinModules.includes(name.replace(/^node:/, '')),
    );
    expect(named.size).toBeGreaterThan(30);
    expect(packages).toEqual(expect.arrayContaining(['7z-wasm', 'undici']));
    for (const name of packages) expect(name).toMatch(/^(?:7z-wasm|undici|jiti|untun|@parcel\/.+)(?:\/|$)/);
  });

  it('brings the notices of every package of which it holds a part', async () => {
    const notices = await readFile(join(folder, 'lib/LICENSES.txt'), 'utf8');
    const texts = await Promise.all(
      (await scripts()).map((name) => readFile(join(folder, 'lib', name), 'utf8')),
    );
    // esbuild marks where each module begins.
    const parts = texts.flatMap((text) => [
      ...text.matchAll(/^\/\/ (?:\S*\/)?node_modules\/((?:@[^/]+\/)?[^/]+)\//gm),
    ]);
    const names = new Set(parts.map(([, name]) => name));
    expect(names.size).toBeGreaterThan(20);
    for (const name of names) {
      const own = notices.split(/^== /m).find((section) => section.startsWith(`${name} `));
      expect(own, name).toMatch(/^\S+ \d\S+ \([^)].*\)\n\n(?:[\s\S]*(?:copyright|license)|Author: \S+ \S+)/i);
    }
  });

  it('leaves nothing of an earlier one', async () => {
    const before = await scripts();
    await writeFile(join(folder, 'lib/chunks/old-ABCDEFGH.js'), '');
    await writeFile(join(folder, 'lib/.tmp-999999999-x'), '');
    await symlink(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
    await bundle();
    expect(await scripts()).toEqual(before);
    expect((await readdir(join(folder, 'lib'))).sort()).toEqual(['LICENSES.txt', 'chunks', 'cli']);
  });
});
