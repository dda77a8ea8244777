/** `hivecheck convert` over real entries: what is written, what is left out and why, exit codes. */
import { readFile as read, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { builtInDist } from '../../build/built-in.ts';
import { readFile } from '../../runtime/readers/index.ts';
import { hivecheck } from '../command.ts';
import { newFolder } from '../scratch.ts';

const AU = String.raw`HKEY_LOCAL_MACHINE\SOFTWARE\Policies\Microsoft\Windows\WindowsUpdate\AU`;
const LIST = `Windows Registry Editor Version 5.00

[${AU}]
"NoAutoUpdate"=dword:00000000
"AUOptions"=-
"NoSuchValue"="x"
"UseWUServer"="text"

[HKEY_CURRENT_USER\\Software\\Policies\\Google\\Chrome\\ExtensionInstallForcelist]
"1"="abc"
`.replaceAll('\n', '\r\n');

let file: string;
beforeAll(async () => {
  await builtInDist();
  file = join(await newFolder(), 'list.reg');
  await writeFile(file, LIST);
});

describe('convert', () => {
  it('writes a file that is read again, everything with --include all', async () => {
    const out = join(await newFolder(), 'out.reg');
    const run = await hivecheck(['convert', file, '--to', 'reg', '--include', 'all', '--out', out]);
    expect(run).toMatchObject({ code: 0, out: '' });
    const [before, after] = await Promise.all(
      [file, out].map(async (name) => readFile({ name, content: await read(name) })),
    );
    const bare = (result: typeof before) =>
      result?.problem === undefined ? result?.items.map(({ at: _, ...item }) => item) : result.problem;
    expect(bare(after)).toEqual(bare(before));
  });

  it('names what a file does besides, and keys that are read as others', async () => {
    const name = join(await newFolder(), 'list.reg');
    const more = [
      '[-HKEY_LOCAL_MACHINE\\SOFTWARE\\Policies\\Gone]',
      '[HKEY_USERS\\S-1-5-21-1-2-3-1001\\Software\\Policies\\Microsoft\\Windows\\System]\r\n"DisableCMD"=dword:00000001',
      '[HKEY_LOCAL_MACHINE\\SYSTEM\\ControlSet001\\Control\\Lsa]\r\n"RunAsPPL"=dword:00000001',
    ];
    await writeFile(name, ['Windows Registry Editor Version 5.00', ...more, ''].join('\r\n\r\n'));
    const { code, err } = await hivecheck(['convert', name, '--to', 'powershell']);
    expect(code).toBe(0);
    expect(err.replaceAll(name, 'list.reg').split('\n')).toEqual([
      'hivecheck: list.reg:3: HKEY_LOCAL_MACHINE\\SOFTWARE\\Policies\\Gone: deletes the key with all its values and subkeys',
      'hivecheck: The key names one user by SID; it was read as HKCU.',
      'hivecheck: The key names a numbered control set; it was read as CurrentControlSet.',
      'hivecheck: 2 of 2 values converted',
      '',
    ]);
  });

  it('a Registry.pol is of one hive', async () => {
    const out = join(await newFolder(), 'Registry.pol');
    const run = await hivecheck(['convert', file, '--to', 'pol', '--hive', 'HKCU', '--out', out]);
    expect(run.err).toContain('1 of 5 values converted');
    expect(readFile({ name: `User/Registry.pol`, content: await read(out) })).toMatchObject({
      items: [{ value: '1', data: 'abc', type: 'REG_SZ' }],
    });
  });
});
