/** What a new user meets: `npm start` in a clone, asked over HTTP, with wrong input and a damaged dataset. */
import { type ChildProcess, spawn } from 'node:child_process';
import { cp, readdir, readFile, truncate, unlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { builtInDist } from '../../build/built-in.ts';
import { ROOT } from '../../build/paths.ts';
import type { Envelope } from '../../cli/envelope.ts';
import type { Match } from '../../runtime/contract/match.ts';
import { type Manifest, shardName } from '../../runtime/format/format.ts';
import { pairKey, sha256Sync } from '../../runtime/format/keys.ts';
import { newFolder } from '../scratch.ts';

interface Started {
  url: string;
  child: ChildProcess;
}

async function npmStart(env: Record<string, string>): Promise<Started> {
  const child = spawn('npm', ['start', '--silent'], {
    cwd: ROOT,
    env: { ...process.env, PORT: '0', LOG_LEVEL: 'silent', RATE_LIMIT_ANONYMOUS: '0', ...env },
    // A group of its own, so that npm's children end with it.
    detached: true,
  });
  let output = '';
  const url = await new Promise<string>((resolve, reject) => {
    const listen = (data: Buffer) => {
      output += data.toString();
      const found = /listens on (http:\S+)/.exec(output)?.[1];
      if (found) resolve(found);
    };
    child.stdout?.on('data', listen);
    child.stderr?.on('data', listen);
    child.on('exit', () => reject(new Error(`npm start ended early: ${output}`)));
  });
  return { url, child };
}

async function stop({ child }: Started): Promise<void> {
  const gone = new Promise((resolve) => child.once('exit', resolve));
  if (child.pid !== undefined) process.kill(-child.pid, 'SIGTERM');
  await gone;
}

async function post(url: string, path: string, body: unknown): Promise<{ status: number; answer: Envelope }> {
  const response = await fetch(url + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
  return { status: response.status, answer: (await response.json()) as Envelope };
}

const WINDOWS_UPDATE = 'HKLM\\Software\\Policies\\Microsoft\\Windows\\WindowsUpdate';

describe('npm start with the built-in dataset', () => {
  let server: Started;
  const resolve = async (body: Record<string, unknown>) =>
    (await post(server.url, '/v1/resolve', body)).answer;
  const matches = (answer: Envelope) => answer.result.matches as Match[];

  beforeAll(async () => {
    server = await npmStart({});
  });
  afterAll(() => stop(server));

  it('names both settings that write NoAutoUpdate, the own value first, in French', async () => {
    const answer = await resolve({ key: `${WINDOWS_UPDATE}\\AU`, value: 'NoAutoUpdate', lang: 'fr' });
    expect(matches(answer).map(({ name, lang }) => [name, lang])).toEqual([
      ['AutoUpdateCfg', 'fr-FR'],
      ['InternetManagement_RestrictCommunication_2', 'fr-FR'],
    ]);
    expect(answer.warnings.join()).toContain('windowsupdate.autoupdatecfg, icm.internetmanagement_');
    const english = await resolve({ key: `${WINDOWS_UPDATE}\\AU`, value: 'NoAutoUpdate' });
    expect(matches(english).map(({ displayName }) => displayName)).toEqual([
      'Configure Automatic Updates',
      'Restrict Internet communication',
    ]);
  });

  it('gives an element its own node and finds the way back from it', async () => {
    const omaUri = './Device/Vendor/MSFT/Policy/Config/Update/ActiveHoursEnd';
    const answer = await resolve({ key: WINDOWS_UPDATE, value: 'ActiveHoursEnd' });
    expect(matches(answer).map(({ csp }) => csp?.omaUri)).toEqual([omaUri]);
    const back = (await post(server.url, '/v1/csp', { omaUri })).answer;
    expect(matches(back).map(({ registryKey, valueName }) => [registryKey, valueName])).toEqual([
      ['Software\\Policies\\Microsoft\\Windows\\WindowsUpdate', 'ActiveHoursEnd'],
    ]);
  });

  it('does not guess what 22H2 means', async () => {
    const { compatibility } = (
      await resolve({ key: WINDOWS_UPDATE, value: 'ActiveHoursEnd', targetOs: '22H2' })
    ).result;
    expect(compatibility?.verdict).toBe('unknown');
    expect(compatibility?.candidates?.map(({ build }) => build)).toEqual(['10.0.19045', '10.0.22621']);
    expect(compatibility?.reason).toMatch(/10\.0\.19045.*10\.0\.22621/);
  });

  it('says of a Firefox setting that its mapping is derived, by ingesting the template', async () => {
    const answer = await resolve({
      key: 'HKLM\\Software\\Policies\\Mozilla\\Firefox',
      value: 'DisableAppUpdate',
    });
    expect(answer.confidence).toBe('derived');
    expect(matches(answer).map(({ csp }) => csp?.via)).toEqual(['admx-ingestion']);
  });

  it.each([
    ['/v1/resolve', '{"key":', 400, 'malformed-body'],
    ['/v1/resolve', '[]', 400, 'malformed-body'],
    ['/v1/resolve', { value: 1 }, 400, 'invalid-request'],
    ['/v1/search', { q: '', limit: 500 }, 400, 'invalid-request'],
    ['/v1/csp', { omaUri: './x', lang: 'xx' }, 400, 'invalid-request'],
    ['/v1/resolve', { key: 'k'.repeat(20_000), value: '' }, 413, 'body-too-large'],
    ['/v1/nothing', {}, 404, 'unknown-endpoint'],
    ['/k/v1/resolve', { key: 'x', value: 'y' }, 401, 'unauthorized'],
  ])('answers %s with %j by a problem and lives on', async (path, body, status, type) => {
    const { status: got, answer } = await post(server.url, path, body);
    expect([got, (answer as unknown as { type: string }).type]).toEqual([status, `/problems/${type}`]);
    expect((await fetch(`${server.url}/v1/health`)).status).toBe(200);
  });

  it('does not know every slug', async () => {
    const response = await fetch(`${server.url}/v1/setting/no.such`);
    expect(response.status).toBe(404);
    expect(await response.json()).toMatchObject({ type: '/problems/unknown-setting' });
  });
});

it('npm start under a supervisor: SIGTERM to npm alone ends the server', async () => {
  const { url, child } = await npmStart({});
  const gone = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGTERM');
  await gone;
  await expect
    .poll(
      () =>
        fetch(`${url}/livez`).then(
          () => 'alive',
          () => 'gone',
        ),
      { timeout: 15_000 },
    )
    .toBe('gone');
});

describe('npm start with a damaged dataset', () => {
  let folder: string;
  let server: Started;
  const shardOf = (key: string, value: string, bits: number) =>
    `resolve/en-US/${shardName(sha256Sync(pairKey(key, value)), bits)}.json`;
  const [key, bareKey] = [WINDOWS_UPDATE, WINDOWS_UPDATE.slice(5).toLowerCase()];
  const asked = {
    altered: 'activehoursend',
    truncated: 'activehoursmaxrange',
    missing: 'setproxybehaviorforupdatedetection',
  };

  beforeAll(async () => {
    folder = await newFolder();
    const dist = await builtInDist();
    const { latest } = JSON.parse(await readFile(join(dist, 'index.json'), 'utf8')) as { latest: string };
    await cp(join(dist, latest), join(folder, latest), { recursive: true });
    await cp(join(dist, 'index.json'), join(folder, 'index.json'));
    const manifest = JSON.parse(await readFile(join(folder, latest, 'manifest.json'), 'utf8')) as Manifest;
    const path = (value: string) => join(folder, latest, shardOf(bareKey, value, manifest.shardBits.resolve));
    const altered = await readFile(path(asked.altered), 'utf8');
    await writeFile(path(asked.altered), altered.replace('"official"', '"derived_"'));
    await truncate(path(asked.truncated), 100);
    await unlink(path(asked.missing));
    server = await npmStart({ HIVECHECK_DATASET: folder });
  });
  afterAll(() => stop(server));

  it.each(Object.entries(asked))('refuses to answer from an %s shard', async (_, value) => {
    const { status, answer } = await post(server.url, '/v1/resolve', { key, value });
    expect(status).toBe(503);
    const text = JSON.stringify(answer);
    expect(answer).toMatchObject({ type: '/problems/dataset-unavailable' });
    expect(text).not.toContain(folder);
  });

  it('answers what it still can', async () => {
    const { status } = await post(server.url, '/v1/csp', {
      omaUri: './Vendor/MSFT/Policy/Config/Update/ActiveHoursEnd',
    });
    expect(status).toBe(200);
    expect((await readdir(folder)).length).toBeGreaterThan(1);
  });
});
