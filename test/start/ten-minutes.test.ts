/**
 * The first ten minutes of a user who has only the README: its commands and requests, from top to bottom, must print what
 * it shows. From a clone and from the package, in bash and, where it is installed, in PowerShell.
 */
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { ROOT } from '../../build/paths.ts';
import { listenOn } from '../../runtime/node/listener.ts';
import { newFolder } from '../scratch.ts';
import { packAndInstall } from './packed.ts';

interface Shell {
  command: string;
  /** The language of its blocks; those of commands alone are the same for all. */
  language: string;
  args: (script: string) => string[];
}

const SHELLS: Shell[] = [
  { command: 'bash', language: 'sh', args: (script) => ['-c', script] },
  {
    command: 'pwsh',
    language: 'powershell',
    args: (script) => ['-NoProfile', '-NonInteractive', '-Command', `${script}\nexit $LASTEXITCODE`],
  },
];

function isInstalled({ command }: Shell): boolean {
  try {
    execFileSync(command, ['--version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

const installed = SHELLS.filter(isInstalled);
for (const { command } of SHELLS.filter((shell) => !installed.includes(shell)))
  console.log(`test/start/ten-minutes.test.ts: ${command} is not installed, and is not tried`);

interface Block {
  language: string;
  text: string;
}

async function blocksOf(path: string): Promise<Block[]> {
  const page = await readFile(path, 'utf8');
  return [...page.matchAll(/^```(\w+)\n([\s\S]*?)^```$/gm)].map(([, language = '', text = '']) => ({
    language,
    text,
  }));
}

interface Home {
  readme: string;
  /** Folder with the command `hivecheck`. */
  bin: string;
}

async function linkCommand(script: string): Promise<string> {
  const bin = await newFolder();
  const path = join(bin, 'hivecheck');
  await writeFile(path, `#!/bin/sh\nexec "${process.execPath}" "${script}" "$@"\n`);
  await chmod(path, 0o755);
  return bin;
}

/** A clone, whose first start `.ci/first-start` tries. */
async function clone(): Promise<Home> {
  return { readme: join(ROOT, 'README.md'), bin: await linkCommand(join(ROOT, 'lib/cli/hivecheck.cjs')) };
}

async function packed(): Promise<Home> {
  const { installed: folder } = await packAndInstall();
  const { bin } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'));
  return { readme: join(folder, 'README.md'), bin: await linkCommand(join(folder, bin.hivecheck)) };
}

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

async function freePort(): Promise<string> {
  const server = await listenOn(() => {}, { host: '127.0.0.1', port: 0 });
  const address = server.address();
  await new Promise((closed) => server.close(closed));
  return String(typeof address === 'object' ? address?.port : 0);
}

describe.each([
  ['a clone', clone],
  ['the package', packed],
])('the README from %s', (_, make) => {
  let home: Home;
  beforeAll(async () => {
    home = await make();
  }, 600_000);

  it.each(installed)(
    'prints what it shows, in $command',
    async (shell) => {
      const cwd = await newFolder();
      await mkdir(join(cwd, 'home'));
      const { HIVECHECK_DATASET: _dataset, ...own } = process.env;
      const env = { ...own, HOME: join(cwd, 'home'), PATH: `${home.bin}${delimiter}${process.env.PATH}` };
      const play = async (script: string) => {
        const child = spawn(shell.command, shell.args(script), { cwd, env });
        let out = '';
        let err = '';
        child.stdout.on('data', (chunk) => (out += chunk));
        child.stderr.on('data', (chunk) => (err += chunk));
        const [code] = await once(child, 'close');
        return { code, out, err };
      };
      const port = await freePort();
      const blocks = await blocksOf(home.readme);
      let server: ReturnType<typeof spawn> | undefined;
      let played = 0;
      try {
        for (const [at, { language, text }] of blocks.entries()) {
          if (language === 'reg') await writeFile(join(cwd, 'baseline.reg'), text);
          const isCommand = text.startsWith('hivecheck ');
          if (!(language === shell.language || (language === 'sh' && isCommand))) continue;
          const script = text.replaceAll('3000', port);
          if (text.startsWith('hivecheck serve')) {
            server = spawn('bash', ['-c', `exec ${script}`], {
              cwd,
              env,
              stdio: ['ignore', 'pipe', 'ignore'],
            });
            if (server.stdout) await once(server.stdout, 'data');
            continue;
          }
          const shown = blocks.slice(at + 1).find((next) => ['text', 'json'].includes(next.language));
          const ran = await play(script);
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
});
