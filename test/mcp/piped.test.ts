/** `hivecheck mcp` with its messages from a file: the input ends before the answers are there. */
import { expect, it } from 'vitest';
import { builtInDist } from '../../build/built-in.ts';
import { hivecheck } from '../command.ts';

const message = (method: string, params?: object, id?: number) =>
  JSON.stringify({ jsonrpc: '2.0', method, ...(params && { params }), ...(id !== undefined && { id }) });

const OPENING = [
  message(
    'initialize',
    { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'tests', version: '1' } },
    0,
  ),
  message('notifications/initialized'),
];
const lookUp = (id: number) =>
  message('tools/call', { name: 'resolve', arguments: { key: 'HKLM\\Software\\K', value: `V${id}` } }, id);

async function answersTo(messages: readonly string[]): Promise<{ ids: number[]; code: number | null }> {
  const input = new TextEncoder().encode(`${messages.join('\n')}\n`);
  const { code, out } = await hivecheck(['mcp', '--dataset', await builtInDist()], input);
  const lines = out.split('\n').filter((line) => line !== '');
  return { ids: lines.map((line) => (JSON.parse(line) as { id: number }).id), code };
}

it('answers every message before it ends', async () => {
  const ids = Array.from({ length: 40 }, (_, at) => at + 1);
  const { ids: answered, code } = await answersTo([...OPENING, ...ids.map(lookUp)]);
  expect(answered.sort((a, b) => a - b)).toEqual([0, ...ids]);
  expect(code).toBe(0);
});

it('does not wait for what gets no answer', async () => {
  const cancelled = message('notifications/cancelled', { requestId: 1 });
  const { ids, code } = await answersTo([...OPENING, lookUp(1), cancelled, lookUp(2), 'no JSON']);
  expect(ids).toContain(2);
  expect(code).toBe(0);
  // Sooner than the time for last answers.
}, 9000);
