import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { itemsOf, kindsOf, read } from './generators.ts';

interface Setting {
  id: string;
  kind: 'choice' | 'simple' | 'collection' | 'group';
  data: string | number | string[];
  children: Setting[];
}

const LEAF = {
  id: fc.stringMatching(/^[a-z_~]{1,12}$/),
  data: fc.oneof(fc.stringMatching(/^[a-z0-9]{0,5}$/), fc.integer()),
};

const { setting: SETTING } = fc.letrec<{ setting: Setting }>((tie) => ({
  setting: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.record<Setting>({ ...LEAF, kind: fc.constant('simple'), children: fc.constant([]) }),
    fc.record<Setting>({
      id: LEAF.id,
      data: fc.array(fc.stringMatching(/^[A-Z0-9]{0,5}$/), { minLength: 1, maxLength: 3 }),
      kind: fc.constant('collection'),
      children: fc.constant([]),
    }),
    fc.record<Setting>({
      ...LEAF,
      kind: fc.constantFrom('choice', 'group'),
      children: fc.array(tie('setting'), { maxLength: 3 }),
    }),
  ),
}));

/** As Graph writes it. */
function instanceOf({ id, kind, data, children }: Setting): object {
  const nested = children.map(instanceOf);
  const content = {
    choice: { choiceSettingValue: { value: `${id}_${data}`, children: nested } },
    simple: { simpleSettingValue: { value: data } },
    collection: { simpleSettingCollectionValue: Array.isArray(data) ? data.map((value) => ({ value })) : [] },
    group: { groupSettingCollectionValue: [{ children: nested }] },
  };
  return { '@odata.type': `#microsoft.graph.${kind}`, settingDefinitionId: id, ...content[kind] };
}

function expected(setting: Setting): object[] {
  const { id, kind, data, children } = setting;
  const own = {
    simple: { data },
    collection: { data },
    group: {},
    choice: { data: `${data}` },
  };
  return [{ omaUri: id, ...own[kind] }, ...children.flatMap(expected)];
}

describe('Intune exports', () => {
  it('reads back a settings-catalog profile, alone, in a list and below value', () => {
    fc.assert(
      fc.property(fc.array(SETTING, { minLength: 1, maxLength: 5 }), (settings) => {
        const profile = {
          '@odata.type': 'x',
          settings: settings.map((each) => ({ settingInstance: instanceOf(each) })),
        };
        for (const document of [profile, [profile], { '@odata.context': 'x', value: profile.settings }]) {
          expect(itemsOf(read('a.json', JSON.stringify(document, null, 2)))).toEqual(
            settings.flatMap(expected),
          );
        }
      }),
    );
  });

  it('reads back a custom profile', () => {
    const setting = fc.record({
      omaUri: fc.stringMatching(/^\.\/[A-Za-z/]{1,30}$/),
      value: fc.oneof(
        fc.integer(),
        fc.string({ unit: 'grapheme' }).filter((text) => !/^(?:\ufeff|\*{4,}$)/.test(text)),
      ),
      xml: fc.boolean(),
    });
    const typed = fc.array(setting, { minLength: 1, maxLength: 5 });
    fc.assert(
      fc.property(typed, (settings) => {
        const omaSettings = settings.map(({ omaUri, value, xml }) =>
          typeof value === 'number'
            ? { '@odata.type': '#microsoft.graph.omaSettingInteger', omaUri, value }
            : {
                '@odata.type': `#microsoft.graph.omaSettingString${xml ? 'Xml' : ''}`,
                omaUri,
                value: xml ? Buffer.from(value).toString('base64') : value,
              },
        );
        const expectedItems = settings.map(({ omaUri, value }) => ({ omaUri, data: value }));
        expect(itemsOf(read('a.json', JSON.stringify({ omaSettings })))).toEqual(expectedItems);
      }),
    );
  });

  it('reads custom profiles', () => {
    const type = (name: string) => ({ '@odata.type': `#microsoft.graph.omaSetting${name}` });
    const omaSettings = [
      { ...type('String'), omaUri: './a', value: '<enabled/>' },
      { ...type('Integer'), omaUri: './b', value: 3 },
      { ...type('Boolean'), omaUri: './c', value: true },
      { ...type('StringXml'), omaUri: './d', value: btoa('<x/>') },
      { ...type('Base64'), omaUri: './e', value: 'AAE=' },
      { ...type('String'), omaUri: './f', value: '****', isEncrypted: true },
      { ...type('StringXml'), omaUri: './g', value: '%' },
    ];
    const result = read('a.json', JSON.stringify({ omaSettings }, null, 1));
    expect(itemsOf(result)).toEqual([
      { omaUri: './a', data: '<enabled/>' },
      { omaUri: './b', data: 3 },
      { omaUri: './c', data: 'true' },
      { omaUri: './d', data: '<x/>' },
      { omaUri: './e', data: 'AAE=' },
      { omaUri: './f', unread: 'the export holds this value encrypted' },
      { omaUri: './g', unread: 'the value is not base64 of UTF-8 text' },
    ]);
    expect(kindsOf(result)).toEqual(['encrypted-data', 'unreadable-data']);
    expect(result.problem === undefined && result.items.slice(0, 2).map((item) => item.at.line)).toEqual([
      3, 8,
    ]);
  });

  it('takes objects for data as they are, whatever their members are named', () => {
    const value = { toString: 1, valueOf: 1 };
    const settings = ['choiceSettingValue', 'simpleSettingValue'].map((name) => ({
      settingInstance: { settingDefinitionId: 'a', [name]: { value } },
    }));
    const data = '{"toString":1,"valueOf":1}';
    expect(itemsOf(read('a.json', JSON.stringify({ settings })))).toEqual([
      { omaUri: 'a', data },
      { omaUri: 'a', data },
    ]);
    const omaSettings = [{ '@odata.type': value, omaUri: './a', value: 'x' }];
    expect(itemsOf(read('a.json', JSON.stringify({ omaSettings })))).toEqual([{ omaUri: './a', data: 'x' }]);
  });

  const settingsOf = (...instances: object[]) =>
    instances.map((instance) => ({ settingInstance: { settingDefinitionId: 'a_b', ...instance } }));

  it('takes each kind of value for what it adds to the setting, and empties for no data', () => {
    const options = ['a_b_x', 'a_b_a_b_y', 'other'].map((value) => ({ value }));
    const child = { settingInstance: 0, settingDefinitionId: 'c', simpleSettingValue: { value: 'x' } };
    const settings = settingsOf(
      { choiceSettingCollectionValue: options },
      { choiceSettingValue: options[2] },
      { simpleSettingValue: { value: null } },
      { simpleSettingCollectionValue: [{ value: null }, { value: 0 }] },
      { groupSettingValue: { children: [child, null] } },
    );
    expect(itemsOf(read('a.json', JSON.stringify({ settings })))).toEqual([
      { omaUri: 'a_b', data: ['x', 'a_b_y', 'other'] },
      { omaUri: 'a_b', data: 'other' },
      { omaUri: 'a_b' },
      { omaUri: 'a_b', data: ['0'] },
      { omaUri: 'a_b' },
      { omaUri: 'c', data: 'x' },
    ]);
  });

  it('reads the profiles of a list, whatever stands among them and although some are empty', () => {
    const profile = { settings: settingsOf({ simpleSettingValue: { value: 1 } }) };
    const custom = { omaSettings: [{ omaUri: './a', value: 2 }], settings: null };
    const kept = [
      { omaUri: 'a_b', data: 1 },
      { omaUri: './a', data: 2 },
    ];
    for (const other of [{ settings: [] }, { omaSettings: [] }, {}, 5]) {
      for (const value of [
        [other, profile, custom],
        [profile, custom, other],
      ])
        expect(itemsOf(read('a.json', JSON.stringify({ value })))).toEqual(kept);
    }
    expect(itemsOf(read('a.json', '{"@odata.type":"x","settings":[]}'))).toEqual([]);
  });

  it('tells what is encrypted, in both kinds of profiles, from what only looks so', () => {
    const stars = fc.string({ unit: fc.constantFrom('*', '*', '*', 'x'), maxLength: 8 });
    fc.assert(
      fc.property(stars, fc.boolean(), (value, isEncrypted) => {
        const omaSettings = [{ omaUri: './a', value, isEncrypted }];
        const hidden = isEncrypted || ['****', '*****', '******', '*******', '********'].includes(value);
        const expectedData = hidden ? { unread: 'the export holds this value encrypted' } : { data: value };
        expect(itemsOf(read('a.json', JSON.stringify({ omaSettings })))).toEqual([
          { omaUri: './a', ...expectedData },
        ]);
      }),
    );
    const value = { value: 'x', valueState: 'encryptedValueToken' };
    const result = read('a.json', JSON.stringify({ settings: settingsOf({ simpleSettingValue: value }) }));
    expect(itemsOf(result)).toEqual([{ omaUri: 'a_b', unread: 'the export holds this value encrypted' }]);
    expect(kindsOf(result)).toEqual(['encrypted-data']);
  });

  it.each([
    ['\n <enabled/>', { data: '\n <enabled/>' }],
    [Buffer.from('<é/>').toString('base64'), { data: '<é/>' }],
    [Buffer.from('<é/>', 'latin1').toString('base64'), { unread: expect.stringContaining('UTF-8') }],
    [null, {}],
  ])('takes %j for the XML of a setting', (value, content) => {
    const omaSettings = [{ '@odata.type': '#microsoft.graph.OmaSettingStringXml', omaUri: './a', value }];
    expect(itemsOf(read('a.json', JSON.stringify({ omaSettings })))).toEqual([{ omaUri: './a', ...content }]);
  });

  it.each([
    ['{"settings":[\n{"settingInstance":{"settingDefinitionId":""}}]}', 2],
    ['{"omaSettings":[\n{"omaUri":"","value":1}]}', 2],
    ['{"@odata.type":"x"}', 1],
    ['{"settings":[\n{"settingInstance":{}}]}', 2],
    ['{"omaSettings":[\n{"value":1}]}', 2],
  ])('refuses %j with its line', (text, line) => {
    expect(read('a.json', text)).toMatchObject({ format: 'intune', problem: { line } });
  });
});
