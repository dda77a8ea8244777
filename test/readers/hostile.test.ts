/** Files of one repeated fragment: every reader takes linear time, ends, and lets other work have its turn. */
import { describe, expect, it } from 'vitest';
import { readFile, readFileInPieces } from '../../runtime/readers/index.ts';
import { FRAME_NAMES, hostileFiles } from '../hostile/patterns.ts';

/** Of a request. */
const LIMITS = { maxItems: 1000, maxEntries: 100_000 };

describe.each(FRAME_NAMES)('%s', (frame) => {
  it('ends with a result or a problem that has a place, and counts what it reads', () => {
    let files = 0;
    for (const file of hostileFiles(4000, frame)) {
      files++;
      const result = readFile(file, LIMITS);
      if (result.problem !== undefined) {
        expect(result.problem.message, file.label).not.toBe('');
        expect(result.problem.line ?? result.problem.offset, file.label).toBeDefined();
      } else expect(result.items.length, file.label).toBeLessThanOrEqual(LIMITS.maxItems);
      // Whatever a file holds, few entries end the reading where few are allowed: nothing is read uncounted.
      const entries = readFile(file, { ...LIMITS, maxEntries: 1 });
      // The names in one instruction count as values.
      if (entries.problem === undefined && !file.label.includes('by name'))
        expect(entries.items.length, file.label).toBeLessThanOrEqual(2);
    }
    expect(files).toBeGreaterThan(10);
  });
});

/** Those that once held the process for seconds. */
const KNOWN: [string, string, number][] = [
  ['a.csv', `key,value,data\n${'\n'.repeat(780_000)}`, 100],
  ['a.csv', `key,value,data\n${','.repeat(700_000)}\n`, 1],
  ['a.csv', `key,value,data${',x'.repeat(400_000)}\n`, 1],
];

it.each(KNOWN)('%s, number %#: other work has its turn', async (name, text, least) => {
  let turns = 0;
  const content = new TextEncoder().encode(text);
  await readFileInPieces({ name, content }, LIMITS, () => {
    turns++;
    return undefined;
  });
  expect(turns).toBeGreaterThanOrEqual(least);
});
