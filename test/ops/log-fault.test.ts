/** A log that cannot be written neither stops the server nor keeps it from ending. */
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { bundled } from '../bundled.ts';

const CHILD = await bundled(new URL('../http/serve-child.ts', import.meta.url));

it.skipIf(!existsSync('/dev/full'))(
  'a full disk under the log: answers, and ends with 0 on SIGTERM',
  async () => {
    const full = await open('/dev/full', 'w');
    const child = spawn(process.execPath, [CHILD], {
      env: { ...process.env, PORT: '0', LOG_LEVEL: 'info', RATE_LIMIT_ANONYMOUS: '0' },
      stdio: ['ignore', 'pipe', full.fd],
    });
    const ended = new Promise((resolve) => child.once('close', resolve));
    try {
      const url = await new Promise<string>((resolve) => {
        child.stdout?.setEncoding('utf8').on('data', (text: string) => {
          const line = /listens on (\S+)\n/.exec(text)?.[1];
          if (line !== undefined) resolve(line);
        });
      });
      for (let n = 0; n < 3; n++) expect((await fetch(`${url}/v1/health`)).status).toBe(200);
      child.kill('SIGTERM');
      expect(await ended).toBe(0);
    } finally {
      child.kill('SIGKILL');
      await full.close();
    }
  },
  20_000,
);
