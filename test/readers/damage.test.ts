/** Damaged files: what a reader answers is a problem with its place, or differs from the truth only at the damage. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Item, type ReadResult, type RegistryItem, readFile } from '../../runtime/readers/index.ts';
import { expectEqual } from '../same.ts';
import { vectors } from '../vectors.ts';
import { type NamedFile, soundFiles } from './corpus.ts';
import { read } from './generators.ts';
import { joined, type WrittenValue, writePol } from './writers.ts';

const COUNT = 5;
const FILES = soundFiles(COUNT);

function plain(items: Item[]): string[] {
  return items.map(({ at: _at, ...item }) => JSON.stringify(item));
}

const TRUTH = new Map(
  FILES.map((file) => {
    const result = readFile(file);
    if (result.problem !== undefined) throw new Error(JSON.stringify(result.problem));
    return [file.name, plain(result.items)];
  }),
);

function expectPlace(result: ReadResult, file: NamedFile): void {
  if (result.problem === undefined) return;
  const { file: name, message, line, offset } = result.problem;
  const isPlaced = line === undefined ? offset !== undefined && offset >= 0 : line >= 1;
  const isInside = (offset ?? 0) <= file.content.length;
  if (name !== file.name || message === '' || !isPlaced || !isInside)
    expect(result.problem).toBe(
      `a problem with its place in the ${file.content.length} bytes of ${file.name}`,
    );
}

/** How many items of the truth are left where the equal ones at the beginning and at the end are taken off. */
function changed(truth: string[], items: string[]): number {
  let start = 0;
  while (start < truth.length && truth[start] === items[start]) start++;
  let end = 0;
  while (end < truth.length - start && truth.at(-1 - end) === items.at(-1 - end)) end++;
  return Math.max(truth.length, items.length) - start - end;
}

describe.each(FILES)('$name', (file) => {
  const truth = TRUTH.get(file.name) ?? [];

  it('is read whole', () => {
    expect(truth.length).toBe(COUNT);
  });

  it('cut off anywhere, gives a problem or the values before the cut', () => {
    for (let length = 0; length < file.content.length; length++) {
      const content = file.content.subarray(0, length);
      const result = readFile({ ...file, content });
      expectPlace(result, { ...file, content });
      if (result.problem !== undefined) continue;
      const items = plain(result.items);
      // A cut inside a record is a problem: what is left is whole records.
      if (file.format === 'registry-pol') expectEqual(writePol(result.items as RegistryItem[]), content);
      // The last value may itself be cut; the note says so, or the file ends with a line break.
      const whole = Math.max(items.length - 1, 0);
      expectEqual(items.slice(0, whole), truth.slice(0, whole), `cut at ${length}`);
      const last = items.at(-1);
      const told = result.notes.some((note) => note.kind === 'last-line');
      // YAML may end after any line: what follows cannot be missed.
      const endsEntry = file.name === 'tasks.yml' && content.at(-1) === 0x0a;
      if (last !== undefined && last !== truth[whole] && !endsEntry)
        expect(told, `cut at ${length}: ${last}`).toBe(true);
    }
  });

  it('with one bit changed, gives a problem or values that differ only there', () => {
    // A column that has lost its name is a column that nobody asked for.
    const first = file.name === 'a.csv' ? 8 * (file.content.indexOf(0x0a) + 1) : 0;
    for (let bit = first; bit < file.content.length * 8; bit += 5) {
      const content = file.content.slice();
      content[bit >> 3] = (content[bit >> 3] ?? 0) ^ (1 << (bit & 7));
      const result = readFile({ ...file, content });
      expectPlace(result, { ...file, content });
      if (result.problem !== undefined || result.notes.some((note) => note.kind === 'unknown-hive')) continue;
      const items = plain(result.items);
      if (changed(truth, items) > 2) expect(items, `bit ${bit}`).toEqual(truth);
    }
  });

  it('with parts repeated, removed or replaced, never throws', () => {
    const size = file.content.length;
    const place = fc.integer({ min: 0, max: size });
    fc.assert(
      fc.property(place, place, place, fc.uint8Array({ maxLength: 20 }), (one, two, three, noise) => {
        const [a = 0, b = 0, c = 0] = [one, two, three].sort((x, y) => x - y);
        const { content } = file;
        const parts = [content.subarray(0, b), noise, content.subarray(a, c), content.subarray(c)];
        const broken = { ...file, content: joined(parts) };
        expectPlace(readFile(broken), broken);
      }),
    );
  });
});

it('any bytes are read or refused, never an exception', () => {
  const heads = vectors<{ head: string }>('hostile-frames').map(({ head }) => head);
  const property = fc.property(
    fc.constantFrom('PReg\x01\0\0\0[\0', ...heads),
    fc.uint8Array({ maxLength: 200 }),
    (head, noise) => {
      const file = { name: 'x', content: joined([new TextEncoder().encode(head), noise]) };
      expectPlace(readFile(file), file);
    },
  );
  fc.assert(property, { numRuns: 4000 });
});

it.each([
  { type: 'REG_SZ', data: 'text', bytes: 10 },
  { type: 'REG_BINARY', data: '00ff01', bytes: 3 },
])(
  'a size of $type in Registry.pol that ends where a later record does is refused',
  ({ type, data, bytes }) => {
    const values = ['b', 'c', 'd'].map((value): WrittenValue => ({ key: 'HKLM\\A', value, type, data }));
    const ends = [1, 2, 3].map((count) => writePol(values.slice(0, count)).length - ']'.length * 2);
    const begin = (ends[0] ?? 0) - bytes;
    for (const end of ends.slice(1)) {
      const file = Buffer.from(writePol(values));
      file.writeUInt32LE(end - begin, begin - 6);
      const message = expect.stringContaining('reaches over the next record');
      expect(read('GPO/Machine/Registry.pol', file).problem).toMatchObject({ offset: 8, message });
    }
  },
);
