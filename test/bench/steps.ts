/** Steps of an answer that have a shorter form for what is asked nearly always: what that form buys, in one process. */

import type { JsonObject } from '../../runtime/json.ts';
import { parseAnyKey, parseKey } from '../../runtime/normalize.ts';
import type { Setup } from './groups.ts';
import type { Line } from './one-offs.ts';
import { resolveAsks } from './requests.ts';
import { median } from './rounds.ts';

const ROUNDS = 15;

export async function steps({ version }: Setup): Promise<Line[]> {
  process.stderr.write('steps …\n');
  const bodies = (await resolveAsks(version)).map(({ body = '' }) => JSON.parse(body) as JsonObject);
  return [
    compared(
      'reading a key by patterns : the short way',
      bodies.map(({ key }) => String(key)),
      parseAnyKey,
      parseKey,
    ),
  ];
}

/** Time of `plain` against that of `short` over all inputs, in turn; median of the rounds. */
function compared<T>(
  what: string,
  inputs: readonly T[],
  plain: (input: T) => unknown,
  short: (input: T) => unknown,
): Line {
  const ratios: number[] = [];
  for (let round = 0; round < ROUNDS; round++) ratios.push(timed(inputs, plain) / timed(inputs, short));
  const value = median(ratios);
  return { what, value, measured: `${value.toFixed(1)} ×`, goal: '' };
}

function timed<T>(inputs: readonly T[], step: (input: T) => unknown): number {
  const started = performance.now();
  for (const input of inputs) {
    // What nobody looked at might be optimized away.
    if (step(input) === undefined) throw new Error('a step gave nothing');
  }
  return performance.now() - started;
}
