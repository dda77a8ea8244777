/** Several nodes of one setting: which is told first, and what each of them gets. */

import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type Facts, judge, type NodeFacts, readTarget } from '../../runtime/verdict/index.ts';
import { expectEqual, expectSame } from '../same.ts';
import { vectors } from '../vectors.ts';
import { releases, tables } from './releases.ts';

/** The day on which the ADMX areas were switched on. */
const BACKFILL = ['10.0.22000', '10.0.19043.1202', '10.0.19042.1202', '10.0.19041.1202'];

/** The line of a target, and the lists that fit it; `ingested`: whether an ingested template does. */
type Fitting = {
  line: 'client' | 'server' | 'either';
  lists: number[];
  unlisted: boolean;
  ingested: boolean;
};
const TARGETS: Record<string, Fitting> = Object.fromEntries(vectors<[string, Fitting]>('node-targets'));

const scope = fc.constantFrom('Device' as const, 'User' as const);
const node: fc.Arbitrary<NodeFacts> = fc
  .record({
    place: fc.nat({ max: 3 }),
    scope,
    builds: fc.constantFrom(undefined, ['10.0.15063'], ['10.0.26100'], ['10.0.99999'], BACKFILL, []),
    editionList: fc.constantFrom(undefined, 0, 1, 2, 3),
    ingested: fc.boolean(),
    wholePolicy: fc.boolean(),
    access: fc.option(fc.constantFrom(['Get'], ['Exec']), { nil: undefined, freq: 4 }),
  })
  .map(({ place, scope: own, builds, editionList, ingested, wholePolicy, access }) => ({
    place,
    scope: own,
    ...(access && { access }),
    ...(wholePolicy && { wholePolicy }),
    ...(ingested ? { ingested, builds: ['10.0.15063'] } : builds && { builds }),
    ...(!ingested && editionList !== undefined && { editionList }),
  }));
const documents = vectors<Facts>('registry-facts').flatMap((each): Facts[] =>
  each.supportedOn === undefined && each.floor === undefined ? [each, { ...each, older: true }] : [each],
);
const rare = documents.filter(({ templates, older }) => templates?.has ?? older);
const registry = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...documents) },
  { weight: 1, arbitrary: fc.constantFrom(...rare) },
);
const later = fc.constant([{ place: 0, scope: 'Device' as const, builds: ['10.0.99999'] }]);
const nodes = fc.oneof(
  { weight: 9, arbitrary: fc.array(node, { maxLength: 6 }) },
  { weight: 1, arbitrary: later },
);
const targetOs = fc.constantFrom(...Object.keys(TARGETS));
const asked = fc.option(scope, { nil: undefined });

const ask = (facts: Facts, text: string | null, wanted?: 'Device' | 'User') =>
  judge(facts, readTarget(text, releases), tables, wanted);

function slowFits({ ingested, editionList, access }: NodeFacts, text: string): boolean {
  const target = TARGETS[text];
  if (target === undefined) throw new Error(`${text} is no target of this test`);
  if (access !== undefined) return false;
  if (ingested) return target.ingested;
  return editionList === undefined ? target.unlisted : target.lists.includes(editionList);
}

/** One of each place, of the scope asked for where there is one; then scope, fit, and the order given. */
function slowOrder(all: readonly NodeFacts[], text: string, wanted: string | undefined): number[] {
  const told = [...all.keys()].filter((index) => {
    const same = [...all.keys()].filter((other) => all[other]?.place === all[index]?.place);
    const own = same.filter((other) => all[other]?.scope === wanted);
    return index === (own[0] ?? same[0]);
  });
  const is = (index: number, rule: (given: NodeFacts) => boolean) => {
    const given = all[index];
    return given !== undefined && rule(given);
  };
  const suits = (index: number) => is(index, (each) => slowFits(each, text));
  const own = (index: number) => wanted === undefined || is(index, (each) => each.scope === wanted);
  return [
    ...told.filter((index) => own(index) && suits(index)),
    ...told.filter((index) => own(index) && !suits(index)),
    ...told.filter((index) => !own(index) && suits(index)),
    ...told.filter((index) => !own(index) && !suits(index)),
  ];
}

const slowLines = (text: string): ('client' | 'server')[] => {
  const line = TARGETS[text]?.line ?? 'either';
  return line === 'either' ? ['client', 'server'] : [line];
};

/** The rows of the table of headlines, from the verdicts on the parts. */
function slowHeadline(facts: Facts, text: string, line: 'client' | 'server', wanted: string | undefined) {
  const isPc = TARGETS[text]?.ingested === true || line === 'server';
  const target = readTarget(text, releases);
  if (target.kind !== 'build') throw new Error(`${text} has no build`);
  const { nodes: all = [], ...document } = facts;
  const onLine = judge(document, { ...target, line }, tables).registry;
  const basis = facts.supportedOn === undefined ? undefined : 'supportedOn';
  const registryVerdict = onLine?.verdict;
  const own = all.filter(
    ({ scope: of, builds, ingested, wholePolicy, access, editionList = 0 }) =>
      isPc && builds && !ingested && !wholePolicy && !access && editionList < 2 && (wanted ?? of) === of,
  );
  const { editions: _, ...plain } = target;
  const verdicts = own.map(({ builds = [] }) => ({
    builds,
    verdict: judge({ nodes: [{ place: 0, scope: 'Device', builds }] }, { ...plain, line: 'client' }, tables)
      .mdm?.verdict,
  }));
  const best = (['supported', 'unknown', 'unsupported', 'unverified'] as const).find((each) =>
    verdicts.some(({ verdict }) => verdict === each),
  );
  const decisive = verdicts.find(({ verdict }) => verdict === best);
  const { client, server } = document.floor ?? {};
  const isOld = (client ?? server) !== undefined && facts.supportedOn !== 'of the age of Windows 10';
  const isBackfill = decisive?.builds.join() === BACKFILL.join();
  const byText = { verdict: registryVerdict, basis };
  if (decisive === undefined) return { ...byText, row: '2' };
  if (line === 'server' && TARGETS[text]?.line === 'server') {
    const isDated = !isOld && !isBackfill && !facts.older;
    const isLater = registryVerdict === 'supported' && best === 'unsupported' && isDated;
    return isLater ? { verdict: 'unverified', basis, row: 'later than a server' } : { ...byText, row: '2' };
  }
  if (registryVerdict === 'unsupported') return { ...byText, row: '3' };
  if (best === 'unverified') return { verdict: 'unverified', basis: 'csp', row: '4' };
  if (best === 'supported') return { verdict: 'supported', basis: 'csp', row: '5' };
  if (facts.older) return { ...byText, row: '6, older' };
  if (registryVerdict !== 'unknown' && (isBackfill || isOld)) return { ...byText, row: '6' };
  const ownTemplate =
    facts.templates?.has?.some((build) => target.build.text.startsWith(build)) && line === 'client';
  if (registryVerdict === 'supported' && ownTemplate) return { ...byText, row: '6, by its own template' };
  return { verdict: best, basis: 'csp', row: '7' };
}

it('several nodes are told one of each place: of the hive’s scope, then those that fit, then as they are preferred', () => {
  fc.assert(
    fc.property(nodes, targetOs, asked, (all, text, wanted) => {
      const order = ask({ nodes: all }, text, wanted).nodes.map(({ index }) => index);
      expect(order).toEqual(slowOrder(all, text, wanted));
    }),
    { numRuns: 2500 },
  );
});

it('several nodes leave the registry alone, get the verdict that they would get alone, and decide by the first row that fits', () => {
  const seen = new Set<string>();
  fc.assert(
    fc.property(registry, nodes, targetOs, asked, (facts, all, text, wanted) => {
      const given = { ...facts, nodes: all };
      const judgement = ask(given, text, wanted);
      expectEqual(judgement.registry, ask(facts, text).registry);
      expect(judgement.registry).toBeDefined();
      expectSame(judgement.mdm?.verdict, judgement.nodes[0]?.verdict);
      for (const { index, verdict } of judgement.nodes) {
        const one = all.slice(index, index + 1);
        expectSame(ask({ ...facts, nodes: one }, text, wanted).mdm?.verdict, verdict);
      }
      const lines = slowLines(text).map((line) => slowHeadline(given, text, line, wanted));
      const [first, second = first] = lines;
      expectSame(judgement.verdict, first?.verdict === second?.verdict ? first?.verdict : 'unknown');
      expectSame(judgement.basis, first?.basis === second?.basis ? first?.basis : undefined);
      for (const each of lines) seen.add(each.row);
    }),
    { numRuns: 3000 },
  );
  // A server that is older than the node is too rare here; judge.test.ts has it.
  expect([...seen].sort()).toEqual(
    expect.arrayContaining(['2', '3', '4', '5', '6', '6, by its own template', '6, older', '7']),
  );
});

it('several nodes that are the policy’s as a whole, that only the catalog shows or that cannot be set are never supported', () => {
  fc.assert(
    fc.property(node, targetOs, asked, (given, text, wanted) => {
      const of = (each: NodeFacts) => ask({ nodes: [each] }, text, wanted).mdm;
      expect(of({ ...given, ingested: true, catalogOnly: true })?.verdict).not.toBe('supported');
      const { wholePolicy: _, ...plain } = given;
      const sure = of(plain)?.verdict;
      const whole = of({ ...plain, wholePolicy: true });
      const unset = of({ ...given, access: ['Get'] });
      expect(unset?.verdict).not.toBe('supported');
      // As a client and as a server: unverified may be the answer to either.
      if (TARGETS[text]?.line === 'either') expect(whole?.verdict).not.toBe('supported');
      else expect(whole?.verdict).toBe(sure === 'supported' ? 'unverified' : sure);
      if (sure === 'supported') expect(whole?.reason.code).toBe('wholePolicy');
      if (TARGETS[text]?.line === 'client')
        expect(unset).toEqual({
          verdict: 'unsupported',
          reason: { code: 'notSettable', access: ['Get'] },
        });
    }),
    { numRuns: 1000 },
  );
});

it('several nodes are told in the same order for a target without a build, all of them unknown', () => {
  fc.assert(
    fc.property(
      nodes,
      fc.constantFrom(null, 'a toaster', '22H2', 'Windows 11'),
      asked,
      (all, text, wanted) => {
        const judgement = ask({ nodes: all }, text, wanted);
        expect(judgement.nodes).toEqual(
          slowOrder(all, 'Windows 11 24H2', wanted).map((index) => ({ index, verdict: 'unknown' })),
        );
        expect(judgement.mdm).toBeUndefined();
        expect(judgement.registry).toBeUndefined();
      },
    ),
  );
});

const PAIRS = [
  ['17763', 'Windows 10 1809', 'Windows Server 2019'],
  ['26100.4000', 'Windows 11 26100.4000', 'Windows Server 2025 26100.4000'],
  ['14393', 'Windows 10 1607', 'Windows Server 2016'],
] as const;

it('a build of a client and a server is judged as both by its text, and by the numbers of its nodes', () => {
  const seen = new Set<string>();
  fc.assert(
    fc.property(registry, nodes, fc.constantFrom(...PAIRS), asked, (facts, all, texts, wanted) => {
      const given = { ...facts, nodes: all };
      const [both, client, server] = texts.map((text) => ask(given, text, wanted));
      const shared = (a: string | undefined, b: string | undefined) => (a === b ? a : 'unknown');
      expect(both?.registry?.verdict).toBe(shared(client?.registry?.verdict, server?.registry?.verdict));
      expect(both?.mdm?.verdict).toBe(client?.mdm?.verdict);
      expect(new Set(both?.candidates?.map(({ verdict }) => verdict))).toEqual(
        new Set([client?.verdict, server?.verdict]),
      );
      const warned = both?.notes.filter(({ code }) => code === 'sharedBuild') ?? [];
      expect(warned).toHaveLength(both?.mdm === undefined ? 0 : 1);
      seen.add(`${client?.verdict} ${server?.verdict}`);
    }),
    { numRuns: 1000 },
  );
  expect(seen.size).toBeGreaterThanOrEqual(5);
});
