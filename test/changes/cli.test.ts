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

const cases: [args: string[], code: number, out?: string, err?: string][] = [
  [['--since', second], 0, `^${second} → ${second}\nnothing changed\n$`],
  [['--since', first], 1, `not complete: The changes of these steps are not known: ${first} → ${second}`],
  [['--since', 'ffffffff'], 1, '^$', 'does not lead from this version'],
  [['--since', '../x'], 2, '^$'],
  [[], 2],
  [['--since', first, '--dataset', `${to}/nowhere`], 3],
  [['--since', second, '--quiet'], 0, '^$', '^$'],
  [['--since', first, '--quiet'], 1, '^$', '^$'],
  [['--since', first, '--fail-on', 'removed'], 0],
  [['--since', first, '--fail-on', 'removed,unknown'], 1],
  [['--since', 'ffffffff', '--fail-on', 'none'], 0],
  [['--since', 'ffffffff', '--fail-on', 'removed'], 0],
  [['--since', first, '--fail-on', 'unsupported'], 2],
];

describe('hivecheck changes', () => {
  test.each(cases)('%j → %i', async (args, code, out = '', err = '') => {
    const run = await hivecheck(['changes', '--dataset', to, ...args]);
    expect(run).toEqual({ code, out: expect.stringMatching(out), err: expect.stringMatching(err) });
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
