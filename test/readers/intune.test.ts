import fc from 'fast-check';
import { expect, it } from 'vitest';
import { itemsOf, read } from './generators.ts';

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
