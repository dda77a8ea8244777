/** URIs of ingested templates: as the vendors document them, and as a second, naive reading of the template gives them. */
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { pairsOf } from '../../build/compile/pairs.ts';
import { readFacts } from '../../build/facts/model.ts';
import type { SettingFact } from '../../build/facts/types.ts';
import { type Ingestion, type IngestionRefusal, ingestionOf } from '../../build/ingestion/ingestion.ts';
import { isIngestible } from '../../build/ingestion/key-list.ts';
import { joinMdm } from '../../build/join/mdm.ts';
import { FACTS, ROOT } from '../../build/paths.ts';
import { vectors } from '../vectors.ts';

/**
 * OMA-URIs as the vendors' own pages print them, to compare with those that the build derives:
 * https://github.com/mozilla/policy-templates (docs/oma-uris.md),
 * https://learn.microsoft.com/deployedge/configure-edge-with-mdm, https://support.google.com/chrome/a/answer/9102677
 */
const DOCUMENTED = vectors<string>('documented-uris');

const facts = await readFacts(FACTS, FACTS);
const categories = new Map(facts.categories.map((each) => [`${each.line} ${each.id}`, each]));
const sources = new Map(
  facts.sources.flatMap((source) =>
    (facts.settings.get(source.id) ?? []).map(({ policyId }) => [policyId, source] as const),
  ),
);
const ingest = (setting: SettingFact) => {
  const source = sources.get(setting.policyId);
  if (source === undefined) throw new Error(`no source has ${setting.policyId}`);
  const find = (id: string) => categories.get(`${source.line} ${id}`) ?? categories.get(`windows ${id}`);
  return ingestionOf(setting, pairsOf(setting), source, find);
};
const mapped = new Set(joinMdm(facts).links.map(({ setting }) => setting.policyId));
interface Of<Result> {
  source: string;
  setting: SettingFact;
  result: Result;
}
const ingested: Of<Ingestion>[] = [];
const refused: Of<IngestionRefusal>[] = [];
// Settings without a node, with what ingestion gives them.
for (const [source, all] of facts.settings) {
  for (const setting of all.filter(({ policyId }) => !mapped.has(policyId))) {
    const result = ingest(setting);
    if ('refused' in result) refused.push({ source, setting, result });
    else ingested.push({ source, setting, result });
  }
}

describe('over all facts', () => {
  const open = ingested.find(({ source }) => source === 'firefox')?.setting as SettingFact;

  it('derives at least the policies whose keys are open', () => {
    expect(ingested.length).toBeGreaterThanOrEqual(7_732);
  });

  it('gives every policy a URI of its own, in the scopes of its class', () => {
    const uris = ingested.flatMap(({ setting, result }) =>
      Object.entries(result.omaUris).map(([scope, uri]) => ({ scope, uri, setting })),
    );
    expect(new Set(uris.map(({ uri }) => uri.toLowerCase())).size).toBe(uris.length);
    for (const { scope, uri, setting } of uris) {
      expect(uri.startsWith(`./${scope}/Vendor/MSFT/Policy/Config/`)).toBe(true);
      expect(['Both', scope === 'User' ? 'User' : 'Machine']).toContain(setting.class);
      expect(uri).not.toMatch(/\s|~~|\/\//);
    }
    for (const { setting, result } of ingested)
      expect(Object.keys(result.omaUris).length).toBe(setting.class === 'Both' ? 2 : 1);
  });

  it('never writes a closed key but where the manifest shows it, and says so where only Intune does', () => {
    for (const { source, setting, result } of ingested) {
      if (pairsOf(setting).every(({ key }) => isIngestible(key))) continue;
      expect(vectors('catalog-sources')).toContain(source);
      expect(result.evidence).toBeTruthy();
      expect(result.despiteKeyList).toBe(setting.admx === 'msedge.admx' ? 'documented' : 'catalog-only');
    }
  });

  it('refuses with the reason', () => {
    const windows = new Set(facts.sources.filter(({ line }) => line === 'windows').map(({ id }) => id));
    for (const { source, setting, result } of refused) {
      if (windows.has(source)) expect(result.refused).toBe('windows');
      else if (setting.admx === undefined) expect(result.refused).toBe('no-template');
      else if (['security-admx', 'bis-f'].includes(source)) expect(result.refused).toBe('community');
      else {
        expect(result.refused).toBe('key-not-allowed');
        expect(pairsOf(setting).map(({ key }) => key)).toContain(result.key);
        expect(isIngestible(result.key ?? '')).toBe(false);
      }
    }
    expect(new Set(refused.map(({ result }) => result.refused))).toEqual(
      new Set(['windows', 'no-template', 'community', 'key-not-allowed']),
    );
  });

  it('refuses a policy that writes a closed key beside open ones, and names that key', () => {
    const closed = 'SOFTWARE\\Policies\\Microsoft\\Windows\\System';
    const element = { type: 'text', id: 'X', valueName: 'X', key: closed } as const;
    expect(ingest({ ...open, elements: [element] })).toEqual({
      refused: 'key-not-allowed',
      key: closed,
    });
    const item = { key: closed, valueName: 'X', data: { kind: 'delete' } } as const;
    expect(ingest({ ...open, disabledList: [item] })).toHaveProperty('key', closed);
    expect(ingest({ ...open, elements: [{ type: 'list', id: 'X', key: closed }] })).toHaveProperty(
      'key',
      closed,
    );
  });

  it('refuses a policy in no category of its own template', () => {
    const { category: _, ...without } = open;
    expect(ingest(without)).toEqual({ refused: 'no-category' });
  });
});

describe('documented by the vendors', () => {
  it('every URI comes out, letter by letter', () => {
    const derived = new Set(ingested.flatMap(({ result }) => Object.values(result.omaUris)));
    expect(DOCUMENTED.filter((uri) => !derived.has(uri))).toEqual([]);
  });

  it('and the URI that takes the template', () => {
    for (const [source, name] of [
      ['firefox', 'Firefox'],
      ['edge', 'Edge'],
      ['chrome', 'Chrome'],
    ] as const) {
      const ingest = `./Device/Vendor/MSFT/Policy/ConfigOperations/ADMXInstall/${name}/Policy/${name}Admx`;
      const found = ingested.filter(
        (each) => each.source === source && each.result.despiteKeyList !== 'catalog-only',
      );
      expect(new Set(found.map(({ result }) => result.ingest))).toEqual(new Set([ingest]));
    }
  });
});

const FIREFOX = join(ROOT, '..', 'shared', 'sources', 'firefox', '8.1', 'firefox.admx');
const present = existsSync(FIREFOX);
if (!present) console.log('skipped: URIs against firefox.admx (no ../shared/sources here)');

it.skipIf(!present)('equals a naive reading of firefox.admx', async () => {
  const own = ingested.filter((each) => each.source === 'firefox' && each.setting.version === '8.1');
  const derived = own.flatMap(({ result }) => Object.values(result.omaUris));
  const naive = naiveUris((await readFile(FIREFOX, 'utf8')).replace(/<!--[\s\S]*?-->/g, ''), 'Firefox');
  expect(naive.length).toBeGreaterThan(298);
  expect(derived.sort()).toEqual(naive.sort());
});

/** Text search, no XML parser, no facts: categories of the file, then each policy's path. */
function naiveUris(xml: string, app: string): string[] {
  const parents = new Map<string, string | undefined>();
  for (const [, attributes = '', body = ''] of xml.matchAll(
    /<category\b([^>]*?)(?:\/>|>([\s\S]*?)<\/category>)/g,
  )) {
    const name = /\bname="([^"]*)"/.exec(attributes)?.[1] ?? '';
    parents.set(name, /<parentCategory\s+ref="([^"]*)"/.exec(body)?.[1]);
  }
  const uris: string[] = [];
  for (const [, attributes = '', body = ''] of xml.matchAll(/<policy\b([^>]*)>([\s\S]*?)<\/policy>/g)) {
    const path: string[] = [];
    for (
      let at = /<parentCategory\s+ref="([^"]*)"/.exec(body)?.[1];
      at && !at.includes(':');
      at = parents.get(at)
    )
      path.unshift(at);
    const name = /\bname="([^"]*)"/.exec(attributes)?.[1];
    const scope = /\bclass="([^"]*)"/.exec(attributes)?.[1];
    for (const each of scope === 'Both' ? ['Device', 'User'] : [scope === 'User' ? 'User' : 'Device'])
      uris.push(`./${each}/Vendor/MSFT/Policy/Config/${app}~Policy~${path.join('~')}/${name}`);
  }
  return uris;
}
