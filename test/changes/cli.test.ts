/** `hivecheck changes`: of a local dataset and of a server, with its exit codes. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, describe, expect, test } from 'vitest';
import { publish } from '../../build/pipeline/publish/publish.ts';
import { longLines } from '../cli/long-lines.ts';
import { hivecheck } from '../command.ts';
import { changesEnvelope } from '../http/fake-changes.ts';
import { folder, madeDist } from '../publish/_dist.ts';

const asked: string[] = [];

const to = await folder();
const [one, two] = [await madeDist('one'), await madeDist('two')];
const [first, second] = [one.version, two.version];
await publish({ from: one.dist, to, keep: 2 });
await publish({ from: two.dist, to, keep: 2 });
const server = createServer((request, response) => {
  asked.push(request.url ?? '');
  const known = !request.url?.includes('unknown');
  response.statusCode = known ? 200 : 404;
  response.end(JSON.stringify(known ? changesEnvelope('6a69d202') : { detail: 'Not from there.' }));
});
await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
afterAll(() => void server.close());

const changes = (...args: string[]) => hivecheck(['changes', ...args]);

describe('hivecheck changes', () => {
  test('0 where nothing changed, 1 where what changed is not known, with the reason', async () => {
    expect(await changes('--since', second, '--dataset', to)).toMatchObject({
      code: 0,
      out: `${second} → ${second}\nnothing changed\n`,
    });
    const between = await changes('--since', first, '--dataset', to);
    expect(between.code).toBe(1);
    expect(between.out).toContain(
      `not complete: The changes of these steps are not known: ${first} → ${second}`,
    );
    const never = await changes('--since', 'ffffffff', '--dataset', to);
    expect(never).toMatchObject({ code: 1, out: '' });
    expect(never.err).toContain('does not lead from this version');
  });

  test('2 for what is no version, 3 for what is no dataset', async () => {
    expect(await changes('--since', '../x', '--dataset', to)).toMatchObject({ code: 2, out: '' });
    expect(await changes('--dataset', to)).toMatchObject({ code: 2 });
    expect(await changes('--since', first, '--dataset', `${to}/nowhere`)).toMatchObject({ code: 3 });
  });

  test('--quiet prints nothing, and ends with the same code', async () => {
    for (const [since, code] of [
      [second, 0],
      [first, 1],
    ] as const)
      expect(await changes('--since', since, '--dataset', to, '--quiet')).toEqual({ code, out: '', err: '' });
  });

  test('--fail-on chooses what gives 1', async () => {
    const runs: [string[], number][] = [
      [['--since', first, '--dataset', to, '--fail-on', 'removed'], 0],
      [['--since', first, '--dataset', to, '--fail-on', 'removed,unknown'], 1],
      [['--since', 'ffffffff', '--dataset', to, '--fail-on', 'none'], 0],
      [['--since', 'unknown', '--server', url, '--fail-on', 'removed'], 0],
      [['--since', '6a69d202', '--server', url, '--fail-on', 'removed'], 1],
      [['--since', first, '--dataset', to, '--fail-on', 'unsupported'], 2],
    ];
    for (const [args, code] of runs) expect([args, (await changes(...args)).code]).toEqual([args, code]);
  });

  test('asks a server', async () => {
    const run = await changes('--since', '6a69d202', '--server', `${url}/v1/`);
    expect(run.code).toBe(1);
    expect(asked.at(-1)).toBe('/v1/changes?since=6a69d202');
    expect(run.out).toContain('removed  windowsupdate.autoupdatecfg (by its vendor in 26H1)');
    expect(run.out).toContain('mapping gained, minimum moved, csp/minOs');
    const json = await changes('--since', '6a69d202', '--server', url, '--json');
    expect(JSON.parse(json.out)).toEqual(changesEnvelope('6a69d202'));
    const narrow = await hivecheck(['changes', '--since', '6a69d202', '--server', url], undefined, {
      COLUMNS: '50',
    });
    expect(longLines(narrow.out, 50)).toEqual([]);
    const words = (text: string) => text.split(/\s+/);
    expect([narrow.out.split('\n').length > run.out.split('\n').length, words(narrow.out)]).toEqual([
      true,
      words(run.out),
    ]);
    const never = await changes('--since', 'unknown', '--server', url);
    expect(never).toMatchObject({ code: 1, out: '' });
    expect(never.err).toContain('Not from there.');
  });
});
