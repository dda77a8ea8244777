/** Long answers, and how others have their turn while they are made. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { joinUtf8 } from '../../runtime/answer/json.ts';
import { createVerifySlots, RECEIVING, WORKING } from '../../runtime/http/routes/verify.ts';
import { createPace } from '../../runtime/pace.ts';

/** Turns that the event loop takes meanwhile. */
async function turnsDuring(work: () => Promise<unknown>): Promise<number> {
  let turns = 0;
  const count = () => {
    turns++;
    next = setImmediate(count);
  };
  let next = setImmediate(count);
  await work();
  clearImmediate(next);
  return turns;
}

describe('a long answer', () => {
  it('is its texts and bytes, one after the other', () => {
    const text = fc
      .array(fc.constantFrom('a', 'é', '“', '😀', '\ud83d', '\ude00'))
      .map((units) => units.join(''));
    const piece = fc.oneof(
      text,
      text.map((each) => new TextEncoder().encode(each)),
    );
    fc.assert(
      fc.property(fc.array(piece), (pieces) => {
        // What a text is to an encoder: a surrogate without its other half is U+FFFD.
        const whole = Buffer.concat(pieces.map((each) => Buffer.from(each as string)));
        expect(Buffer.from(joinUtf8(pieces)).equals(whole)).toBe(true);
      }),
      { numRuns: 1000 },
    );
  });
});

describe('works that let others in', () => {
  it('do not keep each other in one turn of the event loop', async () => {
    let yields = 0;
    const work = async () => {
      const pace = createPace();
      while (yields < 40) {
        const paused = pace();
        if (paused !== undefined) yields++;
        await paused;
      }
    };
    const turns = await turnsDuring(() => Promise.all([work(), work(), work()]));
    expect(turns).toBeGreaterThanOrEqual(40 / 3);
  });
});

describe('a platform that may end a request while it waits', () => {
  const never = () => new Promise<never>(() => {});

  it('has no queue whose place would be taken for ever', async () => {
    const { receive, work } = createVerifySlots({ queueVerify: false });
    for (let n = 0; n < 1000; n++) {
      void receive('a', never);
      void work('a', never);
    }
    expect(await receive('a', async () => 'received')).toBe('received');
    expect(await work('a', async () => 'worked on')).toBe('worked on');
  });

  it('others have one, of which no address takes all places', async () => {
    for (const [name, { atOnce, waiting, ofOne }] of [
      ['receive', RECEIVING],
      ['work', WORKING],
    ] as const) {
      const run = createVerifySlots({})[name];
      for (let n = 0; n < ofOne; n++) void run('192.0.2.1', never);
      await expect(run('::ffff:192.0.2.1', never)).rejects.toThrow(/Too many requests/);
      for (let n = ofOne; n < atOnce + waiting; n++) void run(`10.0.0.${n}`, never);
      await expect(run('192.0.2.2', never)).rejects.toThrow(/Too many requests/);
    }
  });
});
