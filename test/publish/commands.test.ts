/** The commands with a folder and with a bucket. */
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { signingKey } from '../../build/pipeline/publish/keys.ts';
import { publish } from '../../build/pipeline/publish/publish.ts';
import { withServed } from '../../build/pipeline/publish/served.ts';
import { signVersion } from '../../build/pipeline/publish/sign.ts';
import { COMMAND, hivecheck } from '../command.ts';
import { vectors } from '../vectors.ts';
import { Bucket } from './_bucket.ts';
import { contents, folder, madeDist } from './_dist.ts';
import { BUCKET, FOLDER } from './_places.ts';

/** One is run after the other; before one a file of the place may be damaged. `{nothing}` is a folder without facts. */
interface Step {
  run: string;
  code: number;
  out?: string;
  /** A pattern. */
  err?: string;
  damage?: string;
}

test.each([FOLDER, BUCKET])(
  '%s: publish, sign, verify-signature and rollback',
  async (_, start) => {
    const { to, environment, location } = await start();
    const { AWS_ENDPOINT_URL_S3: endpoint, ...credentials } = environment;
    if (endpoint === undefined) await mkdir(to);
    const nothing = await folder();
    const [secret = '', open = '', other = ''] = ['secret', 'open', 'other'].map((name) =>
      join(nothing, name),
    );
    const pairs = [secret, open, other, `${other}.open`];
    for (const files of [pairs.slice(0, 2), pairs.slice(2)])
      expect(await hivecheck(['signing-key', ...files])).toMatchObject({ code: 0 });
    const [one, two] = [await madeDist('one'), await madeDist('two')];
    const old = await madeDist('old', undefined, '2026-11-19T00:00:00.000Z');
    await signVersion(join(two.dist, two.version), await signingKey({ file: secret, environment: {} }));
    const dists = { dist0: old.dist, dist1: one.dist, dist2: two.dist };
    const names = { to, nothing, secret, open, other, one: one.version, old: old.version, ...dists };
    const named = (text: string) => text.replaceAll(/\{(\w+)\}/g, (_, name: string) => names[name as 'to']);
    for (const { run, code, out, err = '', damage } of vectors<Step>('publish-commands')) {
      if (damage) await location.change((place) => place.write(named(damage), 'x'.repeat(99)));
      const args = [...run.split(' ').map(named), ...(endpoint ? ['--s3-endpoint', endpoint] : [])];
      const ran = await hivecheck(args, undefined, credentials);
      expect(ran, run).toMatchObject({ code, ...(out && { out: named(out) }) });
      expect(ran.err).toMatch(new RegExp(named(err)));
    }
  },
  120_000,
);

test('what a bucket serves is copied to compare with it, and gone afterwards', async () => {
  await using bucket = await Bucket.start();
  const { environment } = bucket;
  const to = bucket.place();
  expect(await withServed(to, environment, async (dist) => dist)).toBeUndefined();
  const [one, two] = [await madeDist('one'), await madeDist('two')];
  for (const { dist } of [one, two]) await publish({ from: dist, to, environment, keep: 2 });
  const served = await bucket.contents();
  const wanted = Object.keys(served).filter(
    (path) => path.startsWith(two.version) || path.endsWith('index.json'),
  );
  const copy = await withServed(to, environment, async (dist = '') => {
    expect(await contents(dist)).toEqual(Object.fromEntries(wanted.map((path) => [path, served[path]])));
    return dist;
  });
  expect(existsSync(copy)).toBe(false);
  await bucket.put(`dist/${two.version}/coverage.json`, '[]');
  await expect(withServed(to, environment, async () => 'used')).rejects.toThrow('coverage.json has 2 bytes');
});

test('a limit on the size of files is an error, and leaves nothing behind', async () => {
  const { dist, version } = await madeDist('x'.repeat(200_000));
  const to = await folder();
  const script = 'ulimit -f 100; exec "$@"';
  const args = ['-c', script, 'bash', process.execPath, COMMAND, 'publish', '--from', dist, '--to', to];
  const ended = await promisify(execFile)('bash', args).catch(
    (error: { code: number; stderr: string }) => error,
  );
  expect(ended).toMatchObject({ code: 2, stderr: expect.stringContaining('EFBIG') });
  expect(await readdir(to)).toEqual([]);
  expect(await hivecheck(['publish', '--from', dist, '--to', to])).toMatchObject({
    out: `${to} serves ${version}\n`,
  });
});
