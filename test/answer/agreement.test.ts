/** What search, setting, resolve and csp say of one setting: each setting of the corpus, each of its values and nodes. */
import { afterAll, describe, expect, it } from 'vitest';
import { foundMatch } from '../../runtime/answer/search.ts';
import type { FoundMatch, Match } from '../../runtime/contract/match.ts';
import type { RecordNode } from '../../runtime/contract/record.ts';
import type { CatalogEntry } from '../../runtime/format/catalog.ts';
import type { Csp, Scope, SettingRecord, Shard } from '../../runtime/format/format.ts';
import { rowAt } from '../../runtime/search/files.ts';
import { type SearchIndex, searchIndex } from '../../runtime/search/load.ts';
import { csp, matchesOf, record, resolve } from '../answers.ts';
import { corpus } from '../corpus/dist.ts';
import { expectEqual, expectSame } from '../same.ts';

const { dataset, ask } = await corpus();
const indexes: Record<string, SearchIndex> = {
  'en-US': await searchIndex(dataset, 'en-US'),
  'fr-FR': await searchIndex(dataset, 'fr-FR'),
};

/** What every answer says of a setting, whatever was asked for. */
const SETTING = ['slug', 'lang', 'name', 'displayName', 'class', 'source', 'sourceVersion'] as const;
const PAST = ['removedIn', 'lastSeenIn', 'products', 'lifecycle'] as const;
/** Where a value is written. */
const PLACE = ['registryKey', 'valueName', 'elementId'] as const;

function pick<T extends object>(from: T, members: readonly (keyof T)[]): Partial<T> {
  return Object.fromEntries(members.map((member) => [member, from[member]])) as Partial<T>;
}

/** A node without what only a record tells. */
function plainNode(node: Partial<RecordNode> | undefined): Csp | undefined {
  if (node?.omaUri === undefined) return undefined;
  const { editionNames, allowedValues, defaultValue, store, payloads, ...rest } = node;
  const { conflictResolution, reboot, dependencies, ...told } = rest;
  delete (told as { elements?: unknown }).elements;
  return told as Csp;
}

function elementNodes({ csp: told }: SettingRecord): Record<string, Csp | undefined> {
  return Object.fromEntries(Object.entries(told?.elements ?? {}).map(([id, node]) => [id, plainNode(node)]));
}

/** A match that shows a value with a node tells that; else the nodes of the elements, where there are any. */
function expectMapping(hit: FoundMatch, told: SettingRecord, own: Match | SettingRecord): void {
  const node = plainNode(own.csp);
  const elements = Object.keys(elementNodes(told)).length > 0 && node === undefined;
  expectEqual(hit.csp, node, hit.slug);
  expectEqual(hit.cspElements, elements ? elementNodes(told) : undefined, hit.slug);
  expectSame(hit.confidence, node && own.confidence, hit.slug);
}

it('an identifier of the settings catalog is answered as its nodes are', { timeout: 180_000 }, async () => {
  // A node is asked for once: its options have identifiers of their own.
  const known = new Map<string, ReturnType<typeof csp>>();
  const nodeAnswer = (uri: string) => {
    const answer = known.get(uri) ?? csp(ask, uri);
    known.set(uri, answer);
    return answer;
  };
  let asked = 0;
  for (const path of Object.keys(dataset.manifest.files).filter((each) => each.startsWith('catalog/'))) {
    const { entries } = await dataset.file<Shard<CatalogEntry>>(path);
    for (const [name, { targets }] of Object.entries(entries)) {
      for (const [scope, id] of identifiersOf(name)) {
        const named = targets.filter((target) => (target.scope ?? scope) === scope);
        const uris = named.flatMap(({ omaUri, omaUris }) => omaUri ?? omaUris?.[scope] ?? []);
        if (uris.length === 0) continue;
        const answer = await csp(ask, id);
        const nodes = await Promise.all([...new Set(uris)].map(nodeAnswer));
        const matches = nodes.flatMap(({ result }) => result.matches ?? []);
        expectEqual(answer.result.matches, matches, id);
        expectEqual(answer.result.node, matches.length > 0 ? undefined : nodes[0]?.result.node, id);
        if (nodes.length === 1) expectEqual(answer.provenance, nodes[0]?.provenance, id);
        if (nodes.length === 1) expectSame(answer.confidence, nodes[0]?.confidence, id);
        asked++;
      }
    }
  }
  expect(asked).toBeGreaterThan(10_000);
});

/** A name of the index without its app name is asked for under some; the others are identifiers as they stand. */
function identifiersOf(name: string): [Scope, string][] {
  if (!name.startsWith('~')) return [[name.startsWith('user_') ? 'User' : 'Device', name]];
  const root = 'vendor_msft_policy_config_someapp';
  return [
    ['Device', `device_${root}${name}`],
    ['User', `user_${root}${name}`],
  ];
}

describe.each(['en-US', 'fr-FR'])('in %s', (lang) => {
  const hitsOf = (index: SearchIndex, setting: number): FoundMatch[] =>
    (rowAt(index.shared.settings, setting)?.pairs ?? []).flatMap(
      (_, pair) => foundMatch({ setting, pair, matchedBy: ['slug'] }, index) ?? [],
    );

  /** Read once for the checks of the language. */
  const records = new Map<string, SettingRecord>();
  afterAll(() => records.clear());

  async function eachSetting(check: (hits: FoundMatch[], told: SettingRecord) => unknown): Promise<void> {
    const index = indexes[lang];
    if (!index) throw new Error(lang);
    expect(index.shared.settings.length).toBeGreaterThan(12_000);
    for (const setting of index.shared.settings.keys()) {
      const { slug = '' } = rowAt(index.shared.settings, setting) ?? {};
      // Another language has the same settings and code: a part of them shows what differs.
      if (lang !== 'en-US' && setting % 4 !== 0) continue;
      const told = records.get(slug) ?? (await record(ask, slug, lang));
      records.set(slug, told);
      await check(hitsOf(index, setting), told);
    }
  }

  it('a hit of search that was asked for no value says what the record says', {
    timeout: 180_000,
  }, async () => {
    await eachSetting(([hit], told) => {
      if (!hit) throw new Error(told.slug);
      const members = [...SETTING, ...PAST, ...PLACE, 'learnUrl'] as const;
      expectEqual(pick<FoundMatch>(hit, members), pick<SettingRecord>(told, members), told.slug);
      expectMapping(hit, told, told);
    });
  });

  it('a hit that shows a value says what resolve says of it', { timeout: 180_000 }, async () => {
    await eachSetting(async (hits, told) => {
      for (const hit of hits) {
        if (hit.valueName === undefined) continue;
        const found = matchesOf(await resolve(ask, hit.registryKey, hit.valueName, { lang }));
        const match = found.find(({ slug, list }) => slug === hit.slug && list === undefined);
        if (!match) throw new Error(`${hit.slug} ${hit.valueName}`);
        const members = [...SETTING, ...PAST, ...PLACE, 'learnUrl'] as const;
        expectEqual(pick<Partial<Match>>(hit, members), pick<Partial<Match>>(match, members), hit.slug);
        expectMapping(hit, told, match);
        expectSame(match.supportedOn, told.supportedOn, hit.slug);
      }
    });
  });

  it('a node leads to the setting whose record tells it', { timeout: 180_000 }, async () => {
    await eachSetting(async (_, told) => {
      const whole = plainNode(told.csp);
      const nodes = [...(whole ? [[undefined, whole] as const] : []), ...Object.entries(elementNodes(told))];
      for (const [elementId, node] of nodes) {
        const found = matchesOf(await csp(ask, node?.omaUri ?? '', { lang }));
        const match = found.find(
          (each) => each.slug === told.slug && (elementId === undefined || each.elementId === elementId),
        );
        if (!match) throw new Error(`${told.slug} ${node?.omaUri}`);
        expectEqual(
          pick<Match>(match, [...SETTING, ...PAST]),
          pick<SettingRecord>(told, [...SETTING, ...PAST]),
          told.slug,
        );
        const { sets, policyValues, ...own } = plainNode(match.csp) ?? {};
        expectEqual(own, node, told.slug);
        expectSame(match.supportedOn, told.supportedOn, told.slug);
        if (elementId === undefined) expectSame(match.confidence, told.confidence, told.slug);
      }
    });
  });
});
