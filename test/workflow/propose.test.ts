/** `propose.sh`, which runs with a token that may write: a patch of a job that read vendors' files changes facts alone. */
import { execFile } from 'node:child_process';
import { chmod, mkdir, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { ROOT } from '../../build/paths.ts';
import { newFolder, writeFiles } from '../scratch.ts';

const run = promisify(execFile);
const SCRIPT = join(ROOT, '.github/scripts/propose.sh');

/** Makes the patch of what `change` does to a checkout, and proposes it from another one. */
async function proposed(change: (work: string) => Promise<unknown>) {
  const [origin = '', work = '', clone = '', proposal = '', tools = ''] = await Promise.all(
    Array.from({ length: 5 }, newFolder),
  );
  const git = async (folder: string, ...args: string[]) => {
    const config = ['-c', 'user.name=m', '-c', 'user.email=m@example.org'];
    return (await run('git', ['-C', folder, ...config, ...args])).stdout;
  };
  await git(origin, 'init', '--quiet', '--bare', '--initial-branch=main');
  await git(work, 'init', '--quiet', '--initial-branch=main');
  await writeFiles(work, {
    'facts/lamp.jsonl': '{"a":1}\n',
    'facts/sources.json': '{}\n',
    '.ci/run': '#!/bin/sh\necho checks\n',
  });
  await git(work, 'add', '--all');
  await git(work, 'commit', '--quiet', '-m', 'first');
  await git(work, 'push', '--quiet', origin, 'main');
  await change(work);
  await git(work, 'add', '--all');
  const patch = await git(work, 'diff', '--cached', '--binary', '--find-renames');
  await writeFiles(proposal, {
    'facts.patch': patch,
    'title.txt': 'Update the facts\n',
    'body.md': 'Body\n',
  });
  await writeFiles(tools, { gh: '#!/bin/sh\necho 0\n' });
  await chmod(join(tools, 'gh'), 0o755);
  await git(clone, 'clone', '--quiet', origin, '.');
  const env = { ...process.env, PATH: `${tools}:${process.env.PATH}` };
  const ended = await run('bash', [SCRIPT, proposal], { cwd: clone, env }).catch(
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
