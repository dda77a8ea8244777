/** Which nodes the dataset gives to each value of a policy: by a plain reading of the links, over the whole corpus. */
import { expect, it } from 'vitest';
import { buildLookups } from '../../build/compile/matches.ts';
import type { StoredMatch } from '../../build/compile/stored.ts';
import { vectors } from '../vectors.ts';
import { committedContext } from './context.ts';
import { corpus } from './dist.ts';
import { LINES, pairsOf, placesOf, plain } from './oracle.ts';

interface Told {
  pairs: number;
  /** It is the policy's own value, or its only one. */
  own: boolean;
  key: string;
  match: StoredMatch;
}

/** `<slug>\0<omaUri>` → the elements that the vendor maps the node to; undefined: the policy. */
const links = new Map<string, (string | undefined)[]>();
const admxBacked = new Set<string>();
const { ask } = await corpus();
/** Every value of a setting with documented nodes. */
const context = await committedContext();
const { join } = context;
for (const { setting, node, element } of join.links) {
  const id = `${setting.slug}\0${node.omaUri}`;
  links.set(id, [...(links.get(id) ?? []), element]);
  if (node.admx) admxBacked.add(node.omaUri);
}
const mapped = new Set(join.links.map(({ setting }) => setting.slug));
const matches = new Map<string, { key: string; match: StoredMatch }>();
const lookups = buildLookups(context);
for (const index of ['resolve', 'list'] as const) {
  for (const [id, entry] of lookups[index])
    for (const match of entry) {
      const { slug, served } = match;
      // A list stands under each name that it takes, too.
      const name = served.list ? `list ${served.elementId}` : served.valueName?.toLowerCase();
      matches.set(`${slug}\0${id.split('\0')[0]}\0${name}`, { key: id.split('\0')[0] ?? '', match });
    }
}
const lines = new Map(LINES.map((line) => [line.slug, line]));
const values = new Map([...lines].map(([slug, line]) => [slug, placesOf(pairsOf(line))]));
const told = [...matches.values()].flatMap(({ key, match }) => {
  const { slug, served } = match;
  const line = lines.get(slug);
  if (line === undefined || !mapped.has(slug) || served.removedIn !== undefined) return [];
  const isOwn =
    served.valueName?.toLowerCase() === line.valueName?.toLowerCase() &&
    line.valueName !== undefined &&
    key === plain(line.key);
  const pairs = values.get(slug)?.size ?? 0;
  return [{ pairs, own: isOwn || pairs === 1, key, match }];
});

const linked = (slug: string, omaUri: string) => links.get(`${slug}\0${omaUri}`) ?? [];

it('gives an element its own nodes, and of the policy’s only those whose payload holds it', () => {
  const wrong: unknown[] = [];
  let ofElements = 0;
  for (const { own, match } of told) {
    const { slug, nodes = [], served } = match;
    const isOwnNode = (omaUri: string) =>
      served.elementId !== undefined && linked(slug, omaUri).includes(served.elementId);
    if (own || !nodes.some(({ served: { omaUri } }) => isOwnNode(omaUri))) continue;
    ofElements++;
    for (const { served: node, wholePolicy } of nodes)
      if (wholePolicy || !(isOwnNode(node.omaUri) || admxBacked.has(node.omaUri)))
        wrong.push([slug, served.valueName, node.omaUri]);
  }
  expect(wrong).toEqual([]);
  expect(ofElements).toBeGreaterThan(150);
});

it('marks the node of a policy just where nothing says that it sets the value', () => {
  const wrong: unknown[] = [];
  const marked: string[] = [];
  for (const { own, match } of told) {
    const { slug, nodes = [], served } = match;
    for (const { served: node, wholePolicy, confidence } of nodes) {
      const ofElement = linked(slug, node.omaUri).includes(served.elementId ?? '');
      const open = !own && !ofElement && !admxBacked.has(node.omaUri);
      if (open !== (wholePolicy === true) || (open && confidence !== 'derived'))
        wrong.push([slug, served.valueName, node.omaUri, confidence, wholePolicy]);
    }
    if (nodes.some(({ wholePolicy }) => wholePolicy)) marked.push(`${slug} ${served.valueName}`);
  }
  expect(wrong).toEqual([]);
  expect(marked.sort()).toEqual(vectors('whole-policy-values'));
});

it('keeps every node of a policy that writes one value', () => {
  const lost: unknown[] = [];
  let single = 0;
  const singles = new Map(told.filter(({ pairs }) => pairs === 1).map(({ match }) => [match.slug, match]));
  for (const id of links.keys()) {
    const [slug = '', omaUri = ''] = id.split('\0');
    const match = singles.get(slug);
    if (match === undefined) continue;
    single++;
    if (!match.nodes?.some(({ served }) => served.omaUri === omaUri)) lost.push([slug, omaUri]);
  }
  expect(lost).toEqual([]);
  expect(single).toBeGreaterThan(2_000);
});

/** What is told of a value for a target. */
async function resolved({ key, match }: Told, targetOs: string) {
  const hive = match.served.class === 'User' ? 'HKCU' : 'HKLM';
  const value = match.served.valueName ?? '1';
  const { result } = await ask.resolve({ key: `${hive}\\${key}`, value, lang: 'en-US', targetOs });
  const found = (result.matches ?? []).find(({ slug }) => slug === match.slug);
  return { found, compatibility: found?.compatibility ?? result.compatibility };
}

it('tells no other node where the edition lacks that of the element', async () => {
  let lacking = 0;
  for (const each of told) {
    const { slug, nodes = [], served } = each.match;
    if (each.own || served.elementId === undefined) continue;
    if (!nodes.some(({ served: { omaUri } }) => linked(slug, omaUri).includes(served.elementId))) continue;
    for (const edition of ['Home', 'Pro', 'Enterprise']) {
      const { found, compatibility } = await resolved(each, `Windows 11 ${edition} 23H2`);
      const omaUri = found?.csp?.omaUri ?? '';
      expect(linked(slug, omaUri).includes(served.elementId) || admxBacked.has(omaUri), omaUri).toBe(true);
      if (compatibility?.mdm?.verdict === 'unsupported') lacking++;
    }
  }
  expect(lacking).toBeGreaterThan(20);
}, 120_000);
