/** `hivecheck mcp` with its messages from a file: the input ends before the answers are there. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { builtInDist } from '../../build/built-in.ts';
import { COMMAND, hivecheckProcess } from '../command.ts';
import { collected } from '../server.ts';
import { vectors } from '../vectors.ts';

const message = (method: string, params?: object, id?: number) =>
  JSON.stringify({ jsonrpc: '2.0', method, ...(params && { params }), ...(id !== undefined && { id }) });

const OPENING = vectors<object>('mcp-session')
  .slice(0, 2)
  .map((each) => JSON.stringify(each));
const lookUp = (id: number) =>
  message('tools/call', { name: 'resolve', arguments: { key: 'HKLM\\Software\\K', value: `V${id}x` } }, id);

async function answersTo(messages: readonly string[], end = '\n') {
  const input = new TextEncoder().encode(messages.join('\n') + end);
  const { code, out, err } = await hivecheckProcess(['mcp', '--dataset', await builtInDist()], input);
  type Answer = { id: unknown; error?: { message: string }; result?: object };
  const answers: Answer[] = JSON.parse(`[${out.trim().replaceAll('\n', ',')}]`);
  return { answers, ids: answers.map(({ id }) => id), code, err };
}

it('answers every message before it ends, each with its own answer', async () => {
  const ids = Array.from({ length: 40 }, (_, at) => at + 1);
  const { answers, ids: answered, code } = await answersTo([...OPENING, ...ids.map(lookUp)]);
  expect(answered.sort((a, b) => Number(a) - Number(b))).toEqual([0, ...ids]);
  for (const { id, result } of answers) if (id !== 0) expect(JSON.stringify(result)).toContain(`v${id}x`);
  expect(code).toBe(0);
});

it('does not wait for what gets no answer', async () => {
  const cancelled = message('notifications/cancelled', { requestId: 1 });
  const { ids, code } = await answersTo([...OPENING, lookUp(1), cancelled, lookUp(2), 'no JSON']);
  expect(ids).toContain(2);
  expect(code).toBe(0);
  // Sooner than the time for last answers.
}, 9000);

it('refuses a line that is too long, by its id where that stands at either end, and answers the others', async () => {
  const long = 'x'.repeat(11 << 20);
  const lines = [
    ...OPENING,
    lookUp(1),
    `{"jsonrpc":"2.0","id":"a-2","method":"ping","params":{"x":"${long}"}}`,
    lookUp(3),
    // As it stands there where a client writes the envelope last.
    `{"method":"ping","params":{"id":9,"x":"${long}"},"jsonrpc":"2.0","id":4}`,
    `{"method":"ping","params":{"id":9,"x":"${long}","id":8}}`,
    lookUp(5),
    `{"id":6,"x":"${long}"`,
  ];
  const { answers, code, err } = await answersTo(lines, '');
  const idsOf = (refused: boolean) =>
    answers.filter(({ error }) => (error !== undefined) === refused).map(({ id }) => id);
  expect(idsOf(true)).toEqual(['a-2', 4, null, 6]);
  expect(idsOf(false).sort()).toEqual([0, 1, 3, 5]);
  expect(answers.find(({ error }) => error)?.error?.message).toBe(
    'a message has at most 8388608 bytes on its line',
  );
  expect(err).toContain('hivecheck: a message has at most 8388608 bytes');
  expect(code).toBe(0);
});

it.skipIf(process.platform === 'win32')(
  'answers a client that reads no remarks, and ends with its signal',
  async () => {
    const child = spawn(process.execPath, [COMMAND, 'mcp', '--dataset', await builtInDist()]);
    const out = collected(child.stdout);
    child.stderr.destroy();
    child.stdin.write(`${[...OPENING, 'no JSON', lookUp(1)].join('\n')}\n`);
    await expect.poll(out, { timeout: 20_000 }).toContain('v1x');
    child.kill();
    expect(await once(child, 'close')).toEqual([0, null]);
  },
);

it.skipIf(process.platform === 'win32')(
  'takes no more from a client that reads nothing until it reads, and ends with its signal meanwhile',
  async () => {
    const child = spawn(process.execPath, [COMMAND, 'mcp', '--dataset', await builtInDist()]);
    child.stdin.on('error', () => {}).write(`${OPENING.join('\n')}\n`);
    await once(child.stdout, 'data');
    child.stdout.pause();
    let taken = 0;
    const write = async (last: number) => {
      while (taken < last) {
        const lines = `${lookUp(taken + 1)}\n`;
        await new Promise((resolve) => child.stdin.write(lines, resolve));
        taken++;
      }
    };
    void write(20_000);
    const stopped = async () => {
      const before = taken;
      await setTimeout(1000);
      return taken - before;
    };
    await expect.poll(stopped, { timeout: 20_000 }).toBe(0);
    const unread = taken;
    // What the system and one read hold.
    expect(unread).toBeLessThan(5000);
    const out = collected(child.stdout.resume());
    await expect.poll(out, { timeout: 20_000 }).toContain(`v${unread}x`);
    child.stdout.pause();
    await expect.poll(stopped, { timeout: 20_000 }).toBe(0);
    child.kill();
    expect(await once(child, 'exit')).toEqual([0, null]);
  },
  60_000,
);

it.skipIf(process.platform === 'win32')(
  'ends with a client that is gone and has read nothing',
  async () => {
    const child = spawn(process.execPath, [COMMAND, 'mcp', '--dataset', await builtInDist()]);
    const calls = Array.from({ length: 3000 }, (_, at) => lookUp(at + 1));
    child.stdin.on('error', () => {}).write(`${[...OPENING, ...calls].join('\n')}\n`);
    await once(child.stdout, 'data');
    child.stdout.destroy();
    expect(await once(child, 'exit')).toEqual([0, null]);
  },
  20_000,
);
