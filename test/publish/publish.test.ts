import { mkdir, readdir, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { PublishError } from '../../build/pipeline/publish/errors.ts';
import { publish, rollback } from '../../build/pipeline/publish/publish.ts';
import { openDataset } from '../../runtime/dataset/open.ts';
import { verifyDataset } from '../../runtime/dataset/verify.ts';
import { folderStore } from '../../runtime/node/folder-store.ts';
import { contents, folder, index, madeDist } from './_dist.ts';

describe('publishing', () => {
  test('follows no link out of what is served', async () => {
    const [one, two] = [await madeDist('one'), await madeDist('two')];
    const [to, outside] = [await folder(), await folder()];
    await publish({ from: one.dist, to, keep: 2 });
    await rm(join(to, 'changes'), { recursive: true });
    await symlink(outside, join(to, 'changes'));
    await expect(publish({ from: two.dist, to, keep: 2 })).rejects.toThrow(
      `${to}: changes is a link or a file, not a folder. Remove it and publish again.`,
    );
    expect(await readdir(outside)).toEqual([]);
    expect((await index(to)).latest).toBe(one.version);
  });

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

  test.each<[string, (folder: string) => Promise<unknown>, RegExp]>([
    [
      'changed',
      (at) => writeFile(join(at, 'coverage.json'), '[]'),
      /coverage\.json (?:is altered|has 2 bytes instead of \d+)/,
    ],
    ['missing', (at) => rm(join(at, 'resolve/00.json')), /00\.json is missing\./],
    ['without a manifest', (at) => rm(join(at, 'manifest.json')), /manifest\.json is missing\./],
    [
      'renamed to another version’s name by its manifest',
      (at) => edit(at, (manifest) => ({ ...manifest, version: 'aaaaaaaa' })),
      /is the manifest of another version, aaaaaaaa/,
    ],
    [
      'edited without a new name',
      (at) => edit(at, (manifest) => ({ ...manifest, languages: ['fr-FR'] })),
      /has the content of version [0-9a-f]{8}: it was changed/,
    ],
    [
      'with a symbolic link',
      (at) => link(at, 'coverage.json'),
      /coverage\.json cannot be read\..*symbolic link/,
    ],
  ])('a source that is %s leaves the served dataset as it was', async (_what, damage, message) => {
    const [old, bad, to] = [await madeDist('old'), await madeDist('bad'), await folder()];
    await publish({ from: old.dist, to, keep: 2 });
    const before = await contents(to);
    await damage(join(bad.dist, bad.version));
    await expect(publish({ from: bad.dist, to, keep: 2 })).rejects.toThrow(message);
    expect(await index(to)).toMatchObject({ latest: old.version });
    expect(await contents(to)).toEqual(before);
    const good = await madeDist('bad');
    await publish({ from: good.dist, to, keep: 2 });
    expect((await index(to)).latest).toBe(good.version);
  });

  async function edit(at: string, change: (manifest: Record<string, unknown>) => unknown) {
    const manifest = JSON.parse(await readFile(join(at, 'manifest.json'), 'utf8'));
    await writeFile(join(at, 'manifest.json'), JSON.stringify(change(manifest)));
  }

  async function link(at: string, name: string) {
    const elsewhere = join(await folder(), 'elsewhere');
    await rename(join(at, name), elsewhere);
    await symlink(elsewhere, join(at, name));
  }

  test('removes what a killed publication left, and leaves a running one alone', async () => {
    const { dist } = await madeDist('one');
    const to = await folder();
    const [killed, running] = ['.tmp-999999999-aaaa-bbbbbbbb', `.tmp-${process.ppid}-aaaa-bbbbbbbb`];
    for (const name of [killed, running]) await mkdir(join(to, name, 'bbbbbbbb'), { recursive: true });
    await publish({ from: dist, to, keep: 1 });
    expect((await readdir(to)).filter((name) => name.startsWith('.'))).toEqual([running]);
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

  test('whoever reads meanwhile finds a whole version', async () => {
    const to = await folder();
    const marks = ['one', 'two', 'three', 'four'];
    const dists = await Promise.all(marks.map((mark) => madeDist(mark)));
    await publish({ from: dists[0]?.dist ?? '', to, keep: 2 });
    const state = { over: false, reads: 0 };
    const reader = (async () => {
      while (!state.over || state.reads < 3) {
        const { manifest } = await openDataset(folderStore(to));
        await verifyDataset(folderStore(to), manifest, 'all');
        state.reads++;
        await new Promise((done) => setImmediate(done));
      }
    })();
    for (const { dist } of dists.slice(1)) await publish({ from: dist, to, keep: 2 });
    state.over = true;
    await reader;
    expect(state.reads).toBeGreaterThanOrEqual(3);
  });

  test('keep is at least one', async () => {
    const { dist } = await madeDist('one');
    await expect(publish({ from: dist, to: await folder(), keep: 0 })).rejects.toThrow(PublishError);
  });
});

describe('rolling back', () => {
  test('a version that was rolled back stays withdrawn when another one is published', async () => {
    const to = await folder();
    const made = await Promise.all(['one', 'two', 'three', 'four'].map((mark) => madeDist(mark)));
    const [one = '', two = '', three = '', four = ''] = made.map(({ version }) => version);
    for (const { dist } of made.slice(0, 3)) await publish({ from: dist, to, keep: 4 });
    const withdrawn = async () =>
      (await index(to)).versions.filter((each) => each.withdrawn).map(({ version }) => version);
    expect(await withdrawn()).toEqual([]);
    expect(await rollback({ to })).toBe(two);
    expect(await withdrawn()).toEqual([three]);
    await publish({ from: made[3]?.dist ?? '', to, keep: 4 });
    expect((await index(to)).versions.map(({ version }) => version)).toEqual([four, three, two, one]);
    expect(await withdrawn()).toEqual([three]);
    expect(await rollback({ to })).toBe(two);
    expect(await withdrawn()).toEqual([four, three]);
    expect(await rollback({ to, version: three })).toBe(three);
    expect(await withdrawn()).toEqual([four]);
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
});
