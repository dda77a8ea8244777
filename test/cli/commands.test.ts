/** All commands: --quiet, help, options without a value, outputs that end early; runs.test.ts has exit codes. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { Command } from 'commander';
import { beforeAll, expect, it } from 'vitest';
import { builtInDist } from '../../build/built-in.ts';
import { ROOT } from '../../build/paths.ts';
import { register } from '../../cli/options.ts';
import { SERVE_OPTIONS } from '../../runtime/node/serve-options.ts';
import { COMMAND, hivecheck } from '../command.ts';
import { CALLED, DECLARED } from './declared.ts';

const KEY = String.raw`HKLM\Software\Policies\Microsoft\Windows\WindowsUpdate\AU`;
beforeAll(async () => void (await builtInDist()));

it('every command but those that serve takes --quiet', () => {
  const without = DECLARED.filter(
    ({ options = [] }) => !options.flat().some(({ long }) => long === '--quiet'),
  );
  expect(without.map(({ name }) => name)).toEqual(['serve', 'mcp']);
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
