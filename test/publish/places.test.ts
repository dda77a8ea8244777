/** The same publications into each kind of place, each with a real server of its kind. */
import { readdir, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { publish } from '../../build/pipeline/publish/publish.ts';
import { contents, folder, madeDist, sealed, signedDist } from './_dist.ts';
import { BASIC, OTHERS } from './_places.ts';

test.each([...BASIC, ...OTHERS])(
  '%s has each version as it was made with what belongs to it, the newest kept, and the runtime serves it over HTTP',
  async (_, start) => {
    const place = await start();
    const made = [await signedDist('one'), await signedDist('two'), await signedDist('three')];
    const versions = made.map(({ version }) => version);
    for (const { dist, version } of made) {
      await writeFile(join(dist, version, 'changes.json'), '{"changesVersion":1}');
      await writeFile(join(dist, version, 'stray.txt'), 'x');
    }
    const results = [];
    for (const { dist } of made) results.push(await place.put(dist, { keep: 2, ...sealed }));
    expect(results).toEqual([
      { version: versions[0], removed: [], reused: false, unnamed: [] },
      { version: versions[1], removed: [], reused: false, unnamed: [] },
      { version: versions[2], removed: [versions[0]], reused: false, unnamed: [] },
    ]);
    const { 'index.json': index, 'index.json.sig': signature, ...files } = await place.served();
    const expected: Record<string, string> = {};
    for (const { dist, version } of made.slice(1)) {
      const { 'index.json': _, [`${version}/stray.txt`]: __, ...own } = await contents(dist);
      Object.assign(expected, own);
    }
    const own = Object.entries(files).filter(([path]) => !path.startsWith('changes/'));
    expect(Object.fromEntries(own)).toEqual(expected);
    expect(signature).toMatch(/^[\w+/=]{88}\n[\w+/=]{88}\n$/);
    expect(JSON.parse(index ?? '')).toMatchObject({
      latest: versions[2],
      versions: [{ version: versions[2] }, { version: versions[1] }],
    });
    expect(await place.good()).toBe(versions[2]);
  },
);

// A bucket has none.
test.each(BASIC.filter(([kind]) => kind !== 'a bucket'))(
  '%s: no link is followed out of what is served',
  async (_, start) => {
    const place = await start();
    const [one, two, outside] = [await madeDist('one'), await madeDist('two'), await folder()];
    await place.put(one.dist);
    await place.edit?.(async (served) => {
      await rm(join(served, 'changes'), { recursive: true });
      await symlink(outside, join(served, 'changes'));
    });
    await expect(place.put(two.dist)).rejects.toThrow(
      `${place.to}: changes is a link or a file, not a folder. Remove it and publish again.`,
    );
    expect(await readdir(outside)).toEqual([]);
    expect((await place.index()).latest).toBe(one.version);
  },
);

test('what names no place says how one is named', async () => {
  const { dist } = await madeDist('one');
  const environment = { AWS_ACCESS_KEY_ID: 'a', AWS_SECRET_ACCESS_KEY: 'b' };
  const refused = (to: string, more: Record<string, string> = environment) =>
    publish({ from: dist, to, keep: 1, environment: more }).then(
      () => 'published',
      (error: Error) => `${error.name}: ${error.message}`,
    );
  for (const to of ['s3://', 's3://Data/x', 's3://data/../x', 's3://data/a b'])
    expect(await refused(to)).toMatch(/^UsageError: .* write s3:\/\/bucket/s);
  const noBranch = ['git+', 'git+file:///x', 'git+file:///x#', 'git+--upload-pack=x#a', 'git+x#-a'];
  for (const to of [...noBranch, 'git+x#a..b'])
    expect(await refused(to)).toMatch(/^UsageError: .* write git\+<remote>#<branch>/);
  expect(await refused('git+https://me:secret@h/x#a..b')).not.toContain('secret');
  expect(await refused('s3://data', {})).toBe(
    'UsageError: s3://data needs AWS_ACCESS_KEY_ID in the environment.',
  );
  expect(await refused('s3://data', { ...environment, AWS_ENDPOINT_URL_S3: 'minio:9000' })).toMatch(
    /^UsageError: .*endpoint "minio:9000" is not an http\(s\) URL/,
  );
});
