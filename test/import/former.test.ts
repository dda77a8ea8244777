/** What a newer version of a product line no longer has is kept, marked, and never current. */
import { expect, it } from 'vitest';
import { documentedData } from '../../build/compile/data.ts';
import { floorOfFormer, isMoved } from '../../build/compile/moved.ts';
import { storedNodes } from '../../build/compile/nodes.ts';
import { pairsOf } from '../../build/compile/pairs.ts';
import { formerSetting } from '../../build/facts/former.ts';
import { resolve } from '../answers.ts';
import { committedContext } from '../corpus/context.ts';
import { admx, answering, importFiles, pack, policy, settingsOf, source, version } from './fixture.ts';

const SOURCES = [source({ versions: ['1', '2', '3'].map((label) => version(label, `202${label}-01-01`)) })];
const item = (name: string) => `<item valueName="${name}"><value><decimal value="7"/></value></item>`;
const choice = (name: string, ...items: string[]) =>
  `<enum id="e" valueName="${name}"><item displayName="$(string.One)"><value><decimal value="1"/></value><valueList>${items.map(item).join('')}</valueList></item></enum>`;
const strings = { One: 'One', Kept: 'Kept', Gone: 'Gone', Moved: 'Moved', Lost: 'Lost' };
const kept = (content: string) => policy('Kept', `<elements>${content}</elements>`, { class: 'Both' });
const first = policy(
  'Kept',
  `<elements>${choice('Old', 'Both', 'First')}<list id="l" key="Software\\Example\\List"/></elements>`,
  { attrs: 'valueName="OnlyFirst"', class: 'User' },
);

const FILES = {
  ...pack(admx(`${first}\n${policy('Gone')}`), strings),
  ...pack(admx(policy('Moved'), { namespace: 'Example.Moved' }), strings, 'fixture/1/moved'),
  ...pack(admx(policy('Lost'), { namespace: 'Example.Lost' }), strings, 'fixture/1/lost'),
  ...pack(admx(kept(choice('New', 'Both', 'First'))), strings, 'fixture/2/a'),
  // The file has another name, the namespace stays.
  ...pack(admx(policy('Other'), { namespace: 'Example.Moved' }), strings, 'fixture/2/elsewhere'),
  ...pack(admx(kept(choice('New', 'BOTH'))), strings, 'fixture/3/a'),
};

it('settings are removed where the file or its namespace is still there, else last seen', async () => {
  const all = settingsOf(await importFiles(FILES, SOURCES));
  const marks = (name: string) => {
    const { removedIn, lastSeenIn, version } = all.get(name) ?? {};
    return { removedIn, lastSeenIn, version };
  };
  expect(marks('Gone')).toEqual({ removedIn: '2', version: '1' });
  expect(marks('Moved')).toEqual({ removedIn: '2', version: '1' });
  expect(marks('Lost')).toEqual({ lastSeenIn: '1', version: '1' });
  expect(marks('Kept')).toEqual({ version: '3' });
});

it.each([
  ['fixture', ['unverified', 'unverified', 'unverified', 'supported', 'supported']],
  ['windows', ['supported', 'unverified', 'unverified', 'unverified', 'supported']],
])(
  'of the line %s a template decides for none that lacks it, nor its text for a value of newer ones',
  async (line, verdicts) => {
    const versions = [version('24H2', '2024-10-01'), version('25H2', '2025-09-30')];
    const sources = [source({ id: 'windows-11', line, versions })];
    const definitions = '<definition name="S" displayName="Microsoft Edge version 77, Windows 10 or later"/>';
    const own = policy('Lost', '<supportedOn ref="S"/>', { attrs: 'valueName="V"' });
    const grown = (...names: string[]) =>
      policy('Grown', `<supportedOn ref="S"/><elements>${choice('W', ...names)}</elements>`);
    const other = { namespace: 'Example.Other', definitions };
    const files = {
      ...pack(admx(own, { definitions }), strings, 'windows-11/24H2/a'),
      ...pack(admx(grown('A', 'B'), other), strings, 'windows-11/24H2/b'),
      ...pack(admx(grown('A', 'V'), other), strings, 'windows-11/25H2/b'),
    };
    const { ask } = await answering(await importFiles(files, sources), sources);
    const [targetProducts, below] = [{ Edge: '153' }, 'Software\\Policies\\Example\\'];
    const of = async (name: string, targetOs: string) =>
      (await resolve(ask, below + name, 'V', { targetOs, targetProducts })).result.compatibility;
    const [old, next] = [await of('Lost', 'Windows 11 24H2'), await of('Lost', 'Windows 11 25H2')];
    const grew = [await of('Grown', 'Windows 11 24H2'), await of('Grown', 'Windows 11 25H2')];
    expect([old, next, next?.product, ...grew].map((each) => each?.verdict)).toEqual(verdicts);
  },
);

it('a warning says what the templates of a release lack, unless another source has one of their label', async () => {
  const of = (id: string, ...versions: ReturnType<typeof version>[]) =>
    source({ id, line: 'windows', versions });
  const sources = [
    of('windows-10', version('22H2', '2022-10-18')),
    of('windows-11', version('22H2', '2022-09-20'), version('25H2', '2025-09-30')),
  ];
  const definitions = '<definition name="S" displayName="At least Windows 10"/>';
  const file = (...names: string[]) => {
    const own = names.map((name) => policy(name, '<supportedOn ref="S"/>', { attrs: 'valueName="V"' }));
    return admx(own.join(''), { definitions });
  };
  const files = {
    ...pack(file('Kept'), strings, 'windows-10/22H2/a'),
    ...pack(file('Kept', 'Lost'), strings, 'windows-11/22H2/a'),
    ...pack(file('Kept', 'Lost', 'Moved'), strings, 'windows-11/25H2/a'),
  };
  const { ask } = await answering(await importFiles(files, sources), sources);
  const isTold = async (name: string) => {
    const target = { targetOs: 'Windows 10 22H2' };
    const { result, warnings } = await resolve(ask, `Software\\Policies\\Example\\${name}`, 'V', target);
    expect(result.compatibility?.verdict).toBe('supported');
    return warnings.some((text) => text.includes('do not have the value yet'));
  };
  expect([await isTold('Kept'), await isTold('Lost'), await isTold('Moved')]).toEqual([false, false, true]);
});

it('pairs of a setting are kept with their data, apart from what it writes today', async () => {
  const all = settingsOf(await importFiles(FILES, SOURCES));
  const kept = all.get('Kept');
  if (!kept) throw new Error('no setting');
  const written = (setting: typeof kept) => pairsOf(setting).map(({ valueName }) => valueName ?? '(list)');
  expect(written(kept)).toEqual(['New', 'BOTH']);
  const former = (kept.former ?? []).map((part) => {
    const setting = formerSetting(kept, part);
    const { version, removedIn } = part;
    return { version, removedIn, pairs: written(setting), setting };
  });
  // Version 2 still wrote `First`: it is lost in 3, all else of version 1 in 2.
  expect(former.map(({ setting: _, ...rest }) => rest)).toEqual([
    { version: '1', removedIn: '2', pairs: ['OnlyFirst', 'Old', '(list)'] },
    { version: '2', removedIn: '3', pairs: ['First'] },
  ]);
  const [first, second] = former.map(({ setting }) => setting);
  if (!first || !second) throw new Error('no former parts');
  expect(documentedData(first, { key: first.key, valueName: 'Old' })).toEqual({
    registryType: 'REG_DWORD',
    values: [
      { data: '1', label: { 'en-US': 'One' }, elementId: 'e' },
      { data: null, state: 'disabled', elementId: 'e' },
    ],
  });
  expect(documentedData(second, { key: second.key, valueName: 'first' }).values).toEqual([
    { data: '7', label: { 'en-US': 'One' }, elementId: 'e' },
  ]);
  expect(first.text['en-US']?.displayName).toBe('Kept');
  const added = (kept.added ?? []).map((part) => [part.version, written(formerSetting(kept, part))]);
  expect(added).toEqual([['2', ['New']]]);
  // Its last change is version 3's, its first version the oldest.
  const addedClass = { source: 'fixture', version: '2', class: 'Machine' };
  expect(kept).toMatchObject({ firstSeen: '2021-01-01', lastModified: '2023-01-01', addedClass });
});

it('a file that a correction takes out of the line has no later version to be missing from', async () => {
  const corrections = {
    lines: [{ source: 'fixture', version: '1', admx: 'Lost.admx', line: 'apart', evidence: 'x' }],
  };
  const lost = settingsOf(await importFiles(FILES, SOURCES, { corrections })).get('Lost');
  expect(lost).toMatchObject({ line: 'apart', version: '1' });
  expect(lost).not.toHaveProperty('lastSeenIn');
});

it('the node of a value that moved dates its old place, and the new one only where it has its name', async () => {
  const context = await committedContext();
  // The text says Windows 10, the node 10.0.19041.
  const name = 'BlockNonAdminUserInstall';
  const item = context.items.find(({ setting: { valueName } }) => valueName === name);
  if (!item) throw new Error('no such setting');
  const part = { source: '', version: '1', removedIn: '2', key: 'Old', valueName: name };
  const isMovedFrom = (valueName: string) => {
    const added = [{ ...part, version: '2', key: 'New' }];
    const setting = { ...item.setting, key: 'New', former: [{ ...part, valueName }], added };
    return isMoved({ ...item, setting }, setting, storedNodes(item, undefined, false, context));
  };
  expect([isMovedFrom(name), isMovedFrom('Misspelt')]).toEqual([true, false]);
  const server = { named: [{ from: '10.0.19041' }] };
  expect(floorOfFormer(item, part).floor).toEqual({ client: '10.0.19041', server, why: 'explained' });
});
