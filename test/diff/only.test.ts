/** What a new version changes for a list of one's own: two real versions, and hand-made answers. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { compareDatasets } from '../../build/diff/compare.ts';
import { ownChanges } from '../../build/diff/only.ts';
import { diffOnly } from '../../cli/diff.ts';
import type { VerifiedItem } from '../../runtime/contract/verified.ts';
import { hivecheck } from '../command.ts';
import { expectParts } from '../paths.ts';
import { compileSmall, editFacts, leanFacts } from '../release/_facts.ts';
import { newFolder } from '../scratch.ts';
import { vectors } from '../vectors.ts';
import { dataset } from './_datasets.ts';

const FIREFOX = 'HKLM\\Software\\Policies\\Mozilla\\Firefox';
const LINES: [key: string, value: string, type: string, data: string][] = [
  [`${FIREFOX}\\EnableTrackingProtection`, 'Value', 'REG_DWORD', '1'],
  [`${FIREFOX}\\SanitizeOnShutdown`, 'Cache', 'REG_DWORD', '1'],
  [`${FIREFOX}\\ContentAnalysis`, 'AgentTimeout', 'REG_DWORD', '5'],
  ['HKLM\\Software\\Fresh', 'Cookies', 'REG_DWORD', '1'],
  [`${FIREFOX}\\SanitizeOnShutdown`, 'Downloads', 'REG_DWORD', '1'],
];

const facts = await leanFacts(['firefox'], 130);
const compiled = async (released: number) => {
  const dist = await newFolder();
  await compileSmall(facts, dist, released);
  return dist;
};
const edited: Record<string, object> = {
  'firefox.a_sanitizeonshutdown_cache': { enabledValue: { kind: 'decimal', value: '2' } },
  'firefox.contentanalysis_agenttimeout': { supportedOn: 'Mozilla.Policies.Firefox::SUPPORTED_FF60' },
  'firefox.b_sanitizeonshutdown_cookies': { key: 'Software\\Fresh' },
};
const old = await compiled(1_795_000_000);
await editFacts(facts, 'firefox', (all) => {
  for (const slug of Object.keys(edited)) expect(all.map((each) => each.slug)).toContain(slug);
  return all
    .filter(({ slug }) => slug !== 'firefox.a_trackingprotection_value')
    .map((each) => ({ ...each, ...edited[each.slug] }));
});
const now = await compiled(1_795_100_000);
const list = join(await newFolder(), 'my-baseline.csv');
await writeFile(list, ['key,value,type,data', ...LINES.map((line) => line.join(','))].join('\n'));
const unread = `${list}.unread`;
await writeFile(unread, 'key,value,type,data\nHKLM\\Software\\Fresh,Cookies,REG_DWORD,abc');

interface Told {
  at: { file: string; line: number };
  given: { value: string };
  documented?: string;
  floorMoved?: true;
  data?: object;
  facts: { fact: string }[];
}

const told = async (from: string, to: string, file = list) =>
  JSON.parse((await diffOnly(from, to, { only: [file], json: true })).text) as {
    compared: number;
    changes: Told[];
    problems: unknown[];
  };

describe('diff --only', () => {
  test('names each value that changes, by file and line, and what changes', async () => {
    const { compared, changes } = await told(old, now);
    expect(compared).toBe(LINES.length);
    expect(changes.map(({ at, given }) => [at.file, at.line, given.value])).toEqual(
      [0, 1, 2, 3].map((line) => [list, line + 2, LINES[line]?.[1]]),
    );
    const [gone, content, floor, fresh] = changes;
    expect(gone).toMatchObject({ documented: 'no-longer', lost: ['firefox.a_trackingprotection_value'] });
    expect(content).toMatchObject({ data: { before: 'documented', after: 'undocumented' } });
    expect(content?.facts.map(({ fact }) => fact)).toContain('values');
    expect(floor).toMatchObject({ floorMoved: true });
    expect(floor?.facts).toContainEqual(
      expect.objectContaining({ fact: 'products', before: expect.stringContaining('138') }),
    );
    expect(fresh).toMatchObject({ documented: 'newly', gained: ['firefox.b_sanitizeonshutdown_cookies'] });
  });

  test('is the reverse the other way round, and nothing between a version and itself', async () => {
    const back = await told(now, old);
    expect(back.changes.map(({ documented }) => documented)).toEqual(['newly', ...Array(2), 'no-longer']);
    expect((await told(old, old)).changes).toEqual([]);
  });

  test('the command: text, Markdown, exit codes', async () => {
    const rows = vectors<[args: string[], code: number, out: string, flags: string]>('diff-commands');
    for (const [words, code, out, flags] of rows) {
      const args = words.map((word) => ({ LIST: list, UNREAD: unread })[word] ?? word);
      const run = await hivecheck(['diff', old, now, ...args]);
      expect(run, args.join(' ')).toEqual({
        code,
        out: expect.stringMatching(new RegExp(out, flags)),
        err: '',
      });
    }
    const outcomes = [now, old].map(async (to) => (await diffOnly(old, to, { only: [list] })).outcomes);
    expect(await Promise.all(outcomes)).toEqual([['removed', 'changed', 'changed', 'added'], []]);
    const lost = await diffOnly(old, now, { only: [`${list}.lost`], json: true });
    expect(lost.unread).toBe(true);
    expect((await hivecheck(['diff', old, now, '--only', `${list}.lost`, '--fail-on', 'none'])).code).toBe(2);
    expect(JSON.parse(lost.text).problems).toMatchObject([{ file: `${list}.lost` }]);
    await expect(diffOnly('facts', now, { only: [list] })).rejects.toThrow(
      /--only needs datasets.*hivecheck compile/,
    );
  });
});

const NOTHING = compareDatasets(dataset([]), dataset([]));

interface Row {
  what: string;
  before: Partial<VerifiedItem>;
  after: Partial<VerifiedItem>;
  /** Parts of what is told of the value, and of the value that cannot be asked about. */
  told: Record<string, unknown>;
}

test.each(vectors<Row>('own-changes'))('$what', ({ what, before, after, told }) => {
  const item = { key: 'Software\\A', value: 'B', at: { file: 'a.csv', line: 2 } };
  const full = ({ matches = [], ...more }: Row['before']) =>
    ({ index: 0, matches, result: { matches }, ...more }) as VerifiedItem;
  const { changes, ...rest } = ownChanges([item], [full(before)], [full(after)], NOTHING);
  expectParts({ ...rest, change: changes[0] }, told, what);
});
