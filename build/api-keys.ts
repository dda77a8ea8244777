/**
 * The file of API keys. A key is `hck_` and 43 digits of base62, more than 256 random bits; the file contains only its
 * SHA-256, so readers of the file cannot use it.
 */
import { randomBytes, randomInt } from 'node:crypto';
import { dirname } from 'node:path';
import lockfile from 'proper-lockfile';
import { type KeyEntry, KeyFileError } from '../runtime/http/key-file.ts';
import { hashKey, readKeyFile } from '../runtime/node/keys-store.ts';
import { isErrno, makeFolder, writeFileAtomic } from './atomic.ts';

const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** Makes a key and stores its hash. The key itself exists only in the return value. */
export async function addKey(file: string, note: string): Promise<{ id: string; key: string }> {
  const key = `hck_${Array.from({ length: 43 }, () => BASE62[randomInt(62)]).join('')}`;
  return change(file, (keys) => {
    let id = '';
    do id = randomBytes(4).toString('hex');
    while (keys.some((entry) => entry.id === id));
    keys.push({ id, note, sha256: hashKey(key), created: new Date().toISOString() });
    return { id, key };
  });
}

/** All keys in order of creation. */
export async function listKeys(file: string): Promise<KeyEntry[]> {
  const keys = await readKeyFile(file);
  if (keys) return keys;
  throw new KeyFileError(`Key file ${file}: there is no such file. “hivecheck keys add” makes it.`);
}

/** Revokes the key with this id permanently; one that is revoked already is unchanged. */
export async function revokeKey(file: string, id: string): Promise<KeyEntry> {
  // If there is no file, neither it nor its folder is created.
  await listKeys(file);
  return change(file, (keys) => {
    const entry = keys.find((candidate) => candidate.id === id);
    if (entry === undefined)
      throw new KeyFileError(`No key has the id “${id}”. “hivecheck keys list” shows the ids.`);
    entry.revoked ??= new Date().toISOString();
    return entry;
  });
}

const LOCK = {
  realpath: false,
  stale: 5_000,
  retries: { retries: 200, factor: 1, minTimeout: 50, maxTimeout: 50, randomize: true },
};

/**
 * Reads, changes and replaces the file under a lock, so that of two writers neither loses the other's key. A killed
 * writer leaves the old or the new content; its lock expires after 5 s.
 */
async function change<T>(file: string, edit: (keys: KeyEntry[]) => T): Promise<T> {
  const refuse = (what: string) => (error: NodeJS.ErrnoException) => {
    const why = isErrno(error, 'ELOCKED')
      ? 'another process holds its lock. Try again when it has finished.'
      : `cannot be ${what} (${error.code ?? 'unknown error'}).`;
    throw new KeyFileError(`Key file ${file}: ${why}`);
  };
  await makeFolder(dirname(file));
  const release = await lockfile.lock(file, LOCK).catch(refuse('locked'));
  try {
    const keys = (await readKeyFile(file)) ?? [];
    const result = edit(keys);
    const text = `${JSON.stringify({ keys }, null, 2)}\n`;
    // A server that runs as another user must still be able to read the file.
    await writeFileAtomic(file, text, { mode: 0o600, keepOwner: true }).catch(refuse('written'));
    return result;
  } finally {
    await release();
  }
}
