/** What is nearly a fact: questions that are changed a little find what a scan over the facts finds. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Envelope } from '../../cli/answers.ts';
import { matchesOf, resolve, setting } from '../answers.ts';
import { corpus } from './dist.ts';
import { LINES, PAIRS, scan } from './oracle.ts';

const { ask } = await corpus();

function expectFound(near: NonNullable<Envelope['result']['nearest']>[number]): void {
  if (!('key' in near)) throw new Error('a node is near to a pair');
  // A list is near without a value: it takes names that the administrator makes.
  const name = near.value ?? `${near.list?.valuePrefix ?? ''}1`;
  expect(scan(near.key, name)).toContain(near.slug);
}

describe('resolve', () => {
  it('names each value whose name was written at the end of its key', async () => {
    const wrong: unknown[] = [];
    let named = 0;
    // One in four: what a slip does depends on its shape alone.
    for (const [at, { key, value }] of PAIRS.entries()) {
      if (at % 4 !== 0) continue;
      const slip = `${key}\\${value}`;
      // A name with a separator is read as two parts; a key of that name may have a value without a name, or a list.
      if (!value || /[\\/]/.test(value) || scan(slip, '').length > 0) continue;
      const { result, warnings } = await resolve(ask, `HKLM\\${slip}`, '');
      named++;
      // A list under the key may take the name too; the value itself is named.
      const known = scan(key, value);
      const near = result.nearest ?? [];
      const right = near.every(
        (each) => 'value' in each && each.value?.toLowerCase() === value && known.includes(each.slug),
      );
      if (result.matches?.length !== 0 || near.length === 0 || !right) wrong.push([slip, near, known]);
      if (!warnings.some((each) => each.endsWith('not a part of the key: give it as value.')))
        wrong.push(slip);
    }
    expect(wrong).toEqual([]);
    expect(named).toBeGreaterThan(3_500);
  });

  it('finds what a scan finds for keys and values that are changed a little', async () => {
    const change = fc.record({
      pair: fc.nat(PAIRS.length - 1),
      other: fc.nat(PAIRS.length - 1),
      at: fc.nat(200),
      what: fc.constantFrom(
        'key',
        'value',
        'swap',
        'case',
        'spelling',
        'parent',
        'child',
        'nothing' as const,
      ),
      char: fc.constantFrom('a', 'Z', '0', '_', ' x', '\\x', '\0', 'ı', 'É'),
    });
    const seen = { hit: 0, miss: 0 };
    await fc.assert(
      fc.asyncProperty(change, async ({ pair, other, at, what, char }) => {
        let { key, value = '1' } = PAIRS[pair] as (typeof PAIRS)[number];
        const put = (text: string) =>
          text.slice(0, at % (text.length + 1)) + char + text.slice((at % (text.length + 1)) + 1);
        if (what === 'key') key = put(key).trim();
        else if (what === 'value') value = put(value);
        else if (what === 'swap') value = PAIRS[other]?.value ?? '1';
        else if (what === 'case') [key, value] = [key.toUpperCase(), value.toUpperCase()];
        else if (what === 'spelling') key = `\\${key.replaceAll('\\', '\\\\')}\\ `;
        else if (what === 'parent') key = key.slice(0, Math.max(key.lastIndexOf('\\'), 0));
        else if (what === 'child') key = `${key}\\${value}`;
        const wanted = scan(key, value);
        const answer = await resolve(ask, key, value);
        // A slash in a key may be read as a separator in a second try, which the scan knows nothing of.
        if (key.includes('/') && wanted.length === 0) return;
        expect([...new Set(matchesOf(answer).map(({ slug }) => slug))].sort()).toEqual(wanted);
        if (wanted.length > 0) seen.hit++;
        else {
          seen.miss++;
          expect(answer).toMatchObject({
            confidence: 'none',
            result: { matches: [], reason: expect.any(String) },
          });
          for (const near of answer.result.nearest ?? []) expectFound(near);
        }
      }),
      { numRuns: 1200 },
    );
    expect(seen.hit).toBeGreaterThan(120);
    expect(seen.miss).toBeGreaterThan(120);
  });
});

it('has no record of what is no fact', async () => {
  for (const slug of ['no.such', '__proto__', 'constructor', 'x::y', '::', `${LINES[0]?.slug}x`])
    expect(await setting(ask, slug)).toBeUndefined();
  await expect(setting(ask, '')).rejects.toThrow('Not valid: slug');
});
