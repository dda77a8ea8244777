/** A tree of MDM nodes in our own words, and what is read of it: the vendor's own files are not everywhere. */
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { readDdf } from '../../build/import/ddf.ts';
import { parseXml } from '../../build/import/xml.ts';

const file = (name: string) => readFileSync(new URL(`../vectors/${name}`, import.meta.url), 'utf8');

const nodesOf = (xml: string) => {
  const problems: string[] = [];
  const nodes = readDdf(parseXml(xml, 'a.xml'), 'a.xml', '1', ({ message }) => problems.push(message));
  expect(problems).toEqual([]);
  return new Map(nodes.map(({ omaUri, version: _, ...rest }) => [omaUri.split('/').at(-1) ?? '', rest]));
};

it('has where a node applies, what it takes, and what it is mapped to', () => {
  const nodes = Object.fromEntries(nodesOf(file('nodes.xml')));
  expect(nodes).toEqual(JSON.parse(file('nodes.json')));
});

it('has the nodes of users and devices, and none of the protocol', () => {
  const node =
    '<Node><NodeName>X</NodeName><DFProperties><AccessType><Add/></AccessType></DFProperties></Node>';
  const nodes = (path: string) => {
    const top = `<NodeName>Example</NodeName><Path>${path}</Path><DFProperties/>${node}`;
    return [...nodesOf(`<MgmtTree><Node>${top}</Node></MgmtTree>`).values()];
  };
  expect(nodes('./User/Vendor/MSFT').at(-1)).toMatchObject({ scope: 'User' });
  expect(nodes('./Vendor/MSFT').at(-1)).toMatchObject({ scope: 'Device' });
  expect(nodes('./SyncML')).toEqual([]);
});
