import fc from 'fast-check';
import { expect, test } from 'vitest';
import { SCHEMA_VERSION, type Shard, shardText } from '../runtime/format.ts';

const keys = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 20 }),
  // What looks like the end of a key, of a line, of a shard.
  fc.constantFrom(
    '',
    '"',
    '\\',
    '\\"',
    '":',
    '\n',
    '\n"a":',
    '}}',
    '\n}}\n',
    '__proto__',
    '7',
    '\ud800',
    'é',
    '\0',
  ),
);
const entries = fc.uniqueArray(
  fc.tuple(
    keys,
    fc.oneof(
      fc.jsonValue(),
      keys,
      keys.map((key) => ({ [key]: [key] })),
    ),
  ),
  { selector: ([key]) => key, maxLength: 12 },
);
/** A string with half a character in it is written escaped and read as it was; -0 becomes 0. */
const asJson = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

test('a shard is JSON with an entry a line, whatever its keys are', () => {
  fc.assert(
    fc.property(entries, (list) => {
      const text = shardText(list);
      const parsed = JSON.parse(text) as Shard<unknown>;
      expect(parsed.schemaVersion).toBe(SCHEMA_VERSION);
      const wanted = new Map(list.map(([key, entry]) => [key, asJson(entry)]));
      expect(new Map(Object.entries(parsed.entries))).toEqual(wanted);
      expect(text.split('\n')).toHaveLength(Math.max(list.length, 1) + 3);
    }),
  );
});
