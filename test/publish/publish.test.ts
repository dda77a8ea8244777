import { mkdir, readdir, readFile, rename, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { folderVersions } from '../../build/dist-index.ts';
import { publish, rollback } from '../../build/pipeline/publish/publish.ts';
import { openDataset } from '../../runtime/dataset/open.ts';
import { verifyDataset } from '../../runtime/dataset/verify.ts';
import { folderStore } from '../../runtime/node/folder-store.ts';
import { contents, folder, index, madeDist } from './_dist.ts';

test('takes the folder of a version as well as a dist', async () => {
  const { dist, version } = await madeDist('one');
  const to = await folder();
  const seen: number[] = [];
  const progress = (done: number, total: number) => seen.push(done / total);
  expect(await publish({ from: join(dist, version), to, keep: 1, progress })).toMatchObject({ version });
  expect(seen.at(-1)).toBe(1);
  expect(await index(to)).toEqual({
    serial: Date.parse('2026-11-20T00:00:00Z') / 1000,
    updated: '2026-11-20T00:00:00.000Z',
    latest: version,
    versions: [{ version, generatedAt: '2026-11-20T00:00:00.000Z' }],
  });
});

const LINK = 'a link to it';
test.each<[what: string, path: string, change: ((text: string) => string) | undefined | typeof LINK, RegExp]>(
  [
    ['changed', 'coverage.json', () => '[]', /coverage\.json (?:is altered|has 2 bytes instead of \d+)/],
    ['missing', 'resolve/00.json', undefined, /00\.json is missing\./],
    ['without a manifest', 'manifest.json', undefined, /manifest\.json is missing\./],
    [
      'renamed to another version’s name by its manifest',
      'manifest.json',
      (text) => text.replace(/"version":\s*"\w+"/, '"version":"aaaaaaaa"'),
      /is the manifest of another version, aaaaaaaa/,
    ],
    [
      'edited without a new name',
      'manifest.json',
      (text) => text.replace('"en-US"', '"en-US","fr-FR"'),
      /has the content of version [0-9a-f]{8}: it was changed/,
    ],
    ['with a symbolic link', 'coverage.json', LINK, /coverage\.json cannot be read\..*symbolic link/],
  ],
)('a source that is %s leaves the served dataset as it was', async (_what, path, change, message) => {
  const [old, bad, to] = [await madeDist('old'), await madeDist('bad'), await folder()];
  await publish({ from: old.dist, to, keep: 2 });
  const before = await contents(to);
  const [file, elsewhere] = [join(bad.dist, bad.version, path), join(await folder(), 'elsewhere')];
  await rename(file, elsewhere);
  if (change === LINK) await symlink(elsewhere, file);
  else if (change) await writeFile(file, change(await readFile(elsewhere, 'utf8')));
  await expect(publish({ from: bad.dist, to, keep: 2 })).rejects.toThrow(message);
  expect(await index(to)).toMatchObject({ latest: old.version });
  expect(await contents(to)).toEqual(before);
  const good = await madeDist('bad');
  await publish({ from: good.dist, to, keep: 2 });
  expect((await index(to)).latest).toBe(good.version);
});

test('removes what a killed publication left, and leaves a running one alone', async () => {
  const { dist } = await madeDist('one');
  const to = await folder();
  const [killed, running] = ['.tmp-999999999-aaaa-bbbbbbbb', `.tmp-${process.ppid}-aaaa-bbbbbbbb`];
  for (const name of [killed, running]) await mkdir(join(to, name, 'bbbbbbbb'), { recursive: true });
  await publish({ from: dist, to, keep: 1 });
  expect((await readdir(to)).filter((name) => name.startsWith('.'))).toEqual([running]);
});

test('a version that is removed is whole under its name, or not there', async () => {
  const { dist, version } = await madeDist('one');
  for (let at = 0; at < 2000; at++) await writeFile(join(dist, version, String(at)), '');
  const removal = folderVersions(dist).remove(version);
  const left = () => readdir(join(dist, version)).catch(() => []);
  const whole = (await left()).length;
  for (let files = whole; files > 0; files = (await left()).length) expect(files).toBe(whole);
  await removal;
  expect(await readdir(dist)).toEqual(['index.json']);
});

test('one at a time', async () => {
  const [one, two, to] = [await madeDist('one'), await madeDist('two'), await folder()];
  const results = await Promise.allSettled(
    [one, two].map(({ dist }) => publish({ from: dist, to, keep: 5 })),
  );
  const refused = results.filter(({ status }) => status === 'rejected');
  expect(refused).toHaveLength(1);
  expect(refused[0]).toMatchObject({
    reason: { message: expect.stringMatching(/Another publication into .* is under way/) },
  });
  await publish({ from: one.dist, to, keep: 5 });
  await publish({ from: two.dist, to, keep: 5 });
  expect(await index(to)).toMatchObject({ latest: two.version });
});

test('whatever is published and rolled back, what the index names is there and whole', async () => {
  const dists = await Promise.all(['a', 'b', 'c', 'd', 'e'].map((mark) => madeDist(mark)));
  const step = fc.oneof(
    fc.record({ publish: fc.nat(dists.length - 1), keep: fc.integer({ min: 1, max: 4 }) }),
    fc.constant({ rollback: true as const }),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 8 }), async (steps) => {
      const to = await folder();
      await mkdir(to, { recursive: true });
      let latest = '';
      const served: string[] = [];
      for (const each of steps) {
        if ('rollback' in each) latest = await rollback({ to }).catch(() => latest);
        else {
          const from = dists[each.publish];
          const { version } = await publish({ from: from?.dist ?? '', to, keep: each.keep });
          expect(version).toBe(from?.version);
          latest = version;
          expect((await index(to)).versions.length).toBeLessThanOrEqual(each.keep);
        }
        if (latest === '') continue;
        const now = await index(to);
        expect(now.latest).toBe(latest);
        if (latest !== served.at(-1)) served.push(latest);
        const { entries } = JSON.parse(await readFile(join(to, 'changes/index.json'), 'utf8'));
        expect(entries.map((entry: { version: string }) => entry.version).reverse()).toEqual(served);
        const beside = ['index.json', 'changes'];
        expect((await readdir(to)).filter((name) => !beside.includes(name)).sort()).toEqual(
          now.versions.map(({ version }) => version).sort(),
        );
        for (const { version } of now.versions) {
          const { manifest } = await openDataset(folderStore(to), version);
          await verifyDataset(folderStore(to), manifest, 'all');
        }
      }
    }),
    { numRuns: 25 },
  );
});
