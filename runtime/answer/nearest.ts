/** Pairs near one that nothing writes: a mistyped value of the same key, the same value under another key. */
import { distance } from 'fastest-levenshtein';
import type { Near, NearNode } from '../contract/answers.ts';
import type { Dataset } from '../dataset/dataset.ts';
import { type CatalogId, flattenUri, readCatalogId } from '../format/catalog.ts';
import type { NearEntry } from '../format/format.ts';
import { normalizeKeyForBuild, normalizeValue, pairKey } from '../format/keys.ts';
import { nativeKey } from '../format/view-32.ts';
import { findPair, type PairQuestion } from './find.ts';
import { FALLBACK_LANGUAGE, lookupIn } from './language.ts';

const MAX_NEAREST = 3;
/** Real value names and key parts are shorter; a distance costs the product of both lengths. */
const MAX_COMPARED = 96;

/** Largest distance of another key with a value of the same name: a typing error is nearer. */
const MAX_APART = 0.35;
/** Parts that most keys have: sharing them does not make two keys similar. */
const COMMON_PARTS: ReadonlySet<string> = new Set(
  'software system policies microsoft windows currentversion currentcontrolset control services'.split(' '),
);
const MIN_SHARED_PARTS = 2;

/** The lists that the "value" is the key of: `…\\Google\\Chrome` + `ExtensionInstallForcelist`. */
export async function listsNamed(dataset: Dataset, key: string, value: string): Promise<Near[]> {
  if (value === '') return [];
  const native = nativeKey(key);
  const entry = await dataset.lookup(`list/${FALLBACK_LANGUAGE}`, `${key}\\${value}`);
  if (entry === undefined && native !== undefined) return listsNamed(dataset, native, value);
  return (entry?.lists ?? []).slice(0, MAX_NEAREST).map(({ key: own, slug, list }) => {
    const numbered = list.valuePrefix !== undefined && !list.explicitValue;
    return { key: own, ...(numbered && { value: `${list.valuePrefix}1` }), slug, list };
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
    const id = pairKey(key.slice(0, at), key.slice(at + 1));
    const entry = await lookupIn(dataset, 'resolve', id, FALLBACK_LANGUAGE);
    // A list under the key takes any name: that is not its.
    const near = (entry?.any.matches ?? []).flatMap(({ slug, registryKey, valueName }) =>
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
  const { answer } = await findPair({ ...question, parsed: { hive, key, keys: [key] } });
  const other = hive === null ? undefined : hive === 'HKCU' ? 'Machine' : 'User';
  const own = (answer?.matches ?? []).filter((match) => match.class !== other);
  const near = own.slice(0, MAX_NEAREST).map(({ slug, registryKey, valueName = value }) => {
    return { key: registryKey, value: valueName, slug };
  });
  const warning = user === undefined ? texts.nativeView(key) : texts.usersKey;
  return { near, warnings: near.length === 0 ? [] : [warning] };
}

/** The part in the place of a SID. */
const PLACEHOLDER = /^(?!software\\|system\\|control panel\\)[^\\]*\\/;

/** At most three, nearest first; never the pair itself. */
export async function nearestTo(dataset: Dataset, key: string, value: string): Promise<Near[]> {
  const sameKey = await neighbours(dataset, `k\0${key}`);
  const sameValue = await neighbours(dataset, `v\0${value}`);
  // A name of several words that few keys have means the value of these. `Enabled` would not, even if it stood once.
  const isTelling = hasFew(sameValue);
  const slips = sameKey.length > 0 || sameValue.length > 0 ? [] : await slipsOf(dataset, key, value);
  const ranked = [
    ...slips,
    // The "value" is a key: `…\\Lsa` + `FIPSAlgorithmPolicy`.
    ...(await neighbours(dataset, `k\0${key}\\${value}`)).map((near) => ({ near, far: 0 })),
    ...sameKey.map((near) => ({ near, far: apart(value, normalizeValue(near[1])) })),
    ...sameValue.flatMap((near) => {
      const other = normalizeKeyForBuild(near[0]);
      const far = apart(key, other);
      // A name of several words under a key of the same last part: the profiles of the firewall have their policies elsewhere.
      const endsAlike = lastPart(key) === lastPart(other) && hasSeveralWords(near);
      return isTelling || endsAlike || isAlike(key, other, far) ? [{ near, far }] : [];
    }),
  ];
  // Windows keeps what some policies set below a key of the name of their value, in `Enabled`.
  const named = ranked.length > 0 ? [] : await neighbours(dataset, `v\0${lastPart(key)}`);
  if (hasFew(named)) ranked.push(...named.map((near) => ({ near, far: 0 })));
  const native = nativeKey(key);
  if (ranked.length === 0 && native !== undefined) return nearestTo(dataset, native, value);
  // Entries are stored in a fixed order and the sort is stable: equals stay as they are.
  const seen = new Set<string>();
  return ranked
    .sort((a, b) => a.far - b.far)
    .filter(({ near: [k, name] }) => seen.size < seen.add(`${k}\0${name}`).size)
    .slice(0, MAX_NEAREST)
    .map(({ near: [nearKey, nearValue, slug] }) => ({ key: nearKey, value: nearValue, slug }));
}

const MAX_SLIPPED_KEYS = 3;

/** A slip in the last part of the key and another one in the value name: neither leads to the pair by itself. */
async function slipsOf(dataset: Dataset, key: string, value: string) {
  const [parent, last] = [key.slice(0, key.lastIndexOf('\\')), lastPart(key)];
  const parts = (await neighbours(dataset, `p\0${parent}`)).map(([part]) => part);
  const keys = parts.filter((part) => isSlip(last, part)).slice(0, MAX_SLIPPED_KEYS);
  const near = await Promise.all(keys.map((part) => neighbours(dataset, `k\0${parent}\\${part}`)));
  return near
    .flat()
    .filter(([, name]) => isSlip(value, normalizeValue(name)))
    .map((each) => ({ near: each, far: apart(value, normalizeValue(each[1])) }));
}

/** One letter more, less or another, or two letters that changed places. */
function isSlip(a: string, b: string): boolean {
  if (Math.abs(a.length - b.length) > 1 || b.length > MAX_COMPARED) return false;
  const edits = distance(a, b);
  return edits <= 1 || (edits === 2 && [...a].sort().join('') === [...b].sort().join(''));
}

/** A search for one or two letters does not find what was meant. */
const MIN_SEARCHED = 3;

/** The words of a name, to search by: `NoAutoUpdate` → `No Auto Update`. */
export function searchWords(name: string): string {
  const plain = name.replace(/^(?:device|user)_vendor_msft_(?:policy_config_)?(?:.*~)?/i, '');
  const last = plain.slice(Math.max(plain.lastIndexOf('\\'), plain.lastIndexOf('/')) + 1);
  if (/^\{?[\da-f]{8}-/i.test(last)) return '';
  const words = last.match(/\p{Lu}+(?!\p{Ll})|\p{Lu}?\p{Ll}+|\d+/gu) ?? [];
  const text = words.join(' ').slice(0, MAX_COMPARED).trim();
  return text.length < MIN_SEARCHED ? '' : text;
}

const lastPart = (key: string): string => key.slice(key.lastIndexOf('\\') + 1);

const hasSeveralWords = ([, name]: NearEntry['near'][number]): boolean => searchWords(name).includes(' ');

const hasFew = (near: NearEntry['near']): boolean =>
  near.length <= MAX_NEAREST && near.every(hasSeveralWords);

/** Whether a key may be meant by another with a value of the same name. All services are near to each other, by their path. */
function isAlike(key: string, other: string, far: number): boolean {
  const parts = new Set(other.split('\\'));
  const shared = key.split('\\').filter((part) => parts.has(part) && !COMMON_PARTS.has(part)).length;
  const isNear = shared > 0 || apart(lastPart(key), lastPart(other)) <= MAX_APART;
  return shared >= MIN_SHARED_PARTS || (far <= MAX_APART && isNear);
}

/** Nodes of the same name elsewhere, or of the same area: at most three, nearest first. Of an identifier of the catalog too. */
export async function nearestNodes(dataset: Dataset, uri: string): Promise<NearNode[]> {
  const id = readCatalogId(uri);
  const [area = '', name = ''] = uri.split('/').slice(-2);
  const ids = id === undefined ? [`n\0${name}`, `a\0${area}`] : catalogNeighbours(id);
  const near = (await Promise.all(ids.map((each) => neighbours(dataset, each)))).flat();
  const ranked = near.map(([omaUri, , slug]) => ({
    omaUri,
    slug,
    far: id === undefined ? apart(uri, omaUri.toLowerCase()) : apart(id.name, flattenUri(omaUri)),
  }));
  const isOther = ({ omaUri }: { omaUri: string }) =>
    id !== undefined && (id.scope === 'User') !== omaUri.startsWith('./User/');
  const seen = new Set<string>();
  return ranked
    .filter(({ omaUri }) => seen.size < seen.add(omaUri).size)
    .sort((a, b) => a.far - b.far || Number(isOther(a)) - Number(isOther(b)))
    .slice(0, MAX_NEAREST)
    .map(({ omaUri, slug }) => ({ omaUri, ...(slug !== '' && { slug }) }));
}

/** Real identifiers have fewer parts after the name of their CSP. */
const MAX_PARTS = 12;

/**
 * Areas and names hold `_` themselves: each run of parts may be the one or the other. Of an ingested template a run may
 * be the name of a policy, before an element and an option.
 */
function catalogNeighbours({ name, app }: CatalogId): string[] {
  if (app !== undefined) {
    const parts = name
      .slice(name.lastIndexOf('~'))
      .split('_')
      .slice(1, MAX_PARTS + 1);
    return parts.flatMap((_, at) =>
      parts.slice(at).map((__, more) => `n\0${parts.slice(at, parts.length - more).join('_')}`),
    );
  }
  const parts = name.split('_').slice(3).slice(-MAX_PARTS);
  const ends = parts.map((_, at) => `n\0${parts.slice(at).join('_')}`);
  const areas = parts.flatMap((_, at) =>
    parts.slice(at + 1).map((__, length) => `a\0${parts.slice(at, at + length + 1).join('_')}`),
  );
  return [...ends, ...areas];
}

async function neighbours(dataset: Dataset, id: string): Promise<NearEntry['near']> {
  return (await dataset.lookup('near', id))?.near ?? [];
}

/** 0 = equal … 1 = nothing in common. Ends matter most in keys, so that long ones are cut at the front. */
function apart(a: string, b: string): number {
  const [left, right] = [a.slice(-MAX_COMPARED), b.slice(-MAX_COMPARED)];
  return distance(left, right) / Math.max(left.length, right.length, 1);
}
