import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  countIn,
  entriesIn,
  entryIn,
  readShard,
  SCHEMA_VERSION,
  type Shard,
  shardText,
} from '../runtime/format.ts';

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
const bytesOf = (text: string) => new TextEncoder().encode(text);
/** A string with half a character in it is written escaped and read as it was; -0 becomes 0. */
const asJson = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

test('a shard is JSON of which every entry is found by its key, and no other', () => {
  fc.assert(
    fc.property(entries, fc.array(keys), (list, others) => {
      const text = shardText(list);
      const parsed = JSON.parse(text) as Shard<unknown>;
      expect(parsed.schemaVersion).toBe(SCHEMA_VERSION);
      const wanted = new Map(list.map(([key, entry]) => [key, asJson(entry)]));
      expect(new Map(Object.entries(parsed.entries))).toEqual(wanted);
      const read = readShard(bytesOf(text));
      expect(new TextDecoder().decode(read)).toBe(text);
      expect(countIn(read)).toBe(list.length);
      expect(new Map(entriesIn(read))).toEqual(wanted);
      for (const key of [...wanted.keys(), ...others]) expect(entryIn(read, key)).toEqual(wanted.get(key));
    }),
  );
});

test('a shard without lines, as others write JSON, is read as well', () => {
  fc.assert(
    fc.property(entries, fc.constantFrom(undefined, 1, '\t'), (list, space) => {
      const shard = { schemaVersion: SCHEMA_VERSION, entries: Object.fromEntries(list) };
      const read = readShard(bytesOf(JSON.stringify(shard, null, space)));
      expect(countIn(read)).toBe(list.length);
      for (const [key, entry] of list) expect(entryIn(read, key)).toEqual(asJson(entry));
    }),
  );
});

test.each(['', '{', '[]', 'null', '{"entries":[]}', '{"schemaVersion":1}', '{"entries":null}'])(
  '%j is no shard',
  (text) => {
    expect(() => readShard(bytesOf(text))).toThrow();
  },
);

test('bytes that are no UTF-8 are no shard', () => {
  const bytes = bytesOf(shardText([['a', 'b']]));
  bytes[bytes.indexOf(0x62)] = 0xff;
  expect(() => readShard(bytes)).toThrow(TypeError);
});
