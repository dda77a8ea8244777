/**
 * The first ten minutes of a user who has only the README: its commands and requests, from top to bottom, must print what
 * it shows. With the installed package, in bash and, where it is installed, in PowerShell.
 */
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { runProgram } from '../command.ts';
import { freePort } from '../dataset/hosts.ts';
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

let readme: string;
let bin: string;
beforeAll(async () => {
  const packed = (await packAndInstall()).installed;
  readme = join(packed, 'README.md');
  bin = await newFolder();
  const manifest = JSON.parse(await readFile(join(packed, 'package.json'), 'utf8'));
  const script = join(packed, manifest.bin.hivecheck);
  await writeFile(join(bin, 'hivecheck'), `#!/bin/sh\nexec "${process.execPath}" "${script}" "$@"\n`);
  await chmod(join(bin, 'hivecheck'), 0o755);
}, 600_000);

it.each(installed)(
  'the README prints what it shows, in $command',
  async (shell) => {
    const cwd = await newFolder();
    await mkdir(join(cwd, 'home'));
    const { HIVECHECK_DATASET: _dataset, ...own } = process.env;
    const env = { ...own, HOME: join(cwd, 'home'), PATH: `${bin}${delimiter}${process.env.PATH}` };
    const port = String(await freePort());
    const page = await readFile(readme, 'utf8');
    const found = page.matchAll(/^```(\w+)\n([\s\S]*?)^```$/gm);
    const blocks = [...found].map(([, language = '', text = '']) => ({ language, text }));
    let server: ReturnType<typeof spawn> | undefined;
    let played = 0;
    try {
      for (const [at, { language, text }] of blocks.entries()) {
        if (language === 'reg') await writeFile(join(cwd, 'baseline.reg'), text);
        const isCommand = text.startsWith('hivecheck ');
        if (!(language === shell.language || (language === 'sh' && isCommand))) continue;
        const script = text.replaceAll('3000', port);
        if (text.startsWith('hivecheck serve')) {
          server = spawn('bash', ['-c', `exec ${script}`], { cwd, env });
          if (server.stdout) await once(server.stdout, 'data');
          server.stderr?.resume();
          continue;
        }
        const shown = blocks.slice(at + 1).find((next) => ['text', 'json'].includes(next.language));
        const ran = await runProgram(shell.command, shell.args(script), { cwd, env });
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
