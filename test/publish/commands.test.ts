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
import { Bucket } from './_bucket.ts';
import { contents, folder, madeDist } from './_dist.ts';
import { BUCKET, FOLDER } from './_places.ts';

test.each([FOLDER, BUCKET])(
  '%s: publish, sign, verify-signature and rollback',
  async (_, start) => {
    const { to, environment, location } = await start();
    const { AWS_ENDPOINT_URL_S3: endpoint, ...credentials } = environment;
    const run = (args: string[]) => hivecheck(args, undefined, credentials);
    if (endpoint === undefined) await mkdir(to);
    const keys = await folder();
    const [secret, open] = [join(keys, 'secret.pem'), join(keys, 'open.pem')];
    const other = join(keys, 'other.pem');
    for (const files of [
      [secret, open],
      [other, join(keys, 'other.open.pem')],
    ])
      expect(await run(['signing-key', ...files])).toMatchObject({ code: 0 });
    const key = await signingKey({ file: secret, environment: {} });
    const [one, two] = [await madeDist('one'), await madeDist('two')];
    const at = (...args: string[]) => run(endpoint ? [...args, '--s3-endpoint', endpoint] : args);

    await signVersion(join(two.dist, two.version), key);
    const verify = ['verify-signature', to, '--key', open];
    const sealed = ['--to', to, '--key', secret, '--public-key', open];
    const publishOne = ['publish', '--from', one.dist, '--to', to];
    const publishTwo = ['publish', '--from', two.dist, '--to', to];
    const checked = 'the signatures of the version and of the index and all 3 files were checked';
    const steps: [args: string[], expected: { code: number; out?: string; err?: string }][] = [
      [verify, { code: 1, err: expect.stringContaining(`${to} is not a dataset`) }],
      [publishOne, { code: 0, out: `${to} serves ${one.version}\n` }],
      [verify, { code: 1, err: expect.stringContaining('is not signed') }],
      [['sign', to, '--key', secret], { code: 0, out: `signed ${to}/${one.version} and the index\n` }],
      [publishTwo, { code: 1, err: expect.stringContaining('is signed: name the signing key with --key') }],
      [
        ['publish', '--from', one.dist, ...sealed],
        { code: 1, err: expect.stringContaining('sig is missing') },
      ],
      [[...publishTwo, '--key', secret], { code: 0 }],
      // Before any work: there are no facts.
      [
        ['release', '--facts', keys, '--to', to, '--key', other],
        { code: 1, err: expect.stringContaining('add --replace-key') },
      ],
      [['rollback', ...sealed], { code: 0, out: `${to} serves ${one.version}\n` }],
      [verify, { code: 0, out: `${to}/${one.version} is good: ${checked}\n` }],
      [[...publishTwo, '--keep', 'many'], { code: 2 }],
    ];
    for (const [args, expected] of steps) expect(await at(...args), args[0]).toMatchObject(expected);
    await location.change((place) => place.write(`${one.version}/coverage.json`, 'x'.repeat(99)));
    const err = expect.stringMatching(/coverage\.json cannot be read.*more than the \d+ expected/);
    expect(await at(...verify)).toMatchObject({ code: 1, err });
    expect(await run(['publish', '--to', 's3://data', '--s3-endpoint', 'nowhere'])).toMatchObject({
      code: 2,
      err: expect.stringContaining('"nowhere" is not an http(s) URL'),
    });
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
