/** What other projects take into their pipelines: the action, the hook and the examples, without their forges. */
import { execFile } from 'node:child_process';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { builtInDist } from '../../build/built-in.ts';
import { ROOT } from '../../build/paths.ts';
import { COMMAND, hivecheck } from '../command.ts';
import { writeReg } from '../readers/writers.ts';
import { newFolder, writeFiles } from '../scratch.ts';
import { vectors } from '../vectors.ts';
import { Forge, type Step } from './_forge.ts';

const read = async (path: string) => parse(await readFile(join(ROOT, path), 'utf8'));
const KEY = 'HKLM\\Software\\Policies\\Microsoft\\Windows\\WindowsUpdate';
const GOOD = writeReg([{ key: KEY, value: 'ActiveHoursEnd', type: 'REG_DWORD', data: 9 }]);
const BAD = writeReg([{ key: KEY, value: 'ActiveHoursStart', type: 'REG_SZ', data: '9' }]);

const TARGET = { 'target-os': 'Windows 11 24H2' };

await builtInDist();
const [tools, files] = [await newFolder(), await newFolder()];
const programs = { npm: 'echo "npm $*"', hivecheck: `exec "${process.execPath}" "${COMMAND}" "$@"` };
for (const [name, line] of Object.entries(programs))
  await writeFile(join(tools, name), `#!/usr/bin/env bash\n${line}\n`, { mode: 0o755 });
await writeFiles(files, { 'good one.reg': GOOD, 'bad.reg': BAD });
const written = await hivecheck([
  'verify',
  join(files, 'bad.reg'),
  '--target-os',
  TARGET['target-os'],
  '--json',
]);
await writeFile(join(files, 'findings.json'), written.out);

interface Action {
  inputs: Record<string, { default?: string; required?: boolean }>;
  runs: { using: string; steps: Step[] };
}

interface ActionRun {
  what: string;
  given: Record<string, string>;
  result: string;
  /** The rules of the findings that are uploaded. */
  uploaded?: string[];
  log?: string;
}

describe('action.yml', () => {
  async function run(given: Record<string, string>) {
    const action: Action = await read('action.yml');
    const defaults = Object.entries(action.inputs).map(([name, input]) => [name, input.default ?? '']);
    const inputs = { ...Object.fromEntries(defaults), ...given };
    const env = { GITHUB_ACTION_PATH: ROOT };
    const forge = new Forge({ origin: ROOT, tools, env, inputs });
    const { job } = await forge.run({ on: {}, jobs: { job: { 'runs-on': '', steps: action.runs.steps } } });
    return { ...job, sarif: forge.sarif };
  }

  it('is composite, pins what it uses, and puts no input into the text of a script', async () => {
    const { runs }: Action = await read('action.yml');
    expect(runs.using).toBe('composite');
    const uses = runs.steps.flatMap((step) => step.uses ?? []);
    expect(uses.length).toBe(2);
    for (const each of uses) expect(each).toMatch(/^[\w-]+(?:\/[\w-]+)+@[0-9a-f]{40}$/);
    for (const { run: script = '' } of runs.steps) expect(script).not.toContain('${{');
  });

  it.each(vectors<ActionRun>('action-runs'))('$what', async ({ given, result, uploaded, log = '' }) => {
    const here = Object.entries(given).map(([name, text]) => [name, text.replaceAll('{files}', files)]);
    const ran = await run({ ...TARGET, ...Object.fromEntries(here) });
    expect(ran.result, ran.log).toBe(result);
    expect(ran.log).toContain(log);
    const rules = ran.sarif.map((text) =>
      JSON.parse(text).runs[0].results.map(({ ruleId }: { ruleId: string }) => ruleId),
    );
    expect(rules).toEqual(uploaded ? [uploaded] : []);
  });

  it('docs/ci.md lists its inputs with their defaults', async () => {
    const page = await readFile(join(ROOT, 'docs/ci.md'), 'utf8');
    const { inputs }: Action = await read('action.yml');
    for (const [name, input] of Object.entries(inputs)) {
      const shown = new RegExp(`^\\| \`${name}\` \\| (.*?) ?\\|`, 'm').exec(page)?.[1];
      if (input.default) expect(shown).toBe(`\`${input.default}\``);
      else expect(shown).toMatch(/^(?:|none|that of the command)$/);
    }
  });
});

it('.pre-commit-hooks.yaml runs the command on the files that it names', async () => {
  const [hook] = await read('.pre-commit-hooks.yaml');
  expect(hook).toMatchObject({ id: 'hivecheck', language: 'script', require_serial: true });
  const pattern = new RegExp(hook.files.replace('(?i)', ''), 'i');
  const taken = ['a.reg', 'gpo/Machine/Registry.pol', 'x/GptTmpl.inf', 'B.PolicyRules'];
  expect([...taken, 'a.txt', 'x.reg.md'].filter((name) => pattern.test(name))).toEqual(taken);
  const verify = (name: string) =>
    promisify(execFile)(join(ROOT, hook.entry), ['--target-os', 'Windows 11 24H2', join(files, name)]);
  await verify('good one.reg');
  await expect(verify('bad.reg')).rejects.toMatchObject({ code: 1 });
});

describe.each(['azure-pipelines.yml', 'gitlab-ci.yml'])('docs/examples/%s', (name) => {
  it.each([
    ['good', GOOD, 0],
    ['bad', BAD, 1],
  ])('writes JUnit and ends with the exit code: %s', async (_, content, code) => {
    const text = await read(`docs/examples/${name}`);
    const job = text.hivecheck ?? text;
    const scripts: string[] = text.hivecheck
      ? [...job.before_script, ...job.script]
      : job.steps.flatMap(({ script }: { script?: string }) => script ?? []);
    const cwd = await newFolder();
    await mkdir(join(cwd, 'policies'));
    await writeFile(join(cwd, 'policies', 'a.reg'), content);
    const env = { ...process.env, ...job.variables, PATH: `${tools}${delimiter}${process.env.PATH}` };
    const ran = promisify(execFile)('bash', ['-e', '-c', scripts.join('\n')], { cwd, env });
    const ended = await ran.catch((error: { stdout: string; code: number }) => error);
    expect('code' in ended ? ended.code : 0).toBe(code);
    const { stdout } = ended;
    expect(stdout).toContain(`npm install --global ${job.variables.PACKAGE}`);
    expect(await readFile(join(cwd, 'hivecheck.xml'), 'utf8')).toContain(`failures="${code}"`);
  });
});
