/** A git branch: what others do to it meanwhile, and publications that are killed. */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { beforeEach, expect, test } from 'vitest';
import { locationOf } from '../../build/pipeline/publish/places/location.ts';
import { publish } from '../../build/pipeline/publish/publish.ts';
import { folderStore } from '../../runtime/node/folder-store.ts';
import { hivecheck } from '../command.ts';
import { BRANCH, bareRepository, type Repository } from './_branch.ts';
import { folder, index, madeDist, proved } from './_dist.ts';

let repository: Repository;
let to: string;
beforeEach(async () => {
  repository = await bareRepository();
  to = `git+${pathToFileURL(repository.path).href}#${BRANCH}`;
});
const put = (from: string, more: object = {}) => publish({ from, to, keep: 2, ...more });

const whole = async () => (await proved(folderStore(await repository.checkout()))).version;

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

test('no program of the user’s configuration runs, and bytes stay as they are', async () => {
  const [one, two] = [await madeDist('one'), await madeDist('two')];
  await put(one.dist);
  const ran = join(await folder(), 'ran');
  await repository.edit((work) =>
    writeFile(join(work, '.gitattributes'), '* filter=own text eol=crlf ident\n'),
  );
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

test.each([
  ['', ['one']],
  [', also where there was none yet', []],
])('of two publishers one is refused, with what to do; the branch is the other’s%s', async (_, before) => {
  for (const mark of before) await put((await madeDist(mark)).dist);
  const [two, three] = [await madeDist('two'), await madeDist('three')];
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

test('a remote is named without its password, one that is not there too', async () => {
  const { dist } = await madeDist('one');
  await expect(put(dist, { to: `git+file://${await folder()}/none.git#data` })).rejects.toThrow(
    /^git\+file:.*none\.git#data: git ls-remote failed: /,
  );
  const refused = put(dist, { to: 'git+http://me:secret@127.0.0.1:1/none.git#data' });
  await expect(refused).rejects.toThrow(/git\+http:\/\/127\.0\.0\.1:1\/none\.git#data: git ls-remote failed/);
  await expect(refused).rejects.not.toThrow('secret');
  const config = ['GIT_CONFIG_COUNT', 'GIT_CONFIG_KEY_0', 'GIT_CONFIG_VALUE_0'] as const;
  const values = ['1', `url.${pathToFileURL(repository.path).href}.insteadOf`, 'https://me:secret@h/x.git'];
  const env = Object.fromEntries(config.map((name, at) => [name, values[at] ?? '']));
  const args = ['publish', '--from', dist, '--to', 'git+https://me:secret@h/x.git#data'];
  expect((await hivecheck(args, undefined, env)).out).toMatch(/^git\+https:\/\/h\/x\.git#data serves /);
});

test('ended before any call of git: a whole version is served, and a second run finishes', async () => {
  const [old, next, tools] = [await madeDist('old'), await madeDist('next'), await folder()];
  await put(old.dist);
  // Nothing of a publication is anywhere else: one whose calls all fail from then on is one that was killed.
  const script =
    '#!/bin/sh\necho >> "$CALLS"\n[ "$(wc -l < "$CALLS")" -lt "$END" ] && PATH="$REAL" exec git "$@"\n';
  await writeFile(join(tools, 'git'), script, { mode: 0o755 });
  const endedAt = async (nth: number): Promise<boolean> => {
    const own = {
      PATH: `${tools}:${process.env.PATH}`,
      REAL: process.env.PATH,
      CALLS: join(await folder(), 'calls'),
    };
    const published = put(next.dist, { environment: { ...process.env, ...own, END: String(nth) } });
    return published.then(
      () => false,
      () => true,
    );
  };
  let ended = 0;
  for (; await endedAt(ended + 1); ended++) expect(await whole()).toBe(old.version);
  expect(ended).toBe(10);
  expect(await whole()).toBe(next.version);
});
