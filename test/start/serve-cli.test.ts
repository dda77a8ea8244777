/** `hivecheck serve` on the command line: its options, their variables, and what it says of wrong ones. */
import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { SERVE_OPTIONS } from '../../cli/serve-options.ts';
import { COMMAND } from '../command.ts';
import { newFolder } from '../scratch.ts';

interface Ended {
  code: number | string | null | undefined;
  stdout: string;
  stderr: string;
}

function hivecheck(args: string[], env: Record<string, string> = {}): Promise<Ended> {
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      [COMMAND, ...args],
      { env: { ...process.env, ...env } },
      (error, stdout, stderr) => resolve({ code: error === null ? 0 : error.code, stdout, stderr }),
    );
  });
}

it('names every wrong value at once, by the variable or the flag that holds it', async () => {
  const env = { LOG_LEVEL: 'loud', RATE_LIMIT_KEYED: 'many', HIVECHECK_PUBLIC_KEY: '', PORT: '80a' };
  const { code, stderr } = await hivecheck(['serve', '--port', 'x', '--metrics', 'maybe'], env);
  expect(code).not.toBe(0);
  for (const named of [
    '--port is “x”',
    '--metrics is “maybe”',
    'LOG_LEVEL is “loud”',
    'RATE_LIMIT_KEYED is “many”',
  ]) {
    expect(stderr).toContain(named);
  }
  expect(stderr).toContain('HIVECHECK_PUBLIC_KEY: it is empty');
  expect(stderr).not.toMatch(/80a|\n\s+at /);
});

it('says of a used port only that', async () => {
  const other = createServer();
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
  const { port } = other.address() as AddressInfo;
  try {
    const { stdout, stderr } = await hivecheck(
      ['serve', '--port', String(port), '--dataset', await newFolder()],
      {
        LOG_LEVEL: 'fatal',
      },
    );
    expect(stdout).toBe('');
    expect(stderr).toBe(
      `hivecheck: Cannot listen on HOST 127.0.0.1, PORT ${port}: the port is in use, this user may not open it, or the address is none of this machine.\n`,
    );
  } finally {
    other.close();
  }
});

it('ends where the folder of the dataset is missing, or is a file', async () => {
  const folder = await newFolder();
  const file = join(folder, 'dist');
  await writeFile(file, '');
  for (const dataset of [join(folder, 'missing'), file]) {
    const run = await hivecheck(['serve', '--port', '0', '--dataset', dataset]);
    expect(run).toEqual({
      code: 3,
      stdout: '',
      stderr: `hivecheck: there is no folder ${dataset} to serve\n`,
    });
  }
});

it('lists every option with its variable', async () => {
  const { stdout } = await hivecheck(['serve', '--help']);
  const text = stdout.replaceAll(/\s+/g, ' ');
  for (const { flags, variable } of SERVE_OPTIONS) {
    expect(text).toContain(flags);
    expect(text).toContain(`(env: ${variable})`);
  }
});
