import fc from 'fast-check';
import { expect, test } from 'vitest';
import { oneStep, type Task, together } from '../../runtime/node/together.ts';

const turn = () => new Promise<void>((resolve) => setImmediate(resolve));

/** A task of so many steps that tells of each. */
function telling(name: number, steps: number, tell: (name: number, step: number) => void): Task {
  let at = 0;
  return {
    step: () => {
      tell(name, at++);
      return at < steps;
    },
  };
}

test('all take a step, in order, before any takes the next; at most 32 at once', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.integer({ min: 1, max: 5 }), { maxLength: 200, size: 'max' }),
      async (lengths) => {
        const schedule = together();
        const done: [name: number, step: number][] = [];
        for (const [name, steps] of lengths.entries()) {
          schedule(telling(name, steps, (...each) => done.push(each)));
        }
        expect(done).toEqual([]);
        await turn();
        const wanted: [number, number][] = [];
        for (let from = 0; from < lengths.length; from += 32) {
          for (let step = 0; step < 5; step++) {
            for (let name = from; name < Math.min(from + 32, lengths.length); name++) {
              if (step < (lengths[name] ?? 0)) wanted.push([name, step]);
            }
          }
        }
        expect(done).toEqual(wanted);
      },
    ),
    { examples: [31, 32, 33, 65].map((count): [number[]] => [Array.from({ length: count }, () => 2)]) },
  );
});

test('a task that is scheduled by another waits for the next turn', async () => {
  const schedule = together();
  const done: string[] = [];
  schedule(
    oneStep(() => {
      schedule(oneStep(() => done.push('second')));
      done.push('first');
    }),
  );
  await turn();
  expect(done).toEqual(['first']);
  await turn();
  expect(done).toEqual(['first', 'second']);
});
