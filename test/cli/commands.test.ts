/** The command as one runs it: exit codes, arguments that begin with "-", and help. */
import { spawn } from 'node:child_process';
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
  it('0: fine', async () => {
    expect(await hivecheckProcess(['resolve', KEY, 'NoAutoUpdate'])).toMatchObject({ code: 0, err: '' });
    const help = await hivecheck(['--help']);
    expect(help).toMatchObject({ code: 0, err: '' });
    for (const code of ['0  fine', '1  any other verdict', '2  wrong usage', '3  the dataset'])
      expect(help.out).toContain(code);
  });

  it('1: nothing was found, and the answer is printed', async () => {
    expect(await hivecheck(['resolve', KEY, 'NoSuchValue', '--json'])).toMatchObject({
      code: 1,
      out: expect.stringContaining('"matches": []'),
    });
    expect(await hivecheckProcess(['setting', 'no.such.setting'])).toMatchObject({
      code: 1,
      err: expect.stringContaining('no setting has the slug or policyId "no.such.setting"'),
    });
  });

  it.each([
    [['--target-os', 'Windows 11 24H2'], 0],
    [['--target-os', 'Windows Server 2012 R2'], 1],
    [['--target-os', '22H2'], 1],
    [['--target-os', '22H2', '--fail-on', 'unsupported'], 0],
    [['--target-os', 'Windows Server 2012 R2', '--fail-on', 'none'], 0],
    [['--target-os', 'Windows 3.11'], 2],
    [['--fail-on', 'broken'], 2],
    [['--fail-on', ','], 2],
  ])('of a look-up with %j: %i, and --quiet prints nothing', async (options, code) => {
    const key = String.raw`HKLM\Software\Policies\Microsoft\Windows\WindowsUpdate`;
    const args = ['resolve', key, 'ActiveHoursEnd', ...options];
    expect(await hivecheck([...args, '--quiet'])).toMatchObject({ code, out: '' });
    if (code < 2) expect(await hivecheck(args)).toMatchObject({ code, err: '' });
  });

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

  it.each([
    ['Update/ActiveHoursEnd', 'Windows 11 24H2', 0, 'SUPPORTED'],
    ['Update/ActiveHoursEnd', 'Windows Server 2012 R2', 1, 'UNVERIFIED'],
    ['Update/ActiveHoursEnd', '22H2', 1, 'UNKNOWN'],
    ['Update/ActiveHoursEnd', 'Windows 3.11', 2, 'UNKNOWN'],
    ['Update/NoSuchNode', 'Windows 11 24H2', 1, 'NONE'],
  ])('of csp with the node %s and the target %s: %i', async (node, target, code, word) => {
    const args = ['csp', `./Device/Vendor/MSFT/Policy/Config/${node}`, '--target-os', target];
    const run = await hivecheck(args);
    expect([run.code, run.out.split(':')[0]]).toEqual([code, word]);
  });

  it('the verdict is the first line', async () => {
    const key = String.raw`HKLM\Software\Policies\Microsoft\Windows\WindowsUpdate`;
    const { out } = await hivecheck([
      'resolve',
      key,
      'ActiveHoursEnd',
      '--target-os',
      'Windows Server 2012 R2',
    ]);
    expect(out).toMatch(/^UNSUPPORTED: .*10\.0\.14393\.\n/);
    // No colours where the output is not a terminal.
    expect(out).not.toContain('\u001b');
  });

  it.each([
    String.raw`reg add "HKLM\Software\Policies\Google\Chrome" /v MetricsReportingEnabled /t REG_DWORD /d 0 /f`,
    String.raw`Set-ItemProperty -Path 'HKLM:\Software\Policies\Google\Chrome' -Name MetricsReportingEnabled -Value 0`,
    String.raw`New-ItemProperty HKLM:\Software\Policies\Google\Chrome MetricsReportingEnabled -Value 0 -Force`,
  ])('a pasted command names the value: %s', async (pasted) => {
    const { code, out, err } = await hivecheck(['resolve', pasted, '--json']);
    expect(code).toBe(0);
    expect(err).toContain('The data of the pasted command is not checked here');
    expect(JSON.parse(out).result.matches[0].slug).toBe('chrome.metricsreportingenabled');
  });

  it.each([
    String.raw`reg add HKLM\Software\Policies\Google\Chrome`,
    String.raw`reg query HKLM\Software\Policies\Google\Chrome /v MetricsReportingEnabled`,
    String.raw`Set-ItemProperty HKLM:\Software\Policies\Google\Chrome -Name $name -Value 0`,
  ])('one that does not is refused: %s', async (pasted) => {
    const { code, err } = await hivecheck(['resolve', pasted]);
    expect([code, err]).toEqual([2, expect.stringContaining('the name of the value is missing')]);
  });

  it('hints name what was probably meant', async () => {
    const quoting = await hivecheck(['resolve', String.raw`HKLM\SOFTWARE\Windows`, 'NT', 'DNSClient']);
    expect(quoting.err).toContain(String.raw`'HKLM\SOFTWARE\Microsoft\Windows NT\CurrentVersion'`);
    expect(quoting.err).toContain('hivecheck resolve --help');
    const near = await hivecheck(['setting', 'windowsupdate.autoupdatecf']);
    expect(near.err).toContain('near: windowsupdate.autoupdatecfg');
  });

  it.each(['bash', 'zsh', 'fish', 'powershell'])('a completion script for %s', async (shell) => {
    const { code, out } = await hivecheckProcess(['complete', shell]);
    expect([code, out.includes('hivecheck')]).toEqual([0, true]);
  });

  it('completes commands, options and what they may be', async () => {
    expect((await hivecheckProcess(['complete', '--', 'res'])).out).toMatch(/^resolve\t/m);
    expect((await hivecheckProcess(['complete', '--', 'resolve', '--target'])).out).toMatch(
      /^--target-os\t/m,
    );
    expect((await hivecheckProcess(['complete', '--', 'verify', '--format', ''])).out).toMatch(/^sarif/m);
  });

  it('2: wrong usage, or input that cannot be read', async () => {
    const missing = join(await newFolder(), 'missing');
    const wrong = [
      ['convert', 'docs/examples/baseline.reg', '--to', 'reg', '--target-os', 'Windows 3.11'],
      ['resolve', KEY],
      ['coverage', '--fail-on', 'changed'],
      ['nonesuch'],
      ['csp', 'x', '--scope', 'Galaxy'],
      ['check', '--facts', missing],
      ['compile', '--facts', missing],
      ['diff', missing, missing],
      ['import'],
      ['publish', '--to', missing, '--keep', '0'],
      ['keys', 'list'],
      ['coverage', '--dataset', 'http://127.0.0.1:9/dist?sig=abc'],
      ['coverage', '--dataset', 'http://me:p%zz@127.0.0.1:9/dist'],
    ];
    for (const args of wrong) {
      const { code, out, err } = await hivecheck(args);
      expect([args, code, out]).toEqual([args, 2, '']);
      expect(err).not.toMatch(/^\s+at /m);
      expect(err).not.toBe('');
      if (args.includes('--facts')) expect(err).toContain(`cannot read the facts folder ${missing}`);
    }
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

describe('an argument that begins with "-"', () => {
  it('is taken after --, and refused with that advice before', async () => {
    const taken = await hivecheck(['resolve', '--json', '--', KEY, '-Value']);
    expect(taken.code).toBe(1);
    expect(JSON.parse(taken.out)).toMatchObject({ query: { value: '-value' } });
    expect(await hivecheck(['resolve', KEY, '-Value'])).toMatchObject({
      code: 2,
      err: expect.stringContaining(
        'If "-Value" is not an option but a key, a value or a word, write -- before',
      ),
    });
    const words = await hivecheck(['search', '--json', '--', '-AllowUpdates']);
    expect(JSON.parse(words.out)).toMatchObject({ query: { q: '-AllowUpdates' } });
  });
});

it('a reader that stops reading ends the command without a message', async () => {
  const child = spawn(process.execPath, [COMMAND, 'coverage', '--json'], {
    cwd: ROOT,
  });
  child.stdout.destroy();
  let err = '';
  child.stderr.on('data', (chunk) => {
    err += chunk;
  });
  const code = await new Promise((resolve) => child.on('close', resolve));
  expect([code, err]).toEqual([0, '']);
});

it.skipIf(!existsSync('/dev/full')).each([['coverage'], ['resolve', KEY, 'NoAutoUpdate'], ['--help']])(
  '2: %s says that its output cannot be written',
  async (...args) => {
    const full = await open('/dev/full', 'w');
    const child = spawn(process.execPath, [COMMAND, ...args], {
      cwd: ROOT,
      stdio: ['ignore', full.fd, 'pipe'],
    });
    let err = '';
    child.stderr?.on('data', (chunk) => {
      err += chunk;
    });
    const code = await new Promise((resolve) => child.on('close', resolve));
    await full.close();
    expect([code, err]).toEqual([
      2,
      expect.stringMatching(/^hivecheck: the output cannot be written: ENOSPC.*\n$/),
    ]);
  },
);
