/** `verify --server` says what the dataset says, and what a server answers instead cannot steer a terminal. */

import { writeFile } from 'node:fs/promises';
import type { OutgoingHttpHeaders } from 'node:http';
import { syncBuiltinESMExports } from 'node:module';
import { join } from 'node:path';
import timers from 'node:timers/promises';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { MAX_ITEMS } from '../../runtime/contract/verify.ts';
import type { RunningServer } from '../../runtime/node/serve.ts';
import { createService } from '../../runtime/service.ts';
import { hivecheck } from '../command.ts';
import { corpus } from '../corpus/dist.ts';
import { start } from '../http/running.ts';
import { type WrittenValue, writeReg } from '../readers/writers.ts';
import { newFolder } from '../scratch.ts';
import { served } from '../server.ts';
import { vectors } from '../vectors.ts';

const KEY = 'HKLM\\Software\\Policies\\Microsoft\\Windows\\WindowsUpdate';
const good: WrittenValue = { key: KEY, value: 'ActiveHoursEnd', type: 'REG_DWORD', data: 9 };
const LIST = 'HKLM\\Software\\Policies\\Google\\Chrome\\ExtensionInstallForcelist';
const entries = Array.from({ length: 8 }, (_, at): WrittenValue => {
  return { key: LIST, value: `${at + 1}`, type: 'REG_SZ', data: `${at}`.repeat(400) };
});
const many = Array.from({ length: MAX_ITEMS }, (_, at) => ({
  ...good,
  key: `HKLM\\Software\\Example\\${at}`,
}));

let files: string[];
let server: RunningServer;
/** What the server of refusals answers. */
let answer: { status: number; body: string; headers?: OutgoingHttpHeaders; asked: string[] };
const refusing = await served((request, response) => {
  answer.asked.push(`${request.url} ${request.headers['x-api-key'] ?? ''}`);
  request.resume().on('end', () => response.writeHead(answer.status, answer.headers).end(answer.body));
});

beforeAll(async () => {
  const folder = await newFolder();
  files = ['many.reg', 'other.reg'].map((name) => join(folder, name));
  const [first = '', second = ''] = files;
  await writeFile(first, writeReg([...many, good, ...entries]));
  await writeFile(second, writeReg([{ ...good, data: 10 }]));
  const { dataset } = await corpus();
  server = await start({ service: createService({ snapshot: () => dataset }) });
});
afterAll(() => Promise.all([server.close(), refusing[Symbol.asyncDispose]()]));

const TARGETS = ['--target-os', 'Windows 10 22H2', '--target-os', 'Windows 11 24H2'];

it.each([
  ['--all', ...TARGETS.slice(2)],
  ['--mdm', ...TARGETS],
  ['--json', '--lang', 'fr', ...TARGETS],
  ['--target-os', 'Windos 11'],
])('several files in several requests, conflicts between them: %s', async (...options) => {
  const args = ['verify', ...files, ...options];
  const [local, remote] = [
    await hivecheck(args),
    await hivecheck([...args, '--server', `${server.url}/v1/`]),
  ];
  expect(remote).toEqual(local);
  expect(local.code).toBe(options.includes('Windos 11') ? 2 : 1);
});

it('nothing to verify names the dataset of the server', async () => {
  const empty = Buffer.from(writeReg([]));
  const run = (...server: string[]) => hivecheck(['verify', '-', ...server], empty);
  expect(await run('--server', server.url)).toEqual(await run());
});

const refused = () =>
  hivecheck(['verify', files[1] ?? '', '--server', refusing.url], undefined, { HIVECHECK_API_KEY: 'hck_x' });

interface Refusal {
  status: number;
  headers?: OutgoingHttpHeaders;
  body: string;
  code: number;
  err: string;
  /** Seconds before each of 19 further tries. */
  wait?: number;
}

it.each(vectors<Refusal>('answers-of-servers'))(
  '$status $headers $body ends with $code, its text steers no terminal, and the key is sent to no other',
  async ({ code, err, wait, ...given }) => {
    answer = { ...given, asked: [] };
    const waits = vi.spyOn(timers, 'setTimeout').mockResolvedValue(undefined);
    syncBuiltinESMExports();
    const run = await refused();
    const waited = waits.mock.calls.map(([ms]) => ms);
    waits.mockRestore();
    syncBuiltinESMExports();
    expect([run.code, run.out]).toEqual([code, '']);
    expect(run.err).toMatch(new RegExp(`^hivecheck: .*${err}`));
    expect(run.err.trimEnd()).not.toMatch(/[\p{Cc}\p{Bidi_Control}\u2028\u2029]/u);
    expect(waited).toEqual(wait === undefined ? [] : Array(19).fill(wait * 1000));
    expect(answer.asked).toEqual(Array(waited.length + 1).fill('/k/v1/verify hck_x'));
  },
);
