/**
 * Changes the key file. A key is `hck_` and 32 random bytes in base62; the file holds its SHA-256 only, so whoever reads
 * it cannot use it.
 */
import { randomBytes } from 'node:crypto';
import { dirname } from 'node:path';
import lockfile from 'proper-lockfile';
import { isErrno, makeFolder, writeFileAtomic } from '../build/atomic.ts';
import { type KeyEntry, KeyFileError } from '../runtime/http/key-file.ts';
import { hashKey, readKeyFile } from '../runtime/node/keys-store.ts';

/** Makes a key and stores its hash. The key itself exists only in what this returns: it cannot be read again. */
export async function addKey(file: string, note: string): Promise<{ id: string; key: string }> {
  const key = `hck_${base62(randomBytes(32))}`;
  return change(file, (keys) => {
    const taken = new Set(keys.map((entry) => entry.id));
    let id = '';
    do id = randomBytes(4).toString('hex');
    while (taken.has(id));
    keys.push({ id, note, sha256: hashKey(key), created: new Date().toISOString() });
    return { id, key };
  });
}

/** All keys in the order of their making. */
export async function listKeys(file: string): Promise<KeyEntry[]> {
  const keys = await readKeyFile(file);
  if (keys) return keys;
  throw new KeyFileError(`Key file ${file}: there is no such file. “hivecheck keys add” makes it.`);
}

/** Revokes the key with this id for good; one that is revoked already stays as it is. */
export async function revokeKey(file: string, id: string): Promise<KeyEntry> {
  return change(file, (keys) => {
    const entry = keys.find((candidate) => candidate.id === id);
    if (entry === undefined) {
      throw new KeyFileError(`No key has the id “${id}”. “hivecheck keys list” shows the ids.`);
    }
    entry.revoked ??= new Date().toISOString();
    return entry;
  });
}

/**
 * Reads, changes and replaces the file under a lock, so that of two writers neither loses the other's key. A writer
 * that is killed leaves the file as it was or as it was to be; its lock is taken for abandoned after 5 s.
 */
async function change<T>(file: string, edit: (keys: KeyEntry[]) => T): Promise<T> {
  await makeFolder(dirname(file));
  const release = await lockfile
    .lock(file, {
      realpath: false,
      stale: 5_000,
      retries: { retries: 200, factor: 1, minTimeout: 50, maxTimeout: 50, randomize: true },
    })
    .catch((error: unknown) => {
      if (isErrno(error, 'ELOCKED')) {
        throw new KeyFileError(
          `Key file ${file}: another process holds its lock. Try again when it has finished.`,
        );
      }
      throw new KeyFileError(`Key file ${file}: cannot be locked (${errno(error)}).`);
    });
  try {
    const keys = (await readKeyFile(file)) ?? [];
    const result = edit(keys);
    const text = `${JSON.stringify({ keys }, null, 2)}\n`;
    // A server that runs as another user must still be able to read the file.
    await writeFileAtomic(file, text, { mode: 0o600, keepOwner: true }).catch((error: unknown) => {
      throw new KeyFileError(`Key file ${file}: cannot be written (${errno(error)}).`);
    });
    return result;
  } finally {
    await release();
  }
}

const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
/** 62^43 is the first power above 2^256. */
const BASE62_DIGITS = 43;

function base62(bytes: Uint8Array): string {
  let number = BigInt(`0x${Buffer.from(bytes).toString('hex')}`);
  let text = '';
  for (let digit = 0; digit < BASE62_DIGITS; digit++) {
    text = BASE62.charAt(Number(number % 62n)) + text;
    number /= 62n;
  }
  return text;
}

function errno(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : 'unknown error';
}
