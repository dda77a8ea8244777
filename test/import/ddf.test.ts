/** A tree of MDM nodes in our own words, and what is read of it: the vendor's own files are not everywhere. */
import { expect, it } from 'vitest';
import { readDdf } from '../../build/import/ddf.ts';
import { parseXml } from '../../build/import/xml.ts';

const PROSE = 'A label that is as long as a paragraph. '.repeat(10);
const node = (name: string, properties: string, inside = '') =>
  `<Node><NodeName>${name}</NodeName><DFProperties>${properties}</DFProperties>${inside}</Node>`;
const access = (...all: string[]) => `<AccessType>${all.map((each) => `<${each}/>`).join('')}</AccessType>`;
const applies = (builds: string, editions: string) =>
  `<MSFT:Applicability><MSFT:OsBuildVersion>${builds}</MSFT:OsBuildVersion><MSFT:CspVersion>1.0</MSFT:CspVersion>
   <MSFT:EditionAllowList>${editions}</MSFT:EditionAllowList></MSFT:Applicability>`;
const allowed = (kind: string, inside: string) =>
  `<MSFT:AllowedValues ValueType="${kind}">${inside}</MSFT:AllowedValues>`;
const option = (value: string, label: string) =>
  `<MSFT:Enum><MSFT:Value>${value}</MSFT:Value><MSFT:ValueDescription>${label}</MSFT:ValueDescription></MSFT:Enum>`;
const tree = (...tops: [path: string, inside: string][]) =>
  `<MgmtTree xmlns:MSFT="http://schemas.microsoft.com/MobileDevice/DM">${tops
    .map(
      ([path, inside]) =>
        `<Node><NodeName>Example</NodeName><Path>${path}</Path><DFProperties/>${inside}</Node>`,
    )
    .join('')}</MgmtTree>`;

const nodesOf = (xml: string) => {
  const problems: string[] = [];
  const nodes = readDdf(parseXml(xml, 'a.xml'), 'a.xml', '1', ({ message }) => problems.push(message));
  expect(problems).toEqual([]);
  return new Map(nodes.map(({ omaUri, version: _, ...rest }) => [omaUri.split('/').at(-1), rest]));
};

const DEVICE = tree([
  './Device/Vendor/MSFT',
  [
    node(
      'Mode',
      `${access('Get', 'Replace')}<DefaultValue>1</DefaultValue><DFFormat><int/></DFFormat>
       ${applies('10.0.19041.1202, 10.0.22000', '0x4;0x1b;0x4;')}
       <MSFT:Deprecated OsBuildDeprecated="10.0.26100"/><MSFT:ConflictResolution>LowestValueMostSecure</MSFT:ConflictResolution>
       <MSFT:RebootBehavior>Automatic</MSFT:RebootBehavior>
       ${allowed('ENUM', option('0', 'Off') + option('1', PROSE))}
       <MSFT:GpMapping GpEnglishName="Policy" GpAreaPath="Area~Part" GpElement="Box"/>`,
    ),
    node(
      'Backed',
      `${access('Add')}${allowed('ADMX', '<MSFT:AdmxBacked Area="Area" Name="Own" File="Own.admx"/>')}<MSFT:Deprecated/>`,
    ),
    node(
      'Dependent',
      `${access('Add')}<MSFT:DependencyBehavior><MSFT:DependencyGroup><MSFT:Dependency Type="DependsOn">
       <MSFT:DependencyUri>Vendor/MSFT/[ID]/Other</MSFT:DependencyUri><MSFT:AdmxBacked Area="A" Name="N" File="F.admx"/>
       </MSFT:Dependency></MSFT:DependencyGroup></MSFT:DependencyBehavior>`,
    ),
    node('Read', `${access('Get')}${allowed('Range', '<MSFT:Value>[(-1)-23]</MSFT:Value>')}`),
    node('Some', `${access('Add')}${allowed('Range', '<MSFT:Value>[6,17]</MSFT:Value>')}`),
    node('', access('Add'), node('Inner', access('Add'))),
    node('Lines', allowed('None', '<MSFT:List Delimiter="0xF000"/>')),
  ].join(''),
]);

it('has where a node applies, what it takes, and what it is mapped to', () => {
  const nodes = nodesOf(DEVICE);
  expect(nodes.get('Mode')).toEqual({
    scope: 'Device',
    builds: ['10.0.19041.1202', '10.0.22000'],
    editions: ['0x4', '0x1B'],
    cspVersion: '1.0',
    deprecated: '10.0.26100',
    format: 'int',
    allowed: {
      kind: 'ENUM',
      values: [
        { value: '0', label: 'Off' },
        { value: '1', labelOmitted: true },
      ],
    },
    defaultValue: '1',
    conflict: 'LowestValueMostSecure',
    reboot: 'Automatic',
    gp: { name: 'Policy', area: 'Area~Part', element: 'Box' },
  });
  const admx = { area: 'Area', name: 'Own', file: 'Own.admx' };
  expect(nodes.get('Backed')).toEqual({ scope: 'Device', deprecated: true, admx });
  const dependencies = [{ nodes: [{ type: 'DependsOn', omaUri: './Vendor/MSFT/{}/Other' }] }];
  expect(nodes.get('Dependent')).toEqual({ scope: 'Device', dependencies });
  expect(nodes.get('Read')).toMatchObject({ access: ['Get'], allowed: { kind: 'Range', min: -1, max: 23 } });
  expect(nodes.get('Some')?.allowed).toEqual({ kind: 'Range', values: [{ value: '6' }, { value: '17' }] });
  expect(nodes.get('{}')).toEqual({ scope: 'Device', dynamic: true });
  expect(nodes.get('Inner')).toEqual({ scope: 'Device', dynamic: true });
  expect(nodes.get('Lines')?.allowed).toEqual({ kind: 'None', delimiter: '\uf000' });
});

it('has the nodes of users and devices, and none of the protocol', () => {
  const nodes = (path: string) => [...nodesOf(tree([path, node('X', access('Add'))])).values()];
  expect(nodes('./User/Vendor/MSFT').at(-1)).toMatchObject({ scope: 'User' });
  expect(nodes('./Vendor/MSFT').at(-1)).toMatchObject({ scope: 'Device' });
  expect(nodes('./SyncML')).toEqual([]);
});
