/** The file of `HIVECHECK_STATE`: what a server remembers across restarts. */
import { readFile } from 'node:fs/promises';
import { isErrno, writeFileAtomic } from '../build/atomic.ts';
import type { SerialStore } from '../runtime/dataset/serial.ts';

/** `{"serial": <number>}`; the file is made when there is something to remember. */
export function fileState(file: string): SerialStore {
  return {
    async read() {
      const text = await readFile(file, 'utf8').catch((error: unknown) => {
        if (isErrno(error, 'ENOENT')) return undefined;
        throw error;
      });
      if (text === undefined) return undefined;
      const serial = serialOf(text);
      if (Number.isSafeInteger(serial) && Number(serial) >= 0) return Number(serial);
      throw new Error(`${file} does not hold {"serial": <whole number from 0>}; remove it to start anew.`);
    },
    write: (serial) => writeFileAtomic(file, `${JSON.stringify({ serial })}\n`),
  };
}

function serialOf(text: string): unknown {
  try {
    return (JSON.parse(text) as { serial?: unknown } | null)?.serial;
  } catch {
    return undefined;
  }
}
