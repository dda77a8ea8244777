/** Misses over the whole dataset: what was meant is named, or what to search for. */
import { expect, it } from 'vitest';
import { pairKey, splitPairKey } from '../../runtime/format/keys.ts';
import { corpus, corpusDist } from './dist.ts';
import { entriesOf } from './entries.ts';

const { ask } = await corpus();
const dist = await corpusDist();
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
    if (near.length === 0 && !warnings.some((each) => each.includes('search for “'))) counted.silent++;
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
    if (index % 7 > 0) continue;
    const id = uri.replace('./', '').replaceAll('/', '_');
    const { result } = await ask.csp({ omaUri: slip(id, id.length - 8 + (index % 6)), lang: 'en-US' });
    if (result.matches.length > 0 || result.node !== undefined) continue;
    counted.asked++;
    if (result.nearest?.some(({ omaUri }) => omaUri.toLowerCase() === uri)) counted.named++;
  }
  expect(counted.asked).toBeGreaterThan(200);
  expect(counted.named / counted.asked).toBeGreaterThan(0.95);
}, 120_000);
