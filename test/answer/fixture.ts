/** A product line, an older one beside it and an MDM tree, small enough to know every answer by heart. */
import type { SourceDeclaration } from '../../build/facts/sources.ts';
import type { Snapshot } from '../../runtime/service.ts';
import { adml, admx, answering, importFiles, policy, source } from '../import/fixture.ts';

export const ROOT = 'Software\\Policies\\Example';

const SOURCES: SourceDeclaration[] = [
  source({
    id: 'newer',
    line: 'windows',
    versions: [{ version: 'N', date: '2025-01-01', languages: ['en-US', 'fr-FR'] }],
    learnUrl: [{ admx: ['learn'], url: 'https://example.org/{slug}' }],
  }),
  source({
    id: 'older',
    line: 'other',
    versions: [{ version: 'O', date: '2020-01-01', languages: ['en-US'] }],
  }),
  source({
    id: 'policy-ddf',
    line: 'mdm',
    kind: 'ddf',
    versions: [{ version: 'D', date: '2025-02', languages: [] }],
  }),
];

const on = 'valueName="On"';
const shared = { key: `${ROOT}\\Shared` };
const label = (text: string) =>
  `<presentation id="HalfFrench"><checkBox refId="b">${text}</checkBox></presentation>`;

const POLICIES = [
  policy('Plain', '<supportedOn ref="S"/>', { attrs: on }),
  policy('Twin', '', { attrs: on, class: 'Both' }),
  policy(
    'Parts',
    '<elements><decimal id="StartId" valueName="Start"/><decimal id="EndId" valueName="End"/></elements>',
    { attrs: 'valueName="Own"' },
  ),
  policy('UserOnly', '', { attrs: on, class: 'User' }),
  policy('Unmapped', '', { attrs: on }),
  policy('Old', '', { attrs: on }),
  policy('Preview', '', { attrs: on }),
  policy('Derived', '', { attrs: on }),
  policy('FrenchOnly', '', { attrs: on }),
  policy('HalfFrench', '<parentCategory ref="Top"/><elements><boolean id="b" valueName="B"/></elements>'),
  policy('Nameless', '', { attrs: on }),
  policy('DListed', '<elements><list id="l"/></elements>', shared),
  policy(
    'CItem',
    '<enabledList><item valueName="S"><value><decimal value="1"/></value></item></enabledList>',
    shared,
  ),
  policy('BElement', '<elements><boolean id="e" valueName="S"/></elements>', shared),
  policy('AOwn', '', { ...shared, attrs: 'valueName="s"' }),
  policy('ZOwn', '', { ...shared, attrs: 'valueName="S"' }),
  policy('Slash', '', { key: `${ROOT}\\with/slash`, attrs: on }),
];

const TITLES = Object.fromEntries(
  POLICIES.map((text) => /name="(\w+)"/.exec(text)?.[1] ?? '').map((name) => [name, `${name} title`]),
);
const { FrenchOnly: _f, Nameless: _n, ...english } = TITLES;

const leaf = (
  name: string,
  inside: string,
  builds = '10.0.19041',
  deprecated = '',
) => `<Node><NodeName>${name}</NodeName><DFProperties>
  <MSFT:Applicability><MSFT:OsBuildVersion>${builds}</MSFT:OsBuildVersion></MSFT:Applicability>${deprecated}${inside}</DFProperties></Node>`;
const backed = (name: string) =>
  `<MSFT:AllowedValues ValueType="ADMX"><MSFT:AdmxBacked Area="own~AT~Top" Name="${name}" File="a.admx"/></MSFT:AllowedValues>`;
const mapped = (name: string, area: string, element?: string) =>
  `<MSFT:GpMapping GpEnglishName="${name}" GpAreaPath="${area}"${element === undefined ? '' : ` GpElement="${element}"`}/>`;
const tree = (path: string, leaves: string) => `<Node><NodeName>Policy</NodeName><Path>${path}</Path>
  <Node><NodeName>Config</NodeName><Node><NodeName>Area</NodeName>${leaves}</Node></Node>
  <Node><NodeName>Result</NodeName></Node></Node>`;

const DDF = `<?xml version="1.0"?>
<!DOCTYPE MgmtTree PUBLIC "-//OMA//DTD-DM-DDF 1.2//EN" "http://www.openmobilealliance.org/tech/DTD/DM_DDF-V1_2.dtd">
<MgmtTree>${tree(
  './Device/Vendor/MSFT',
  [
    leaf('Plain', backed('Plain'), '10.0.19041.1202, 10.0.22000'),
    leaf('Twin', backed('Twin')),
    leaf('Start', mapped('Parts', 'a~AT~Top', 'StartId')),
    leaf('End', mapped('Parts', 'a~AT~Top', 'EndId')),
    leaf('UserOnly', backed('UserOnly')),
    leaf('Old', backed('Old'), '10.0.17763', '<MSFT:Deprecated OsBuildDeprecated="10.0.22000"/>'),
    leaf('Preview', backed('Preview'), '99.9.99999'),
    leaf('Derived', mapped('Derived title', 'Nowhere~In~The~Tree')),
    leaf('Documented', ''),
    '<Node><NodeName></NodeName><Node><NodeName>Size</NodeName></Node></Node>',
  ].join('\n'),
)}${tree('./User/Vendor/MSFT', leaf('Twin', backed('Twin'), '10.0.20348'))}</MgmtTree>`;

let made: Promise<Snapshot> | undefined;

export function fixture(): Promise<Snapshot> {
  made ??= make();
  return made;
}

async function make(): Promise<Snapshot> {
  const facts = await importFiles(
    {
      'newer/N/a.admx': admx(POLICIES.join('\n'), {
        categories: '<category name="Top" displayName="$(string.TopTitle)"/>',
        definitions: '<definition name="S" displayName="$(string.Support)"/>',
      }),
      'newer/N/en-US/a.adml': adml(
        { ...english, TopTitle: 'Top', Support: 'At least Windows Server 2016 or Windows 10' },
        label('Tick me'),
      ),
      'newer/N/fr-FR/a.adml': adml({
        Plain: 'Titre de Plain',
        FrenchOnly: 'Seulement en français',
        HalfFrench: 'À moitié',
        TopTitle: 'Sommet',
      }),
      'newer/N/learn.admx': admx(policy('Learn', '', { attrs: on }), { namespace: 'Example.Learn' }),
      'newer/N/en-US/learn.adml': adml({ Learn: 'Learn title' }),
      'newer/N/fr-FR/learn.adml': adml({}),
      'older/O/o.admx': admx(policy('AAOwn', '', { ...shared, attrs: 'valueName="S"' }), {
        namespace: 'Example.Older',
      }),
      'older/O/en-US/o.adml': adml({ AAOwn: 'Older title' }),
      'policy-ddf/D/tree.xml': DDF,
    },
    SOURCES,
  );
  return (await answering(facts, SOURCES)).ask;
}
