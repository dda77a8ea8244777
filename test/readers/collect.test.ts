/** Bounds of what is collected, each at the bound and one beyond it. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { itemsOf, read } from './generators.ts';

it('data has the bytes that the registry has for it, and not one more than allowed', () => {
  const entry = (data: unknown, type?: string) => JSON.stringify([{ key: 'SYSTEM', value: 'v', type, data }]);
  const text = fc.stringMatching(/^[a-z]{0,20}$/);
  const sized = fc.oneof(
    fc.tuple(text, fc.constantFrom(undefined, 'REG_SZ', 'REG_EXPAND_SZ')).map(([data, type]) => ({
      json: entry(data, type),
      bytes: 2 * data.length,
    })),
    fc.array(text, { maxLength: 4 }).map((data) => ({
      json: entry(data, 'REG_MULTI_SZ'),
      bytes: data.reduce((sum, each) => sum + 2 * (each.length + 1), 0),
    })),
    fc.uint8Array({ maxLength: 20 }).map((data) => ({
      json: entry(Buffer.from(data).toString('hex'), 'REG_BINARY'),
      bytes: data.length,
    })),
  );
  fc.assert(
    fc.property(sized, ({ json, bytes }) => {
      expect(itemsOf(read('a.json', json, { maxValueBytes: bytes }))[0]).not.toHaveProperty('unread');
      if (bytes === 0) return;
      expect(itemsOf(read('a.json', json, { maxValueBytes: bytes - 1 }))[0]).toHaveProperty('unread');
    }),
  );
});

it('a key of 1,024 characters is whole; a longer one has one more than these, in its notes too', () => {
  for (const length of [1023, 1024, 1025, 1026, 5000]) {
    const key = 'k'.repeat(length);
    const result = read('a.json', JSON.stringify([{ key, value: 'v', type: 'x', data: 'y' }]));
    if (result.problem !== undefined) throw new Error(result.problem.message);
    const lengths = [...result.items, ...result.notes].map((each) => ('key' in each ? each.key?.length : 0));
    expect(lengths).toEqual([Math.min(length, 1025), Math.min(length, 1025)]);
  }
});
