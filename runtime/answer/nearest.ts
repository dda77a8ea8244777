/** Pairs near one that nothing writes: a mistyped value of the same key, the same value under another key. */
import { distance } from 'fastest-levenshtein';
import type { Near, NearNode } from '../contract/answers.ts';
import type { Dataset } from '../dataset/dataset.ts';
import type { NearEntry } from '../format/format.ts';
import { nativeKey, normalizeKeyForBuild, normalizeValue, pairKey } from '../format/keys.ts';
import { findLists, findPair, type PairQuestion } from './find.ts';

const MAX_NEAREST = 3;
/** Real value names and key parts are shorter; a distance costs the product of both lengths. */
const MAX_COMPARED = 96;

/** Of keys with a value of the same name: a slip of the pen is nearer. */
const MAX_APART = 0.35;
/** Parts that most keys have: they make no key like another. */
const COMMON_PARTS: ReadonlySet<string> = new Set(['software', 'system', 'policies', 'microsoft', 'windows']);
const MIN_SHARED_PARTS = 2;

/** The lists that the "value" is the key of: `…\\Google\\Chrome` + `ExtensionInstallForcelist`. */
export async function listsNamed(dataset: Dataset, key: string, value: string): Promise<Near[]> {
  const lists = value === '' ? [] : await findLists(dataset, `${key}\\${value}`);
  return lists.slice(0, MAX_NEAREST).map(({ match: { slug, served }, list }) => {
    const { valuePrefix, explicitValue } = list;
    const numbered = valuePrefix !== undefined && !explicitValue;
    return { key: served.registryKey, ...(numbered && { value: `${valuePrefix}1` }), slug, list };
  });
}

/**
 * The value whose name stands at the end of the key, where none is given: `…\\WindowsUpdate\\ActiveHoursEnd` + ``.
 * @param keys the readings of the key, as in a search.
 */
export async function valuesNamed(dataset: Dataset, keys: readonly string[], value: string): Promise<Near[]> {
  if (value !== '') return [];
  for (const key of keys) {
    const at = Math.max(key.lastIndexOf('\\'), 0);
    const entry = await dataset.lookup('resolve', pairKey(key.slice(0, at), key.slice(at + 1)));
    // A list under the key takes any name: that is not its.
    const near = (entry?.matches ?? []).flatMap(({ slug, served: { registryKey, valueName } }) =>
      valueName === undefined ? [] : [{ key: registryKey, value: valueName, slug }],
    );
    if (near.length > 0) return near.slice(0, MAX_NEAREST);
  }
  return [];
}

/**
 * The same value where it is documented: in the 64-bit view of a key of the 32-bit one, or for HKCU where another part of
 * HKEY_USERS is named.
 */
export async function nearestElsewhere(
  question: PairQuestion,
): Promise<{ near: Near[]; warnings: string[] }> {
  const { parsed, value, texts } = question;
  const native = nativeKey(parsed.keys.at(-1) ?? '');
  const user = parsed.hive === 'HKU' ? (parsed.keys.at(-1) ?? '').replace(PLACEHOLDER, '') : undefined;
  const hive = user === undefined ? parsed.hive : 'HKCU';
  const key = user ?? native;
  if (key === undefined) return { near: [], warnings: [] };
  const { matches } = await findPair({ ...question, parsed: { hive, key, keys: [key] } });
  const own = matches.filter(
    ({ served }) => served.class === 'Both' || served.class !== (hive === 'HKCU' ? 'Machine' : 'User'),
  );
  const near = own.slice(0, MAX_NEAREST).map(({ slug, served: { registryKey, valueName = value } }) => {
    return { key: registryKey, value: valueName, slug };
  });
  if (near.length === 0) return { near: [], warnings: [] };
  return { near, warnings: [user === undefined ? texts.nativeView(key) : texts.usersKey] };
}

/** What stands in the place of a SID. */
const PLACEHOLDER = /^(?!software\\|system\\|control panel\\)[^\\]*\\/;

/** At most three, nearest first; never the pair itself. */
export async function nearestTo(dataset: Dataset, key: string, value: string): Promise<Near[]> {
  const sameKey = await neighbours(dataset, `k\0${key}`);
  const sameValue = await neighbours(dataset, `v\0${value}`);
  const ranked = [
    ...sameKey.map((near) => ({ near, far: apart(value, normalizeValue(near[1])) })),
    ...sameValue
      .map((near) => ({ near, far: apart(key, normalizeKeyForBuild(near[0])) }))
      .filter(({ near, far }) => far <= MAX_APART || sharedParts(key, near[0]) >= MIN_SHARED_PARTS),
  ];
  // Entries are stored in a fixed order and the sort is stable: equals stay as they are.
  return ranked
    .sort((a, b) => a.far - b.far)
    .slice(0, MAX_NEAREST)
    .map(({ near: [nearKey, nearValue, slug] }) => ({ key: nearKey, value: nearValue, slug }));
}

function sharedParts(key: string, other: string): number {
  const parts = new Set(normalizeKeyForBuild(other).split('\\'));
  return key.split('\\').filter((part) => parts.has(part) && !COMMON_PARTS.has(part)).length;
}

/** Nodes of the same name elsewhere, or of the same area: at most three, nearest first. */
export async function nearestNodes(dataset: Dataset, uri: string): Promise<NearNode[]> {
  const parts = uri.split('/');
  const [area = '', name = ''] = parts.slice(-2);
  const near = [...(await neighbours(dataset, `n\0${name}`)), ...(await neighbours(dataset, `a\0${area}`))];
  const ranked = near.map(([omaUri, , slug]) => ({ omaUri, slug, far: apart(uri, omaUri.toLowerCase()) }));
  return ranked
    .filter(({ omaUri }, at) => near.findIndex(([other]) => other === omaUri) === at)
    .sort((a, b) => a.far - b.far)
    .slice(0, MAX_NEAREST)
    .map(({ omaUri, slug }) => ({ omaUri, ...(slug !== '' && { slug }) }));
}

async function neighbours(dataset: Dataset, id: string): Promise<NearEntry['near']> {
  return (await dataset.lookup('near', id))?.near ?? [];
}

/** 0 = equal … 1 = nothing in common. Ends matter most in keys, so that long ones are cut at the front. */
function apart(a: string, b: string): number {
  const [left, right] = [a.slice(-MAX_COMPARED), b.slice(-MAX_COMPARED)];
  return distance(left, right) / Math.max(left.length, right.length, 1);
}
