/** Items that set the same in two ways: registry values and MDM nodes, machine and user, two files of one run. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { partsOf } from '../../build/compile/parts.ts';
import type { VerifiedItem } from '../../runtime/contract/verified.ts';
import type { SettingEntry } from '../../runtime/format/format.ts';
import { registryWrites } from '../../runtime/verify/registry-writes.ts';
import { verified } from '../answers.ts';
import { hivecheck } from '../command.ts';
import { corpus, corpusDist } from '../corpus/dist.ts';
import { entriesOf } from '../corpus/entries.ts';
import { writeReg } from '../readers/writers.ts';
import { newFolder } from '../scratch.ts';
import { applied, type Content, effectsOf } from './admx-interpreter.ts';

const { ask } = await corpus();
const records = entriesOf<SettingEntry>(await corpusDist(), 'setting/en-US').map(
  ([, { setting }]) => setting,
);

const verify = (items: object[], lang?: string) => verified(ask, items, lang ? { lang } : {});

const kindsOf = (answers: VerifiedItem[]) =>
  answers.map(({ conflicts = [] }) => conflicts.map(({ kind, indexes }) => [kind, indexes]));

const SPOOLER = { key: String.raw`HKLM\Software\Policies\Microsoft\Windows NT\Printers`, type: 'REG_DWORD' };
const PRINTERS = './Device/Vendor/MSFT/Policy/Config/Printers';
const CAMERA = './Device/Vendor/MSFT/Policy/Config/Camera/AllowCamera';
const CAMERA_VALUE = {
  key: String.raw`HKLM\Software\Policies\Microsoft\Camera`,
  value: 'AllowCamera',
  type: 'REG_DWORD',
};

describe('a registry value and an MDM node', () => {
  it('contradict each other by the data that a payload writes', async () => {
    const value = { ...SPOOLER, value: 'CopyFilesPolicy', data: 1 };
    const policy = { omaUri: `${PRINTERS}/ConfigureCopyFilesPolicy` };
    const payload = (level: number) => `<enabled/><data id="CopyFilesPolicy_Enum" value="${level}"/>`;
    expect(kindsOf(await verify([value, { ...policy, data: payload(1) }]))).toEqual([[], []]);
    for (const data of [payload(2), '<disabled/>'])
      expect(kindsOf(await verify([value, { ...policy, data }]))).toEqual([
        [['same-policy', [1]]],
        [['same-policy', [0]]],
      ]);
  });

  it('contradict each other by the reviewed list, and the vendor’s rule is named', async () => {
    const items = [
      { ...CAMERA_VALUE, data: 0 },
      { omaUri: CAMERA, data: 1 },
    ];
    const [value, node] = await verify(items);
    expect(kindsOf([value, node] as VerifiedItem[])).toEqual([
      [['same-policy', [1]]],
      [['same-policy', [0]]],
    ]);
    for (const each of [value, node]) {
      expect(each?.conflicts?.[0]?.conflictResolution).toBe('LowestValueMostSecure');
      expect(each?.warnings?.join()).toContain('LowestValueMostSecure');
    }
    expect(node?.conflictsWith).toEqual([0]);
    expect(kindsOf(await verify([{ ...CAMERA_VALUE, data: 1 }, ...items.slice(1)]))).toEqual([[], []]);
    const french = await verify(items, 'fr');
    expect(french[1]?.warnings?.join()).toContain('fixent la même stratégie autrement');
  });

  it('of the user is not that of the machine', async () => {
    const user = { ...CAMERA_VALUE, key: CAMERA_VALUE.key.replace('HKLM', 'HKCU'), data: 0 };
    expect(kindsOf(await verify([user, { omaUri: CAMERA, data: 1 }]))).toEqual([[], []]);
  });
});

it('two nodes of one policy contradict each other: a native one and its ADMX twin', async () => {
  const area = './User/Vendor/MSFT/Policy/Config';
  const items = [
    { omaUri: `${area}/Storage/WPDDevicesDenyWriteAccessPerUser`, data: '<enabled/>' },
    { omaUri: `${area}/ADMX_RemovableStorage/WPDDevices_DenyWrite_Access_1`, data: '<disabled/>' },
  ];
  expect(kindsOf(await verify(items))).toEqual([[['same-policy', [1]]], [['same-policy', [0]]]]);
  const same = items.map((item) => ({ ...item, data: '<enabled/>' }));
  expect(kindsOf(await verify(same))).toEqual([[], []]);
});

describe('machine and user', () => {
  const value = {
    key: String.raw`HKLM\Software\Policies\Microsoft\Edge`,
    value: 'BrowserSignin',
    type: 'REG_DWORD',
    data: 0,
  };
  const user = { ...value, key: value.key.replace('HKLM', 'HKCU') };

  it('are twins where the setting is for both', async () => {
    expect(kindsOf(await verify([value, user]))).toEqual([[], []]);
    const twins = await verify([value, { ...user, data: 1 }, user]);
    expect(kindsOf(twins)).toEqual([
      [['twin', [1]]],
      [
        ['same-value', [2]],
        ['twin', [0]],
      ],
      [['same-value', [1]]],
    ]);
  });

  it('are two settings where it is for one', async () => {
    const machine = { ...CAMERA_VALUE, data: 0 };
    const other = { ...machine, key: machine.key.replace('HKLM', 'HKCU'), data: 1 };
    expect(kindsOf(await verify([machine, other]))).toEqual([[], []]);
  });

  it('are twins as nodes, too', async () => {
    const both = records.filter(
      ({ class: policyClass, csp, enabledValue, disabledValue }) =>
        policyClass === 'Both' &&
        csp?.admxBacked &&
        csp.via === 'policy' &&
        csp.omaUris?.Device &&
        csp.omaUris.User &&
        enabledValue !== undefined &&
        disabledValue !== undefined &&
        enabledValue !== disabledValue,
    );
    expect(both.length).toBeGreaterThan(20);
    for (const { slug, csp } of both) {
      const { Device = '', User = '' } = csp?.omaUris ?? {};
      const items = (data: string) => [
        { omaUri: Device, data: '<disabled/>' },
        { omaUri: User, data },
      ];
      expect(kindsOf(await verify(items('<enabled/>'))), slug).toEqual([[['twin', [1]]], [['twin', [0]]]]);
      expect(kindsOf(await verify(items('<disabled/>'))), slug).toEqual([[], []]);
    }
  });
});

/** Comparable: outlk16.admx has 000000 for a number. */
function textOf({ type, data }: NonNullable<Content>): string {
  if (Array.isArray(data)) return data.map((each) => `${each}\0`).join('');
  return type === 'REG_DWORD' || type === 'REG_QWORD' ? String(BigInt(data)) : data;
}

it('what a payload writes is what a naive reading of each record says, or not told', () => {
  let compared = 0;
  const wrong: unknown[] = [];
  for (const record of records) {
    const parts = partsOf(record);
    const elements = record.elements.filter(({ type }) => type !== 'list');
    const texts = elements.map((element) =>
      element.type === 'enum' || element.type === 'boolean'
        ? effectsOf(element, record).flatMap(({ text }) => text ?? [])
        : [element.type.endsWith('ecimal') ? (element.minValue ?? '1') : 'x'],
    );
    for (let number = 0; number < Math.max(1, ...texts.map(({ length }) => length)); number++) {
      const data = new Map(elements.map(({ id }, at) => [id, texts[at]?.[number] ?? texts[at]?.[0] ?? '']));
      for (const state of ['enabled', 'disabled'] as const) {
        const registry = applied({ ...record, elements }, state, data);
        const sent = new Map([['', state], ...(state === 'enabled' ? data : [])]);
        const node = { omaUri: '', admxBacked: true };
        for (const { pair, type, content } of registryWrites(sent, parts, node)) {
          const known = registry?.get(pair);
          if (registry === undefined || (known === undefined && type === undefined)) continue;
          compared++;
          const wanted = known ? [known.type, textOf(known)] : [undefined, undefined];
          if (wanted[0] !== type || wanted[1] !== content)
            wrong.push([record.slug, pair, type, content, wanted]);
        }
      }
    }
  }
  expect(wrong).toEqual([]);
  expect(compared).toBeGreaterThan(10_000);
});

it('the command names what contradicts each other in several files, and fails', async () => {
  const folder = await newFolder();
  const value = { key: CAMERA_VALUE.key, value: 'AllowCamera', type: 'REG_DWORD' };
  await writeFile(join(folder, 'a.reg'), writeReg([{ ...value, data: 0 }]));
  await writeFile(join(folder, 'b.reg'), writeReg([{ ...value, data: 1 }]));
  await writeFile(join(folder, 'same.reg'), writeReg([{ ...value, data: 0 }]));
  const profile = { omaSettings: [{ omaUri: CAMERA, value: 1 }] };
  await writeFile(join(folder, 'profile.json'), JSON.stringify(profile));
  const run = (...names: string[]) =>
    hivecheck([
      'verify',
      ...names.map((name) => join(folder, name)),
      '--target-os',
      'Windows 11 24H2 Enterprise',
    ]);
  const both = await run('a.reg', 'b.reg');
  expect(both.code).toBe(1);
  expect(both.out).toMatch(/other data for the same value, or its deletion:\s+\S*b\.reg:/);
  expect((await run('a.reg', 'same.reg')).code).toBe(0);
  const mixed = await run('a.reg', 'profile.json');
  expect(mixed.code).toBe(1);
  expect(mixed.out).toMatch(/the same policy set to something else [\s\S]*LowestValueMostSecure/);
});
