import { spawn } from 'node:child_process';
import { chmod, chown, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { addKey, listKeys, revokeKey } from '../../build/api-keys.ts';
import { KeyFileError } from '../../runtime/http/key-file.ts';
import { hashKey, readKeyFile, watchKeys } from '../../runtime/node/keys-store.ts';
import { bundled } from '../bundled.ts';
import { newFolder, outdateLock } from '../scratch.ts';
import { collected } from '../server.ts';
import { vectors } from '../vectors.ts';

let folder: string;
let file: string;

beforeEach(async () => {
  folder = await newFolder();
  file = join(folder, 'keys.json');
});

const WRITER = await bundled(new URL('./keys-writer.ts', import.meta.url));

/** A process that adds keys until it is told to stop or is killed; it prints the id of each when it is added. */
function writer(count: number) {
  const child = spawn(process.execPath, [WRITER, file, String(count)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const written = collected(child.stdout);
  const added = () => written().split('\n').slice(0, -1);
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
  return { child, added, ended };
}

describe('the key file', () => {
  it('keeps hashes only, and the key has its form', async () => {
    const { id, key } = await addKey(file, 'nightly checks');
    expect(key).toMatch(/^hck_[\dA-Za-z]{43}$/);
    const text = await readFile(file, 'utf8');
    expect(text).not.toContain(key.slice(4));
    expect(text).toContain(hashKey(key));
    expect(await listKeys(file)).toMatchObject([{ id, note: 'nightly checks' }]);
    expect(await readdir(folder)).toEqual(['keys.json']);
    const other = await addKey(file, '');
    expect([other.id === id, other.key === key]).toEqual([false, false]);
  });

  it('revokes for good', async () => {
    const { id } = await addKey(file, 'a');
    const { revoked } = await revokeKey(file, id);
    expect(revoked).toMatch(/^\d{4}-/);
    expect((await revokeKey(file, id)).revoked).toBe(revoked);
    await expect(revokeKey(file, 'nobody')).rejects.toThrow(/nobody/);
  });

  const broken = vectors<string>('broken-key-files');
  it.each(broken)('broken as %j is refused by name and not overwritten', async (text) => {
    await writeFile(file, text);
    await expect(readKeyFile(file)).rejects.toThrow(KeyFileError);
    await expect(addKey(file, 'x')).rejects.toThrow(file);
    expect(await readFile(file, 'utf8')).toBe(text);
  });

  it.runIf(process.platform !== 'win32')('keeps who may read it', async () => {
    const access = async () => {
      const { mode, uid, gid } = await stat(file);
      return [(mode & 0o777).toString(8), uid, gid];
    };
    const [user = 0, group = 0] = [process.getuid?.(), process.getgid?.()];
    const { id } = await addKey(file, 'a');
    expect(await access()).toEqual(['600', user, group]);
    // Only root may name others.
    const others = user === 0 ? [1234, 5678] : [user, group];
    for (const [mode, ...owner] of [
      [0o640, user, others[1] ?? group],
      [0o444, ...others],
      [0o600, ...others],
    ] as [number, number, number][]) {
      await chown(file, ...owner);
      await chmod(file, mode);
      await addKey(file, 'b');
      expect(await access()).toEqual([mode.toString(8), ...owner]);
      await revokeKey(file, id);
      expect(await access()).toEqual([mode.toString(8), ...owner]);
    }
  });

  it('loses no key of several writers at once', async () => {
    const ids = await Promise.all(
      Array.from({ length: 12 }, async (_, i) => (await addKey(file, `${i}`)).id),
    );
    const others = [writer(8), writer(8)];
    await Promise.all(others.map(({ ended }) => ended));
    const all = [...ids, ...others.flatMap(({ added }) => added())];
    expect(all).toHaveLength(28);
    expect((await listKeys(file)).map((entry) => entry.id).sort()).toEqual(all.sort());
  });

  it('is whole and complete after a writer was killed, and can be written again', async () => {
    const before = (await addKey(file, 'first')).id;
    for (let round = 0; round < 3; round++) {
      const { child, added, ended } = writer(100_000);
      await expect.poll(() => added().length, { interval: 1 }).toBeGreaterThanOrEqual(3 + round);
      child.kill('SIGKILL');
      await ended;
      await outdateLock(`${file}.lock`, 6000);
      const ids = (await listKeys(file)).map((entry) => entry.id);
      // The last key may be in the file though its writer died before it could say so.
      expect(ids).toEqual(expect.arrayContaining([before, ...added()]));
    }
    const last = await addKey(file, 'after');
    expect((await listKeys(file)).at(-1)?.id).toBe(last.id);
  });
});

/** What it watches, and the faults that it told. */
async function watched(intervalMs = 10_000) {
  const faults: unknown[] = [];
  const store = await watchKeys(file, (error) => faults.push(error), intervalMs);
  onTestFinished(() => store.close());
  return { store, faults };
}

describe('watchKeys', () => {
  it('knows valid keys, and takes changes over without a restart', async () => {
    const { store, faults } = await watched();
    const { id, key } = await addKey(file, 'a');
    expect(store.check(key)).toBeUndefined();
    await store.refresh();
    expect(store.check(key)).toBe(id);
    for (const wrong of [null, '', key.slice(0, -1), `${key}x`, key.toLowerCase(), hashKey(key)]) {
      expect(store.check(wrong)).toBeUndefined();
    }
    await revokeKey(file, id);
    await store.refresh();
    expect(store.check(key)).toBeUndefined();
    // That there was no file at the start is said, for it may be a wrong path.
    expect(faults.map(String)).toEqual([
      `Error: Key file ${file}: there is no such file; no key is valid until it comes.`,
    ]);
  });

  it('looks by itself', async () => {
    const { store } = await watched(5);
    const { id, key } = await addKey(file, 'a');
    await expect.poll(() => store.check(key), { timeout: 10_000 }).toBe(id);
  });

  it('keeps its keys while the file is broken or gone, and says so once', async () => {
    const { id, key } = await addKey(file, 'a');
    const { store, faults } = await watched();
    const good = await readFile(file, 'utf8');
    await writeFile(`${file}.new`, good.slice(0, 40));
    await rename(`${file}.new`, file);
    await store.refresh();
    await store.refresh();
    expect(faults).toHaveLength(1);
    expect(store.check(key)).toBe(id);
    await rm(file);
    await store.refresh();
    expect(faults).toHaveLength(2);
    expect(store.check(key)).toBe(id);
    await writeFile(file, '{"keys":[]}');
    await store.refresh();
    expect(faults).toHaveLength(2);
    expect(store.check(key)).toBeUndefined();
  });

  it('refuses to start with a broken file', async () => {
    await writeFile(file, '{');
    await expect(watchKeys(file, () => {})).rejects.toThrow(KeyFileError);
  });
});
