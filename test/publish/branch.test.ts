/** A git branch: what others do to it meanwhile, and publications that are killed. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { beforeEach, expect, test } from 'vitest';
import { locationOf } from '../../build/pipeline/publish/places/location.ts';
import { publish } from '../../build/pipeline/publish/publish.ts';
import { openDataset } from '../../runtime/dataset/open.ts';
import { verifyDataset } from '../../runtime/dataset/verify.ts';
import { folderStore } from '../../runtime/node/folder-store.ts';
import { COMMAND } from '../command.ts';
import { BRANCH, bareRepository, type Repository } from './_branch.ts';
import { folder, index, madeDist } from './_dist.ts';

let repository: Repository;
let to: string;
beforeEach(async () => {
  repository = await bareRepository();
  to = `git+${pathToFileURL(repository.path).href}#${BRANCH}`;
});
const put = (from: string, more: object = {}) => publish({ from, to, keep: 2, ...more });

async function whole(): Promise<string> {
  const store = folderStore(await repository.checkout());
  const { manifest } = await openDataset(store);
  await verifyDataset(store, manifest, 'all');
  return manifest.version;
}

test('the branch keeps one commit, and none where nothing changes; others of the repository stay', async () => {
  const emptyTree = await repository.git('hash-object', '-t', 'tree', '-w', '/dev/null');
  const other = await repository.git('commit-tree', '-m', 'x', emptyTree);
  await repository.git('update-ref', 'refs/heads/main', other);
  for (const mark of ['one', 'two', 'three']) await put((await madeDist(mark)).dist);
  expect(await repository.commits()).toBe(1);
  const commit = await repository.git('rev-parse', BRANCH);
  await put((await madeDist('three')).dist);
  expect(await repository.git('rev-parse', BRANCH)).toBe(commit);
  expect(Object.keys(await repository.contents())).toContain('.nojekyll');
  expect(await repository.git('rev-parse', 'main')).toBe(other);
});

/** A commit of somebody else on top of the branch. */
async function committed(change: (work: string) => Promise<unknown>): Promise<void> {
  const work = await repository.checkout();
  await change(work);
  const inWork = (...args: string[]) => repository.git('--work-tree', work, '-c', 'core.bare=false', ...args);
  await inWork('add', '--all', '--force');
  const commit = await repository.git('commit-tree', await repository.git('write-tree'), '-m', 'x');
  await repository.git('update-ref', `refs/heads/${BRANCH}`, commit);
}

test('a link of the branch is not followed out of the checkout', async () => {
  const [one, two] = [await madeDist('one'), await madeDist('two')];
  await put(one.dist);
  const outside = await folder();
  await committed(async (work) => {
    await rm(join(work, 'changes'), { recursive: true });
    await symlink(outside, join(work, 'changes'));
  });
  await expect(put(two.dist)).rejects.toThrow(
    /^git\+file:.*#pages\/dataset: changes is a link or a file, not a folder\. Remove it and publish again\.$/,
  );
  expect(await readdir(outside)).toEqual([]);
  expect(await whole()).toBe(one.version);
});

test('no program of the user’s configuration runs, and bytes stay as they are', async () => {
  const [one, two] = [await madeDist('one'), await madeDist('two')];
  await put(one.dist);
  const ran = join(await folder(), 'ran');
  await committed((work) => writeFile(join(work, '.gitattributes'), '* filter=own text eol=crlf ident\n'));
  const config = join(await folder(), 'config');
  const program = `"touch '${ran}'; cat"`;
  await writeFile(
    config,
    `[filter "own"]\n smudge = ${program}\n clean = ${program}\n[core]\n fsmonitor = ${program}\n`,
  );
  const environment = { ...process.env, GIT_CONFIG_GLOBAL: config };
  await put(two.dist, { environment });
  await expect(readFile(ran)).rejects.toThrow('ENOENT');
  expect(await whole()).toBe(two.version);
});

test('of two publishers one is refused, with what to do; the branch is the other’s', async () => {
  const [one, two, three] = [await madeDist('one'), await madeDist('two'), await madeDist('three')];
  await put(one.dist);
  const late = locationOf(to).change(async (place) => {
    await place.write('note.json', '{}');
    await put(three.dist);
  });
  await expect(late).rejects.toThrow(
    /git push failed: .*stale info.*another publication came first, publish again/s,
  );
  expect(await whole()).toBe(three.version);
  await put(two.dist);
  expect(await whole()).toBe(two.version);
  expect(await index(await repository.checkout())).toMatchObject({
    versions: [{ version: two.version }, { version: three.version }],
  });
});

test('a first publication does not replace a branch that was made meanwhile', async () => {
  const one = await madeDist('one');
  const late = locationOf(to).change(async (place) => {
    await place.write('note.json', '{}');
    await put(one.dist);
  });
  await expect(late).rejects.toThrow('another publication came first');
  expect(await whole()).toBe(one.version);
});

test('a remote that is not there is named, without its password', async () => {
  const { dist } = await madeDist('one');
  await expect(put(dist, { to: `git+file://${await folder()}/none.git#data` })).rejects.toThrow(
    /^git\+file:.*none\.git#data: git ls-remote failed: /,
  );
  const refused = put(dist, { to: 'git+http://me:secret@127.0.0.1:1/none.git#data' });
  await expect(refused).rejects.toThrow(/git\+http:\/\/127\.0\.0\.1:1\/none\.git#data: git ls-remote failed/);
  await expect(refused).rejects.not.toThrow('secret');
});

test('kill -9 before any call of git: a whole version is served, and a second run finishes', async () => {
  const [old, next] = [await madeDist('old'), await madeDist('next')];
  await put(old.dist);
  const tools = await folder();
  // Kills the publication, its parent, at the call that the environment names.
  await writeFile(
    join(tools, 'git'),
    `#!/bin/sh
echo "$*" >> "$CALLS"
if [ "$(wc -l < "$CALLS")" -eq "$KILL_AT" ]; then kill -9 "$PPID"; exit 1; fi
PATH="$REAL_PATH" exec git "$@"
`,
  );
  await chmod(join(tools, 'git'), 0o755);
  let killed = 0;
  for (; await killedAt(killed + 1, next.dist, tools); killed++) expect(await whole()).toBe(old.version);
  expect(killed).toBe(10);
  expect(await whole()).toBe(next.version);
}, 240_000);

async function killedAt(nth: number, from: string, tools: string): Promise<boolean> {
  const temporary = await folder();
  const args = [COMMAND, 'publish', '--from', from, '--to', to];
  const child = spawn(process.execPath, args, {
    env: {
      ...process.env,
      TMPDIR: temporary,
      REAL_PATH: process.env.PATH,
      PATH: `${tools}:${process.env.PATH}`,
      CALLS: join(await folder(), 'calls'),
      KILL_AT: String(nth),
    },
    stdio: 'ignore',
  });
  const [, signal] = await once(child, 'exit');
  if (signal === null)
    expect((await readdir(temporary)).filter((name) => name.startsWith('hivecheck'))).toEqual([]);
  return signal === 'SIGKILL';
}
