/** All commands: --quiet, completion, help, options without a value, outputs that end early; runs.test.ts has exit codes. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { open, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Command } from 'commander';
import { beforeAll, describe, expect, it } from 'vitest';
import { builtInDist } from '../../build/built-in.ts';
import { ROOT } from '../../build/paths.ts';
import { register } from '../../cli/declare.ts';
import type { DistIndex } from '../../runtime/format/format.ts';
import { COMMAND, hivecheck, hivecheckProcess } from '../command.ts';
import { smallFacts } from '../release/_facts.ts';
import { newFolder, writeFiles } from '../scratch.ts';
import { CALLED, DECLARED } from './declared.ts';

const KEY = String.raw`HKLM\Software\Policies\Microsoft\Windows\WindowsUpdate\AU`;
beforeAll(async () => void (await builtInDist()));

describe('exit codes', () => {
  it('every command but those that serve takes --quiet, and then prints nothing', async () => {
    const without = DECLARED.filter(
      ({ options = [] }) => !options.flat().some(({ long }) => long === '--quiet'),
    );
    expect(without.map(({ name }) => name)).toEqual(['serve', 'mcp']);
    const [folder, facts] = [await newFolder(), await smallFacts(['wsl'])];
    const [list, out] = [join(folder, 'list.csv'), join(folder, 'out.reg')];
    await writeFile(
      list,
      `key,value,type,data\n${KEY},NoAutoUpdate,REG_DWORD,1\nHKLM\\Software\\Example,None,REG_DWORD,1\n`,
    );
    const runs: [string[], number][] = [
      [['coverage'], 0],
      [['search', 'zzqqxx'], 1],
      [['search', 'zzqqxx', '--fail-on', 'none'], 0],
      [['diff', facts, facts], 0],
      [['coverage', '--before', await builtInDist(), '--fail-on', 'changed'], 0],
      [['convert', list, '--to', 'reg', '--fail-on', 'nothing'], 0],
      [['convert', list, '--to', 'reg', '--out', out], 1],
    ];
    for (const [args, code] of runs)
      expect(await hivecheck([...args, '--quiet']), args.join(' ')).toEqual({ code, out: '', err: '' });
    // A file that is named is written, though nothing is printed.
    expect((await readFile(out)).toString('utf16le')).toContain('"NoAutoUpdate"');
  });

  it.each(['bash', 'zsh', 'fish', 'powershell'])('a completion script for %s', async (shell) => {
    const { code, out } = await hivecheckProcess(['complete', shell]);
    expect([code, out.includes('hivecheck')]).toEqual([0, true]);
    // A variable that is readonly is an error where a shell reads the script again.
    expect(out).not.toMatch(/^readonly /m);
  });

  it('completes commands, options and what they may be', async () => {
    expect((await hivecheckProcess(['complete', '--', 'res'])).out).toMatch(/^resolve\t/m);
    expect((await hivecheckProcess(['complete', '--', 'resolve', '--target'])).out).toMatch(
      /^--target-os\t/m,
    );
    expect((await hivecheckProcess(['complete', '--', 'verify', '--format', ''])).out).toMatch(/^sarif/m);
  });

  it('2: options with an empty value, of every command', async () => {
    const { out: help } = await hivecheck(['--help']);
    const named = [...help.matchAll(/^ {2}([a-z][\w-]+) .*/gm)].map(([, name]) => name);
    const others = ['keys', 'version', 'complete', 'help'];
    expect(named).toEqual(expect.arrayContaining([...DECLARED.map(({ name }) => name), ...others]));
    expect(named).toHaveLength(DECLARED.length + others.length);
    let options = 0;
    for (const { path, args = {}, options: declared = [] } of CALLED) {
      const operands = Object.keys(args).flatMap((arg) => (arg.startsWith('<') ? ['x'] : []));
      // Without it the command is refused before.
      if (path[0] === 'convert') operands.push('--to', 'reg');
      // These are read before, and refused by what reads them; --admx excludes others.
      const valued = declared
        .flat()
        .flatMap(({ long, required, optional }) => (long && (required || optional) ? [long] : []))
        .filter((name) => !/^--(?:format|target-product|fail-on|hive|include|admx)$/.test(name))
        .filter((name) => name !== '--to' || path[0] !== 'convert');
      if (valued.length === 0) continue;
      options += valued.length;
      const { code, err } = await hivecheck([...path, ...operands, ...valued.flatMap((name) => [name, ''])]);
      expect([path, code, err]).toEqual([path, 2, `hivecheck: ${valued.join(', ')}: the value is empty\n`]);
    }
    expect(options).toBeGreaterThan(60);
  });

  it('3: the dataset cannot be opened', async () => {
    const dist = await newFolder();
    expect(await hivecheckProcess(['setting', 'x', '--dataset', dist])).toMatchObject({
      code: 3,
      err: expect.stringContaining('index.json is missing.'),
    });
    // A manifest that was edited has a name that is not its own.
    const changed = await newFolder();
    const builtIn = await builtInDist();
    const index = await readFile(join(builtIn, 'index.json'), 'utf8');
    const { latest } = JSON.parse(index) as DistIndex;
    const manifest = await readFile(join(builtIn, latest, 'manifest.json'), 'utf8');
    await writeFiles(changed, {
      'index.json': index,
      [`${latest}/manifest.json`]: manifest.replace('"languages":["', '"languages":["de-DE","'),
    });
    expect(await hivecheck(['coverage', '--dataset', changed])).toMatchObject({
      code: 3,
      err: expect.stringContaining('it was changed'),
    });
  });
});

it.each(CALLED)('the help of $path names its operands and options', ({ path, ...declared }) => {
  const program = new Command();
  register(program, declared);
  let help = '';
  const [command] = program.commands;
  command?.configureOutput({ writeOut: (text) => (help += text) }).outputHelp();
  const { args = {}, options = [], examples = [] } = declared;
  const names = [...Object.keys(args), ...options.flat().map(({ long }) => long ?? ''), ...examples];
  for (const name of names) expect(help.replaceAll(/\s+/g, ' '), path.join(' ')).toContain(name);
});

/** A command with its standard output at `stdout`: the process, and its exit code and what it says. */
function started(args: string[], stdout: 'pipe' | number) {
  const child = spawn(process.execPath, [COMMAND, ...args], { cwd: ROOT, stdio: ['ignore', stdout, 'pipe'] });
  let err = '';
  child.stderr?.on('data', (chunk) => {
    err += chunk;
  });
  const ended = once(child, 'close').then(([code]) => ({ code, err }));
  return { child, ended };
}

it('a reader that stops reading ends the command without a message', async () => {
  const { child, ended } = started(['coverage', '--json'], 'pipe');
  child.stdout?.destroy();
  expect(await ended).toEqual({ code: 0, err: '' });
});

it.skipIf(!existsSync('/dev/full')).each([['coverage'], ['resolve', KEY, 'NoAutoUpdate'], ['--help']])(
  '2: %s says that its output cannot be written',
  async (...args) => {
    const full = await open('/dev/full', 'w');
    const { code, err } = await started(args, full.fd).ended;
    await full.close();
    expect(code).toBe(2);
    expect(err).toMatch(/^hivecheck: the output cannot be written: ENOSPC.*\n$/);
  },
);
