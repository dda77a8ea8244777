/** Folders that cannot be made, and files that cannot be written: the error says what is wrong, and where. */
import fs, { open, readdir, readFile, stat, symlink, writeFile } from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { join, relative } from 'node:path';
import { expect, it, onTestFinished, vi } from 'vitest';
import { makeFolder, namingFile, renameOver, writeFileAtomic } from '../../build/atomic.ts';
import { folderPlace } from '../../build/pipeline/publish/places/folder.ts';
import { newFolder } from '../scratch.ts';

it('makeFolder makes the folders above too, and takes one that is there', async () => {
  const root = await newFolder();
  const folder = join(root, 'a', 'b', 'c');
  await Promise.all([makeFolder(folder), makeFolder(folder), makeFolder(relative(process.cwd(), folder))]);
  await makeFolder(folder);
  expect((await stat(folder)).isDirectory()).toBe(true);
  await symlink(join(root, 'a'), join(root, 'link'));
  await makeFolder(join(root, 'link', 'd'));
  expect(await readdir(join(root, 'a'))).toEqual(['b', 'd']);
});

it('makeFolder refuses what is no folder, and a link to nothing', async () => {
  const root = await newFolder();
  await writeFile(join(root, 'file'), '');
  await symlink(join(root, 'nothing'), join(root, 'link'));
  await expect(makeFolder(join(root, 'file'))).rejects.toMatchObject({ code: 'EEXIST' });
  await expect(makeFolder(join(root, 'file', 'a'))).rejects.toMatchObject({ code: /^(EEXIST|ENOTDIR)$/ });
  await expect(makeFolder(join(root, 'link', 'a'))).rejects.toMatchObject({ code: 'EEXIST' });
});

// Node's own `recursive` never ends there.
it.skipIf(process.platform !== 'linux')('ends where the folder above takes no entries', async () => {
  await expect(makeFolder('/proc/hivecheck/dist')).rejects.toMatchObject({ path: '/proc/hivecheck' });
});

it('an error of a write names the file once', () => {
  const error = Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' });
  expect(namingFile(error, '/a')).toMatchObject({ message: "ENOSPC: no space left on device, write '/a'" });
  const named = Object.assign(new Error("EROFS, open '/a'"), { code: 'EROFS', path: '/a' });
  expect(namingFile(named, '/b')).toMatchObject({ message: "EROFS, open '/a'" });
  expect(namingFile('text', '/b')).toBe('text');
});

it('a file that a full disk does not take is named, and nothing is left of it; then it is written', async () => {
  const root = await newFolder();
  const handle = await open(join(root, 'any'), 'w');
  await handle.close();
  const full = () =>
    Promise.reject(Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' }));
  const writes = vi.spyOn(Object.getPrototypeOf(handle), 'writeFile').mockImplementation(full);
  onTestFinished(() => writes.mockRestore());
  const file = join(root, 'keys.json');
  await expect(writeFileAtomic(file, '{}')).rejects.toThrow(`write '${file}'`);
  const place = folderPlace(root);
  const add = place.add('0123abcd', ({ put }) => put('0123abcd/manifest.json', Buffer.from('{}')));
  await expect(add).rejects.toThrow(/write '.*0123abcd\/manifest\.json'$/);
  expect(await readdir(root)).toEqual(['any']);
  writes.mockRestore();
  // The handles of Yarn's Plug'n'Play have none.
  const sync = vi.spyOn(Object.getPrototypeOf(handle), 'sync');
  await writeFileAtomic(file, '{}');
  expect(sync).not.toHaveBeenCalled();
});

it('on Windows, what somebody has open is replaced as soon as it is closed', async () => {
  const root = await newFolder();
  const [from, to] = [join(root, 'new'), join(root, 'old')];
  await writeFile(from, 'new');
  const busy = Object.assign(new Error('EPERM: operation not permitted, rename'), { code: 'EPERM' });
  const renames = vi.spyOn(fs, 'rename').mockRejectedValueOnce(busy).mockRejectedValueOnce(busy);
  syncBuiltinESMExports();
  onTestFinished(() => {
    renames.mockRestore();
    syncBuiltinESMExports();
  });
  await expect(renameOver(from, to, 'linux')).rejects.toBe(busy);
  await renameOver(from, to, 'win32');
  expect(await readFile(to, 'utf8')).toBe('new');
});
