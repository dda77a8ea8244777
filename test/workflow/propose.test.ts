/** `propose.sh`, which runs with a token that may write: a patch of a job that read vendors' files changes facts alone. */
import { execFile } from 'node:child_process';
import { chmod, cp, mkdir, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { ROOT } from '../../build/paths.ts';
import { newFolder, writeFiles } from '../scratch.ts';

const run = promisify(execFile);
const SCRIPT = join(ROOT, '.github/scripts/propose.sh');

async function git(folder: string, ...args: string[]): Promise<string> {
  const config = ['-c', 'user.name=m', '-c', 'user.email=m@example.org'];
  return (await run('git', ['-C', folder, ...config, ...args])).stdout;
}

// Each case has a copy of it.
const made = await newFolder();
await writeFiles(made, {
  'work/facts/lamp.jsonl': '{"a":1}\n',
  'work/facts/sources.json': '{}\n',
  'work/.ci/run': '#!/bin/sh\necho checks\n',
  'tools/gh': '#!/bin/sh\necho 0\n',
});
await chmod(join(made, 'tools/gh'), 0o755);
await git(made, 'init', '--quiet', '--initial-branch=main', 'work');
await git(join(made, 'work'), 'add', '--all');
await git(join(made, 'work'), 'commit', '--quiet', '-m', 'first');
await git(made, 'clone', '--quiet', '--bare', 'work', 'origin');
await git(made, 'clone', '--quiet', 'origin', 'clone');
await git(join(made, 'clone'), 'remote', 'set-url', 'origin', '../origin');

/** Makes the patch of what `change` does to a checkout, and proposes it from another one. */
async function proposed(change: (work: string) => Promise<unknown>) {
  const folder = await newFolder();
  await cp(made, folder, { recursive: true });
  const [work, origin, proposal] = [join(folder, 'work'), join(folder, 'origin'), join(folder, 'proposal')];
  await change(work);
  await git(work, 'add', '--all');
  const patch = await git(work, 'diff', '--cached', '--binary', '--find-renames');
  await writeFiles(proposal, {
    'facts.patch': patch,
    'title.txt': 'Update the facts\n',
    'body.md': 'Body\n',
  });
  const env = { ...process.env, PATH: `${join(folder, 'tools')}:${process.env.PATH}` };
  const ended = await run('bash', [SCRIPT, proposal], { cwd: join(folder, 'clone'), env }).catch(
    (error: { code: number; stdout: string; stderr: string }) => error,
  );
  const branches = await git(origin, 'branch', '--list', 'release/next');
  const files = branches === '' ? undefined : await git(origin, 'ls-tree', '-r', 'release/next');
  return { log: `${ended.stdout}${ended.stderr}`, files };
}

test('new, changed and removed facts are proposed, and nothing else differs', async () => {
  const { files, log } = await proposed(async (work) => {
    await writeFile(join(work, 'facts/lamp.jsonl'), '{"a":2}\n');
    await writeFile(join(work, 'facts/kettle.jsonl'), '{"b":1}\n');
    await rm(join(work, 'facts/sources.json'));
  });
  expect(files, log).toBeDefined();
  const paths = files
    ?.trim()
    .split('\n')
    .map((line) => line.split('\t')[1]);
  expect(paths).toEqual(['.ci/run', 'facts/kettle.jsonl', 'facts/lamp.jsonl']);
});

test.each<[string, (work: string) => Promise<unknown>]>([
  ['.ci/run', (work) => rename(join(work, '.ci/run'), join(work, 'facts/run.json'))],
  ['.ci/run', (work) => writeFile(join(work, '.ci/run'), '#!/bin/sh\necho nothing\n')],
  ['facts/link.json', (work) => symlink('/etc/passwd', join(work, 'facts/link.json'))],
  ['facts/lamp.jsonl', (work) => chmod(join(work, 'facts/lamp.jsonl'), 0o755)],
  ['facts/.gitattributes', (work) => writeFile(join(work, 'facts/.gitattributes'), '* filter=x\n')],
  [
    'facts/below/lamp.jsonl',
    async (work) => {
      await mkdir(join(work, 'facts/below'));
      await writeFile(join(work, 'facts/below/lamp.jsonl'), '{}\n');
    },
  ],
])('a patch that touches %s is refused', async (path, change) => {
  const { files, log } = await proposed(change);
  expect(log).toContain(`::error::The patch may change plain files of facts/ only, not ${path}`);
  expect(files).toBeUndefined();
});
