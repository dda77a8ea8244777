/** One policy per element kind of the ADMX schema: facts, pairs and record, each written out by hand. */
import { beforeAll, describe, expect, it } from 'vitest';
import type { ElementFact, SettingFact } from '../../build/facts/types.ts';
import { matchesOf, record, resolve } from '../answers.ts';
import { type Answering, adml, admx, answering, importFiles, policy, settingsOf } from './fixture.ts';

const ROOT = 'Software\\Policies\\Example';
const data = (name: string, value: string) => `<${name}><decimal value="${value}"/></${name}>`;

interface Case {
  policy: string;
  presentation?: string;
  /** The fact's own fields, without identity, dates and texts. */
  fact?: Partial<SettingFact>;
  elements?: ElementFact[];
  /** `key below the root`, value name, element that writes it. */
  pairs: [key: string, value: string, elementId?: string][];
  /** Pairs that must find nothing. */
  not?: [key: string, value: string][];
  /** Fields of the record. */
  record?: Record<string, unknown>;
}

const CASES: Record<string, Case> = {
  Silent: {
    policy: policy('Silent', '', { attrs: 'valueName="On"' }),
    fact: { key: `${ROOT}\\Silent`, valueName: 'On' },
    pairs: [['Silent', 'On']],
    record: { enabledValue: '1', enabledValueKind: 'decimal', disabledValueKind: 'delete', stateValues: [] },
  },
  Spoken: {
    policy: policy(
      'Spoken',
      `${data('enabledValue', '4294967295')}<disabledValue><string>no </string></disabledValue>`,
      { attrs: 'valueName="On"', class: 'Both' },
    ),
    fact: {
      class: 'Both',
      enabledValue: { kind: 'decimal', value: '4294967295' },
      disabledValue: { kind: 'string', value: 'no ' },
    },
    pairs: [['Spoken', 'On']],
    record: {
      class: 'Both',
      enabledValue: '4294967295',
      disabledValue: 'no ',
      disabledValueKind: 'string',
    },
  },
  DefaultValue: {
    policy: policy('DefaultValue', '', { attrs: 'valueName=""', key: `${ROOT}\\DefaultValue\\\\` }),
    fact: { key: `${ROOT}\\DefaultValue`, valueName: '' },
    pairs: [['DefaultValue', '']],
    not: [['DefaultValue', '*']],
    record: { valueName: '' },
  },
  Star: {
    policy: policy('Star', '', { attrs: 'valueName="*"', class: 'User' }),
    fact: { class: 'User', valueName: '*' },
    pairs: [['Star', '*']],
    not: [
      ['Star', 'anything'],
      ['Star', ''],
    ],
  },
  Lists: {
    policy: policy(
      'Lists',
      `<enabledList defaultKey="${ROOT}\\Lists\\Default"><item key="${ROOT}\\Lists\\Own\\" valueName="A">${data('value', '1')}</item><item valueName="B"><value><delete/></value></item></enabledList>
       <disabledList><item valueName="C"><value><string>off</string></value></item></disabledList>`,
    ),
    fact: {
      enabledList: [
        { key: `${ROOT}\\Lists\\Own`, valueName: 'A', data: { kind: 'decimal', value: '1' } },
        { key: `${ROOT}\\Lists\\Default`, valueName: 'B', data: { kind: 'delete' } },
      ],
      disabledList: [{ valueName: 'C', data: { kind: 'string', value: 'off' } }],
    },
    pairs: [
      ['Lists\\Own', 'A'],
      ['Lists\\Default', 'B'],
      ['Lists', 'C'],
    ],
    not: [
      ['Lists', 'A'],
      ['Lists', 'B'],
      ['Lists\\Default', 'C'],
    ],
    record: {
      stateValues: [
        { state: 'enabled', key: `${ROOT}\\Lists\\Own`, valueName: 'A', value: '1', valueKind: 'decimal' },
        { state: 'enabled', key: `${ROOT}\\Lists\\Default`, valueName: 'B', valueKind: 'delete' },
        { state: 'disabled', key: `${ROOT}\\Lists`, valueName: 'C', value: 'off', valueKind: 'string' },
      ],
    },
  },
  Booleans: {
    policy: policy(
      'Booleans',
      `<elements>
        <boolean id="plain" valueName="Plain"/>
        <boolean id="said" key="${ROOT}\\Booleans\\Said" valueName="Said">${data('trueValue', '7')}${data('falseValue', '9')}</boolean>
        <boolean id="lists" valueName="L"><trueList><item valueName="T">${data('value', '1')}</item></trueList>
          <falseList defaultKey="${ROOT}\\Booleans\\False"><item valueName="F">${data('value', '0')}</item></falseList></boolean>
      </elements>`,
    ),
    presentation: `<checkBox refId="plain" defaultChecked="1">A  box
       to tick</checkBox><checkBox refId="said">Said</checkBox>`,
    elements: [
      { type: 'boolean', id: 'plain', valueName: 'Plain', defaultValue: 'true' },
      {
        type: 'boolean',
        id: 'said',
        key: `${ROOT}\\Booleans\\Said`,
        valueName: 'Said',
        trueValue: { kind: 'decimal', value: '7' },
        falseValue: { kind: 'decimal', value: '9' },
      },
      {
        type: 'boolean',
        id: 'lists',
        valueName: 'L',
        trueList: [{ valueName: 'T', data: { kind: 'decimal', value: '1' } }],
        falseList: [
          { key: `${ROOT}\\Booleans\\False`, valueName: 'F', data: { kind: 'decimal', value: '0' } },
        ],
      },
    ],
    pairs: [
      ['Booleans', 'Plain', 'plain'],
      ['Booleans\\Said', 'Said', 'said'],
      ['Booleans', 'T', 'lists'],
      ['Booleans\\False', 'F', 'lists'],
    ],
    not: [['Booleans', 'Said']],
    record: {
      elements: [
        {
          type: 'boolean',
          id: 'plain',
          valueName: 'Plain',
          registryType: 'REG_DWORD',
          label: 'A box to tick',
          trueValue: '1',
          trueValueKind: 'decimal',
          falseValueKind: 'delete',
          defaultValue: 'true',
        },
        {
          type: 'boolean',
          id: 'said',
          registryKey: `${ROOT}\\Booleans\\Said`,
          valueName: 'Said',
          registryType: 'REG_DWORD',
          label: 'Said',
          trueValue: '7',
          trueValueKind: 'decimal',
          falseValue: '9',
          falseValueKind: 'decimal',
        },
        {
          type: 'boolean',
          id: 'lists',
          valueName: 'L',
          registryType: 'REG_DWORD',
          trueValue: '1',
          trueValueKind: 'decimal',
          falseValueKind: 'delete',
          stateValues: [
            { state: 'true', key: `${ROOT}\\Booleans`, valueName: 'T', value: '1', valueKind: 'decimal' },
            {
              state: 'false',
              key: `${ROOT}\\Booleans\\False`,
              valueName: 'F',
              value: '0',
              valueKind: 'decimal',
            },
          ],
        },
      ],
    },
  },
  Numbers: {
    policy: policy(
      'Numbers',
      // Vendors write attribute names in any case.
      `<elements><decimal id="n" valueName="N" required="TRUE" minValue="2" maxvalue="4294967295"/>
        <decimal id="t" valueName="T" storeAsText="true"/>
        <longDecimal id="big" ValueName="Big" MaxValue="18446744073709551615" Key="${ROOT}\\Numbers\\Big"/></elements>`,
    ),
    presentation: `<decimalTextBox refId="n" defaultValue="3">How many</decimalTextBox>
      <longDecimalTextBox refId="big" defaultValue="9007199254740993">How many more</longDecimalTextBox>`,
    elements: [
      {
        type: 'decimal',
        id: 'n',
        valueName: 'N',
        required: true,
        minValue: '2',
        maxValue: '4294967295',
        defaultValue: '3',
      },
      { type: 'decimal', id: 't', valueName: 'T', storeAsText: true },
      {
        type: 'longDecimal',
        id: 'big',
        key: `${ROOT}\\Numbers\\Big`,
        valueName: 'Big',
        maxValue: '18446744073709551615',
        defaultValue: '9007199254740993',
      },
    ],
    pairs: [
      ['Numbers', 'N', 'n'],
      ['Numbers', 'T', 't'],
      ['Numbers\\Big', 'Big', 'big'],
    ],
  },
  Words: {
    policy: policy(
      'Words',
      `<elements><text id="t" valueName="T" maxLength="64" expandable="true" required="true"/>
        <text id="c" valueName="C"/><multiText id="m" valueName="M" maxLength="128" maxStrings="5"/></elements>`,
    ),
    presentation: `<textBox refId="t"><label>Name:</label><defaultValue>%USERNAME%</defaultValue></textBox>
      <comboBox refId="c"><label>Choice</label><default>first</default><suggestion>first</suggestion></comboBox>
      <multiTextBox refId="m">Lines</multiTextBox>`,
    elements: [
      {
        type: 'text',
        id: 't',
        valueName: 'T',
        required: true,
        maxLength: '64',
        expandable: true,
        defaultValue: '%USERNAME%',
      },
      { type: 'text', id: 'c', valueName: 'C', defaultValue: 'first' },
      { type: 'multiText', id: 'm', valueName: 'M', maxLength: '128', maxStrings: '5' },
    ],
    pairs: [
      ['Words', 'T', 't'],
      ['Words', 'C', 'c'],
      ['Words', 'M', 'm'],
    ],
    record: {
      elements: [
        {
          type: 'text',
          id: 't',
          valueName: 'T',
          registryType: 'REG_EXPAND_SZ',
          label: 'Name:',
          required: true,
          maxLength: '64',
          expandable: true,
          defaultValue: '%USERNAME%',
        },
        {
          type: 'text',
          id: 'c',
          valueName: 'C',
          registryType: 'REG_SZ',
          label: 'Choice',
          required: false,
          expandable: false,
          defaultValue: 'first',
        },
        {
          type: 'multiText',
          id: 'm',
          valueName: 'M',
          registryType: 'REG_MULTI_SZ',
          label: 'Lines',
          required: false,
          maxLength: '128',
          maxStrings: '5',
        },
      ],
    },
  },
  Choices: {
    policy: policy(
      'Choices',
      `<elements><enum id="e" valueName="E" required="true">
        <item displayName="$(string.ItemOne)">${data('value', '10')}</item>
        <item displayName="$(string.ItemTwo)"><value><string>two</string></value>
          <valueList defaultKey="${ROOT}\\Choices\\More"><item valueName="More">${data('value', '2')}</item></valueList></item>
        <item displayName="$(string.ItemNone)"><value><delete/></value></item>
      </enum></elements>`,
    ),
    presentation: '<dropdownList refId="e" noSort="true" defaultItem="1">Pick one</dropdownList>',
    elements: [
      {
        type: 'enum',
        id: 'e',
        valueName: 'E',
        required: true,
        items: [
          { value: { kind: 'decimal', value: '10' } },
          {
            value: { kind: 'string', value: 'two' },
            valueList: [
              { key: `${ROOT}\\Choices\\More`, valueName: 'More', data: { kind: 'decimal', value: '2' } },
            ],
          },
          { value: { kind: 'delete' } },
        ],
        defaultItem: 1,
      },
    ],
    pairs: [
      ['Choices', 'E', 'e'],
      ['Choices\\More', 'More', 'e'],
    ],
    record: {
      elements: [
        {
          type: 'enum',
          id: 'e',
          valueName: 'E',
          label: 'Pick one',
          required: true,
          options: [
            { label: 'One', value: '10', valueKind: 'decimal' },
            {
              label: 'Two',
              value: 'two',
              valueKind: 'string',
              valueList: [
                { key: `${ROOT}\\Choices\\More`, valueName: 'More', value: '2', valueKind: 'decimal' },
              ],
            },
            // The language has no such string: no label, rather than an empty one.
            { valueKind: 'delete' },
          ],
          defaultItem: 'two',
        },
      ],
    },
  },
  ListElements: {
    policy: policy(
      'ListElements',
      `<elements><list id="prefix" key="${ROOT}\\ListElements\\P" valuePrefix="Item" additive="true"/>
        <list id="free" key="${ROOT}\\ListElements\\E" explicitValue="true" expandable="true"/>
        <list id="names" key="${ROOT}\\ListElements\\N"/>
        <list id="numbers" valuePrefix=""/>
        <list id="second" key="${ROOT}\\ListElements\\P" valuePrefix="Other"/></elements>`,
    ),
    elements: [
      {
        type: 'list',
        id: 'prefix',
        key: `${ROOT}\\ListElements\\P`,
        valuePrefix: 'Item',
        additive: true,
      },
      {
        type: 'list',
        id: 'free',
        key: `${ROOT}\\ListElements\\E`,
        expandable: true,
        explicitValue: true,
      },
      { type: 'list', id: 'names', key: `${ROOT}\\ListElements\\N` },
      { type: 'list', id: 'numbers', valuePrefix: '' },
      { type: 'list', id: 'second', key: `${ROOT}\\ListElements\\P`, valuePrefix: 'Other' },
    ],
    pairs: [
      ['ListElements\\P', 'item12', 'prefix'],
      ['ListElements\\P', 'Other1', 'second'],
      ['ListElements\\E', 'Any name', 'free'],
      ['ListElements\\N', 'https://example.org/', 'names'],
      ['ListElements', '3', 'numbers'],
    ],
    not: [
      ['ListElements\\P', 'Item'],
      ['ListElements\\P', 'Item1b'],
      ['ListElements\\P', '1'],
      ['ListElements', 'three'],
      ['ListElements\\E', ''],
    ],
  },
};

let answers: Answering;
let facts: Map<string, SettingFact>;

beforeAll(async () => {
  const strings = { ItemOne: 'One', ItemTwo: 'Two' };
  const presentations = Object.entries(CASES).map(
    ([name, each]) => `<presentation id="${name}">${each.presentation ?? ''}</presentation>`,
  );
  const imported = await importFiles({
    'fixture/1/Kinds.admx': admx(
      Object.values(CASES)
        .map((each) => each.policy)
        .join('\n'),
    ),
    'fixture/1/en-US/Kinds.adml': adml(
      { ...strings, ...Object.fromEntries(Object.keys(CASES).map((name) => [name, `The ${name} policy`])) },
      presentations.join(''),
    ),
  });
  facts = settingsOf(imported);
  answers = await answering(imported);
});

describe.each(Object.entries(CASES))('%s', (name, each) => {
  it('becomes these facts', () => {
    expect(facts.get(name)).toMatchObject({
      slug: `kinds.${name.toLowerCase()}`,
      policyId: `Example.Policies.Test::${name}`,
      admx: 'Kinds.admx',
      version: '1',
      firstSeen: '2024-01-01',
      lastModified: '2024-01-01',
      text: { 'en-US': { displayName: `The ${name} policy` } },
      ...each.fact,
    });
    expect(facts.get(name)?.elements).toEqual(each.elements);
  });

  it('is found by every pair that it writes, and by no other', async () => {
    for (const [key, value, elementId] of each.pairs) {
      const [match, ...others] = matchesOf(await resolve(answers.ask, `HKLM\\${ROOT}\\${key}`, value));
      expect(match, `${key} + ${value}`).toMatchObject({
        slug: `kinds.${name.toLowerCase()}`,
        registryKey: `${ROOT}\\${key}`,
      });
      expect(match?.elementId).toBe(elementId);
      expect(others).toEqual([]);
    }
    for (const [key, value] of each.not ?? []) {
      const answer = await resolve(answers.ask, `HKLM\\${ROOT}\\${key}`, value);
      expect(answer.result.matches, `${key} + ${value}`).toEqual([]);
      expect(answer).toMatchObject({ confidence: 'none', result: { reason: expect.any(String) } });
    }
  });

  it('has this record', async () => {
    const served = await record(answers.ask, `kinds.${name.toLowerCase()}`);
    expect(served).toMatchObject({ displayName: `The ${name} policy`, ...each.record });
    const wanted = each.record?.elements;
    if (wanted !== undefined) expect(served.elements).toEqual(wanted);
    else expect(served.elements.map(({ id }) => id)).toEqual((each.elements ?? []).map(({ id }) => id));
  });
});

it('says of a list match what kind of list it is', async () => {
  const [match] = matchesOf(await resolve(answers.ask, `${ROOT}\\ListElements\\P`, 'Item1'));
  expect(match?.list).toEqual({ valuePrefix: 'Item', explicitValue: false, additive: true });
  const other = await resolve(answers.ask, `${ROOT}\\ListElements\\E`, 'x');
  expect(matchesOf(other)[0]?.list).toEqual({ explicitValue: true, additive: false });
  expect(other.warnings.join()).toContain('writes a list');
});
