/** A long answer goes out in pieces, and others have their turn between them. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { jsonResponse, tierHeaders } from '../../runtime/http/responses.ts';
import { createVerifySlots } from '../../runtime/http/routes/verify.ts';
import { createPace } from '../../runtime/pace.ts';

const headers = tierHeaders('anonymous');

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

describe('an answer of many pieces', () => {
  it('is the text, wherever its characters of two, three and four bytes lie', async () => {
    const unit = fc.constantFrom('a', 'é', '“', '😀', '\ud83d', '\ude00');
    const text = fc
      .array(unit, { minLength: 1, maxLength: 9 })
      .chain((units) => fc.integer({ min: 200_000, max: 1_000_000 }).map((length) => ({ units, length })))
      .map(({ units, length }) => units.join('').repeat(length / units.length));
    await fc.assert(
      fc.asyncProperty(text, async (whole) => {
        // What the text is to an encoder: a surrogate without its other half is U+FFFD.
        expect((await jsonResponse(headers, whole).text()) === Buffer.from(whole).toString()).toBe(true);
      }),
      { numRuns: 40 },
    );
  });

  it('lets others have their turn between any two of them', async () => {
    const { body } = jsonResponse(headers, 'x'.repeat(2_000_000));
    const sizes: number[] = [];
    const turns = await turnsDuring(async () => {
      for await (const piece of body ?? []) sizes.push(piece.length);
    });
    expect(sizes.length).toBeGreaterThan(5);
    expect(sizes.reduce((sum, size) => sum + size)).toBe(2_000_000);
    expect(turns).toBeGreaterThanOrEqual(sizes.length - 1);
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
    const { receiving, working } = createVerifySlots({ queueVerify: false });
    for (let n = 0; n < 1000; n++) {
      void receiving.run(0, never);
      void working.run(0, never);
    }
    expect(await receiving.run(0, async () => 'received')).toBe('received');
    expect(await working.run(0, async () => 'worked on')).toBe('worked on');
  });

  it('others have one', async () => {
    const { working } = createVerifySlots({});
    void working.run(0, never);
    await expect(working.run(0, never)).rejects.toThrow(/Too many requests/);
  });
});
