import { execFileSync } from 'node:child_process';
import { rm, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { folderStore } from '../../runtime/node/folder-store.ts';
import { newFolder, writeFiles } from '../scratch.ts';
import { bytesOf } from './make-dist.ts';

let outer: string;
let folder: string;
beforeEach(async () => {
  outer = await newFolder();
  folder = join(outer, 'dist');
});

test('nothing outside the folder is read', async () => {
  await writeFiles(outer, { secret: 's', 'dist2/secret': 's', 'dist/inside': 'i' });
  const store = folderStore(folder);
  const outside = ['../secret', '../dist2/secret', join(outer, 'secret'), 'x/../../secret'];
  for (const path of [...outside, '..', '.', '', 'inside\0']) {
    await expect(store.read(path), path).rejects.toThrow(RangeError);
  }
  expect(await store.read('x/../inside')).toEqual(bytesOf('i'));
});

test('what is not there is undefined, what cannot be read rejects', async () => {
  await writeFiles(folder, { 'v/file': '0123456789' });
  const store = folderStore(folder);
  expect(await store.read('v/none')).toBeUndefined();
  expect(await store.read('v/file/below')).toBeUndefined();
  expect(await folderStore(join(outer, 'no folder')).read('index.json')).toBeUndefined();
  await expect(store.read('v')).rejects.toThrow();
  expect(await store.read('v/file', { maxBytes: 10 })).toHaveLength(10);
  await expect(store.read('v/file', { maxBytes: 9 })).rejects.toThrow('more than the 9');
});

test('a mounted dist may be a symbolic link', async () => {
  await writeFiles(outer, { 'real/f': 'f', 'next/f': 'n' });
  await symlink(join(outer, 'real'), folder);
  const store = folderStore(folder);
  expect(await store.read('f')).toEqual(bytesOf('f'));
  await rm(folder);
  await symlink(join(outer, 'next'), folder);
  expect(await store.read('f'), 'it leads elsewhere now').toEqual(bytesOf('n'));
});

test('no link inside a dist is followed, and a FIFO is not waited for', async () => {
  await writeFiles(outer, { 'outside/f': 'f', 'dist/v/f': 'f' });
  await symlink(join(outer, 'outside/f'), join(folder, 'v/file'));
  await symlink(join(outer, 'outside'), join(folder, 'folder'));
  await symlink('f', join(folder, 'v/inside'));
  execFileSync('mkfifo', [join(folder, 'v/fifo')]);
  const store = folderStore(folder);
  for (const path of ['v/file', 'folder/f', 'v/inside']) {
    await expect(store.read(path), path).rejects.toThrow('symbolic link');
  }
  await expect(store.read('v/fifo')).rejects.toThrow('not a regular file');
  expect(await store.read('v/f')).toEqual(bytesOf('f'));
});
