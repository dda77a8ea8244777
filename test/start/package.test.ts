/** The package as others install it: its library, its types, its worker, its command, and what its README shows. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, cp, mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { builtinModules } from 'node:module';
import { delimiter, dirname, join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { compile } from '../../build/compile.ts';
import { ROOT } from '../../build/paths.ts';
import { openDataset } from '../../runtime/dataset/open.ts';
import { verifyDataset } from '../../runtime/dataset/verify.ts';
import { folderStore } from '../../runtime/node/folder-store.ts';
import { COMMAND, hivecheck, isInstalled, runProgram } from '../command.ts';
import { corpusDist } from '../corpus/dist.ts';
import { freePort, plainHost } from '../dataset/hosts.ts';
import { runWorker } from '../dataset/workerd.ts';
import { postInit } from '../http/fake.ts';
import { bytesBelow, contents, newFolder } from '../scratch.ts';
import { type Packed, packAndInstall, run, scripts } from './packed.ts';

const { version, dependencies } = JSON.parse(await readFile(join(ROOT, 'package.json'), 'utf8'));
const ACTIVE_HOURS = './Device/Vendor/MSFT/Policy/Config/Update/ActiveHoursEnd';

let packed: Packed;
beforeAll(async () => {
  packed = await packAndInstall();
}, 600_000);

const lib = (name: string): string => join(packed.installed, 'lib', name);

const filesIn = async (folder: string) => (await readdir(folder, { recursive: true })).sort();

describe('the installed package', () => {
  it('is small enough to be fetched in a moment', () => {
    expect(packed.size).toBeGreaterThan(1 << 20);
    expect(packed.size).toBeLessThan(29 << 20);
  });

  it('has what its pages link to, and what its help names', async () => {
    const broken: string[] = [];
    const check = async (from: string, path: string) => {
      const found = await stat(join(packed.installed, path)).catch(() => undefined);
      if (found === undefined) broken.push(`${from}: ${path}`);
    };
    const docs = await readdir(join(packed.installed, 'docs'));
    const pages = docs.filter((name) => name.endsWith('.md')).map((name) => `docs/${name}`);
    for (const page of ['README.md', ...pages]) {
      const text = await readFile(join(packed.installed, page), 'utf8');
      for (const [, target = ''] of text.matchAll(/\]\(([^)\s#:]+)(?:#[^)\s]*)?\)/g)) {
        await check(page, join(dirname(page), target));
      }
    }
    for (const [, name = ''] of (await hivecheck(['--help'])).out.matchAll(/^ {2}([a-z-]+) .*$/gm)) {
      if (name === 'help' || name === 'complete') continue;
      const { out } = await hivecheck([name, '--help']);
      for (const [path] of out.matchAll(/docs\/[\w./-]*\w|lookup\.\w+/g)) await check(name, path);
    }
    expect(broken).toEqual([]);
  });

  it('needs undici, 7z-wasm and valibot only', async () => {
    expect(Object.keys(dependencies).sort()).toEqual(['7z-wasm', 'undici', 'valibot']);
    const installed = await readdir(join(packed.project, 'node_modules'));
    expect(installed.sort()).toEqual(['7z-wasm', 'hivecheck', 'readline-sync', 'undici', 'valibot']);
  });

  it('holds one version of the dataset, compiled before packing: the bundle, with a second thread, gives the bytes of the sources', async () => {
    const { facts, dist } = packed.prepared;
    const out = await newFolder();
    await compile({ facts, builtIn: facts, out });
    expect(await contents(dist)).toEqual(await contents(out));
    expect(await filesIn(join(packed.installed, 'dist'))).toEqual(await filesIn(await corpusDist()));
    const store = folderStore(join(packed.installed, 'dist'));
    await verifyDataset(store, (await openDataset(store)).manifest, 'all');
  });

  it('type-checks in a strict project that has nothing of Node but its types', async () => {
    for (const [from, to] of [['consumer.ts'], ['tsconfig.consumer.json', 'tsconfig.json']])
      await cp(join(import.meta.dirname, from ?? ''), join(packed.project, to ?? from ?? ''));
    await writeFile(join(packed.project, 'package.json'), '{"type":"module"}');
    const tsc = join(ROOT, 'node_modules/typescript/bin/tsc');
    const args = [tsc, '-p', 'tsconfig.json', '--typeRoots', join(ROOT, 'node_modules/@types')];
    const checked = await run(process.execPath, args, { cwd: packed.project }).catch(
      (error: { stdout: string }) => error,
    );
    expect(checked.stdout).toBe('');
  });

  it('answers as a library', async () => {
    const { stdout } = await run(process.execPath, ['out/consumer.js'], { cwd: packed.project });
    const lines = stdout.trim().split('\n');
    expect(JSON.parse(lines.at(-1) ?? '')).toEqual({
      slug: expect.stringMatching(/^windowsupdate\./),
      version,
      tooLarge: 413,
      missing: true,
      worker: 200,
      format: true,
      shard: 3,
      problem: expect.any(String),
    });
  });

  it('answers in a worker', async () => {
    await using host = await plainHost(await bytesBelow(join(packed.installed, 'dist')));
    const code = await readFile(lib('worker.js'), 'utf8');
    await using worker = await runWorker(code, { HIVECHECK_DATASET: host.url });
    const response = await fetch(`${worker.url}/v1/csp`, postInit({ omaUri: ACTIVE_HOURS }));
    const result = { matches: [{ valueName: 'ActiveHoursEnd' }] };
    expect(await response.json()).toMatchObject({ result });
  });

  it.skipIf(process.platform !== 'linux')('has 16 file threads, or as many as its user says', async () => {
    // The last thing that it does is to use one.
    const preload = `import { randomBytes } from 'node:crypto';
      import { readdirSync, writeSync } from 'node:fs';
      process.once('beforeExit', () => randomBytes(1, () => {}));
      process.once('exit', () => writeSync(2, String(readdirSync('/proc/self/task').length)));`;
    const threads = async (env: Record<string, string>): Promise<number> => {
      const args = ['--import', `data:text/javascript,${encodeURIComponent(preload)}`];
      const { UV_THREADPOOL_SIZE: _, ...rest } = process.env;
      const command = [...args, lib('cli/hivecheck.cjs'), '--version'];
      const { stderr } = await run(process.execPath, command, { env: { ...rest, ...env } });
      return Number(stderr);
    };
    const four = await threads({ UV_THREADPOOL_SIZE: '4' });
    expect(await threads({})).toBe(four + 12);
  });

  it('answers on the command line for a user who may write nothing of it', async () => {
    const before = await filesIn(packed.installed);
    for (const path of ['', 'dist', 'facts', 'lib']) await chmod(join(packed.installed, path), 0o555);
    // Root may write anywhere: the command runs as nobody then.
    const nobody = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};
    for (let path = packed.project; path.includes('hivecheck-test-'); path = join(path, '..')) {
      await chmod(path, 0o755);
    }
    const command = [lib('cli/hivecheck.cjs'), 'csp', ACTIVE_HOURS, '--json'];
    // Fails where the exit code is not 0.
    const { stdout, stderr } = await run(process.execPath, command, nobody);
    expect(stderr).toBe('');
    expect(JSON.parse(stdout)).toMatchObject({ result: { matches: [{ valueName: 'ActiveHoursEnd' }] } });
    for (const path of ['', 'dist', 'facts', 'lib']) await chmod(join(packed.installed, path), 0o755);
    expect(await filesIn(packed.installed)).toEqual(before);
  });
});

describe('the bundle', () => {
  /** Every module that a script names. */
  const named = async (name: string): Promise<string[]> => {
    const text = await readFile(lib(name), 'utf8');
    return [
      ...text.matchAll(/(?:^|;)(?:import|export)\b[^'"`;]*?["']([^"'\n]+)["'](?=;)/gm),
      ...text.matchAll(/\bimport\(\s*["']([^"'\n]+)["']\s*\)/g),
    ].map(([, from = '']) => from);
  };

  it('names no module but Node’s, its own files, and the packages left apart', async () => {
    const all = new Set((await Promise.all((await scripts(packed.installed)).map(named))).flat());
    const packages = [...all].filter(
      (name) => !name.startsWith('.') && !builtinModules.includes(name.replace(/^node:/, '')),
    );
    expect(all.size).toBeGreaterThan(30);
    expect(packages).toEqual(expect.arrayContaining(['7z-wasm', 'undici']));
    for (const name of packages) expect(name).toMatch(/^(?:7z-wasm|undici|jiti|untun|@parcel\/.+)(?:\/|$)/);
  });

  it.each(['worker.js', 'format.js'])('%s names no module at all', async (name) => {
    expect(await named(name)).toEqual([]);
  });

  it('brings the notices of every package of which it holds a part', async () => {
    const notices = await readFile(lib('LICENSES.txt'), 'utf8');
    const texts = await Promise.all(
      (await scripts(packed.installed)).map((name) => readFile(lib(name), 'utf8')),
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

  it('makes its launcher a program, which the link of a clone starts', async () => {
    expect((await stat(COMMAND)).mode & 0o100).toBe(0o100);
  });

  it('leaves nothing of an earlier one', async () => {
    expect(await scripts(packed.installed)).not.toContain('chunks/old-ABCDEFGH.js');
    const own = ['LICENSES.txt', 'chunks', 'cli', 'documents', 'format.js', 'index.js', 'types', 'worker.js'];
    expect((await readdir(join(packed.installed, 'lib'))).sort()).toEqual(own);
  });
});

/** With the language of its blocks; those of commands alone are the same for all. */
const SHELLS = [
  { command: 'bash', language: 'sh', args: (script: string) => ['-c', script] },
  {
    command: 'pwsh',
    language: 'powershell',
    args: (script: string) => ['-NoProfile', '-NonInteractive', '-Command', `${script}\nexit $LASTEXITCODE`],
  },
];

/** What depends on the hour is left out. */
function timeless(text: string): string {
  return text.replace(/ of \d{4}-\d\d-\d\dT\S+$/gm, '').trimEnd();
}

/** `…` stands for lines that the page leaves out. */
function expectShown(printed: string, shown: string): void {
  const [real, page] = [timeless(printed), timeless(shown)];
  if (page.startsWith('…\n')) expect(real.endsWith(page.slice(2)), real).toBe(true);
  else if (page.endsWith('\n…')) expect(real.startsWith(page.slice(0, -1)), real).toBe(true);
  else expect(real).toBe(page);
}

it.each(SHELLS.filter(({ command }) => isInstalled(command)))(
  'the first ten minutes of a user who has only the README: it prints what it shows, in $command',
  async (shell) => {
    const [cwd, bin] = [await newFolder(), await newFolder()];
    const manifest = JSON.parse(await readFile(join(packed.installed, 'package.json'), 'utf8'));
    const script = join(packed.installed, manifest.bin.hivecheck);
    const command = `#!/bin/sh\nexec "${process.execPath}" "${script}" "$@"\n`;
    await writeFile(join(bin, 'hivecheck'), command, { mode: 0o755 });
    await mkdir(join(cwd, 'home'));
    const { HIVECHECK_DATASET: _dataset, ...own } = process.env;
    const env = { ...own, HOME: join(cwd, 'home'), PATH: `${bin}${delimiter}${process.env.PATH}` };
    const port = String(await freePort());
    const page = await readFile(join(packed.installed, 'README.md'), 'utf8');
    const found = page.matchAll(/^```(\w+)\n([\s\S]*?)^```$/gm);
    const blocks = [...found].map(([, language = '', text = '']) => ({ language, text }));
    let server: ReturnType<typeof spawn> | undefined;
    let played = 0;
    try {
      for (const [at, { language, text }] of blocks.entries()) {
        if (language === 'reg') await writeFile(join(cwd, 'baseline.reg'), text);
        const isCommand = text.startsWith('hivecheck ');
        if (!(language === shell.language || (language === 'sh' && isCommand))) continue;
        const line = text.replaceAll('3000', port);
        if (text.startsWith('hivecheck serve')) {
          server = spawn('bash', ['-c', `exec ${line}`], { cwd, env });
          if (server.stdout) await once(server.stdout, 'data');
          server.stderr?.resume();
          continue;
        }
        const shown = blocks.slice(at + 1).find((next) => ['text', 'json'].includes(next.language));
        const ran = await runProgram(shell.command, shell.args(line), { cwd, env });
        const code = /# exit code (\d)/.exec(text)?.[1];
        expect(ran.err, text).not.toMatch(/hivecheck:|error|not found/i);
        if (code !== undefined) expect([ran.code, ran.out]).toEqual([Number(code), '']);
        else if (shown?.language === 'json') expect(JSON.parse(ran.out)).toEqual(JSON.parse(shown.text));
        else expectShown(ran.out, shown?.text ?? '');
        played++;
      }
    } finally {
      const ended = server && once(server, 'close');
      server?.kill();
      await ended;
    }
    expect(server).toBeDefined();
    expect(played).toBeGreaterThanOrEqual(6);
  },
  300_000,
);
