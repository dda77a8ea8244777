/** The verdict on every node of the DDF, asked for by its URI: by its own builds, editions and deprecation, read slowly. */
import { describe, expect, it } from 'vitest';
import type { DdfFact } from '../../build/facts/nodes.ts';
import corrections from '../../facts/corrections.json' with { type: 'json' };
import type { VerifiedItem } from '../../runtime/contract/verified.ts';
import { csp, verifiedEach } from '../answers.ts';
import { corpus } from '../corpus/dist.ts';
import { expectSame } from '../same.ts';
import { vectors } from '../vectors.ts';
import { slowMdm, storedNodes } from '../verdict/editions.ts';
import { slowVerdict } from '../verdict/oracle.ts';

const { ask } = await corpus();
const nodes = await storedNodes();

async function answersFor(
  targetOs: string | null,
  lang = 'en-US',
  asked: readonly DdfFact[] = nodes,
): Promise<[DdfFact, VerifiedItem][]> {
  return verifiedEach(ask, asked, ({ omaUri }) => ({ omaUri }), { lang, targetOs });
}

/** `named`: what the edition of the target may be; none: it names no edition. */
function expected({ access, builds, editions }: DdfFact, build: string, named: readonly number[]): string {
  if (access !== undefined) return 'unsupported';
  const readable = builds?.filter((each) => each.startsWith('10.0.'));
  const undecided = readable ? 'unverified' : 'unknown';
  const byBuild = readable?.length ? slowVerdict(build, readable) : undecided;
  return slowMdm(editions, named.length > 0 ? [named] : [], byBuild);
}

/** Of a deprecated node; of no other is it said. */
const SAID = {
  'en-US': /marks the MDM node as deprecated/,
  'fr-FR': /marque le nœud MDM comme déconseillé/,
};

type EditionTarget = [targetOs: string, build: string, editions: string[]];

describe('every node', () => {
  it.each(vectors<EditionTarget>('targets-of-nodes'))('for %s', async (targetOs, build, editions) => {
    const named = editions.map(Number);
    const counts = new Map<string, number>();
    const limits = JSON.stringify([corrections.limits, corrections.nodeLimits]);
    let ended = 0;
    for (const [node, { verdict, reason = '', matches, warnings = [] }] of await answersFor(targetOs)) {
      // Each has a limit of its own, by its policy or its option's title, but for three areas, whose namespaces have one.
      if (/a page of the vendor(, allows fewer| limits the) releases/.test(reason)) {
        expectSame(verdict, 'unsupported', node.omaUri);
        const own = [`${node.omaUri}"`, `::${(node.gp ?? node.admx)?.name.replaceAll(/\W+/g, '_')}"`];
        const isOfArea = /(ADMX_ExternalBoot|Browser|DefenderApplicationGuard)\//.test(node.omaUri);
        expectSame(isOfArea || own.some((each) => limits.includes(each)), true, node.omaUri);
        continue;
      }
      // The text of the policy ends before the target, which the node alone would admit.
      if (/the supported-on text (or|and) its definition/.test(reason)) {
        expectSame(verdict, 'unsupported', node.omaUri);
        expect(['supported', 'unknown']).toContain(expected(node, build, named));
        ended += 1;
        continue;
      }
      expectSame(verdict, expected(node, build, named), node.omaUri);
      expectSame(/it cannot be set/.test(reason), node.access !== undefined, node.omaUri);
      if (node.deprecated === undefined) expectSame(SAID['en-US'].test(warnings.join()), false, node.omaUri);
      if (/documents no edition/.test(reason)) expect(node.editions ?? [], node.omaUri).toEqual([]);
      if (/not for a PC/.test(reason)) expect(named, node.omaUri).toEqual([]);
      const id = `${matches?.length === 0 ? 'unbacked' : 'backed'} ${verdict}`;
      counts.set(id, (counts.get(id) ?? 0) + 1);
    }
    expect(ended).toBeLessThan(270);
    if (named.length === 0) expect(ended).toBeGreaterThan(220);
    const decided = named.includes(0x88) ? 'unknown' : 'supported';
    expect(counts.get(`unbacked ${decided}`)).toBeGreaterThan(named.includes(0x88) ? 20 : 400);
    expect(counts.get(`backed ${decided}`)).toBeGreaterThan(10);
    expect(counts.get('unbacked unsupported')).toBeGreaterThan(30);
  });

  it('for a server and without a target gets no verdict', async () => {
    const server = await answersFor('Windows Server 2025');
    expect(new Set(server.map(([, { verdict }]) => verdict))).toEqual(new Set(['unverified']));
    const none = await answersFor(null);
    expect(new Set(none.map(([, { reason }]) => reason))).toEqual(
      new Set(['No target OS was given; give one (“Windows 11 24H2”).']),
    );
    for (const [node, { warnings = [] }] of [...server, ...none, ...(await answersFor(null, 'fr-FR'))]) {
      const said = warnings.some((each) => Object.values(SAID).some((words) => words.test(each)));
      if (node.deprecated === undefined) expectSame(said, false, node.omaUri);
    }
  });
});

describe('a deprecated node', () => {
  const targets = vectors<[targetOs: string | null, build?: string]>('targets-of-deprecated-nodes');
  it.each(targets)('says so for %s where the target has it', async (targetOs, build) => {
    const marked = nodes.filter(({ deprecated }) => deprecated !== undefined);
    for (const [lang, words] of Object.entries(SAID)) {
      let told = 0;
      for (const [{ omaUri, deprecated }, { warnings = [] }] of await answersFor(targetOs, lang, marked)) {
        const said = warnings.filter((warning) => words.test(warning));
        const reached =
          deprecated === true ||
          (deprecated !== undefined &&
            build !== undefined &&
            slowVerdict(build, [deprecated]) !== 'unsupported');
        expect(said, omaUri).toHaveLength(reached ? 1 : 0);
        if (reached && deprecated !== true) expect(said[0]).toContain(deprecated);
        told += said.length;
      }
      expect(told).toBeGreaterThanOrEqual(7);
    }
  });

  it('without a build says so in csp, which takes no target OS', async () => {
    for (const { omaUri, deprecated } of nodes.filter((node) => node.deprecated !== undefined)) {
      const { result, warnings } = await csp(ask, omaUri);
      const node = result.node ?? result.matches?.[0]?.csp;
      expect(node, omaUri).toMatchObject({
        deprecated: true,
        ...(deprecated !== true && { deprecatedFrom: deprecated }),
      });
      expect(SAID['en-US'].test(warnings.join()), omaUri).toBe(deprecated === true);
    }
  });
});
