/** The verdict on a node for an edition: every edition against every node of the DDF. */
import { describe, expect, it } from 'vitest';
import { EDITIONS, editionList as listOf } from '../../build/compile/edition-names.ts';
import { formatMinOs } from '../../build/compile/min-os.ts';
import type { DdfFact } from '../../build/facts/nodes.ts';
import { editionWords, readEditions } from '../../runtime/verdict/editions.ts';
import { type Facts, judge, readTarget, type Tables } from '../../runtime/verdict/index.ts';
import { ddfNodes, editionLists, SAID } from './editions.ts';
import { nodeOf } from './node.ts';
import { slowVerdict } from './oracle.ts';
import { releases } from './releases.ts';

const DEVICES = [0x77, 0xb4, 0x87, 0x88];
const REACHED = '[10.0.15063] and later';
const NOT_REACHED = '[10.0.26300] and later';

const lists = await editionLists();
const tables = { releases, editionLists: lists.map(listOf) };

const onTarget = (facts: Facts, targetOs: string) => judge(facts, readTarget(targetOs, releases), tables);

/** The rules, one after the other. Each of `named` is what one edition of the text may be; none: no edition. */
function slowMdm(list: readonly string[] | undefined, named: readonly number[][], byBuild: string): string {
  const codes = list?.map(Number) ?? [];
  if (named.length === 0) {
    if (list === undefined) return byBuild;
    if (codes.length === 0) return 'unverified';
    return codes.every((code) => DEVICES.includes(code)) ? 'unsupported' : byBuild;
  }
  if (codes.length === 0) return 'unverified';
  const each = named.flatMap((edition) =>
    edition.length === 0
      ? ['unsupported']
      : edition.map((code) => (codes.includes(code) ? byBuild : 'unsupported')),
  );
  return new Set(each).size === 1 ? (each[0] ?? '') : 'unknown';
}

/** The target is Windows 11 24H2 with the editions that the text names. */
function withEditions(text: string) {
  const { editions } = readEditions(editionWords(text), releases);
  return { ...readTarget('Windows 11 24H2', releases), ...(editions.length > 0 && { editions }) };
}

describe('what people write for an edition × every edition list', () => {
  it.each(Object.entries(SAID))('%s', (text, codes) => {
    const target = withEditions(text);
    for (const [editionList, list] of lists.entries()) {
      for (const minOs of [REACHED, NOT_REACHED]) {
        const { mdm } = judge(nodeOf({ minOs, editionList }), target, tables);
        const byBuild = minOs === REACHED ? 'supported' : 'unsupported';
        expect(mdm?.verdict, list.join(' ')).toBe(slowMdm(list, [codes], byBuild));
      }
    }
  });

  it('two editions at once: each is judged, and differing is unknown', () => {
    const seen = new Set<string>();
    const said = Object.entries(SAID);
    for (const [at, [text, codes]] of said.entries()) {
      const [other = '', otherCodes = []] = said[(at * 7 + 3) % said.length] ?? [];
      const target = withEditions(`${text} / ${other}`);
      for (const [editionList, list] of lists.entries()) {
        for (const minOs of [REACHED, NOT_REACHED]) {
          const { mdm } = judge(nodeOf({ minOs, editionList }), target, tables);
          const byBuild = minOs === REACHED ? 'supported' : 'unsupported';
          expect(mdm?.verdict, `${text} / ${other}`).toBe(slowMdm(list, [codes, otherCodes], byBuild));
          seen.add(mdm?.reason.code ?? '');
        }
      }
    }
    expect(seen).toContain('editionsDiffer');
    expect(seen).toContain('editionUnclear');
  });

  it('an edition that is unclear is told by names of which each can be asked for', () => {
    let told = 0;
    for (const text of Object.keys(SAID)) {
      for (const editionList of lists.keys()) {
        const node = nodeOf({ minOs: REACHED, editionList });
        const reason = judge(node, withEditions(text), tables).mdm?.reason;
        if (reason?.code !== 'editionUnclear') continue;
        expect(reason.listed).not.toEqual([]);
        for (const name of reason.listed) {
          expect(judge(node, withEditions(name), tables).mdm?.verdict, name).toBe('supported');
          told++;
        }
      }
    }
    expect(told).toBeGreaterThan(0);
  });

  it('no edition: a list without a PC is unsupported, and the common editions that lack the node are named', () => {
    let devices = 0;
    let lacking = 0;
    for (const [editionList, list] of lists.entries()) {
      const { mdm, notes } = onTarget(nodeOf({ minOs: REACHED, editionList }), 'Windows 11 24H2');
      expect(mdm?.verdict).toBe(slowMdm(list, [], 'supported'));
      const note = notes.find(({ code }) => code === 'editionsLacking');
      const codes = list.map(Number);
      const isForPc = codes.some((code) => !DEVICES.includes(code));
      const missing = [
        ...(codes.includes(0x30) ? [] : ['Pro']),
        ...(codes.includes(0x4) ? [] : ['Enterprise']),
      ];
      const expected =
        isForPc && missing.length > 0 ? { code: 'editionsLacking', editions: missing } : undefined;
      expect(note).toEqual(expected);
      if (list.length > 0 && !isForPc) devices++;
      if (expected) lacking++;
    }
    expect(devices).toBeGreaterThan(0);
    expect(lacking).toBeGreaterThan(0);
  });

  it('says which groups have the node, or that it is for other devices', () => {
    const own: Tables = { releases, editionLists: [['0x4', '0x79'], ['0x88'], []].map(listOf) };
    const reason = (editionList: number, targetOs: string) =>
      judge(nodeOf({ minOs: REACHED, editionList }), readTarget(targetOs, releases), own).mdm?.reason;
    expect(reason(0, 'Windows 11 Home 24H2')).toEqual({
      code: 'editionNotListed',
      edition: 'Home',
      editions: ['Enterprise', 'Education'],
    });
    expect(reason(0, 'Windows 11 Pro/Enterprise 24H2')).toEqual({
      code: 'editionsDiffer',
      listed: ['Enterprise'],
      others: ['Pro'],
    });
    expect(reason(1, 'Windows 11 24H2')).toEqual({ code: 'notForPc', editions: ['HoloLens'] });
    expect(reason(2, 'Windows 11 24H2')).toEqual({ code: 'editionsUndocumented' });
    expect(reason(0, 'Windows Server 2022 Standard')).toEqual({ code: 'notForServer' });
  });

  it('LTSC 2021 alone is supported only where Enterprise and IoT are listed', () => {
    for (const [editionList, list] of lists.entries()) {
      const { mdm } = onTarget(nodeOf({ minOs: REACHED, editionList }), 'LTSC 2021');
      const both = list.includes('0x7D') && list.includes('0xBF');
      expect(mdm?.verdict === 'supported', list.join(' ')).toBe(both);
    }
  });
});

/** One node of each minimum and edition list: the verdict depends on nothing else. */
const nodes = [
  ...new Map((await ddfNodes()).map((node) => [JSON.stringify([node.builds, node.editions]), node])).values(),
];

describe('every node of the DDF', () => {
  const factsOf = ({ builds, editions }: Pick<DdfFact, 'builds' | 'editions'>) => {
    const editionList = editions && lists.findIndex((list) => list.join() === editions.join());
    return nodeOf({
      ...(builds && { minOs: formatMinOs(builds, releases) }),
      ...(editionList !== undefined && { editionList }),
    });
  };

  function slowBuild(target: string, builds: readonly string[] | undefined): string {
    const readable = builds?.filter((build) => build.startsWith('10.'));
    if (readable === undefined) return 'unknown';
    return readable.length === 0 ? 'unverified' : slowVerdict(target, readable);
  }

  it.each(['10.0.15063', '10.0.19044.5000', '10.0.22631.3000', '10.0.26100.4000', '10.0.26300'])(
    'is never supported on an edition that its list lacks (%s)',
    (build) => {
      const editions = EDITIONS.map(({ code, name }) => ({
        code,
        edition: { name, codes: { [code]: name } },
      }));
      const target = readTarget(`Windows ${build.startsWith('10.0.1') ? 10 : 11} ${build}`, releases);
      if (target.kind !== 'build') throw new Error(`${build} was not read as a build`);
      const wrong: string[] = [];
      let supported = 0;
      for (const node of nodes) {
        const facts = factsOf(node);
        const byBuild = slowBuild(build, node.builds);
        expect(judge(facts, target, tables).mdm?.verdict).toBe(slowMdm(node.editions, [], byBuild));
        for (const { code, edition } of editions) {
          const { mdm } = judge(facts, { ...target, editions: [edition] }, tables);
          expect(mdm?.verdict).toBe(slowMdm(node.editions, [[Number(code)]], byBuild));
          if (mdm?.verdict !== 'supported') continue;
          supported++;
          if (!node.editions?.includes(code)) wrong.push(edition.name);
        }
      }
      expect(wrong).toEqual([]);
      expect(supported).toBeGreaterThan(1000);
      expect(nodes.length).toBeGreaterThan(150);
    },
  );

  it('is unverified on a server, and never what the verdict follows', () => {
    for (const node of nodes) {
      for (const targetOs of [
        'Windows Server 2022',
        'Windows Server 2025 Datacenter',
        'Server 2019 Standard',
      ]) {
        const { mdm, basis } = onTarget(factsOf(node), targetOs);
        expect(mdm).toEqual({ verdict: 'unverified', reason: { code: 'notForServer' } });
        expect(basis).toBeUndefined();
      }
    }
  });
});
