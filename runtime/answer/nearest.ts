/** Pairs that lie near one that nothing writes: a mistyped value of the same key, the same value under another key. */
import { distance } from 'fastest-levenshtein';
import { type ByteString, decode, encode } from '../bytes.ts';
import type { Dataset } from '../dataset/dataset.ts';
import type { NearEntry } from '../format.ts';
import { normalizeKeyForBuild, normalizeValue } from '../normalize.ts';
import type { Near } from './types.ts';

const MAX_NEAREST = 3;
/** Real value names and key parts are shorter; a distance costs the product of both lengths. */
const MAX_COMPARED = 96;

/** At most three, nearest first; never the pair itself. */
export async function nearestTo(dataset: Dataset, key: string, value: string): Promise<Near[]> {
  const [sameKey, sameValue] = await Promise.all([
    dataset.lookup('near', `k\0${key}`, keepNear),
    dataset.lookup('near', `v\0${value}`, keepNear),
  ]);
  const ranked = [
    ...nearOf(sameKey).map((near) => ({ near, far: apart(value, normalizeValue(near[1])) })),
    ...nearOf(sameValue).map((near) => ({
      near,
      far: apart(key, normalizeKeyForBuild(near[0])),
    })),
  ];
  // Entries are stored in a fixed order and the sort is stable: equals stay as they are.
  return ranked
    .sort((a, b) => a.far - b.far)
    .slice(0, MAX_NEAREST)
    .map(({ near: [nearKey, nearValue, slug] }) => ({ key: nearKey, value: nearValue, slug }));
}

function keepNear({ near }: NearEntry): ByteString {
  return encode(JSON.stringify(near));
}

function nearOf(kept: ByteString | undefined): NearEntry['near'] {
  return kept === undefined ? [] : JSON.parse(decode(kept));
}

/** 0 = equal … 1 = nothing in common. Ends matter most in keys, so that long ones are cut at the front. */
function apart(a: string, b: string): number {
  const [left, right] = [a.slice(-MAX_COMPARED), b.slice(-MAX_COMPARED)];
  return distance(left, right) / Math.max(left.length, right.length, 1);
}
