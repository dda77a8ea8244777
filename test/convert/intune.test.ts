/** The forms of Intune: public exports, read and converted, give back what the rule of identifiers covers. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { ROOT } from '../../build/paths.ts';
import { parseJson } from '../../runtime/answer/json.ts';
import type { ConvertEnvelope } from '../../runtime/contract/converted.ts';
import type { FORM_NAMES } from '../../runtime/format/form-names.ts';
import { readFile } from '../../runtime/readers/index.ts';
import type { Snapshot } from '../../runtime/service.ts';
import { corpus } from '../corpus/dist.ts';

let ask: Snapshot;
beforeAll(async () => {
  ({ ask } = await corpus());
});

type Result = ConvertEnvelope['result'];

async function convert(to: (typeof FORM_NAMES)[number], items: object[], more = {}): Promise<Result> {
  return parseJson(await ask.convert({ items, to, lang: 'en-US', ...more })).result;
}

interface Instance {
  settingDefinitionId: string;
  [member: string]: unknown;
}

interface Policy {
  settings: { settingInstance: Instance }[];
}

/** Every instance of a policy as one line: its identifier, what is set, the identifiers of its children. */
function instancesOf({ settings }: Policy, isCounted: (id: string) => boolean = () => true): string[] {
  const lines: string[] = [];
  const walk = (instance: Instance): void => {
    const [, content] =
      Object.entries(instance).find(([name]) => name.endsWith('Value') && !name.startsWith('@')) ?? [];
    const values = [content].flat() as { value?: unknown; children?: Instance[] }[];
    const children = values.flatMap((value) => value.children ?? []);
    const below = children.map(({ settingDefinitionId: id }) => id).filter(isCounted);
    const { '@odata.type': kind, settingDefinitionId: id } = instance;
    const set = values.map(({ value }) => value ?? null);
    if (isCounted(id)) lines.push(JSON.stringify([kind, id, set, below.sort()]));
    children.forEach(walk);
  };
  for (const { settingInstance } of settings) walk(settingInstance);
  return lines.sort();
}

const SAMPLES = join(ROOT, '../shared/samples/intune');
if (!existsSync(SAMPLES)) console.log('skipped: exports of Intune (no ../shared/samples here)');

function itemsOf(name: string, content: Uint8Array): object[] {
  const read = readFile({ name, content });
  if (read.problem !== undefined) throw new Error(read.problem.message);
  return read.items.map(({ at: _, ...item }) => item);
}

describe.skipIf(!existsSync(SAMPLES))('exports of Intune', () => {
  const files = existsSync(SAMPLES) ? readdirSync(SAMPLES).filter((name) => name.endsWith('.json')) : [];
  const reasons: Record<string, number> = {};
  let covered = 0;

  it.each(files)('%s: definition, children and value of all that the rule covers', async (name) => {
    const content = readFileSync(join(SAMPLES, name));
    const items = itemsOf(name, content);
    const result = await convert('intune-catalog', items);
    const { converted, left, settings = [] } = result;
    for (const { why } of left) reasons[why] = (reasons[why] ?? 0) + 1;
    covered += converted;
    expect(converted + left.length).toBe(items.length);
    expect(settings.flatMap(({ indexes }) => indexes)).toHaveLength(converted);
    if (converted === 0) {
      expect(result.content).toBe('');
      return;
    }
    const after = instancesOf(JSON.parse(result.content));
    const ids = new Set(after.map((line) => JSON.parse(line)[1]));
    const before: Policy = JSON.parse(content.toString('utf8').replace(/^\ufeff/, ''));
    expect(after).toEqual(instancesOf(before, (id) => ids.has(id)));
    expect(converted).toBe(after.length);
  });

  it('the rest is counted by reason', () => {
    expect(covered).toBe(259);
    expect(reasons).toEqual({
      'The catalog’s name of an ingested template is not known.': 27,
      'No rule gives the identifiers that the settings catalog has for this node.': 19,
      'Its identifier does not tell the instance of the node.': 2,
      'The list has no data for it.': 2,
    });
  });

  it.each(files)('%s: the same by way of a custom profile', async (name) => {
    const items = itemsOf(name, readFileSync(join(SAMPLES, name)));
    const oma = await convert('intune-oma-uri', items);
    if (oma.content === '') return;
    const again = itemsOf('profile.json', new TextEncoder().encode(oma.content));
    const [direct, detour] = await Promise.all([
      convert('intune-catalog', items),
      convert('intune-catalog', again),
    ]);
    expect(detour.content).toBe(direct.content);
  });
});

const policies = 'HKLM\\SOFTWARE\\Policies\\Microsoft';

describe('intune-catalog', () => {
  const single = async (items: object[]) => {
    const { content, left } = await convert('intune-catalog', items);
    return { left, instances: content === '' ? [] : instancesOf(JSON.parse(content)) };
  };

  it('makes a choice of a registry value by the reviewed list', async () => {
    const { instances } = await single([
      { key: `${policies}\\Camera`, value: 'AllowCamera', type: 'REG_DWORD', data: 0 },
    ]);
    expect(instances).toEqual([
      expect.stringContaining('"device_vendor_msft_policy_config_camera_allowcamera_0"'),
    ]);
  });

  it('makes a policy of all its values, and leaves an incomplete one out', async () => {
    const key = `${policies}\\Windows NT\\Printers\\RPC`;
    const items = [
      { key, value: 'RpcUseNamedPipeProtocol', type: 'REG_DWORD', data: 0 },
      { key, value: 'RpcAuthentication', type: 'REG_DWORD', data: 0 },
    ];
    const { instances, left } = await single(items);
    expect(left).toEqual([]);
    expect(instances).toHaveLength(3);
    const half = await single(items.slice(1));
    expect(half.left).toEqual([{ index: 0, why: expect.stringMatching(/lacks what the payload needs/) }]);
  });

  const firewall = './Vendor/MSFT/Firewall/MdmStore/PublicProfile';
  it('puts a node that depends on another one below that one’s choice', async () => {
    const on = { omaUri: `${firewall}/EnableFirewall`, data: 'true' };
    const dependent = { omaUri: `${firewall}/DefaultInboundAction`, data: 1 };
    const { content } = await convert('intune-catalog', [dependent, on]);
    const id = 'vendor_msft_firewall_mdmstore_publicprofile';
    expect(JSON.parse(content).settings).toMatchObject([
      {
        settingInstance: {
          choiceSettingValue: {
            value: `${id}_enablefirewall_true`,
            children: [{ settingDefinitionId: `${id}_defaultinboundaction` }],
          },
        },
      },
    ]);
    for (const items of [[dependent], [dependent, { ...on, data: 'false' }]])
      expect((await single(items)).left).toContainEqual({
        index: 0,
        why: expect.stringContaining(`${firewall}/EnableFirewall with true`),
      });
  });

  it.each([
    ['a number above Int32', 'DeliveryOptimization/DOMaxCacheAge', 4294967295, /2147483647/],
    ['a node that the catalog names otherwise', 'Update/AutoRestartNotificationSchedule', 15, /No rule/],
    ['data that the node does not take', 'Camera/AllowCamera', 7, /document only: 0, 1/],
    ['an unknown node', 'Camera/AllowNothing', 1, /not documented/],
  ])('leaves out %s', async (_, path, data, why) => {
    const { left } = await single([{ omaUri: `./Device/Vendor/MSFT/Policy/Config/${path}`, data }]);
    expect(left).toEqual([{ index: 0, why: expect.stringMatching(why) }]);
  });

  it('leaves out both of two that contradict each other', async () => {
    const omaUri = './Device/Vendor/MSFT/Policy/Config/Camera/AllowCamera';
    const value = { key: `${policies}\\Camera`, value: 'AllowCamera', type: 'REG_DWORD', data: 0 };
    expect((await single([{ omaUri, data: 1 }, value])).left.map(({ index }) => index)).toEqual([0, 1]);
    expect((await single([{ omaUri, data: 0 }, value])).left).toEqual([]);
  });
});

describe('intune-oma-uri', () => {
  it.each([{}, { targetOs: 'Windows 11' }, { targetOs: 'Windows 11 24H2' }])(
    'leaves out nodes that cannot be set, for %o',
    async (target) => {
      const uris = ['RotateRecoveryPasswords', 'Status/DeviceEncryptionStatus'];
      const items = uris.map((path) => ({ omaUri: `./Device/Vendor/MSFT/BitLocker/${path}`, data: 1 }));
      const { left, converted } = await convert('intune-oma-uri', items, target);
      const why = expect.stringContaining('cannot be set');
      expect({ left, converted }).toEqual({ left: [0, 1].map((index) => ({ index, why })), converted: 0 });
    },
  );

  it('has the types of Graph, and names the templates that must be deployed first', async () => {
    const uri = (path: string) => `./Device/Vendor/MSFT/${path}`;
    const items = [
      { omaUri: uri('Policy/Config/Camera/AllowCamera'), data: 0 },
      { omaUri: uri('LAPS/Policies/ADPasswordEncryptionEnabled'), data: 'true' },
      { omaUri: uri('Policy/Config/InternetExplorer/DisableUpdateCheck'), data: '<enabled/>' },
      { key: `${policies}\\Edge`, value: 'BrowserSignin', type: 'REG_DWORD', data: 1 },
    ];
    const envelope = parseJson(await ask.convert({ items, to: 'intune-oma-uri', lang: 'fr-FR' }));
    const { omaSettings } = JSON.parse(envelope.result.content);
    const typed = omaSettings.map((each: Record<string, unknown>) => [
      String(each['@odata.type']).replace('#microsoft.graph.omaSetting', ''),
      each.value,
    ]);
    expect(typed).toEqual([
      ['Integer', 0],
      ['Boolean', true],
      ['String', '<enabled/>'],
      ['String', expect.stringContaining('<enabled/>')],
    ]);
    expect(envelope.warnings.join()).toMatch(/modèle de l’éditeur.*ADMXInstall/);
  });
});

describe('a list without anything that can be converted', () => {
  it.each(['intune-catalog', 'intune-oma-uri', 'reg'] as const)('%s: empty, with a warning', async (to) => {
    const items = [{ key: 'HKLM\\Software\\X', value: 'a', type: 'REG_SZ', data: 'b' }, { omaUri: 5 }];
    const envelope = parseJson(await ask.convert({ items, to, lang: 'en-US' }));
    expect(envelope.result).toMatchObject({ content: '', converted: 0 });
    expect(envelope.result.left).toHaveLength(2);
    expect(envelope.warnings).toContain('Nothing of the list can be converted; the content is empty.');
  });
});
