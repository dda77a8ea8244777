import fc from 'fast-check';
import { expect, test } from 'vitest';
import { SCHEMA_VERSION, type Shard, shardText } from '../runtime/format.ts';
import { entryIn, openShard } from '../runtime/shards.ts';

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
const utf8 = (text: string) => new TextEncoder().encode(text);
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

test('each entry is found in the text, and nothing else is', () => {
  const objects = entries.map((list) => list.map(([key, entry]) => [key, { entry }] as const));
  fc.assert(
    fc.property(objects, fc.array(keys, { maxLength: 8 }), (list, others) => {
      const shard = openShard(utf8(shardText(list)));
      const wanted = new Map(list.map(([key, entry]) => [key, asJson(entry)]));
      for (const key of [...wanted.keys(), ...others]) expect(entryIn(shard, key)).toEqual(wanted.get(key));
    }),
  );
});

test.each([
  ['an entry that is not an object', '{"schemaVersion":2,"entries":{\n"a":{},\n"b":null\n}}\n'],
  ['two entries on one line', '{"schemaVersion":2,"entries":{\n"a":{"n":1},"b":{"n":2}\n}}\n'],
  ['all on one line', '{"schemaVersion":2,"entries":{"a":{"n":1}}}'],
  ['a blank before an entry', '{"schemaVersion":2,"entries":{\n "a":{"n":1}\n}}\n'],
  ['an entry on two lines', '{"schemaVersion":2,"entries":{\n"a":{"n":\n1}\n}}\n'],
  ['a blank behind a comma', '{"schemaVersion":2,"entries":{\n"a":{"n":1}, \n"b":{}\n}}\n'],
  ['no line break at the end', '{"schemaVersion":2,"entries":{\n"a":{"n":1}\n}}'],
  ['Windows line breaks', '{"schemaVersion":2,"entries":{\r\n"a":{"n":1}\r\n}}\r\n'],
  ['a key twice', '{"schemaVersion":2,"entries":{\n"a":{"n":1},\n"a":{"n":2}\n}}\n'],
  ['a key escaped in another way', '{"schemaVersion":2,"entries":{\n"\\u0061":{"n":1}\n}}\n'],
  ['no entries', '{"schemaVersion":2}\n'],
  ['a list of entries', '{"schemaVersion":2,"entries":[]}\n'],
])('%s: refused, because an entry might not be found', (_, text) => {
  JSON.parse(text);
  expect(() => openShard(utf8(text))).toThrow();
});

test.each([
  ['a key twice on one line', '{"schemaVersion":2,"entries":{\n"a":{"n":1},"a":{"n":2}\n}}\n'],
  ['an entry on two lines that both end in a brace', '{"schemaVersion":2,"entries":{\n"a":{"b":{}\n}\n}}\n'],
])('%s: refused', (_, text) => {
  JSON.parse(text);
  expect(() => openShard(utf8(text))).toThrow();
});

test('what is not UTF-8 is refused', () => {
  const bytes = utf8(shardText([['a', { n: 'é' }]]));
  openShard(bytes);
  expect(() => openShard(bytes.filter((byte) => byte !== 0xc3))).toThrow(TypeError);
});

test('what is not JSON is refused', () => {
  expect(() => openShard(utf8('{"schemaVersion":2,"entries":{\n"a":{"n":1\n}}\n'))).toThrow(SyntaxError);
});
