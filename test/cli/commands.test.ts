/** All commands: --quiet, help, options without a value, outputs that end early; runs.test.ts has exit codes. */
import { existsSync } from 'node:fs';
import { lstat, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Command } from 'commander';
import { beforeAll, expect, it } from 'vitest';
import { builtInDist } from '../../build/built-in.ts';
import { register } from '../../cli/options.ts';
import { SERVE_OPTIONS } from '../../runtime/node/serve-options.ts';
import { COMMAND, hivecheck, runProgram } from '../command.ts';
import { newFolder } from '../scratch.ts';
import { vectors } from '../vectors.ts';
import { CALLED, DECLARED } from './declared.ts';

beforeAll(async () => void (await builtInDist()));

it('every command but those that serve takes --quiet', () => {
  const without = DECLARED.filter(
    ({ options = [] }) => !options.flat().some(({ long }) => long === '--quiet'),
  );
  expect(without.map(({ name }) => name)).toEqual(['serve', 'mcp']);
});

it('--out writes to a device, a named pipe or what a link leads to, and puts no file in its place', async () => {
  const folder = await newFolder();
  const [list, link] = [join(folder, 'list.reg'), join(folder, 'link')];
  await writeFile(list, 'Windows Registry Editor Version 5.00\n[HKEY_LOCAL_MACHINE\\A]\n"B"=dword:1\n');
  await symlink(join(folder, 'target'), link);
  await hivecheck(['verify', list, '--format', 'csv', '--out', link]);
  expect((await lstat(link)).isSymbolicLink()).toBe(true);
  expect(await readFile(join(folder, 'target'), 'utf8')).toContain('HKEY_LOCAL_MACHINE');
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

it.each(CALLED)('the help of $path names its operands and options', ({ path, name: called, ...declared }) => {
  const program = new Command();
  register(program, called, declared);
  let help = '';
  const [command] = program.commands;
  command?.configureOutput({ writeOut: (text) => (help += text) }).outputHelp();
  const { args = {}, options = [], examples = [] } = declared;
  const names = [...Object.keys(args), ...options.flat().map(({ long }) => long ?? ''), ...examples];
  if (path[0] === 'serve') names.push(...SERVE_OPTIONS.map(({ variable }) => `(env: ${variable})`));
  for (const name of names) expect(help.replaceAll(/\s+/g, ' '), path.join(' ')).toContain(name);
});

/** In `script`, for a shell, `"$0" "$@"` is the command. */
const CUT = vectors<{ script: string; args: string[]; err: string }>('cut-outputs');

it.skipIf(!existsSync('/dev/full')).each(CUT)(
  'with an output that nobody takes to its end: $args in $script',
  async ({ script, args, err }) => {
    const options = { cwd: await newFolder(), env: process.env };
    const run = await runProgram('sh', ['-c', script, process.execPath, COMMAND, ...args], options);
    expect(run).toMatchObject({ out: '', err });
  },
);
