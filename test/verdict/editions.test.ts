/** Editions: every edition against every edition list of the DDF, and the words that name one. */

import fc from 'fast-check';
import { expect, it } from 'vitest';
import { editionListTable } from '../../build/compile/edition-lists.ts';
import { EDITIONS, editionList, editionNames, isKnownEdition } from '../../build/compile/edition-names.ts';
import { editionWords, readEditions } from '../../runtime/verdict/editions.ts';
import { vectors } from '../vectors.ts';
import { editionLists, SAID } from './editions.ts';
import { releases, releaseTable as table } from './releases.ts';

const lists = await editionLists();

const read = (text: string) => readEditions(editionWords(text), releases).editions;

it('every product type of the DDF is known, and there are enough to compare', () => {
  expect(lists.length).toBeGreaterThanOrEqual(40);
  expect(new Set(Object.values(SAID).flat()).size).toBeGreaterThanOrEqual(33);
  for (const list of lists) for (const code of list) expect(isKnownEdition(code), code).toBe(true);
});

/** A group and the product types that it is named after. */
type Group = [name: string, productTypes: number[]];
const GROUPS = vectors<Group>('edition-groups');

it('groups of every list are those whose edition it has', () => {
  for (const list of lists) {
    const numbers = list.map(Number);
    const has = ([, productTypes]: Group) => productTypes.some((code) => numbers.includes(code));
    const all = GROUPS.filter(has).map(([name]) => name);
    const pc = all.filter((name) => name !== 'HoloLens' && name !== 'Surface Hub');
    const wanted = pc.length === 9 ? ['all', ...all.filter((name) => !pc.includes(name))] : all;
    expect(editionList(list).groups).toEqual(wanted);
    expect(editionList(list).isForPc).toBe(numbers.some((code) => ![0x87, 0x88, 0x77, 0xb4].includes(code)));
  }
});

it('groups of an empty list are none, also where it is one of many', () => {
  const empty = { codes: [], groups: [], isForPc: false };
  expect(editionList([])).toEqual(empty);
  const node = { omaUri: './x', scope: 'Device', version: '1' } as const;
  const table = editionListTable([
    { ...node, editions: ['0x4'] },
    { ...node, editions: [] },
  ]);
  expect(table.lists).toEqual([empty, editionList(['0x4'])]);
  expect([table.indexOf([]), table.indexOf(['0x4'])]).toEqual([0, 1]);
});

it('groups are no matter of case, and a code of no table stands for itself', () => {
  expect(editionList(['0xaf', '0xBC']).groups).toEqual(['IoT Enterprise', 'multi-session']);
  expect(editionNames(['0x4', '0x1b', '0x7'])).toEqual(['Enterprise', 'Enterprise N', '0x7']);
  expect(isKnownEdition('0x7')).toBe(false);
  expect(editionList(['0x7'])).toEqual({ codes: ['0x7'], groups: [], isForPc: false });
});

it('groups have names of their own', () => {
  expect(new Set(EDITIONS.map(({ name }) => name)).size).toBe(EDITIONS.length);
  expect(new Set(EDITIONS.map(({ code }) => code)).size).toBe(EDITIONS.length);
});

it.each(vectors<[string, string[]]>('editions-read'))('%s: %j', (text, names) => {
  expect(read(text).map(({ name }) => name)).toEqual(names);
});

it('multi session is one word, in every spelling', () => {
  for (const text of ['multi session', 'multi-session', 'Multi Session']) {
    expect(editionWords(`Enterprise ${text} 23H2`)).toEqual(['Enterprise', 'multisession', '23H2']);
  }
  expect(editionWords('session multi')).toEqual(['session', 'multi']);
});

const word = fc.constantFrom(
  ...'Windows 11 24H2 Pro Home Enterprise Education LTSC N IoT SE Team for Workstations Single Language / and x64'.split(
    ' ',
  ),
);

it('whatever the words are, no word is lost or made up', () => {
  fc.assert(
    fc.property(fc.array(word, { maxLength: 12 }), (words) => {
      const { editions, rest } = readEditions(words, releases);
      for (const each of rest) expect(words).toContain(each);
      if (editions.length === 0) expect(rest).toEqual(words.filter((each) => !['/', 'and'].includes(each)));
      expect(new Set(editions.map(({ name }) => name)).size).toBe(editions.length);
    }),
  );
});

it('whatever the words are, their order does not matter where they name one edition', () => {
  const names = EDITIONS.map(({ name }) => name).filter((name) => read(name)[0]?.name === name);
  expect(names.length).toBeGreaterThanOrEqual(33);
  fc.assert(
    fc.property(fc.constantFrom(...names), fc.infiniteStream(fc.nat()), (name, random) => {
      const words = editionWords(name);
      const keyed = words.map((each) => [random.next().value ?? 0, each] as const);
      const shuffled = keyed.sort((a, b) => a[0] - b[0]).map(([, each]) => each);
      expect(readEditions(shuffled, releases).editions).toEqual(read(name));
    }),
  );
});

it('whatever the words are, more words than a target can have name nothing', () => {
  const most = [...Array.from({ length: 63 }, () => 'x'), 'Pro'];
  expect(readEditions(most, releases).editions.map(({ name }) => name)).toEqual(['Pro']);
  const words = Array.from({ length: 65 }, () => 'Pro');
  expect(readEditions(words, releases)).toEqual({ editions: [], rest: words });
});

it('names stand for the product types of the table, and for a device where all of these are of it', () => {
  for (const { words, codes, device } of table.editionNames) {
    expect(editionNames(Object.keys(codes)), words.join(' ')).toEqual(Object.values(codes));
    expect(editionList(Object.keys(codes)).isForPc, words.join(' ')).toBe(device === undefined);
    const groups = EDITIONS.filter(({ code }) => code in codes).map(({ group }) => group);
    if (device !== undefined) expect(new Set([...groups, device]).size, words.join(' ')).toBe(1);
    expect(words).toEqual(words.map((word) => word.toLowerCase()));
  }
});

it('phrases of one name stand for the same editions', () => {
  const phrases = table.editionNames;
  const named = new Map<string, string>();
  for (const { name, words, codes } of phrases) {
    const own = Object.keys(codes).sort().join(' ');
    expect(own, `${name}: ${words.join(' ')}`).toBe(named.get(name) ?? own);
    named.set(name, own);
  }
  expect(phrases.length - named.size).toBeGreaterThan(10);
});
