/** Outputs for people fit terminals of 50 and 120 columns: the verdict first, links last, nothing cut. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { builtInDist } from '../../build/built-in.ts';
import { changesText } from '../../build/diff/render.ts';
import { threeVersions } from '../changes/_versions.ts';
import { hivecheck } from '../command.ts';
import { changesEnvelope } from '../http/fake.ts';
import { writeReg } from '../readers/writers.ts';
import { newFolder } from '../scratch.ts';
import { vectors } from '../vectors.ts';
import { longLines } from './long-lines.ts';

const KEY = String.raw`HKLM\Software\Policies\Microsoft\Windows\WindowsUpdate`;
const DNS = String.raw`HKLM\Software\Policies\Microsoft\Windows NT\DNSClient`;
const FILE = writeReg([
  { key: DNS, value: 'EnableMulticast', type: 'REG_DWORD', data: 0 },
  { key: KEY, value: 'ActiveHoursEnd', type: 'REG_SZ', data: '17' },
  { key: KEY, value: 'NoSuchValue', type: 'REG_DWORD', data: 1 },
]);
/** As for a program: no terminal, and no variable that plays one. */
const WITHOUT_WIDTH = { COLUMNS: '' };
await builtInDist();
const reg = join(await newFolder(), 'policies.reg');
await writeFile(reg, FILE);
const { a, b } = await threeVersions();

it.each([50, 120])('at %i columns', async (width) => {
  const places: Record<string, string> = { '{reg}': reg, '{before}': a.dist, '{after}': b.dist };
  for (const given of vectors<string[]>('commands-for-people')) {
    const args = given.map((each) => places[each] ?? each);
    const { out, err, code } = await hivecheck(args, undefined, { COLUMNS: String(width) });
    expect(code, args.join(' ')).toBeLessThan(2);
    // What a conversion writes is for a program.
    const forPeople = args[0] === 'convert' ? err : out + err;
    expect(longLines(forPeople, width), args.join(' ')).toEqual([]);
    expect(forPeople).not.toBe('');
  }
});

it('a pipe gets whole lines: the verdict in the first, a name and its value in each', async () => {
  const target = ['--target-os', 'Windows 11 24H2'];
  const args = ['resolve', `${KEY}\\AU`, 'NoAutoUpdate', ...target];
  const { out } = await hivecheck(args, undefined, WITHOUT_WIDTH);
  const { result, warnings } = JSON.parse((await hivecheck([...args, '--json'])).out);
  const lines = out.split('\n');
  expect(lines[0]).toBe(`${result.compatibility.verdict.toUpperCase()}: ${result.compatibility.reason}`);
  expect(lines.filter((line) => line.startsWith('warning: ')).map((line) => line.slice(9).trim())).toEqual(
    warnings,
  );
  expect(Math.max(...lines.map(({ length }) => length))).toBeGreaterThan(120);
  const list = await hivecheck(['verify', reg, ...target], undefined, WITHOUT_WIDTH);
  const wide = await hivecheck(['verify', reg, ...target], undefined, { COLUMNS: '50' });
  const words = (text: string) => text.split(/\s+/);
  expect(words(list.out)).toEqual(words(wide.out));
  expect(list.out.split('\n').length).toBeLessThan(wide.out.split('\n').length);
});

it('changes are named in lines that fit', () => {
  const text = changesText(changesEnvelope('6a69d202'));
  expect(text).toContain('removed  windowsupdate.autoupdatecfg (by its vendor in 26H1)');
  expect(text).toContain('mapping gained, minimum or verdict moved, csp/minOs');
  vi.stubEnv('COLUMNS', '50');
  const narrow = changesText(changesEnvelope('6a69d202'));
  vi.unstubAllEnvs();
  expect(longLines(narrow, 50)).toEqual([]);
  const words = (all: string) => all.split(/\s+/);
  expect([narrow.split('\n').length > text.split('\n').length, words(narrow)]).toEqual([true, words(text)]);
});
