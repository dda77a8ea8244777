/** Security options and controls: settings, titles, nodes, cross-checks, and tables that are wrong. */
import { describe, expect, it } from 'vitest';
import type { SourceDeclaration } from '../../build/facts/sources.ts';
import type { ImportOptions } from '../../build/import/run.ts';
import { vectorFile, vectors } from '../vectors.ts';
import { adml, admx, importFiles, policy, problemsOf, settingsOf, source } from './fixture.ts';

const OPTIONS = vectorFile('options.psd1').trimEnd();

const CONTROLS = vectorFile('controls.csv').trimEnd().replaceAll('\n', '\r\n');

const node = (name: string, gp = '') =>
  `<Node><NodeName>${name}</NodeName><DFProperties>${gp}</DFProperties></Node>`;
const AREA = 'Windows Settings~Security Settings~Local Policies~Security Options';
const option = (title: string) => `<GpMapping GpEnglishName="${title}" GpAreaPath="${AREA}"/>`;
const DDF = `<MgmtTree><Node><NodeName>Logon</NodeName><Path>./Device/Vendor/MSFT/Policy/Config</Path>
${node('Text')}${node('Own')}${node('Name', option('Logon: Show name'))}${node('Guest', option('Accounts: Guest'))}</Node>
<Node><NodeName>MdmStore</NodeName><Path>./Vendor/MSFT/Firewall</Path>${node('PublicSize')}${node('PrivateSize')}</Node></MgmtTree>`;

const dated = (version: string, languages = ['en-US']) => [{ version, date: '2024-01-01', languages }];
const versions = dated('1');
const SOURCES: SourceDeclaration[] = [
  source({ id: 'vendor', line: 'vendor', versions }),
  source({ id: 'others', line: 'others', provenanceKind: 'community', versions }),
  source({ id: 'options', line: 'options', kind: 'psd1', provenanceKind: 'transcription', versions }),
  source({ id: 'controls', line: 'controls', kind: 'csv', versions }),
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
const CORRECTIONS: NonNullable<ImportOptions['corrections']> = JSON.parse(
  vectorFile('baseline-corrections.json'),
);

describe('security options and controls', () => {
  it('are settings, cross-checks and categories as in the reviewed file', async () => {
    const facts = await importFiles(FILES, SOURCES, { corrections: CORRECTIONS });
    const found = {
      options: facts.settings.get('options'),
      controls: facts.settings.get('controls'),
      crossChecks: facts.controls,
      categories: facts.categories.filter(({ line }) => line === 'options'),
    };
    expect(found).toEqual(JSON.parse(vectorFile('options-and-controls.json')));
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
      `"${name}","","HKLM:\\SOFTWARE\\Example\\Flags","${name}","${type}","","","OneOf(Equals(1), Equals(3), Equals(null))","Registry"`;
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
    expect(all.get('Sizes')?.mdm).toEqual([
      {
        omaUri: './Vendor/MSFT/Firewall/MdmStore/PrivateSize',
        scope: 'Device',
        element: 'size',
        confidence: 'derived',
        evidence: 'documented alike',
      },
    ]);
    // A node for devices is no user setting's.
    expect(all.get('OfUsers')).not.toHaveProperty('mdm');
    // The table names one profile only.
    expect(all.get('Profile')).not.toHaveProperty('mdm');
  });
});

describe('a table that is wrong', () => {
  const problems = (files: Record<string, string>) =>
    problemsOf(importFiles({ ...FILES, ...files }, SOURCES));

  it('is told with its file, line and column, all problems at once', async () => {
    const [controls, options] = [vectorFile('bad-controls.csv').trimEnd(), vectorFile('bad-options.psd1')];
    expect(
      await problems({ 'controls/1/controls.csv': controls, 'options/1/options.psd1': options }),
    ).toEqual(vectorFile('bad-tables.txt').trimEnd().split('\n'));
  });

  it.each(vectors<[file: string, text: string, problem: string]>('bad-tables'))(
    '%s %j',
    async (file, text, problem) => {
      expect(await problems({ [file]: text })).toEqual([expect.stringContaining(problem)]);
    },
  );
});
