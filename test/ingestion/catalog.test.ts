/** Settings-catalog identifiers: every name of the facts is found again, and those of real profiles are understood. */
import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { catalogEntries } from '../../build/compile/catalog.ts';
import { openContext } from '../../build/compile.ts';
import { FACTS, ROOT } from '../../build/paths.ts';
import {
  type CatalogEntry,
  type CatalogReading,
  catalogNames,
  findInCatalog,
  readCatalogId,
  readTemplateUri,
} from '../../runtime/format/catalog.ts';
import { csp } from '../answers.ts';
import { corpus } from '../corpus/dist.ts';
import { type RepeatedText, repeatedText, vectors } from '../vectors.ts';

const context = await openContext(FACTS, FACTS);
const entries = catalogEntries(context);

/** The runtime's look-up, on the whole index instead of its shards. */
async function understand(text: string): Promise<Partial<CatalogReading>> {
  const id = readCatalogId(text);
  return (id && (await findInCatalog(id, (name) => entries.get(name)))) ?? {};
}

/** As Intune writes it, by hand. */
const naiveId = (uri: string) => uri.slice(2).toLowerCase().split('/').join('_');

describe('every name of the facts', () => {
  it('of a node comes back as that node', async () => {
    for (const { omaUri } of context.facts.nodes) {
      if (/\/policy\/(?:config|result)\/\{\}|\/policy\/result/i.test(omaUri)) continue;
      expect((await understand(naiveId(omaUri))).target?.omaUri).toBe(omaUri);
    }
  });

  it('of an element and its options comes back as that element', async () => {
    for (const { node, setting, element } of context.join.links) {
      if (!node.admx || element !== undefined) continue;
      for (const { id, items = [] } of setting.elements ?? []) {
        const name = `${naiveId(node.omaUri)}_${id.toLowerCase()}`;
        expect((await understand(name)).target).toMatchObject({ omaUri: node.omaUri, elementId: id });
        for (const { value } of items) {
          if (!value.value) continue;
          const option = await understand(`${name}_${value.value.toLowerCase()}`);
          expect(option.target?.elementId).toBe(id);
        }
      }
    }
  });

  it('of an ingested template comes back under any app name, as URI and as identifier', async () => {
    for (const { ingestion: result } of context.items) {
      if (!result || 'refused' in result) continue;
      for (const uri of Object.values(result.omaUris)) {
        const other = uri.replace(`/${result.app}~`, '/my.own_app-v2~');
        for (const text of [naiveId(uri), naiveId(other)])
          expect((await understand(text)).target?.omaUris).toEqual(result.omaUris);
        expect(readTemplateUri(other)?.name).toBe(readTemplateUri(uri)?.name);
        expect(readTemplateUri(other)?.app).toBe('my.own_app-v2');
      }
    }
  });
});

/** Identifiers of public exports and such as nobody wrote, with the last part of each URI found; null: it is none. */
it.each(vectors<[id: RepeatedText, policies: string[] | null]>('catalog-ids'))(
  'the identifier %j is of %j',
  async (id, policies) => {
    const text = repeatedText(id);
    expect(readCatalogId(text) === undefined).toBe(policies === null);
    const { target, rest } = await understand(text);
    const lastOf = (uri = '') => uri.slice(uri.lastIndexOf('/') + 1).toLowerCase();
    expect([target ? [lastOf(target.omaUris?.Device)] : [], rest]).toEqual([policies ?? [], undefined]);
  },
);

it.each(vectors<[id: string, policy: string]>('catalog-ids-elsewhere'))(
  '%s names categories of no template here: the policy of that name is the nearest',
  async (id, policy) => {
    const { result, confidence } = await csp((await corpus()).ask, id);
    expect({ matches: result.matches, confidence }).toEqual({ matches: [], confidence: 'none' });
    const omaUri = expect.stringMatching(new RegExp(`^\\./User/.*/L_${policy}`));
    expect(result.nearest?.[0]).toMatchObject({ omaUri });
  },
);

it('a name that would mean two nodes is refused by the build', () => {
  const nodes = context.facts.nodes.flatMap((node) => {
    const omaUri = node.omaUri.replace('/BitLocker/', '/BitLocker_');
    return omaUri === node.omaUri ? node : [node, { ...node, omaUri }];
  });
  expect(() => catalogEntries({ ...context, facts: { ...context.facts, nodes } })).toThrow('for two nodes');
});

it('never throws, and looks up a bounded number of names', () => {
  const part = fc.string({ unit: fc.constantFrom(...'_~{}./aB1é\u0000') });
  fc.assert(
    fc.property(part, (text) => {
      for (const whole of [text, `device_vendor_msft_${text}`, `user_vendor_msft_policy_config_${text}`]) {
        const id = readCatalogId(whole);
        expect(catalogNames(id?.name ?? whole).length).toBeLessThanOrEqual(17);
      }
    }),
  );
});

it('takes the target of the scope that the identifier names, and none of the other one', async () => {
  const entry = {
    targets: [
      { omaUris: { User: 'user' }, scope: 'User' as const, options: ['1'] },
      { omaUris: { Device: 'machine' }, scope: 'Device' as const },
    ],
  };
  const others: Record<string, CatalogEntry> = { '~policy~a_b_1': { targets: [entry.targets[1] ?? {}] } };
  const find = (name: string) => (name === '~policy~a_b' ? entry : others[name]);
  const slugs = async (id: string) => {
    const read = readCatalogId(id);
    const { target, option } = (read && (await findInCatalog(read, find))) ?? {};
    return [target?.omaUris?.Device ?? target?.omaUris?.User, option];
  };
  expect(await slugs('user_vendor_msft_policy_config_x~policy~a_b')).toEqual(['user', undefined]);
  expect(await slugs('device_vendor_msft_policy_config_x~policy~a_b')).toEqual(['machine', undefined]);
  expect(await slugs('user_vendor_msft_policy_config_x~policy~a_b_1')).toEqual(['user', '1']);
  entry.targets.splice(0, 1);
  expect(await slugs('user_vendor_msft_policy_config_x~policy~a_b')).toEqual([undefined, undefined]);
});

const PROFILES = join(ROOT, '..', 'shared', 'samples', 'intune');
const present = existsSync(PROFILES);
if (!present) console.log('skipped: identifiers of real profiles (no ../shared/samples here)');

it.skipIf(!present)(
  'identifiers of profiles exported from Intune are understood, those of templates whole',
  async () => {
    const files = (await readdir(PROFILES)).filter((name) => name.endsWith('.json'));
    const texts = await Promise.all(files.map((name) => readFile(join(PROFILES, name), 'utf8')));
    const ids = texts.flatMap((text) => text.match(/(?<=")(?:device_|user_)?vendor_msft_[^"]*(?=")/g) ?? []);
    const found = await Promise.all([...new Set(ids)].map(async (id) => ({ id, ...(await understand(id)) })));
    expect(found.length).toBeGreaterThan(590);
    expect(found.filter(({ target }) => target === undefined)).toEqual([]);
    const templates = found.filter(({ id }) => id.includes('~'));
    expect(templates.length).toBeGreaterThan(50);
    for (const { id, target, rest } of templates)
      expect(target?.omaUris && rest === undefined, id).toBe(true);
    // A rest is left only where Intune itself makes up a part of the name: the rules of one text, and a second setting
    // for the same node (Entra ID instead of Active Directory).
    const made = /_attacksurfacereductionrules_[a-z0-9_]+$|_passwordagedays_aad$/;
    const rests = found.filter(({ rest }) => rest !== undefined);
    expect(rests.map(({ id }) => id).filter((id) => !made.test(id))).toEqual([]);
  },
);
