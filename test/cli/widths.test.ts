/** Outputs for people fit terminals of 50, 80 and 120 columns: the verdict first, links last, nothing cut. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { builtInDist } from '../../build/built-in.ts';
import { hivecheck } from '../command.ts';
import { newFolder } from '../scratch.ts';

const KEY = String.raw`HKLM\Software\Policies\Microsoft\Windows\WindowsUpdate`;
const FILE = `Windows Registry Editor Version 5.00

[HKEY_LOCAL_MACHINE\\SOFTWARE\\Policies\\Microsoft\\Windows NT\\DNSClient]
"EnableMulticast"=dword:00000000

[HKEY_LOCAL_MACHINE\\SOFTWARE\\Policies\\Microsoft\\Windows\\WindowsUpdate]
"ActiveHoursEnd"="17"
"NoSuchValue"=dword:00000001
`;
let reg: string;
let dist: string;
beforeAll(async () => {
  dist = await builtInDist();
  reg = join(await newFolder(), 'policies.reg');
  await writeFile(reg, FILE);
});

/** Parts that a line break may not stand in: words, and paths whose keys have blanks. */
function unbroken(line: string): string[] {
  const parts: string[] = [];
  let inPath = false;
  for (const word of line.trim().split(/ +/)) {
    if (inPath && word.includes('\\')) parts.push(`${parts.pop()} ${word}`);
    else parts.push(word);
    inPath = word.includes('\\');
  }
  return parts;
}

/** The verdict is one line, and a value of a file stands in one piece, so that it can be copied; else only one long part goes beyond the width. */
function isAllowed(line: string): boolean {
  if (/^ +(?:for: |at: )?(?:HKEY_|\/)|^(?:UN)?(?:SUPPORTED|KNOWN|NONE): /.test(line)) return true;
  return unbroken(line.replace(/^[\w ,]{1,20}: +/, '')).length === 1;
}

it.each([50, 80, 120])('at %i columns', async (width) => {
  const target = ['--target-os', 'Windows 11 24H2'];
  const commands = [
    ['resolve', KEY, 'ActiveHoursEnd', ...target],
    ['resolve', `${KEY}\\AU`, 'NoAutoUpdate', ...target],
    ['resolve', KEY, 'NoSuchValue'],
    ['search', 'turn off camera'],
    ['csp', './Device/Vendor/MSFT/Policy/Config/Update/ActiveHoursEnd'],
    ['setting', 'windowsupdate.autoupdatecfg'],
    ['verify', reg, ...target],
    ['verify', reg, ...target, '--mdm'],
    ['verify', reg, '--target-os', 'Windows 10 1507', ...target],
    ['coverage'],
    ['diff', join(dist, '.'), join(dist, '.')],
  ];
  for (const args of commands) {
    const { out, code } = await hivecheck(args, undefined, { COLUMNS: String(width) });
    expect(code, args.join(' ')).toBeLessThan(2);
    const long = out.split('\n').filter((line) => line.length > width && !isAllowed(line));
    expect(long, args.join(' ')).toEqual([]);
  }
});

it('a miss has its answer first, and links stand last but one', async () => {
  const miss = await hivecheck(['resolve', KEY, 'NoSuchValue']);
  expect(miss).toMatchObject({ code: 1, err: '' });
  expect(miss.out).toMatch(/^NONE: No documented setting in this dataset version writes .*nosuchvalue\.\n/);
  expect(miss.out.match(/No documented setting/g)).toHaveLength(1);
  const search = await hivecheck(['search', 'zzqqxx']);
  expect(search.out).toMatch(/^NONE: No documented setting /);
  const node = await hivecheck(['csp', './Device/Vendor/MSFT/Reboot/RebootNow']);
  expect(node.out).toMatch(/^DOCUMENTED: .* is documented, but no registry setting/);
  expect(node.out).not.toContain('format:');
  const found = await hivecheck(['resolve', `${KEY}\\AU`, 'NoAutoUpdate']);
  expect(found.out.trimEnd().split('\n').at(-2)).toMatch(/^documentation: https:/);
});
