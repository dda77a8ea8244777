/** The requests of `verify --server`: within the limits of a request, values of one key in one of them. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { batches, sendable } from '../../cli/server.ts';
import { MAX_LENGTH } from '../../runtime/contract/requests.ts';
import { MAX_ITEMS, MAX_VERIFY_BYTES } from '../../runtime/contract/verify.ts';
import { type Item, type ReadFile, readFile } from '../../runtime/readers/index.ts';

const at = { file: 'x' };

function pair(key: string, value: string, data: string): Item {
  return { key, value, type: 'REG_SZ', data, at };
}

/** Many values below few keys, in any order; some are long. */
const ITEMS = fc
  .array(fc.tuple(fc.nat(40), fc.nat(400), fc.constantFrom(1, 10, 3000)), {
    maxLength: 2500,
    size: 'max',
  })
  .map((all) =>
    all.map(([key, value, length], index) =>
      pair(`${key % 2 === 0 ? 'HKLM' : 'hklm'}\\Key${key}`, `${value} ${index}`, 'é'.repeat(length)),
    ),
  );

it('hold every item once, within the limits, and no key in two that fits into one', () => {
  fc.assert(
    fc.property(ITEMS, (items) => {
      const all = [...batches(items)];
      const indexes = all.flat().map(({ index }) => index);
      expect([...indexes].sort((a, b) => a - b)).toEqual(items.map((_, index) => index));
      const homes = new Map<string, Set<number>>();
      const sizes = new Map<string, { items: number; bytes: number }>();
      for (const [number, batch] of all.entries()) {
        expect(batch.length).toBeGreaterThan(0);
        expect(batch.length).toBeLessThanOrEqual(MAX_ITEMS);
        expect(Buffer.byteLength(batch.map(({ text }) => text).join(','))).toBeLessThan(MAX_VERIFY_BYTES);
        for (const { index, text } of batch) {
          const item = items[index];
          expect(JSON.parse(text)).toEqual({ ...item, at: undefined });
          const key = item && 'key' in item ? item.key.toLowerCase() : '';
          homes.set(key, (homes.get(key) ?? new Set()).add(number));
          const size = sizes.get(key) ?? { items: 0, bytes: 0 };
          sizes.set(key, { items: size.items + 1, bytes: size.bytes + Buffer.byteLength(text) + 1 });
        }
      }
      for (const [key, { size }] of homes) {
        const { items: count = 0, bytes = 0 } = sizes.get(key) ?? {};
        if (count <= MAX_ITEMS && bytes <= MAX_VERIFY_BYTES - 2048) expect(size, key).toBe(1);
      }
    }),
    { numRuns: 10 },
  );
});

it('are one, in the order of the items, where they fit into it', () => {
  const items = ['b', 'a', 'c', 'a'].map((key) => pair(`HKLM\\${key}`, 'v', 'd'));
  expect([...batches(items)].map((batch) => batch.map(({ index }) => index))).toEqual([[0, 1, 2, 3]]);
  expect([...batches([])]).toEqual([]);
});

it('keep a key beside its subkeys', () => {
  const items = Array.from({ length: MAX_ITEMS + 500 }, (_, index) =>
    pair(`HKLM\\Software\\K${index % 750}${index >= 750 ? '\\Sub' : ''}`, 'v', 'd'),
  );
  const homes = new Map<number, number>();
  for (const [number, batch] of [...batches(items)].entries())
    for (const { index } of batch) homes.set(index, number);
  const apart = Array.from({ length: 750 }, (_, key) => homes.get(key) !== homes.get(key + 750));
  expect(apart.filter(Boolean).length).toBeLessThanOrEqual(2);
});

/** As a file gives it, with names of any length. */
function readItem(given: Partial<Record<'key' | 'value' | 'omaUri', string>>): Item {
  const content = new TextEncoder().encode(JSON.stringify([given]));
  const { items: [item] = [] } = readFile({ name: 'list.json', content }) as Partial<ReadFile>;
  if (item === undefined) throw new Error('The list has no item.');
  return item;
}

it('have room for every item, whatever its length: without its data, or with a name that is too long all the same', () => {
  const long = fc.constantFrom(
    1,
    512,
    513,
    1024,
    1025,
    MAX_VERIFY_BYTES >> 1,
    MAX_VERIFY_BYTES,
    MAX_VERIFY_BYTES * 2,
  );
  const text = fc
    .tuple(fc.constantFrom('x', 'é', '"', '\ud800'), long)
    .map(([char, count]) => char.repeat(count));
  const item = fc.oneof(
    fc.record({
      key: text.map((each) => `HKLM\\${each}`),
      value: text,
      data: fc.oneof(text, fc.array(text, { maxLength: 2 })),
    }),
    fc.record({ omaUri: text, data: text }),
  );
  fc.assert(
    fc.property(fc.array(item, { maxLength: 4 }), (items) => {
      const sent = items.map(({ data, ...names }) => sendable({ ...readItem(names), data }));
      for (const batch of batches(sent)) {
        const body = batch.map(({ text }) => text).join(',');
        expect(Buffer.byteLength(body)).toBeLessThan(MAX_VERIFY_BYTES - 1024);
        for (const { index, text } of batch) {
          const { data, unread, ...names } = JSON.parse(text) as Record<string, string>;
          const { data: given, ...full } = items[index] as Record<string, string>;
          // Not as values, which a failure would print.
          expect(JSON.stringify(unread === undefined ? data : given) === JSON.stringify(given)).toBe(true);
          expect(sent[index]?.unread).toBe(unread);
          for (const [name, whole] of Object.entries(full)) {
            const most = MAX_LENGTH[name as 'key'];
            expect((names[name] ?? '').length > most).toBe(whole.length > most);
            expect(whole.length > most || names[name] === whole).toBe(true);
          }
        }
      }
    }),
    { numRuns: 8 },
  );
});
