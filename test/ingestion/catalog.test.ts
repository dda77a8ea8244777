/** Settings-catalog identifiers: every name of the facts is found again, and those of real profiles are understood. */
import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { catalogEntries } from '../../build/compile/catalog.ts';
import { openContext } from '../../build/compile.ts';
import { ingestionContext, ingestionOf } from '../../build/ingestion/ingestion.ts';
import { FACTS, ROOT } from '../../build/paths.ts';
import {
  type CatalogReading,
  catalogNames,
  findInCatalog,
  flattenUri,
  readCatalogId,
  readTemplateUri,
} from '../../runtime/format/catalog.ts';
import { csp } from '../answers.ts';
import { corpus } from '../corpus/dist.ts';

const context = await openContext(FACTS, FACTS);
const entries = catalogEntries(context);

/** The runtime's look-up, on the whole index instead of its shards. */
async function understand(text: string): Promise<CatalogReading[]> {
  const id = readCatalogId(text);
  return id ? findInCatalog(id, (name) => entries.get(name)) : [];
}

/** As Intune writes it, by hand. */
const naiveId = (uri: string) => uri.slice(2).toLowerCase().split('/').join('_');

describe('every name of the facts', () => {
  it('of a node comes back as that node', async () => {
    for (const { omaUri } of context.facts.nodes) {
      if (/\/policy\/(?:config|result)\/\{\}|\/policy\/result/i.test(omaUri)) continue;
      const found = await understand(naiveId(omaUri));
      expect(found.map(({ target }) => target.omaUri)).toContain(omaUri);
    }
  });

  it('of an element and its options comes back as that element', async () => {
    for (const { node, setting, element } of context.join.links) {
      if (!node.admx || element !== undefined) continue;
      for (const { id, items = [] } of setting.elements ?? []) {
        const name = `${naiveId(node.omaUri)}_${id.toLowerCase()}`;
        const found = (await understand(name)).map(({ target }) => [target.omaUri, target.elementId]);
        expect(found).toContainEqual([node.omaUri, id]);
        for (const { value } of items) {
          if (!value.value) continue;
          const options = await understand(`${name}_${value.value.toLowerCase()}`);
          expect(options.map(({ target }) => target.elementId)).toContain(id);
        }
      }
    }
  });

  it('of an ingested template comes back under any app name, as URI and as identifier', async () => {
    const known = ingestionContext(context.facts);
    for (const { setting, pairs, mapping } of context.items) {
      const result = mapping ? undefined : ingestionOf(setting, pairs, known);
      if (!result || 'refused' in result) continue;
      for (const uri of Object.values(result.omaUris)) {
        const other = uri.replace(`/${result.app}~`, '/my.own_app-v2~');
        for (const text of [naiveId(uri), naiveId(other)])
          expect((await understand(text)).map(({ target }) => target.omaUris)).toContainEqual(result.omaUris);
        expect(readTemplateUri(other)?.name).toBe(readTemplateUri(uri)?.name);
        expect(readTemplateUri(other)?.app).toBe('my.own_app-v2');
      }
    }
  });
});

describe('bad input', () => {
  it.each([
    '',
    '~'.repeat(1000),
    './Device/Vendor/MSFT/Policy/Config/Update/ActiveHoursEnd',
    'computer_vendor_msft_policy_config_update_activehoursend',
    'device_vendor_msft',
    'device_vendor_msft_policy_config_update/../x',
  ])('is no identifier: %.40s', (text) => {
    expect(readCatalogId(text)).toBeUndefined();
  });

  it.each([
    'device_vendor_msft_policy_config_update_nosuchpolicy_1',
    'device_vendor_msft_policy_config_no~policy~such_thing',
    `device_vendor_msft_${'~'.repeat(1000)}`,
    `device_vendor_msft_${'_'.repeat(1000)}`,
    `device_vendor_msft_${'{'.repeat(1000)}`,
  ])('is an identifier of nothing: %.40s', async (text) => {
    expect(await understand(text)).toEqual([]);
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
});

it('takes the target of the scope that the identifier names, and none of the other one', async () => {
  const entry = {
    targets: [
      { omaUris: { User: 'user' }, scope: 'User' as const, options: ['1'] },
      { omaUris: { Device: 'machine' }, scope: 'Device' as const },
    ],
  };
  const find = (name: string) =>
    name === '~policy~a_b'
      ? entry
      : name === '~policy~a_b_1'
        ? { targets: [entry.targets[1] ?? {}] }
        : undefined;
  const slugs = async (id: string) => {
    const read = readCatalogId(id);
    const readings = read ? await findInCatalog(read, find) : [];
    return readings.map(({ target, option }) => [target.omaUris?.Device ?? target.omaUris?.User, option]);
  };
  expect(await slugs('user_vendor_msft_policy_config_x~policy~a_b')).toEqual([['user', undefined]]);
  expect(await slugs('device_vendor_msft_policy_config_x~policy~a_b')).toEqual([['machine', undefined]]);
  expect(await slugs('user_vendor_msft_policy_config_x~policy~a_b_1')).toEqual([['user', '1']]);
  entry.targets.splice(0, 1);
  expect(await slugs('user_vendor_msft_policy_config_x~policy~a_b')).toEqual([]);
});

it('reads the forms of a prefix', () => {
  expect(readCatalogId('user_vendor_msft_x')?.scope).toBe('User');
  expect(readCatalogId('DEVICE_vendor_msft_x')).toEqual({ scope: 'Device', name: 'device_vendor_msft_x' });
  expect(readCatalogId('vendor_msft_firewall_mdmstore')?.name).toBe(
    flattenUri('./Vendor/MSFT/Firewall/MdmStore'),
  );
  expect(readCatalogId('device_vendor_msft_dmclient_provider_{providerid}')?.name).toBe(
    flattenUri('./Device/Vendor/MSFT/DMClient/Provider/{}'),
  );
});

describe('identifiers in public exports', () => {
  const EDGE_UPDATE = '~policy~cat_edgeupdate~cat_applications';
  const CHROME = 'device_vendor_msft_policy_config_chromeintunev1~policy~googlechrome';

  it.each([
    // The template of Edge Update, whose keys Microsoft's list does not have.
    [
      `device_vendor_msft_policy_config_updatev83diff${EDGE_UPDATE}_pol_defaultcreatedesktopshortcut`,
      'pol_defaultcreatedesktopshortcut',
    ],
    [
      `device_vendor_msft_policy_config_updatev95${EDGE_UPDATE}~cat_microsoftedge_pol_targetchannelmicrosoftedge`,
      'pol_targetchannelmicrosoftedge',
    ],
    // Policies that newer templates of Chrome have among those that are deprecated.
    [
      `${CHROME}~contentsettings_legacysamesitecookiebehaviorenabledfordomainlist`,
      'legacysamesitecookiebehaviorenabledfordomainlist',
    ],
    [`${CHROME}~defaultsearchprovider_defaultsearchprovidericonurl`, 'defaultsearchprovidericonurl'],
  ])('of templates that are ingested are understood: %s', async (id, policy) => {
    const [reading, ...others] = await understand(id);
    expect(others).toEqual([]);
    expect(reading?.rest).toBeUndefined();
    expect(reading?.target.omaUris?.Device?.toLowerCase()).toMatch(new RegExp(`/${policy}$`));
  });

  it('that name categories of no template here get the policies of that name as the nearest', async () => {
    const { ask } = await corpus();
    const ppt =
      'user_vendor_msft_policy_config_ppt16v2~policy~l_ppt~l_powerpointoptions~l_security~l_trustcenter~';
    const office =
      'user_vendor_msft_policy_config_office16v2~policy~l_microsoftofficesystem~l_gloabloptions~';
    for (const [id, name] of [
      [
        `${ppt}l_fileblocksettings_l_powerpoint972003presentationsshowstemplatesandaddinfiles`,
        'PowerPoint972003',
      ],
      [`${office}l_customize_l_noextensibilitycustomizationfromdocumentpolicy`, 'NoExtensibility'],
      [
        `${office}l_customize_l_noextensibilitycustomizationfromdocumentpolicy_l_noextensibilitycustomizationfromdocumentpolicyexcel_1`,
        'NoExtensibility',
      ],
    ] as const) {
      const { result, confidence } = await csp(ask, id);
      expect({ matches: result.matches, confidence }).toEqual({ matches: [], confidence: 'none' });
      expect(result.nearest?.[0]).toMatchObject({
        omaUri: expect.stringMatching(new RegExp(`^\\./User/.*/L_${name}`)),
      });
    }
  });
});

const PROFILES = join(ROOT, '..', 'shared', 'samples', 'intune');
const present = existsSync(PROFILES);
if (!present) console.log('skipped: identifiers of real profiles (no ../shared/samples here)');

describe.skipIf(!present)('profiles exported from Intune', () => {
  const found = new Map<string, CatalogReading[]>();
  beforeAll(async () => {
    for (const file of (await readdir(PROFILES)).filter((name) => name.endsWith('.json'))) {
      const text = await readFile(join(PROFILES, file), 'utf8');
      for (const [, id = ''] of text.matchAll(/"((?:device_|user_)?vendor_msft_[^"]*)"/g))
        found.set(id, await understand(id));
    }
  });

  it('hold no identifier that is not understood', () => {
    expect(found.size).toBeGreaterThan(590);
    expect([...found].filter(([, readings]) => readings.length === 0).map(([id]) => id)).toEqual([]);
  });

  it('every one of an ingested template is a policy, element or option of it', () => {
    const templates = [...found].filter(([id]) => id.includes('~'));
    expect(templates.length).toBeGreaterThan(50);
    for (const [, readings] of templates)
      expect(readings.every(({ target, rest }) => target.omaUris && rest === undefined)).toBe(true);
  });

  it('leave a rest only where Intune itself makes up a part of the name', () => {
    const rests = [...found].filter(([, readings]) => readings.some(({ rest }) => rest !== undefined));
    // The rules of one text, and a second setting for the same node (Entra ID instead of Active Directory).
    const made = /_attacksurfacereductionrules_[a-z0-9_]+$|_passwordagedays_aad$/;
    expect(rests.map(([id]) => id).filter((id) => !made.test(id))).toEqual([]);
  });
});
