/** The release and publish workflows, their steps run in order against vendors that are played here. */
import { execFile } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import { chmod, cp, readdir, readFile, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type Listener, listen } from 'listhen';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { ROOT } from '../../build/paths.ts';
import { publicKeyText } from '../../build/pipeline/publish/keys.ts';
import { zip } from '../fetch/_archives.ts';
import { byComment } from '../fetch/_run.ts';
import { ADMX, PACKAGE } from '../fetch/_templates.ts';
import { Bucket } from '../publish/_bucket.ts';
import { provedAt } from '../publish/_dist.ts';
import { emptyFacts } from '../release/_facts.ts';
import { newFolder, writeFiles } from '../scratch.ts';
import { Forge, type ForgeOptions, type Job, type JobRun, readWorkflow } from './_forge.ts';

const run = promisify(execFile);
const workflow = (name: string) => readWorkflow(join(ROOT, '.github/workflows', name));

/** Path → what the vendors' server answers. */
const offered = new Map<string, Uint8Array>();
let vendors: Listener;
beforeAll(async () => {
  vendors = await listen(
    (asked, response) => {
      const body = offered.get(asked.url ?? '');
      response.writeHead(body ? 200 : 404, { etag: '"1"', 'last-modified': 'Mon, 02 Nov 2026 10:00:00 GMT' });
      response.end(body);
    },
    { https: true, hostname: 'localhost', port: 0, showURL: false, isTest: true },
  );
});
afterAll(() => vendors.close());

const packageOf = (change: (admx: string) => string) =>
  zip({ ...PACKAGE, 'windows/admx/lamp.admx': change(ADMX) });

const SOUND = packageOf((admx) => admx);

/** The packages that the vendors have from now on, by their sources. */
function offer(packages: Record<string, Uint8Array>): void {
  offered.clear();
  for (const [name, bytes] of Object.entries(packages)) offered.set(`/${name}.zip`, bytes);
}

/** The repository as it is on the forge, with facts of four sources that have no version yet. */
async function repository(): Promise<string> {
  const work = await newFolder();
  const facts = join(work, 'facts');
  const filter = (path: string) => !/\.jsonl$|downloads\.lock\.json$/.test(path);
  await cp(join(ROOT, 'facts'), facts, { recursive: true, filter });
  await emptyFacts(facts, ['lamp', 'kettle', 'stove', 'torch']);
  const direct = (path: string) => ({
    kind: 'direct',
    urls: [new URL(path, vendors.url).href],
    version: byComment,
  });
  await writeFiles(work, {
    'facts/categories.jsonl': '',
    'facts/supported-on.jsonl': '',
    'facts/keywords.jsonl': '',
    'facts/downloads.json': JSON.stringify({
      kettle: direct('/kettle.zip'),
      lamp: direct('/lamp.zip'),
      stove: direct('/stove.zip'),
      torch: direct('/torch.zip'),
      radio: { kind: 'manual', reason: 'behind a sign-in of the vendor' },
    }),
  });
  await cp(join(ROOT, 'package.json'), join(work, 'package.json'));
  // What the steps start; every job checks it out.
  for (const part of ['cli', 'chunks'])
    await cp(join(ROOT, 'lib', part), join(work, 'lib', part), { recursive: true });
  await symlink(join(ROOT, 'node_modules'), join(work, 'node_modules'));
  await cp(join(ROOT, '.github'), join(work, '.github'), { recursive: true });
  const origin = await newFolder();
  // Megabytes that live for seconds are not worth compressing.
  const git = (...args: string[]) => run('git', ['-C', work, '-c', 'core.compression=0', ...args]);
  await run('git', ['init', '--quiet', '--bare', '--initial-branch=main', origin]);
  await git('init', '--quiet', '--initial-branch=main');
  await git('add', '--all', '--force');
  await git('-c', 'user.name=m', '-c', 'user.email=m@example.org', 'commit', '--quiet', '-m', 'first');
  await git('push', '--quiet', origin, 'main');
  return origin;
}

/** `npm` and `gh` that note what they are asked; `gh` knows of one pull request at most. */
async function tools() {
  const folder = await newFolder();
  await writeFiles(folder, {
    npm: `#!/bin/sh\necho "npm $*" >> "\${0%/*}/calls"\n`,
    gh: `#!/bin/sh
notes=\${0%/*}
echo "gh $* ($GH_TOKEN)" >> "$notes/calls"
case "$1 $2" in
  'pr list') if [ -f "$notes/open" ]; then echo 1; else echo 0; fi ;;
  'pr create') touch "$notes/open" ;;
esac
while [ $# -gt 0 ]; do if [ "$1" = --body-file ]; then cp "$2" "$notes/body"; fi; shift; done
`,
  });
  for (const name of ['npm', 'gh']) await chmod(join(folder, name), 0o755);
  return {
    folder,
    calls: async () => (await readFile(join(folder, 'calls'), 'utf8')).trim().split('\n'),
    body: () => readFile(join(folder, 'body'), 'utf8'),
  };
}

let origin: string;
let first: string;
let fake: Awaited<ReturnType<typeof tools>>;
const git = async (...args: string[]) => (await run('git', ['-C', origin, ...args])).stdout;
beforeAll(async () => {
  origin = await repository();
  first = (await git('rev-parse', 'main')).trim();
});
beforeEach(async () => {
  await git('update-ref', 'refs/heads/main', first);
  await git('update-ref', '-d', 'refs/heads/release/next');
  fake = await tools();
});
const merge = () => git('update-ref', 'refs/heads/main', 'release/next');

async function started(more: Partial<ForgeOptions> = {}) {
  // The vendors' certificate was made for the test.
  const env = { NODE_TLS_REJECT_UNAUTHORIZED: '0', NODE_NO_WARNINGS: '1', ...more.env };
  const forge = new Forge({ origin, tools: fake.folder, ...more, env });
  return { forge, jobs: await forge.run(await workflow('release.yml')) };
}

const resultsOf = (jobs: Record<string, JobRun>) =>
  Object.fromEntries(Object.entries(jobs).map(([name, { result }]) => [name, result]));

test('one vendor is down, one changed its template, one moved it, one has news: a pull request with the news, and what to look at', async () => {
  // The stove's policies are those of the lamp.
  offer({ lamp: SOUND, stove: SOUND, kettle: packageOf((admx) => admx.replace('</policies>', '')) });
  const secrets = { VENDOR_FILES_PASSPHRASE: 'between us', RELEASE_TOKEN: 'starts-ci' };
  const { forge, jobs } = await started({ secrets });
  expect(resultsOf(jobs)).toEqual({
    list: 'success',
    'fetch/kettle': 'success',
    'fetch/lamp': 'success',
    'fetch/stove': 'success',
    'fetch/torch': 'failure',
    release: 'success',
    propose: 'success',
    outcome: 'failure',
  });
  expect(jobs['fetch/torch']?.log).toMatch(/torch\.zip answers 404/);
  expect(jobs.outcome?.log).toMatch(/could not be fetched.*refused/s);

  // The files are kept, also those of the source that was refused, and nobody else can read them.
  const kept = ['kettle', 'lamp', 'stove', 'torch'].map((name) => `fetched-${name}`);
  expect([...forge.artifacts.keys()]).toEqual([...kept, 'proposal']);
  for (const name of ['fetched-kettle', 'fetched-lamp']) {
    const { folder = '', retentionDays } = forge.artifacts.get(name) ?? {};
    expect(await readdir(folder)).toEqual(['fetched.tar.gz.gpg']);
    expect(retentionDays).toBe(30);
  }

  const changed = (await git('diff', '--name-only', 'main', 'release/next')).trim().split('\n');
  expect(changed.every((path) => path.startsWith('facts/'))).toBe(true);
  expect(changed).toEqual(
    expect.arrayContaining(['facts/downloads.lock.json', 'facts/lamp.jsonl', 'facts/sources.json']),
  );
  expect(await git('log', '-1', '--format=%s', 'release/next')).toBe('Update the facts: lamp 12.0.3\n');
  const { sources } = JSON.parse(await git('show', 'release/next:facts/sources.json'));
  const counted = ({ id, versions }: { id: string; versions: object[] }) => `${id}: ${versions.length}`;
  expect(sources.map(counted)).toEqual(['lamp: 1', 'kettle: 0', 'stove: 0', 'torch: 0']);
  const pins = JSON.parse(await git('show', 'release/next:facts/downloads.lock.json'));
  expect(Object.keys(pins.sources)).toEqual(['lamp']);

  const body = await fake.body();
  expect(body).not.toContain('CI has not started');
  expect(body).toMatch(/\| lamp \| \*\*new\*\* \| 12\.0\.3 \| 2026-11-02 \|/);
  expect(body).toMatch(/\| torch \| \*\*failed\*\*: .*404/);
  expect(body).toMatch(/\| kettle \| \*\*new\*\*/);
  expect(body).toMatch(/## Refused\n\n### kettle\n\n```\n[^`]*lamp\.admx/);
  expect(body).toMatch(/### stove\n\n```\n[^`]*--allow-moved/);
  expect(body).toContain('Fetched by hand, and kept as they are: radio.');
  expect(body).toMatch(/## Coverage, before and after\n\n.*\| settings \| 0 → 1 \|/s);
  expect(body).toMatch(/<details><summary>lamp 12\.0\.3<\/summary>.*`lamp\.lampon`/s);
  expect(jobs.release?.summary).toBe(body);

  const calls = await fake.calls();
  expect(new Set(calls.filter((call) => call.startsWith('npm')))).toEqual(
    new Set(['npm ci --ignore-scripts', 'npm run bundle']),
  );
  expect(calls.filter((call) => call.startsWith('gh')).map((call) => call.split(' --')[0])).toEqual([
    'gh auth setup-git (starts-ci)',
    'gh pr list',
    'gh pr create',
  ]);

  // The week after nothing changed but the vendor that was down is up: with the open request merged, all is known.
  await merge();
  offered.delete('/kettle.zip');
  const second = await started({ inputs: { sources: 'lamp radio' } });
  expect(resultsOf(second.jobs)).toEqual({
    list: 'success',
    'fetch/lamp': 'success',
    release: 'success',
    propose: 'skipped',
    outcome: 'success',
  });
  expect(second.jobs.release?.summary).toMatch(/\| lamp \| known \| 12\.0\.3/);
  const { retentionDays } = second.forge.artifacts.get('fetched-lamp') ?? {};
  expect(retentionDays).toBe(1);

  const allowed = await started({ inputs: { sources: 'stove', 'allow-moved': true } });
  expect(resultsOf(allowed.jobs)).toMatchObject({ propose: 'success', outcome: 'success' });
  expect(allowed.jobs.release?.summary).toContain('<details><summary>stove 12.0.3</summary>');
}, 300_000);

test('without secrets: the request says that CI did not start; a second one renews it, but not over a person’s commit; merging publishes and signs', async () => {
  const inputs = { sources: 'lamp' };
  offer({ lamp: SOUND });
  const { jobs } = await started({ inputs });
  expect(jobs.propose?.result).toBe('success');
  expect(await fake.body()).toMatch(/^\*\*CI has not started by itself\*\*.*docs\/pipeline\.md/);
  const { forge } = await started({ inputs, vars: { RELEASE_APP_CLIENT_ID: 'app1' } });
  expect(await fake.body()).not.toContain('CI has not started');
  const asked = (await fake.calls()).filter((call) => /^gh pr (?:create|edit)/.test(call));
  expect(asked.map((call) => call.replace(/ --.* /, ' '))).toEqual([
    'gh pr create (default-token)',
    'gh pr edit release/next (app-token-of-app1)',
  ]);

  const commit = ['-c', 'user.name=m', '-c', 'user.email=m@example.org', 'commit-tree', '-m', 'Classify'];
  const person = await git(...commit, '-p', 'release/next', 'release/next^{tree}');
  await git('update-ref', 'refs/heads/release/next', person.trim());
  // The same proposal again: what leads to it is the same too.
  const { jobs: all, ...rest } = await workflow('release.yml');
  const { needs: _, if: __, ...propose } = all.propose as Job;
  const third = await forge.run({ ...rest, jobs: { propose, outcome: all.outcome as Job } });
  expect(resultsOf(third)).toMatchObject({ propose: 'failure', outcome: 'failure' });
  expect(third.propose?.log).toContain('release/next has a commit of m@example.org');

  await merge();
  const pair = generateKeyPairSync('ed25519');
  const key = pair.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
  await using bucket = await Bucket.start();
  const { AWS_ENDPOINT_URL_S3, ...credentials } = bucket.environment;
  const publish = async (secrets: Record<string, string>, vars: Record<string, string>) => {
    const forge = new Forge({ origin, tools: fake.folder, secrets, vars });
    return (await forge.run(await workflow('publish.yml'))).publish;
  };
  const vars = { PUBLISH_TO: bucket.place(), AWS_ENDPOINT_URL_S3: AWS_ENDPOINT_URL_S3 ?? '' };
  expect((await publish({}, {}))?.result).toBe('skipped');
  expect(await publish(credentials, vars)).toMatchObject({
    result: 'failure',
    log: expect.stringContaining('HIVECHECK_SIGNING_KEY is not set'),
  });
  const secrets = { ...credentials, HIVECHECK_SIGNING_KEY: key };
  expect(await publish(secrets, vars)).toMatchObject({ result: 'success' });
  const { counts } = await provedAt(bucket.url(), publicKeyText(pair.publicKey));
  expect(counts.settings).toBe(1);
  const before = await bucket.contents();
  expect((await publish(secrets, vars))?.result).toBe('success');
  expect(await bucket.contents()).toEqual(before);
}, 300_000);
