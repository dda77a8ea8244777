/** `hivecheck verify <folder>`: which of its files are verified, which are named as unread, which are only counted. */
import { symlink, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { builtInDist } from '../../build/built-in.ts';
import { DEFAULT_LIMITS } from '../../runtime/readers/index.ts';
import { hivecheck } from '../command.ts';
import { writeReg } from '../readers/writers.ts';
import { newFolder } from '../scratch.ts';

const KEY = 'HKLM\\Software\\Policies\\Microsoft\\Windows\\WindowsUpdate';

const file = (name: string) => join(folder, name);

await builtInDist();
const folder = await newFolder();

/** Verifies the folder. */
function verify() {
  return hivecheck(['verify', folder, '--target-os', 'Windows 11 24H2']);
}

it('links to files are read, and files of other kinds are counted', async () => {
  const outside = join(await newFolder(), 'good.reg');
  await writeFile(outside, writeReg([{ key: KEY, value: 'ActiveHoursEnd', type: 'REG_DWORD', data: 9 }]));
  await symlink(outside, file('linked.reg'));
  await symlink(file('none'), file('broken'));
  await writeFile(file('note.txt'), 'a note');
  const header = `PK\x03\x04${'\0'.repeat(22)}\x13\0\0\0`;
  await writeFile(file('Rules.xlsx'), `${header}[Content_Types].xml`, 'latin1');
  const { code, out } = await verify();
  expect(code).toBe(0);
  expect(out).toContain('1 value in 1 file, 3 files of no known format skipped: 1 fine');
});

it('a damaged file of a known name, a file that is too long and a link to a folder are named: 2', async () => {
  await writeFile(file('cut.reg'), 'Windows Registry Editor Versi');
  await writeFile(file('Registry.pol'), '');
  await writeFile(file('long.txt'), `REGEDIT4\n${';\n'.repeat(64 << 10)}`);
  await truncate(file('long.txt'), DEFAULT_LIMITS.maxBytes + 100);
  await symlink(await newFolder(), file('other'));
  const { code, out: folded } = await verify();
  const out = folded.replace(/\n +/g, ' ');
  expect(code).toBe(2);
  expect(out).toContain('Files that cannot be read (4)');
  expect(out).toContain(`${file('cut.reg')}:byte 0: the content is of no known format`);
  expect(out).toContain(`${file('Registry.pol')}:byte 0: the file is empty`);
  expect(out).toContain(`${file('long.txt')}:byte 0: the file is too long: at most 67108864 bytes are read`);
  expect(out).toContain(`${file('other')}: it is a link to a folder`);
  expect(out).toContain('1 value in 1 file, 3 files of no known format skipped: 1 fine');
});
