import { expect, test } from 'vitest';
import { together } from '../../runtime/entry/together.ts';

const turn = () => new Promise<void>((resolve) => setImmediate(resolve));

test.each([0, 1, 2, 31, 32, 33, 200])(
  '%i tasks of a turn are done in order, and each part is ended before the next',
  async (count) => {
    const schedule = together();
    const done: string[] = [];
    for (let at = 0; at < count; at++) {
      schedule(() => {
        done.push(`task ${at}`);
        // Every third has nothing left to do.
        return at % 3 === 0 ? undefined : () => done.push(`end ${at}`);
      });
    }
    expect(done).toEqual([]);
    await turn();
    const tasks = done.filter((each) => each.startsWith('task'));
    const ends = done.filter((each) => each.startsWith('end'));
    const all = Array.from({ length: count }, (_, at) => at);
    expect(tasks).toEqual(all.map((at) => `task ${at}`));
    expect(ends).toEqual(all.filter((at) => at % 3 !== 0).map((at) => `end ${at}`));
    // At most so many are answered before the first of them is written.
    const before = done.findIndex((each) => each.startsWith('end'));
    expect(before).toBeLessThanOrEqual(32);
    for (const at of all.filter((each) => each % 3 !== 0)) {
      expect(done.indexOf(`end ${at}`)).toBeGreaterThan(done.indexOf(`task ${at}`));
    }
  },
);

test('a task that is scheduled by another waits for the next turn', async () => {
  const schedule = together();
  const done: string[] = [];
  schedule(() => {
    schedule(() => {
      done.push('second');
      return undefined;
    });
    done.push('first');
    return undefined;
  });
  await turn();
  expect(done).toEqual(['first']);
  await turn();
  expect(done).toEqual(['first', 'second']);
});
