/**
 * The rules of the join on a fixture of a few policies: what the vendors' files do not hold today, or hold so rarely that
 * the whole corpus would not show a fault. Each row is one node, and what it must lead to.
 */
import { expect, it } from 'vitest';
import type { CorrectionsFile } from '../../build/facts/corrections.ts';
import type { Facts } from '../../build/facts/model.ts';
import type { DdfFact } from '../../build/facts/nodes.ts';
import { WINDOWS_LINE } from '../../build/facts/sources.ts';
import type { SettingFact } from '../../build/facts/types.ts';
import { joinMdm } from '../../build/join/mdm.ts';
import { vectors } from '../vectors.ts';

type Part = Partial<SettingFact> & { name: string; title: string };

const setting = ({ name, title, ...more }: Part): SettingFact => ({
  slug: `test.${name.toLowerCase()}`,
  policyId: `Test::${name}`,
  class: 'Machine',
  admx: 'Test.admx',
  version: '1',
  key: 'Software\\Policies\\Test',
  category: 'Test::Root',
  text: { 'en-US': { displayName: title } },
  ...more,
});

const all = vectors<Part>('join-settings').map(setting);
const isOfBrowser = ({ policyId }: SettingFact) => policyId.startsWith('Browser::');
const WINDOWS = all.filter((each) => !isOfBrowser(each));
const BROWSER = all.filter(isOfBrowser);

const CATEGORIES = ['Root', 'A', 'B'].map((name) => ({
  id: `Test::${name}`,
  line: WINDOWS_LINE,
  ...(name === 'Root' ? {} : { parent: 'Test::Root' }),
  text: { 'en-US': name },
}));

function joined(nodes: Partial<DdfFact>[], more: Partial<Facts> = {}) {
  const moreCorrections: Omit<CorrectionsFile, 'corrections'> = {};
  return joinMdm({
    sources: [
      { id: 'windows-11', line: WINDOWS_LINE },
      { id: 'browser', line: 'browser' },
    ],
    settings: new Map([
      ['windows-11', WINDOWS],
      ['browser', BROWSER],
    ]),
    categories: CATEGORIES,
    nodes: nodes.map((node, at) => ({
      omaUri: `./Device/Test/${at}`,
      scope: 'Device',
      version: '1',
      ...node,
    })),
    corrections: [],
    moreCorrections,
    ...more,
  } as unknown as Facts);
}

/** Node, then `policyId`, element, confidence and way of each link; or the reason that there is none. */
const ROWS = vectors<[what: string, node: Partial<DdfFact>, links: string[] | string]>('node-links');

it.each(ROWS)('a node leads to %s', (_, node, expected) => {
  const { links, unmatched } = joined([node]);
  const found = links.map(({ setting: to, element: of, confidence, by }) =>
    [to.policyId, of ?? '-', confidence, by].join(' '),
  );
  const isLinked = typeof expected !== 'string';
  expect(found).toEqual(isLinked ? expected : []);
  expect(unmatched.map(({ reason }) => reason)).toEqual(isLinked ? [] : [expected]);
});

/** Nodes, then the way and `policyId` of each contradiction of the first one's claim. */
const CONTRADICTED =
  vectors<[what: string, nodes: Partial<DdfFact>[], found: string[]]>('node-contradictions');

it.each(CONTRADICTED)('what contradicts a claim: %s', (_, nodes, expected) => {
  const { contradictions, unmatched, links } = joined(nodes);
  expect(contradictions.map(({ by, named }) => `${by} ${named}`)).toEqual(expected);
  expect(unmatched.map(({ node, reason }) => `${node.omaUri} ${reason}`)).toEqual(
    expected.map(() => './Device/Test/0 contradicted'),
  );
  expect(links.some(({ node }) => node.omaUri === './Device/Test/0')).toBe(expected.length === 0);
});

it('categories that refer to each other end', () => {
  const loop = [
    { id: 'Test::Root', line: WINDOWS_LINE, parent: 'Test::A', text: { 'en-US': 'Root' } },
    { id: 'Test::A', line: WINDOWS_LINE, parent: 'Test::Root', text: { 'en-US': 'A' } },
  ];
  const { links } = joined([{ gp: { name: 'First twin', area: 'Root~A' } }], {
    categories: loop,
  } as unknown as Partial<Facts>);
  expect(links.map(({ setting: to }) => to.policyId)).toEqual(['Test::Twin']);
});

it('a link that a source states besides the DDF is made once', () => {
  const stated = { omaUri: './Device/Test/0', confidence: 'official' };
  const also = setting({ name: 'Stated', title: 'Stated', mdm: [stated] as never });
  const both = joined([{ admx: { area: 'A', file: 'test.admx', name: 'Stated' } }], {
    settings: new Map([['windows-11', [...WINDOWS, also]]]),
  });
  expect(both.links.map(({ by }) => by)).toEqual(['AdmxBacked']);
  const alone = joined([{}], { settings: new Map([['windows-11', [...WINDOWS, also]]]) });
  expect(alone.links.map(({ by }) => by)).toEqual(['statement']);
});
