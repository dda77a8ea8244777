/** A tree of MDM nodes in our own words, and what is read of it: the vendor's own files are not everywhere. */
import { expect, it } from 'vitest';
import type { DdfFact } from '../../build/facts/nodes.ts';
import type { SettingFact } from '../../build/facts/types.ts';
import { inheritApplicability, keepKnownNames, namesIn, readDdf } from '../../build/import/ddf.ts';
import { parseXml } from '../../build/import/xml.ts';
import { vectorFile, vectors } from '../vectors.ts';

function nodesOf(xml: string, onProse?: () => void): DdfFact[] {
  const problems: unknown[] = [];
  const nodes = readDdf(parseXml(xml, 'a.xml'), 'a.xml', '1', (problem) => problems.push(problem), onProse);
  expect(problems).toEqual([]);
  return inheritApplicability(nodes);
}

it('has where a node applies, what it takes, and what it is mapped to', () => {
  let prose = 0;
  const nodes = nodesOf(vectorFile('nodes.xml'), () => prose++);
  const named = nodes.map(({ omaUri, version: _, ...rest }) => [omaUri.split('/').at(-1), rest]);
  expect(named).toHaveLength(new Map(named as [string, object][]).size);
  expect(Object.fromEntries(named)).toEqual(JSON.parse(vectorFile('nodes.json')));
  expect(nodes).toContainEqual(
    expect.objectContaining({ omaUri: './Device/Vendor/MSFT/Upper/Middle/Lower', version: '1' }),
  );
  // A label of an option, a default and a pattern.
  expect(prose).toBe(3);
});

/** The node of these properties. */
function nodeOf(properties: string): DdfFact | undefined {
  const top = `<NodeName>A</NodeName><Path>./Device/Vendor/MSFT</Path><DFProperties>${properties}</DFProperties>`;
  const namespace = 'xmlns:MSFT="http://schemas.microsoft.com/MobileDevice/DM"';
  return nodesOf(`<MgmtTree ${namespace}><Node>${top}</Node></MgmtTree>`)[0];
}

it.each(vectors<[access: string, told: string[] | null]>('ddf-access'))(
  'a node with the access %s: %j',
  (access, told) => expect(nodeOf(`<AccessType>${access}</AccessType>`)?.access ?? null).toEqual(told),
);

it.each(vectors<[kind: string, text: string, expected: object]>('ddf-allowed-values'))(
  'a node takes %s %s',
  (kind, text, expected) => {
    const node = nodeOf(`<MSFT:AllowedValues ValueType="${kind}">${text}</MSFT:AllowedValues>`);
    expect(node?.allowed).toEqual({ kind, ...expected });
  },
);

it.each(
  vectors<[element: string, description: string, told: DdfFact['deprecated'] | null]>('ddf-deprecated'),
)('a node with %s, described as %j, is deprecated: %j', (element, description, told) =>
  expect(nodeOf(`${element}<Description>${description}</Description>`)?.deprecated ?? null).toEqual(told),
);

it('keeps identifiers of a description, and only those that the templates have', () => {
  expect(namesIn('Maps to GP Some_Name policy; useThis, not that. Some_Name')).toEqual([
    'Some_Name',
    'useThis',
  ]);
  const fact: DdfFact = { omaUri: './x', scope: 'Device', version: '1', names: ['Some_Name', 'useThis'] };
  const setting = { policyId: 'A::Some_Name' } as SettingFact;
  expect(keepKnownNames([fact], [setting])).toEqual([{ ...fact, names: ['Some_Name'] }]);
  expect(keepKnownNames([fact], [])[0]).not.toHaveProperty('names');
});
