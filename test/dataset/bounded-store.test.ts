import fc from 'fast-check';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { DatasetStore } from '../../runtime/dataset/dataset.ts';
import { boundedStore } from '../../runtime/node/bounded-store.ts';
import { vectors } from '../vectors.ts';

const BOUNDS = { timeoutMs: 5000, atOnce: 4, attempts: 2 };

/** A store of which some paths hang. Reads take 10 ms otherwise. */
class StallingStore implements DatasetStore {
  readonly location = 'test';
  readonly stalled = new Set<string>();
  readonly #held = new Map<string, (() => void)[]>();
  underWay = 0;
  /** The most that were ever under way. */
  most = 0;
  /** The same for one path. */
  mostOfOne = 0;
  readonly #underWayOf = new Map<string, number>();

  async read(path: string) {
    await this.#answer(path);
    return new TextEncoder().encode(path);
  }

  /** Ends the stall of a path. Where `returning`, its reads go on, as those of a network mount whose server is back. */
  repair(path: string, returning: boolean): void {
    this.stalled.delete(path);
    if (!returning) return;
    for (const release of this.#held.get(path) ?? []) release();
    this.#held.delete(path);
  }

  async #answer(path: string): Promise<void> {
    this.#count(path, 1);
    if (this.stalled.has(path)) {
      await new Promise<void>((resolve) => this.#held.set(path, [...(this.#held.get(path) ?? []), resolve]));
    } else await new Promise((resolve) => setTimeout(resolve, 10));
    this.#count(path, -1);
  }

  #count(path: string, change: 1 | -1): void {
    this.underWay += change;
    this.most = Math.max(this.most, this.underWay);
    const ofPath = (this.#underWayOf.get(path) ?? 0) + change;
    this.#underWayOf.set(path, ofPath);
    this.mostOfOne = Math.max(this.mostOfOne, ofPath);
  }
}

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);
const ANSWERS = {
  SOUND: 'sound',
  BUSY: 'too many earlier reads of the storage have not returned',
  HANGS: 'an earlier read of this file has not returned',
  LATE: 'the storage did not answer within 5000 ms',
};

interface Asked {
  path: string;
  at: number;
  /** Undefined until it is answered: `SOUND`, or the name of an error. */
  answer?: string;
  got?: true;
}

/**
 * Plays steps, of which each letter is a file. `got` has the answers to the oldest questions about files, `reads` how many
 * are under way. After each step no more reads hang than may, and nothing waits for longer than it may.
 */
async function play(steps: readonly string[]): Promise<Asked[]> {
  const store = new StallingStore();
  const bounded = boundedStore(store, BOUNDS.atOnce, BOUNDS.attempts);
  const asked: Asked[] = [];
  const ask = async (path: string) => {
    const one: Asked = { path, at: performance.now() };
    asked.push(one);
    const answer = await bounded.read(path).then(
      (bytes) => (new TextDecoder().decode(bytes) === path ? 'sound' : 'wrong content'),
      (error: Error) => error.message,
    );
    one.answer = Object.entries(ANSWERS).find(([, text]) => text === answer)?.[0] ?? answer;
  };
  for (const step of steps) {
    const [what = '', given = '', ...expected] = step.split(' ');
    if (what === 'pass') await pass(Number(given));
    else if (what === 'reads') expect(store.underWay, step).toBe(Number(given));
    else
      for (const [at, path] of [...given].entries()) {
        if (what === 'ask') void ask(path);
        else if (what === 'stall') store.stalled.add(path);
        else if (what === 'got') {
          const oldest = asked.find((one) => one.path === path && !one.got);
          expect(oldest?.answer, step).toBe(expected[at]);
          if (oldest) oldest.got = true;
        } else store.repair(path, what === 'return');
      }
    await pass(0);
    expect(store.most).toBeLessThanOrEqual(BOUNDS.atOnce + BOUNDS.attempts);
    expect(store.mostOfOne).toBeLessThanOrEqual(1 + BOUNDS.attempts);
    for (const { answer, at } of asked)
      if (performance.now() - at >= BOUNDS.timeoutMs) expect(answer).toBeDefined();
  }
  return asked;
}

it.each(vectors<[what: string, ...steps: string[]]>('storage-stalls'))('%s', async (_, ...steps) => {
  await play(steps);
});

it('passes on what the store rejects with, and what it throws', async () => {
  const failing: DatasetStore = {
    location: 'test',
    read: (path) => {
      if (path === 'thrown') throw new Error('thrown');
      return Promise.reject(new Error('EIO'));
    },
  };
  const bounded = boundedStore(failing, 1, 1);
  for (let times = 0; times < 3; times++) {
    await expect(bounded.read('x')).rejects.toThrow('EIO');
    await expect(bounded.read('thrown')).rejects.toThrow('thrown');
  }
});

const history = (paths: string): fc.Arbitrary<string[]> => {
  const kind = fc.constantFrom('ask', 'ask', 'ask', 'stall', 'return', 'replace');
  const step = fc.tuple(kind, fc.constantFrom(...paths)).map((parts) => parts.join(' '));
  const passing = fc.integer({ min: 0, max: 9000 }).map((ms) => `pass ${ms}`);
  return fc.array(fc.oneof({ weight: 4, arbitrary: step }, { weight: 1, arbitrary: passing }), {
    maxLength: 120,
  });
};

it('for any history of stalls and repairs all is read again when all return', async () => {
  await fc.assert(
    fc.asyncProperty(history('abcdefghij'), async (steps) => {
      const end = ['return abcdefghij', 'pass 5000', 'reads 0', 'ask abcdefghij', 'pass 100'];
      const asked = await play([...steps, ...end]);
      expect(asked.slice(-10).map(({ answer }) => answer)).toEqual(Array(10).fill('SOUND'));
    }),
    { numRuns: 300 },
  );
});

it('for any history a file that never hangs is always answered while fewer hang than may be read at once', async () => {
  await fc.assert(
    fc.asyncProperty(history('abc'), fc.nat(7), async (steps, seed) => {
      const sound = (at: number) => `ask ${'stuvwxyz'[(at + seed) % 8]}`;
      const all = steps.flatMap((step, at) => (at % 3 === 0 ? [step, sound(at)] : [step]));
      const asked = await play([...all, 'pass 5000']);
      for (const { path, answer } of asked) if (path >= 's') expect(answer).toBe('SOUND');
    }),
    { numRuns: 300 },
  );
});
