/** The key file, and the keys of a running server: read from it, and read again when it changes. */
import { createHash } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import { type KeyEntry, KeyFileError, keysByHash, parseKeyFile, validKeyId } from '../http/key-file.ts';

/** undefined where there is no such file; throws {@link KeyFileError} for one that cannot be used. */
export async function readKeyFile(file: string): Promise<KeyEntry[] | undefined> {
  const text = await readFile(file, 'utf8').catch(({ code = 'unknown error' }: NodeJS.ErrnoException) => {
    if (code !== 'ENOENT') throw new KeyFileError(`Key file ${file}: cannot be read (${code}).`);
  });
  return text === undefined ? undefined : parseKeyFile(text, `Key file ${file}`);
}

/** A key has 256 random bits, so that it needs no slow hash. */
export function hashKey(key: string): string {
  return createHash('sha256').update(key).digest('hex');
}

/**
 * Opens `file`; throws {@link KeyFileError} where it exists and is broken, while a missing one has no keys yet, which is
 * reported. Later a broken or vanished file keeps the keys as they were and is reported once. The file's state is polled: a watch on
 * the inode would miss a replacement by rename, and mounted volumes send no events.
 */
export async function watchKeys(file: string, report: (error: unknown) => void, intervalMs = 1_000) {
  let state = await fileState(file);
  const first = await readKeyFile(file);
  if (!first) report(new Error(`Key file ${file}: there is no such file; no key is valid until it comes.`));
  let keys = keysByHash(first ?? []);

  const refresh = async (): Promise<void> => {
    const now = await fileState(file);
    if (now === state) return;
    // Noted first, so that a broken file is reported once and not at every look.
    state = now;
    try {
      const read = await readKeyFile(file);
      if (read === undefined)
        throw new Error(`Key file ${file}: gone; its last keys stay valid until it is back.`);
      keys = keysByHash(read);
    } catch (error) {
      report(error);
    }
  };
  let busy = false;
  const timer = setInterval(() => {
    if (busy) return;
    busy = true;
    refresh()
      .catch(report)
      .finally(() => {
        busy = false;
      });
  }, intervalMs);
  timer.unref();

  return {
    check: (key: string | null) => validKeyId(keys, hashKey(key ?? '')),
    /** Looks at the file now instead of at the next interval. */
    refresh,
    close: () => clearInterval(timer),
  };
}

/** A text that changes when the file is written in place or replaced. */
async function fileState(file: string): Promise<string> {
  const state = await stat(file, { bigint: true }).catch(() => undefined);
  return state === undefined ? 'missing' : `${state.ino} ${state.size} ${state.mtimeNs} ${state.ctimeNs}`;
}
