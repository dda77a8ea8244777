import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { boundedStore } from '../../cli/bounded-store.ts';
import type { DatasetStore } from '../../runtime/dataset/dataset.ts';
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

function setUp() {
  const store = new StallingStore();
  const bounded = boundedStore(store, BOUNDS.atOnce, BOUNDS.attempts);
  return {
    store,
    /** `sound`, or the message of the error. */
    ask: (path: string): Promise<string> =>
      bounded.read(path).then(
        (bytes) => (new TextDecoder().decode(bytes) === path ? 'sound' : 'wrong content'),
        (error: Error) => error.message,
      ),
  };
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

describe('a bounded store', () => {
  /** Each letter is a file; `got` has the answers to the oldest questions about files, `reads` how many are under way. */
  it.each(vectors<[what: string, ...steps: string[]]>('storage-stalls'))('%s', async (_, ...steps) => {
    const { store, ask } = setUp();
    const asked = new Map<string, Promise<string>[]>();
    for (const step of steps) {
      const [what = '', given = '', ...expected] = step.split(' ');
      if (what === 'pass') await pass(Number(given));
      else if (what === 'reads') expect(store.underWay, step).toBe(Number(given));
      else if (what === 'got') {
        const answers = [...given].map((path) => asked.get(path)?.shift());
        const wanted = expected.map((name) => ANSWERS[name as keyof typeof ANSWERS]);
        expect(await Promise.all(answers), step).toEqual(wanted);
      } else
        for (const path of given) {
          if (what === 'ask') asked.set(path, [...(asked.get(path) ?? []), ask(path)]);
          else if (what === 'stall') store.stalled.add(path);
          else store.repair(path, what === 'return');
        }
    }
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
});

/** A step of a random history. */
type Step = { kind: 'ask' | 'stall' | 'return' | 'replace'; path: string } | { kind: 'pass'; ms: number };

const history = (paths: number): fc.Arbitrary<Step[]> => {
  const path = fc.integer({ min: 0, max: paths - 1 }).map((at) => `p${at}`);
  const kind = fc.constantFrom('ask', 'ask', 'ask', 'stall', 'return', 'replace');
  return fc.array(
    fc.oneof(
      { weight: 4, arbitrary: fc.record({ kind, path }) },
      {
        weight: 1,
        arbitrary: fc.record({ kind: fc.constant('pass'), ms: fc.integer({ min: 0, max: 9000 }) }),
      },
    ),
    { maxLength: 120 },
  ) as fc.Arbitrary<Step[]>;
};

interface Asked {
  path: string;
  /** Undefined until it is answered. */
  answer?: string;
}

/** Plays a history; `check` follows each step. */
async function play(steps: Step[], check: (set: ReturnType<typeof setUp>) => void) {
  const set = setUp();
  const asked: (Asked & { at: number })[] = [];
  for (const step of steps) {
    if (step.kind === 'pass') await pass(step.ms);
    else if (step.kind === 'stall') set.store.stalled.add(step.path);
    else if (step.kind === 'ask') {
      const one: Asked & { at: number } = { path: step.path, at: performance.now() };
      asked.push(one);
      void set.ask(step.path).then((answer) => {
        one.answer = answer;
      });
    } else set.store.repair(step.path, step.kind === 'return');
    await pass(0);
    check(set);
    for (const { answer, at } of asked) {
      if (performance.now() - at >= BOUNDS.timeoutMs) expect(answer).toBeDefined();
    }
  }
  return { ...set, asked };
}

describe('for any history of stalls and repairs', () => {
  it('only so many reads hang, every one is answered in time, and all is read again when all return', async () => {
    await fc.assert(
      fc.asyncProperty(history(10), async (steps) => {
        const { store, ask } = await play(steps, ({ store: { most, mostOfOne } }) => {
          expect(most).toBeLessThanOrEqual(BOUNDS.atOnce + BOUNDS.attempts);
          expect(mostOfOne).toBeLessThanOrEqual(1 + BOUNDS.attempts);
        });
        for (let at = 0; at < 10; at++) store.repair(`p${at}`, true);
        await pass(BOUNDS.timeoutMs);
        expect(store.underWay).toBe(0);
        const again = Array.from({ length: 10 }, (_, at) => ask(`p${at}`));
        await pass(100);
        expect(new Set(await Promise.all(again))).toEqual(new Set(['sound']));
      }),
      { numRuns: 300 },
    );
  });

  it('a file that never hangs is always answered while fewer hang than may be read at once', async () => {
    await fc.assert(
      fc.asyncProperty(history(BOUNDS.atOnce - 1), fc.nat(7), async (steps, seed) => {
        const sound = steps.flatMap((step, at): Step[] =>
          at % 3 === 0 ? [step, { kind: 'ask', path: `sound/${(at + seed) % 8}` }] : [step],
        );
        const { asked } = await play([...sound, { kind: 'pass', ms: 5000 }], () => {});
        const answers = asked.filter(({ path }) => path.startsWith('sound/'));
        for (const { answer } of answers) expect(answer).toBe('sound');
      }),
      { numRuns: 300 },
    );
  });

  it('a file is read again within the backoff although its first read never returns', async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 5000, max: 20_000 }), async (stalledForMs) => {
        const { store, ask } = setUp();
        store.stalled.add('a');
        for (let ms = 0; ms < stalledForMs; ms += 500) {
          void ask('a');
          await pass(500);
        }
        store.repair('a', false);
        let answer = '';
        for (let ms = 0; ms < 20_000 && answer !== 'sound'; ms += 500) {
          const asked = ask('a');
          await pass(500);
          answer = await Promise.race([asked, pass(0).then(() => 'waits')]);
        }
        expect(answer).toBe('sound');
      }),
      { numRuns: 50 },
    );
  });
});
