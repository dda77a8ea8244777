import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as v from 'valibot';
import { beforeAll, describe, expect, it } from 'vitest';
import { builtInDist } from '../../build/built-in.ts';
import {
  type ItemMdm,
  type VerifiedFile,
  type VerifiedItem,
  VerifyEnvelope,
} from '../../runtime/contract/verified.ts';
import { createHttpApp } from '../../runtime/http/app.ts';
import { createService } from '../../runtime/service.ts';
import { hivecheck } from '../command.ts';
import { corpus } from '../corpus/dist.ts';
import { type WrittenValue, writePol, writeReg } from '../readers/writers.ts';
import { newFolder, writeFiles } from '../scratch.ts';

const KEY = 'HKLM\\Software\\Policies\\Microsoft\\Windows\\WindowsUpdate';
const TARGET = ['--target-os', 'Windows 11 24H2'];
const good: WrittenValue = { key: KEY, value: 'ActiveHoursEnd', type: 'REG_DWORD', data: 9 };
const out: WrittenValue = { key: KEY, value: 'ActiveHoursStart', type: 'REG_DWORD', data: 99 };
const unknown: WrittenValue = {
  key: `HKLM\\Software\\${'x'.repeat(180)}`,
  value: '<Nonesuch> & "|"',
  type: 'REG_SZ',
  data: 'a,b',
};

type CommandItem = VerifiedItem & { findings: string[]; accepted?: string[] };

let folder: string;
const file = (name: string) => join(folder, name);

beforeAll(async () => {
  await builtInDist();
  folder = await newFolder();
  await writeFiles(folder, {
    'bad.reg': writeReg([good, out, unknown]),
    'cut.pol': writePol([good]).subarray(0, 60),
    'data.csv': `key,value,type,data\n${KEY},ActiveHoursEnd,REG_DWORD,abc\n`,
    'good.reg': writeReg([good]),
    'tree/{A}/DomainSysvol/GPO/Machine/registry.pol': writePol([good]),
  });
});

describe('exit codes', () => {
  it('1: a finding, with everything that must be copied in one piece; --fail-on decides', async () => {
    const { code, out: text } = await hivecheck(['verify', file('bad.reg'), ...TARGET]);
    expect(code).toBe(1);
    expect(text).toContain(
      `${unknown.key.replace('HKLM', 'HKEY_LOCAL_MACHINE')} + ${unknown.value} = a,b (REG_SZ)`,
    );
    expect(text).toContain('ActiveHoursStart = 99 (REG_DWORD)');
    // Each value is counted once, by the heading that it has.
    const [, all, counts = ''] = /^(\d+) values in 1 file: (.*)$/m.exec(text) ?? [];
    const numbers = counts.match(/\d+/g)?.map(Number) ?? [];
    expect(numbers.reduce((sum, count) => sum + count, 0)).toBe(Number(all));
    for (const [, count] of text.matchAll(/^\S.* \((\d+)\)$/gm)) expect(numbers).toContain(Number(count));
  });

  it('values that contradict each other name their places, in little time', async () => {
    const many = Array.from({ length: 400 }, (_, at) => ({
      ...good,
      key: `HKLM\\Software\\Example\\${at}`,
    }));
    const differing = Array.from({ length: 1500 }, (_, at) => ({ ...good, data: at }));
    await writeFile(file('two.reg'), writeReg([...many, good, out, { ...good, data: 10 }]));
    await writeFile(file('same.reg'), writeReg(differing));
    const args = ['verify', file('two.reg'), ...TARGET, '--all'];
    const { out: text } = await hivecheck(args);
    const places = [...text.matchAll(/other data for the same value, or its deletion:\s+(\S+)\n/g)].map(
      ([, at]) => at,
    );
    const own = [...text.matchAll(/ActiveHoursEnd = (?:9|10) .*?at: (\S+)\n/gs)].map(([, at]) => at);
    expect(places.toReversed()).toEqual(own.slice(0, 2));
    expect(text).not.toContain('indexes');
    const json = await hivecheck([...args, '--json']);
    const { items } = JSON.parse(json.out).result as { items: CommandItem[] };
    const told = items.flatMap(({ conflictsWith = [] }) => conflictsWith.map((at) => items[at]?.at));
    expect(told.map((at) => `${at?.file}:${at?.line}`)).toEqual(places);
    const { out: long } = await hivecheck(['verify', file('same.reg'), ...TARGET]);
    expect(long.length).toBeLessThan(10_000_000);
  });

  it('what is for a terminal has no control characters of a file, and no line that a name has made', async () => {
    const name = 'x\n    at: elsewhere\u001b[31m\u009b2J\u0007';
    const row = JSON.stringify([{ key: `${KEY}\u001b]0;t`, value: name, type: 'REG_SZ', data: '\u001b[2J' }]);
    for (const more of [[], ['--mdm'], ['--format', 'markdown']]) {
      const { out: text, err } = await hivecheck(['verify', '-', ...TARGET, ...more], Buffer.from(row));
      expect(/[\p{Cc}]/u.test(`${text}${err}`.replaceAll('\n', '')), more.join(' ')).toBe(false);
      expect(text).not.toMatch(/^ +at: elsewhere/m);
      expect(text).toContain('u001b');
    }
    const { out: table, err } = await hivecheck(['resolve', `${KEY}\u001b[2J`, 'a\u0007']);
    expect(/[\p{Cc}]/u.test(`${table}${err}`.replaceAll('\n', ''))).toBe(false);
  });
});

describe('formats', () => {
  it.each(['json', 'sarif'])(
    'a name with half a surrogate pair is no escape that parsers refuse, in %s',
    async (format) => {
      const half = join(await newFolder(), 'registry.pol');
      await writeFile(
        half,
        writePol([{ key: 'HKLM\\A', value: 'sur\ud800', type: 'REG_SZ', data: '\udfff\\ud800' }]),
      );
      const { out: text } = await hivecheck(['verify', half, '--format', format]);
      expect(text).not.toMatch(/(?<!\\)(?:\\\\)*\\ud[89a-f]/);
      expect(JSON.stringify(JSON.parse(text))).toContain('sur\ufffd');
    },
  );
});

describe('JSON', () => {
  it('is what the API answers to the same files, with findings', async () => {
    const names = ['bad.reg', 'cut.pol', 'tree/{A}/DomainSysvol/GPO/Machine/registry.pol'];
    const paths = names.map(file);
    const run = await hivecheck(['verify', ...paths, ...TARGET, '--lang', 'fr', '--json']);
    const answer = JSON.parse(run.out);
    expect(v.safeParse(VerifyEnvelope, answer).issues).toBeUndefined();
    const { dataset } = await corpus();
    const contents = await Promise.all(paths.map((path) => readFile(path, 'base64')));
    const files = paths.map((name, at) => ({ name, content: contents[at] }));
    const app = createHttpApp(createService({ snapshot: () => dataset }));
    const response = await app.request('/v1/verify', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ files, targetOs: TARGET[1], lang: 'fr' }),
    });
    const api = v.parse(VerifyEnvelope, await response.json());
    const { findings, unit, ...own } = answer.result.items[0];
    expect([findings, unit]).toEqual([[], file('bad.reg')]);
    expect(own).toEqual(api.result.items[0]);
    expect(answer.result.items).toHaveLength(api.result.items.length);
    expect(answer.result.summary).toEqual(api.result.summary);
    expect(answer.query).toEqual(api.query);
    expect([answer.confidence, answer.dataset]).toEqual([api.confidence, api.dataset]);
    const unread = (files: VerifiedFile[] = []) => files.flatMap(({ problem = [] }) => problem);
    expect(unread(answer.result.files)).toEqual(unread(api.result.files));
  });
});

describe('--baseline', () => {
  const write = async (name: string, ...args: string[]) => {
    await writeFile(file(name), (await hivecheck(['verify', ...args, '--json'])).out);
    return ['--baseline', file(name)];
  };

  it('known findings do not fail, new ones do, gone ones are named', async () => {
    await writeFile(file('changing.reg'), writeReg([good, out, unknown]));
    const args = [file('changing.reg'), ...TARGET];
    const baseline = await write('known.json', ...args);
    const known = await hivecheck(['verify', ...args, ...baseline]);
    expect(known).toMatchObject({ code: 0, err: '' });
    expect(known.out).toMatch(/^3 values in 1 file: 1 fine, 2 accepted by the baseline\n/);
    // Another line for the same value is no new finding; another content is one.
    await writeFile(file('changing.reg'), writeReg([unknown, good, { ...out, data: 98 }]));
    for (const format of ['text', 'json', 'sarif', 'junit', 'markdown', 'csv']) {
      const run = await hivecheck(['verify', ...args, ...baseline, '--format', format]);
      expect(run.code, format).toBe(1);
      expect(`${run.out}${run.err}`, format).toMatch(
        /undocumented-data:\s+HKLM\\software\\.*activehoursstart/s,
      );
    }
    const { out: json } = await hivecheck(['verify', ...args, ...baseline, '--json']);
    const items: CommandItem[] = JSON.parse(json).result.items;
    expect(items.map(({ findings, accepted }) => [findings, accepted])).toEqual([
      [['undocumented'], ['undocumented']],
      [[], undefined],
      [['undocumented-data'], undefined],
    ]);
    const sarif = await hivecheck(['verify', ...args, ...baseline, '--format', 'sarif']);
    const states = JSON.parse(sarif.out).runs[0].results.map((each: Record<string, string>) => [
      each.level,
      each.baselineState,
    ]);
    expect(states).toEqual([
      ['note', 'unchanged'],
      ['error', 'new'],
    ]);
  });

  it('a value that cannot be read fails all the same', async () => {
    const baseline = await write('unread.json', file('data.csv'), ...TARGET);
    expect((await hivecheck(['verify', file('data.csv'), ...TARGET, ...baseline])).code).toBe(2);
  });

  it('2: a file that is none, and one for another target', async () => {
    const baseline = await write('target.json', file('bad.reg'), ...TARGET);
    for (const [more, said] of [
      [['--baseline', file('none.json')], 'it cannot be read'],
      [['--baseline', file('bad.reg')], 'it is not what "hivecheck verify --json" writes'],
      [baseline, 'it was written for Windows 11 24H2, not for no target OS'],
    ] as const) {
      const run = await hivecheck(['verify', file('bad.reg'), ...more]);
      expect(run).toMatchObject({ code: 2, out: '', err: expect.stringContaining(said) });
    }
  });
});

describe('ways in and out', () => {
  it('standard input says the same as a file', async () => {
    const [local, piped] = await Promise.all([
      hivecheck(['verify', file('bad.reg'), ...TARGET]),
      hivecheck(['verify', '-', ...TARGET], writeReg([good, out, unknown])),
    ]);
    expect(piped.out).toBe(local.out.replaceAll(file('bad.reg'), '<stdin>'));
  });

  it('the payload of a list stands once, and the others name its place among all files', async () => {
    const list = 'HKLM\\Software\\Policies\\Google\\Chrome\\ExtensionInstallForcelist';
    const entries = Array.from({ length: 8 }, (_, at): WrittenValue => {
      return { key: list, value: `${at + 1}`, type: 'REG_SZ', data: `${at}`.repeat(400) };
    });
    await writeFile(file('list.reg'), writeReg([good, ...entries]));
    const run = await hivecheck(['verify', file('good.reg'), file('list.reg'), ...TARGET, '--json']);
    const nodes = JSON.parse(run.out).result.items.map(({ mdm }: { mdm: ItemMdm }) => mdm);
    expect(nodes[2].payload.length).toBeGreaterThan(3200);
    expect(nodes.slice(3).map(({ payloadAt }: ItemMdm) => payloadAt)).toEqual(new Array(7).fill(2));
  });
});
