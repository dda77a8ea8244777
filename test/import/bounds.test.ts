/** Files that are no vendor's: too large, endless, or made to keep a pattern busy. */
import { execFileSync } from 'node:child_process';
import { mkdir, truncate, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { label } from '../../build/import/adml.ts';
import { isTrue } from '../../build/import/admx.ts';
import { parseAllowedValues } from '../../build/import/allowed-values.ts';
import { MAX_BYTES } from '../../build/import/file.ts';
import { trimKey } from '../../build/import/key.ts';
import { parsePsd1 } from '../../build/import/psd1.ts';
import { importSources } from '../../build/import/run.ts';
import { readSecurityOptions } from '../../build/import/security-options.ts';
import { slugOf } from '../../build/import/version.ts';
import { parseXml } from '../../build/import/xml.ts';
import {
  adml,
  admx,
  folderOf,
  importFiles,
  pack,
  policy,
  problemsOf,
  settingsOf,
  source,
} from './fixture.ts';

const KINDS = [
  ['admx', 'a.admx'],
  ['admx', 'en-US/a.adml'],
  ['ddf', 'a.xml'],
  ['psd1', 'a.psd1'],
  ['csv', 'a.csv'],
] as const;

const told = (root: string, kind: (typeof KINDS)[number][0]) =>
  problemsOf(importSources({ root, sources: [source({ kind })] }));

describe('files', () => {
  it.each(KINDS)('%s %s of 600 MB of zeros is refused unread', async (kind, name) => {
    const root = await folderOf(pack(admx(''), {}));
    const path = join(root, 'fixture/1', name);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, '');
    // Sparse: it takes no room on the disk, but would in memory.
    await truncate(path, 600 * 2 ** 20);
    const before = process.resourceUsage().maxRSS;
    expect(await told(root, kind)).toEqual([
      `fixture/1/${name}: ${600 * 2 ** 20} bytes, more than the ${MAX_BYTES} that are read`,
    ]);
    // maxRSS is in kB.
    expect(process.resourceUsage().maxRSS - before).toBeLessThan(200 * 1024);
  });

  it('a FIFO is refused, not waited for', async () => {
    const root = await folderOf({ 'fixture/1/en-US/a.adml': adml({}) });
    execFileSync('mkfifo', [join(root, 'fixture/1/a.admx')]);
    expect(await told(root, 'admx')).toEqual(['fixture/1/a.admx: not a regular file']);
  });

  it('too many elements are refused', () => {
    expect(() => parseXml(`<a>${'<b/>'.repeat(500_000)}</a>`, 'a.admx')).toThrow('more than 500000 elements');
  });
});

/** Text that makes a superlinear pattern run for minutes: the test's own time limit is the judge. */
const LONG = 200_000;
const many = (text: string, end = '') => `${text.repeat(LONG)}${end}`;

describe('patterns are linear on', () => {
  it('backslashes in a key', async () => {
    const [backslashes, blanks] = [many('\\'), many(' ')];
    expect(trimKey(`${backslashes}a${backslashes}b${backslashes}`)).toBe(`a${backslashes}b`);
    expect(trimKey(`a${backslashes}${blanks}b`)).toBe(`a${backslashes}${blanks}b`);
    const own = policy('A', '', { key: `Software\\A${backslashes}B${backslashes}` });
    const facts = await importFiles(pack(admx(own), { A: 'A' }));
    expect(settingsOf(facts).get('A')?.key).toBe(`Software\\A${backslashes}B`);
  });

  it('references, blanks and names of templates', async () => {
    const nested = many('$(string.');
    const own = policy('A', '', { title: `${nested})`, attrs: `valueName="${many(')')}"` });
    const facts = await importFiles(pack(admx(own), { A: 'A' }));
    expect(settingsOf(facts).get('A')?.text).toEqual({});
    expect(label(many(' \u200b', 'x'))).toBe('x');
    expect(isTrue(many('\u00a0', 'true x'))).toBe(false);
    expect(slugOf(`${many('.admx')}x`, many('é'))).toMatch(/^(?:\.admx)+x\.-$/);
  });

  it('messages of the XML parser', () => {
    expect(() => parseXml(`<a>&${many('1:1:')}`, 'a.admx')).toThrow(/^a\.admx:1:/);
    expect(() => parseXml(many('<a\n'), 'a.admx')).toThrow(/^a\.admx:/);
  });

  it('the data of security options', () => {
    const values = [many('MACHINE\\'), `MACHINE\\${many('a\\')}`, `MACHINE\\${many('a')}`];
    const options = [many('1'), `4,${many('1', 'x')}`, `1,"${many('x')}`, `1,"${many('"')}`];
    const problems: string[] = [];
    for (const value of values)
      for (const data of options) {
        const text = `@{ X = @{ Section = 'Registry Values'; Value = '${value}'; Option = @{ On = '${data}' } } }`;
        expect(
          readSecurityOptions(parsePsd1(text, 'x'), 'x', ({ message }) => problems.push(message)),
        ).toEqual([]);
      }
    expect(problems.length).toBeGreaterThanOrEqual(values.length * options.length);
  });

  it('many entries', () => {
    const names = Array.from({ length: LONG }, (_, at) => `k${at} = ''`).join(';');
    expect(() => parsePsd1(`@{ ${names}`, 'x.psd1')).toThrow('lacks its }');
    const { entries } = parseAllowedValues(`ContainsAtMost(${many("'a', ", "'b'")})`, 'REG_SZ');
    expect(entries).toHaveLength(LONG + 1);
  });
});
