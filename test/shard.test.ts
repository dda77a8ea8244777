import fc from 'fast-check';
import { expect, test } from 'vitest';
import { SCHEMA_VERSION, shardText } from '../runtime/format/format.ts';
import { entryIn, openShard } from '../runtime/format/shards.ts';
import { vectors } from './vectors.ts';

const keys = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 20 }),
  // What looks like the end of a key, of a line, of a shard.
  fc.constantFrom(
    ...['', '"', '\\', '\\"', '":', '\n', '\n"a":', '}}', '\n}}\n', '__proto__', '7', '\ud800', 'é', '\0'],
  ),
);
const entriesOf = <T>(entry: fc.Arbitrary<T>) =>
  fc.uniqueArray(fc.tuple(keys, entry), { selector: ([key]) => key, maxLength: 12 });
const utf8 = (text: string) => new TextEncoder().encode(text);
/** A string with half a character in it is written escaped and read as it was; -0 becomes 0. */
const asJson = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

// Compared as text: JSON.parse of Node 24 takes an escaped name for another one at times (nodejs/node#63785).
test('a shard is the JSON of its entries, with each on a line, whatever its keys are', () => {
  const entry = fc.oneof(
    fc.jsonValue(),
    keys,
    keys.map((key) => ({ [key]: [key] })),
  );
  fc.assert(
    fc.property(entriesOf(entry), (list) => {
      // JavaScript puts names that are whole numbers first.
      const entries = Object.fromEntries(list);
      const text = shardText(Object.entries(entries));
      // No JSON of JSON.stringify has a line break.
      expect(text.replaceAll('\n', '')).toBe(JSON.stringify({ schemaVersion: SCHEMA_VERSION, entries }));
      expect(text.split('\n')).toHaveLength(Math.max(list.length, 1) + 3);
    }),
  );
});

test('each entry is found in the text, and nothing else is', () => {
  // Names of members are ours: see above.
  const scalar = fc.oneof(
    keys,
    fc.double({ noNaN: true, noDefaultInfinity: true }),
    fc.boolean(),
    fc.constant(null),
  );
  const objects = entriesOf(
    fc.record({ matches: fc.array(scalar, { maxLength: 4 }), node: fc.record({ scalar }) }),
  );
  fc.assert(
    fc.property(objects, fc.array(keys, { maxLength: 8 }), (list, others) => {
      // A shard without entries is not written.
      fc.pre(list.length > 0);
      const shard = openShard(utf8(shardText(list)));
      const wanted = new Map(list.map(([key, entry]) => [key, asJson(entry)]));
      for (const key of [...wanted.keys(), ...others]) {
        expect(entryIn(shard, key)).toEqual(wanted.get(key));
      }
    }),
  );
});

const REFUSED = 'refused';
const lookUp = (shard: string | Uint8Array, key: string): unknown => {
  try {
    return entryIn(openShard(typeof shard === 'string' ? utf8(shard) : shard), key);
  } catch (error) {
    if (error instanceof TypeError || error instanceof SyntaxError) return REFUSED;
    throw error;
  }
};

test.each(vectors<[string, string]>('not-shards'))(
  '%s: no key counts as absent, and an entry that is found is the one of the JSON',
  (_, text) => {
    const { entries = {} } = JSON.parse(text) as { entries?: Record<string, unknown> };
    expect(lookUp(text, 'absent')).toBe(REFUSED);
    for (const [key, entry] of Object.entries(entries))
      expect([REFUSED, entry]).toContainEqual(lookUp(text, key));
  },
);

test.each([
  ['UTF-8', utf8(shardText([['a', { n: 'é' }]])).filter((byte) => byte !== 0xc3)],
  ['JSON', '{"schemaVersion":3,"entries":{\n"a":{"n":1\n}}\n'],
])('what is not %s is refused', (_, shard) => {
  expect(['a', 'b'].map((key) => lookUp(shard, key))).toEqual([REFUSED, REFUSED]);
});
