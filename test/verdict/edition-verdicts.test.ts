/** The verdict on a node for an edition: every edition against every node of the DDF. */
import { expect, it } from 'vitest';
import { editionList as listOf } from '../../build/compile/edition-names.ts';
import { editionWords, readEditions } from '../../runtime/verdict/editions.ts';
import { type Facts, judge, readTarget } from '../../runtime/verdict/index.ts';
import { expectSame } from '../same.ts';
import { DEVICES, editionLists, SAID, slowMdm } from './editions.ts';
import { nodeOf } from './node.ts';
import { releases } from './releases.ts';

/** A minimum → the verdict on Windows 11 24H2 by it alone. */
const BY_BUILD = {
  '[10.0.15063] and later': 'supported',
  '[10.0.26300] and later': 'unsupported',
  'Windows Insider Preview': 'unverified',
  none: 'unknown',
};

const lists = await editionLists();
const tables = { releases, editionLists: lists.map(listOf) };

/** Each list of the DDF, and none, with each minimum: the verdict depends on nothing else. */
const NODES = [undefined, ...lists.keys()].flatMap((editionList) =>
  Object.entries(BY_BUILD).map(([minOs, byBuild]) => ({
    list: editionList === undefined ? undefined : (lists[editionList] ?? []),
    byBuild,
    facts: nodeOf({
      ...(minOs !== 'none' && { minOs }),
      ...(editionList !== undefined && { editionList }),
    }),
  })),
);

const onTarget = (facts: Facts, targetOs: string) => judge(facts, readTarget(targetOs, releases), tables);

const editionsIn = (text: string) => readEditions(editionWords(text), releases).editions;

/** The target is Windows 11 24H2 with the editions that the text names. */
function withEditions(text: string) {
  const editions = editionsIn(text);
  return { ...readTarget('Windows 11 24H2', releases), ...(editions.length > 0 && { editions }) };
}

it.each(Object.entries(SAID))('%s is one edition, of these product types', (text, codes) => {
  const [edition, ...more] = editionsIn(text);
  expect(more).toEqual([]);
  const types = Object.keys(edition?.codes ?? { 0: 'none' }).map(Number);
  expect(types.sort()).toEqual([...codes].sort());
  const target = withEditions(text);
  for (const { list, byBuild, facts } of NODES)
    expectSame(judge(facts, target, tables).mdm?.verdict, slowMdm(list, [codes], byBuild), `${list}`);
});

it('two editions at once: each is judged, and differing is unknown', () => {
  const seen = new Set<string>();
  const said = Object.entries(SAID);
  for (const [at, [text, codes]] of said.entries()) {
    const [other = '', otherCodes = []] = said[(at * 7 + 3) % said.length] ?? [];
    const target = withEditions(`${text} / ${other}`);
    for (const { list, byBuild, facts } of NODES) {
      const { mdm } = judge(facts, target, tables);
      expectSame(mdm?.verdict, slowMdm(list, [codes, otherCodes], byBuild), `${text} / ${other}`);
      seen.add(mdm?.reason.code ?? '');
    }
  }
  expect(seen).toContain('editionsDiffer');
  expect(seen).toContain('editionUnclear');
});

it('an edition that is unclear is told by names of which each can be asked for', () => {
  let told = 0;
  const reached = NODES.filter(({ byBuild }) => byBuild === 'supported');
  for (const text of Object.keys(SAID)) {
    for (const { facts } of reached) {
      const reason = judge(facts, withEditions(text), tables).mdm?.reason;
      if (reason?.code !== 'editionUnclear') continue;
      expect(reason.listed).not.toEqual([]);
      for (const name of reason.listed)
        expect(judge(facts, withEditions(name), tables).mdm?.verdict, name).toBe('supported');
      told++;
    }
  }
  expect(told).toBeGreaterThan(0);
});

it('no edition: a list without a PC is unsupported, and the common editions that lack the node are named', () => {
  const counts = { devices: 0, lacking: 0 };
  for (const { list, byBuild, facts } of NODES) {
    const { mdm, notes } = onTarget(facts, 'Windows 11 24H2');
    expect(mdm?.verdict).toBe(slowMdm(list, [], byBuild));
    const codes = list?.map(Number) ?? [];
    const isForPc = codes.some((code) => !DEVICES.includes(code));
    const editions = isForPc
      ? [...(codes.includes(0x30) ? [] : ['Pro']), ...(codes.includes(0x4) ? [] : ['Enterprise'])]
      : [];
    const expected = editions.length > 0 ? { code: 'editionsLacking', editions } : undefined;
    expect(notes.find(({ code }) => code === 'editionsLacking')).toEqual(expected);
    if (codes.length > 0 && !isForPc) counts.devices++;
    if (expected) counts.lacking++;
  }
  expect(Math.min(...Object.values(counts))).toBeGreaterThan(0);
});
