/** What is nearly a fact: questions that are changed a little find what a scan over the facts finds, and name what was meant. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Envelope } from '../../cli/answers.ts';
import { pairKey, splitPairKey } from '../../runtime/format/keys.ts';
import { matchesOf, resolve } from '../answers.ts';
import { corpus, corpusDist } from './dist.ts';
import { entriesOf } from './entries.ts';
import { PAIRS, scan } from './oracle.ts';

const { ask } = await corpus();
const dist = await corpusDist();

function expectFound(near: NonNullable<Envelope['result']['nearest']>[number]): void {
  if (!('key' in near)) throw new Error('a node is near to a pair');
  // A list is near without a value: it takes names that the administrator makes.
  const name = near.value ?? `${near.list?.valuePrefix ?? ''}1`;
  expect(scan(near.key, name)).toContain(near.slug);
}

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
    if (!warnings.some((each) => each.endsWith('not a part of the key: give it as value.'))) wrong.push(slip);
  }
  expect(wrong).toEqual([]);
  expect(named).toBeGreaterThan(3_500);
});

it('finds what a scan finds for keys and values that are changed a little', async () => {
  const change = fc.record({
    pair: fc.nat(PAIRS.length - 1),
    other: fc.nat(PAIRS.length - 1),
    at: fc.nat(200),
    what: fc.constantFrom(...'key value swap case spelling parent child nothing'.split(' ')),
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

const idsOf = (index: string) => entriesOf(dist, index).map(([id]) => id);
const [pairs, nodes] = [idsOf('resolve/en-US'), idsOf('csp/en-US')];

/** One letter less, another, or one more, at a place that the number gives. */
function slip(text: string, number: number): string {
  const at = 1 + (number % (text.length - 1));
  return text.slice(0, at) + (number % 3 === 0 ? '' : 'q') + text.slice(number % 3 === 2 ? at : at + 1);
}

it('a slip in the value name and one in the last part of the key: the pair is named', async () => {
  const counted = { asked: 0, named: 0, silent: 0 };
  for (const [index, id] of pairs.entries()) {
    const [key, value] = splitPairKey(id);
    const end = key.lastIndexOf('\\') + 1;
    if (index % 9 > 0 || value.length < 5 || key.length - end < 4 || end === 0) continue;
    const [wrongKey, wrongValue] = [key.slice(0, end) + slip(key.slice(end), index), slip(value, index + 1)];
    const request = { key: wrongKey, value: wrongValue, lang: 'en-US', targetOs: null };
    const { result, warnings } = await ask.resolve(request);
    if (result.matches?.length !== 0) continue;
    counted.asked++;
    const near = result.nearest?.map((each) => pairKey(each.key, each.value ?? '').toLowerCase()) ?? [];
    if (near.includes(id)) counted.named++;
    // The identifier of a rule has no words to search for.
    const isSilent = near.length === 0 && !/^\{?[\da-f]{8}-/.test(value);
    if (isSilent && !warnings.some((each) => each.includes('search for “'))) counted.silent++;
  }
  expect(counted.asked).toBeGreaterThan(800);
  // Others that the slips come as near to may be named first, and what a vendor has dropped is not named.
  expect(counted.named / counted.asked).toBeGreaterThan(0.9);
  expect(counted.silent).toBe(0);
}, 120_000);

it('a slip in an identifier of the settings catalog: its node is named', async () => {
  const counted = { asked: 0, named: 0 };
  const named = nodes.filter((uri) => uri.includes('/policy/config/') && !/[{~]/.test(uri));
  for (const [index, uri] of named.entries()) {
    if (index % 13 > 0) continue;
    const id = uri.replace('./', '').replaceAll('/', '_');
    const { result } = await ask.csp({ omaUri: slip(id, id.length - 8 + (index % 6)), lang: 'en-US' });
    if (result.matches.length > 0 || result.node !== undefined) continue;
    counted.asked++;
    if (result.nearest?.some(({ omaUri }) => omaUri.toLowerCase() === uri)) counted.named++;
  }
  expect(counted.asked).toBeGreaterThan(100);
  expect(counted.named / counted.asked).toBeGreaterThan(0.95);
}, 120_000);
