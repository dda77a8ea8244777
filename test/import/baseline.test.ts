/** Security options and controls: settings, titles, nodes, cross-checks, and tables that are wrong. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { SourceDeclaration } from '../../build/facts/sources.ts';
import { formatProblem, ImportFailed } from '../../build/import/problems.ts';
import type { ImportOptions } from '../../build/import/run.ts';
import { adml, admx, importFiles, policy, settingsOf, source } from './fixture.ts';

const file = (name: string) => readFileSync(new URL(`../vectors/${name}`, import.meta.url), 'utf8');
const OPTIONS = file('options.psd1').trimEnd();

const HEADER =
  '"Name","Control Name","Registry Key","Registry Value","Registry Value Type","CSP Name","CSP Path","Allowed Value","Category"';
const row = (...cells: string[]) => cells.map((each) => `"${each}"`).join(',');
const KEY = 'HKLM:\\SOFTWARE\\Example';

const CONTROLS = file('controls.csv').trimEnd().replaceAll('\n', '\r\n');

const node = (name: string, gp = '') =>
  `<Node><NodeName>${name}</NodeName><DFProperties>${gp}</DFProperties></Node>`;
const AREA = 'Windows Settings~Security Settings~Local Policies~Security Options';
const option = (title: string) => `<GpMapping GpEnglishName="${title}" GpAreaPath="${AREA}"/>`;
const DDF = `<MgmtTree><Node><NodeName>Logon</NodeName><Path>./Device/Vendor/MSFT/Policy/Config</Path>
${node('Text')}${node('Own')}${node('Name', option('Logon: Show name'))}${node('Guest', option('Accounts: Guest'))}</Node>
<Node><NodeName>MdmStore</NodeName><Path>./Vendor/MSFT/Firewall</Path>${node('PublicSize')}${node('PrivateSize')}</Node></MgmtTree>`;

const dated = (version: string, languages = ['en-US']) => [{ version, date: '2024-01-01', languages }];
const SOURCES: SourceDeclaration[] = [
  source({ id: 'vendor', line: 'vendor', versions: dated('1') }),
  source({ id: 'others', line: 'others', provenanceKind: 'community', versions: dated('1') }),
  source({
    id: 'options',
    line: 'options',
    kind: 'psd1',
    provenanceKind: 'transcription',
    versions: dated('1'),
  }),
  source({ id: 'controls', line: 'controls', kind: 'csv', versions: dated('1') }),
  source({ id: 'nodes', line: 'nodes', kind: 'ddf', versions: dated('1', []) }),
];
const pair = (key: string) => ({ key: `Software\\Example\\${key}`, attrs: 'valueName="On"' });
const sizes =
  '<elements><decimal id="size" key="Software\\Example\\Firewall\\Private\\Logging" valueName="Size"/></elements>';
const FILES = {
  'vendor/1/a.admx': admx(
    `${policy('A', '', pair('Policy'))}\n${policy('Sizes', sizes)}\n${policy('OfUsers', sizes, { class: 'User' })}`,
  ),
  'vendor/1/en-US/a.adml': adml({ A: 'A', Sizes: 'Sizes', OfUsers: 'Sizes of users' }),
  'others/1/b.admx': admx(policy('B', '', pair('Community')), { namespace: 'Example.Others' }),
  'others/1/en-US/b.adml': adml({ B: 'B' }),
  'options/1/options.psd1': OPTIONS,
  'controls/1/controls.csv': CONTROLS,
  'nodes/1/nodes.xml': DDF,
};
const CORRECTIONS: ImportOptions['corrections'] = {
  keys: [
    {
      source: 'controls',
      control: 'Own',
      stated: 'SOFTWARE\\Example\\Wrong',
      key: 'SOFTWARE\\Example\\Right',
      evidence: 'x',
    },
  ],
  equivalents: [
    {
      key: 'software\\example\\firewall\\*',
      node: './Vendor/MSFT/Firewall/MdmStore',
      places: ['Private'],
      values: [{ subkey: 'Logging', valueName: 'Size', node: 'PrivateSize' }],
      evidence: 'documented alike',
    },
  ],
};

const DEVICE = './Device/Vendor/MSFT/Policy/Config/Logon';

describe('security options and controls', () => {
  it('are settings with their contents, titles and nodes', async () => {
    const facts = await importFiles(FILES, SOURCES, { corrections: CORRECTIONS });
    const all = settingsOf(facts);
    expect(all.get('Logon_Show_name')).toEqual({
      slug: 'options.logon_show_name',
      policyId: 'options::Logon_Show_name',
      class: 'Machine',
      version: '1',
      firstSeen: '2024-01-01',
      lastModified: '2024-01-01',
      key: 'Software\\Example\\System',
      valueName: 'ShowName',
      content: {
        registryType: 'REG_DWORD',
        options: [
          { kind: 'decimal', value: '1' },
          { kind: 'decimal', value: '0' },
        ],
      },
      category: 'options::Security Options',
      mdm: [
        {
          omaUri: `${DEVICE}/Name`,
          scope: 'Device',
          confidence: 'derived',
          evidence: "1: GpEnglishName agrees with the option's name",
        },
      ],
      text: { 'en-US': { displayName: 'Logon: Show name', options: ['Shown', 'Hidden'] } },
    });
    // What a baseline states wins over the name; its title is trimmed.
    expect(all.get('Logon_Text')).toMatchObject({
      content: { registryType: 'REG_MULTI_SZ', free: true },
      mdm: [{ omaUri: `${DEVICE}/Text`, confidence: 'official', evidence: 'controls 1: control Text' }],
      text: { 'en-US': { displayName: 'Logon: the text' } },
    });
    expect(all.get('Audit_Bytes')).toMatchObject({
      content: { registryType: 'REG_BINARY', options: [{ kind: 'binary', value: '01' }, { value: '00' }] },
      text: { 'en-US': { options: ['Enabled', 'Disabled'] } },
    });
    // No title anywhere: the words of the table's own name.
    expect(all.get('Audit_Bytes')?.text['en-US']?.displayName).toBe('Audit Bytes');
    expect(all.get('Drives_Eject')).toMatchObject({
      content: { registryType: 'REG_SZ', options: [{ kind: 'string', value: '2' }], free: true },
    });
    expect(
      facts.categories.filter(({ line }) => line === 'options').map(({ id, parent }) => [id, parent]),
    ).toEqual([
      ['options::Local Policies', 'options::Security Settings'],
      ['options::Security Options', 'options::Local Policies'],
      ['options::Security Settings', 'options::Windows Settings'],
      ['options::Windows Settings', undefined],
    ]);
  });

  it('a control is a setting where no vendor documents its pair, else a cross-check', async () => {
    const facts = await importFiles(FILES, SOURCES, { corrections: CORRECTIONS });
    expect(facts.settings.get('controls')).toMatchObject([
      {
        slug: 'controls.bycommunity',
        content: {
          registryType: 'REG_DWORD',
          options: [{ kind: 'decimal', value: '1' }, { kind: 'delete' }],
        },
        category: 'controls::Registry',
      },
      {
        slug: 'controls.own',
        key: 'SOFTWARE\\Example\\Right',
        content: { registryType: 'REG_SZ', entries: ['a', 'b'] },
        mdm: [{ omaUri: `${DEVICE}/Own`, confidence: 'official' }],
      },
      { slug: 'controls.profile', content: { registryType: 'REG_DWORD', minValue: '16' } },
    ]);
    const stated = { source: 'controls', version: '1' };
    expect(facts.controls.filter(({ setting }) => setting).map(({ name }) => name)).toEqual([
      'ByCommunity',
      'Own',
      'Profile',
    ]);
    expect(facts.controls.filter(({ setting }) => !setting)).toEqual([
      {
        ...stated,
        name: 'Documented',
        title: 'By a template',
        area: 'Registry',
        key: 'SOFTWARE\\Example\\Policy',
        valueName: 'On',
        registryType: 'REG_DWORD',
        omaUri: './Vendor/MSFT/Policy/Config/Other/On',
      },
      {
        ...stated,
        name: 'Rights',
        title: 'Log on as a service',
        area: 'Security Policy',
        omaUri: './Vendor/MSFT/Policy/Config/UserRights/Service',
      },
      expect.objectContaining({ name: 'Text', key: 'SOFTWARE\\Example\\System', omaUri: `${DEVICE}/Text` }),
      {
        source: 'options',
        version: '1',
        name: 'Accounts_Guest',
        title: 'Accounts: Guest',
        area: 'System Access',
        omaUri: `${DEVICE}/Guest`,
      },
    ]);
  });

  it('an open option has the type that a control gives it beside its own', async () => {
    const controls = CONTROLS.replace('"TEXT","REG_MULTI_SZ"', '"TEXT","REG_SZ"');
    expect(controls).not.toBe(CONTROLS);
    const files = { ...FILES, 'controls/1/controls.csv': controls };
    const all = settingsOf(await importFiles(files, SOURCES, { corrections: CORRECTIONS }));
    expect(all.get('Logon_Text')?.content).toEqual({
      registryType: 'REG_MULTI_SZ',
      free: true,
      otherTypes: [{ registryType: 'REG_SZ', evidence: 'controls 1: control Text' }],
    });
  });

  it('an option has the numbers that a control lists beside its own', async () => {
    const key = 'MACHINE\\Software\\Example\\Flags\\';
    const option = (name: string, on: string) =>
      `"${name}" = @{ Value = '${key}${name}'; Section = 'Registry Values'; Option = @{ One = '${on}' } }`;
    const control = (name: string, type: string) =>
      row(
        name,
        '',
        `${KEY}\\Flags`,
        name,
        type,
        '',
        '',
        'OneOf(Equals(1), Equals(3), Equals(null))',
        'Registry',
      );
    const files = {
      ...FILES,
      'options/1/options.psd1': `@{ ${option('Sum', '4,1')}\n${option('Bytes', '3,1')}\n${option('Other', '4,1')} }`,
      'controls/1/controls.csv': [
        CONTROLS,
        control('Sum', 'REG_DWORD'),
        control('Bytes', 'REG_BINARY'),
        control('Other', 'REG_SZ'),
      ].join('\r\n'),
    };
    const all = settingsOf(await importFiles(files, SOURCES, { corrections: CORRECTIONS }));
    expect(all.get('Sum')?.content).toEqual({
      registryType: 'REG_DWORD',
      options: [{ kind: 'decimal', value: '1' }],
      otherOptions: [{ data: { kind: 'decimal', value: '3' }, evidence: 'controls 1: control Sum' }],
    });
    expect(Object.keys(all.get('Bytes')?.content ?? {})).toEqual(['registryType', 'options']);
    expect(Object.keys(all.get('Other')?.content ?? {})).toEqual(['registryType', 'options']);
  });

  it('values documented as a node’s option are mapped to it, also those of an element', async () => {
    const all = settingsOf(await importFiles(FILES, SOURCES, { corrections: CORRECTIONS }));
    const { evidence } = { evidence: 'documented alike' };
    expect(all.get('Sizes')?.mdm).toEqual([
      {
        omaUri: './Vendor/MSFT/Firewall/MdmStore/PrivateSize',
        scope: 'Device',
        element: 'size',
        confidence: 'derived',
        evidence,
      },
    ]);
    // A node for devices is no user setting's.
    expect(all.get('OfUsers')).not.toHaveProperty('mdm');
    // The table names one profile only.
    expect(all.get('Profile')).not.toHaveProperty('mdm');
  });
});

async function problems(files: Record<string, string>): Promise<string[]> {
  const error = await importFiles({ ...FILES, ...files }, SOURCES).catch((each: unknown) => each);
  if (!(error instanceof ImportFailed)) throw new Error(`no ImportFailed: ${String(error)}`);
  return error.problems.map(formatProblem);
}

const entry = (section: string, value: string, options: string) =>
  `@{\n 'X' = @{ Section = '${section}'; Value = '${value}'; Option = @{ ${options} } }\n}`;

describe('a table that is wrong', () => {
  it('is told with its file, line and column, all problems at once', async () => {
    const bad = [
      HEADER,
      row('', 'No name', '', '', '', '', '', '', 'Registry'),
      row('Hive', 'x', 'HKCU:\\Software', 'A', 'REG_DWORD', '', '', '', 'Registry'),
      row('Type', 'x', KEY, 'A', 'REG_LINK', '', '', '', 'Registry'),
      row('NoValue', 'x', KEY, '', 'REG_DWORD', '', '', '', 'Registry'),
      row('Allowed', 'x\n(two lines)', KEY, 'B', 'REG_DWORD', '', '', 'AtLeast(3)', 'Registry'),
      row('ALLOWED', 'x', KEY, 'C', 'REG_DWORD', '', '', '', 'Registry'),
    ].join('\n');
    const options = `@{
 A = 'text'
 B = @{ Section = 'Kerberos Policy'; Value = 'x'; Option = @{} }
 C = @{ Section = 'Registry Values'; Value = 'USER\\Software\\X'; Option = @{ On = '4,1' } }
 D = @{ Section = 'Registry Values'; Value = 'MACHINE\\Software\\X'; Option = @{ On = '9,1'; Off = '4,x'; Text = '1,0' } }
}`;
    expect(await problems({ 'controls/1/controls.csv': bad, 'options/1/options.psd1': options })).toEqual([
      'options/1/options.psd1:2:2: A: Section, Value and Option are not a text, a text and a hashtable',
      'options/1/options.psd1:3:2: B: unknown section "Kerberos Policy"',
      'options/1/options.psd1:4:2: C: "USER\\Software\\X" is not MACHINE\\key\\value',
      'options/1/options.psd1:5:2: D: option "On": "9,1" does not begin with the number of a registry type',
      'options/1/options.psd1:5:2: D: option "Off": "x" is not data of REG_DWORD',
      'options/1/options.psd1:5:2: D: option "Text": "0" is not data of REG_SZ',
      'options/1/options.psd1:5:2: D: its options do not have one registry type',
      'controls/1/controls.csv:2:1: : a control lacks its Name',
      'controls/1/controls.csv:3:1: Hive: "HKCU:\\Software" is not a key below HKLM:\\',
      'controls/1/controls.csv:4:1: Type: unknown registry type "REG_LINK"',
      'controls/1/controls.csv:5:1: NoValue: a registry key without a value name',
      'controls/1/controls.csv:6:1: Allowed: Allowed Value: unknown kind of allowed value AtLeast(…)',
      'controls/1/controls.csv:8:1: ALLOWED: the control is defined a second time (first in controls/1/controls.csv:6)',
    ]);
  });

  it.each([
    ['options/1/options.psd1', '@{\n A = Get-Date }', 'options/1/options.psd1:2:6: not a literal value'],
    [
      'controls/1/controls.csv',
      `${HEADER}\n"a`,
      'controls/1/controls.csv:2:1: not valid CSV: Quote Not Closed',
    ],
    [
      'controls/1/controls.csv',
      `${HEADER}\na,b`,
      'controls/1/controls.csv:2:3: not valid CSV: Invalid Record Length',
    ],
    [
      'controls/1/controls.csv',
      'Name,Category\n',
      'controls/1/controls.csv:1:1: no column Control Name, Registry Key',
    ],
    ['controls/1/controls.csv', '', 'controls/1/controls.csv:1:1: the file has no header line'],
    [
      'controls/1/second.csv',
      `${HEADER}\n${row('own', '', '', '', '', '', '', '', 'R')}`,
      'second.csv:2:1: own: the control is defined a second time (first in controls/1/controls.csv:5)',
    ],
    [
      'options/1/second.psd1',
      entry('System Access', 'X', '').replace("'X'", "'LOGON_TEXT'"),
      'second.psd1:2:2: LOGON_TEXT: the option is defined a second time (first in options/1/options.psd1:7)',
    ],
  ])('%s %j', async (file, text, problem) => {
    expect(await problems({ [file]: text })).toEqual([expect.stringContaining(problem)]);
  });
});
