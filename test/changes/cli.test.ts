/** `hivecheck changes`: its text and its exit codes. */
import { describe, expect, test, vi } from 'vitest';
import { publish } from '../../build/pipeline/publish/publish.ts';
import { changesText } from '../../cli/changes.ts';
import { longLines } from '../cli/long-lines.ts';
import { hivecheck } from '../command.ts';
import { changesEnvelope } from '../http/fake.ts';
import { folder, madeDist } from '../publish/_dist.ts';

const to = await folder();
const [one, two] = [await madeDist('one'), await madeDist('two')];
const [first, second] = [one.version, two.version];
await publish({ from: one.dist, to, keep: 2 });
await publish({ from: two.dist, to, keep: 2 });

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
      [['--since', 'ffffffff', '--dataset', to, '--fail-on', 'removed'], 0],
      [['--since', first, '--dataset', to, '--fail-on', 'unsupported'], 2],
    ];
    for (const [args, code] of runs) expect([args, (await changes(...args)).code]).toEqual([args, code]);
  });

  test('names what changed, in lines that fit', () => {
    const text = changesText(changesEnvelope('6a69d202'));
    expect(text).toContain('removed  windowsupdate.autoupdatecfg (by its vendor in 26H1)');
    expect(text).toContain('mapping gained, minimum moved, csp/minOs');
    vi.stubEnv('COLUMNS', '50');
    const narrow = changesText(changesEnvelope('6a69d202'));
    vi.unstubAllEnvs();
    expect(longLines(narrow, 50)).toEqual([]);
    const words = (all: string) => all.split(/\s+/);
    expect([narrow.split('\n').length > text.split('\n').length, words(narrow)]).toEqual([true, words(text)]);
  });
});
