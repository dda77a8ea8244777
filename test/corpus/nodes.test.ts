/** Every MDM node of the facts, and every address that the dataset stores, against a plain reading of the facts. */
import { isDeepStrictEqual } from 'node:util';
import { CspEnvelope } from '../../runtime/contract/answers.ts';
import type { Match } from '../../runtime/contract/match.ts';
import type { CspEntry } from '../../runtime/format/format.ts';
import { expectEqual, expectSame } from '../same.ts';
import { corpus, corpusDist } from './dist.ts';
import { entriesOf } from './entries.ts';
import { CORRECTED, LINES, type Line, NODES, type Node } from './oracle.ts';
import { type Check, describeWalk, expectDescribed, expectTitles } from './walk.ts';

interface Asked {
  omaUri: string;
  lang: string;
  /** Of the facts, asked for in English. */
  node?: Node;
  answer: CspEnvelope;
  matches: Match[];
}

const { ask } = await corpus();

async function walk(see: (asked: Asked) => Promise<void>): Promise<void> {
  const put = async (omaUri: string, lang: string, node?: Node) => {
    const answer = await ask.csp({ omaUri, lang });
    await see({ omaUri, lang, answer, matches: answer.result.matches, ...(node && { node }) });
  };
  // What is in force is read below Result; it is answered as its Config twin.
  for (const node of NODES)
    if (!/\/Policy\/Result(?:\/|$)/.test(node.omaUri)) await put(node.omaUri, 'en-US', node);
  for (const [omaUri] of entriesOf<CspEntry>(await corpusDist(), 'csp/en-US'))
    for (const lang of ['en-US', 'fr-FR', 'de-DE']) await put(omaUri, lang);
}

const HIVES = { Machine: 'HKLM\\', User: 'HKCU\\', Both: '' };
const NAMED = new Map<string, Line[]>();
for (const line of LINES) {
  const name = line.policyId.slice(line.policyId.indexOf('::') + 2).toLowerCase();
  NAMED.set(name, [...(NAMED.get(name) ?? []), line]);
}

/** What another document than the DDF states of a node. */
const STATED = new Map<string, object[]>();
for (const line of LINES)
  for (const { omaUri, element, confidence } of line.mdm ?? []) {
    const { key = line.key, valueName = '' } = line.elements?.find(({ id }) => id === element) ?? line;
    const match = { slug: line.slug, registryKey: key, valueName, confidence };
    STATED.set(omaUri, [...(STATED.get(omaUri) ?? []), match]);
  }

const CHECKS: Check<Asked>[] = [
  {
    name: 'has the titles of its language, or says that it has others',
    atLeast: 15_000,
    check: ({ matches, answer, lang }) => expectTitles(matches, answer.warnings, lang),
  },
  {
    name: 'is what its schema says',
    atLeast: 3_000,
    // What is stored is checked whole in stored.test.ts.
    check: ({ answer, omaUri }) => omaUri.length % 4 === 0 && expectDescribed(CspEnvelope, answer, omaUri),
  },
  {
    name: 'is known, and says whether a setting stands behind it',
    atLeast: 5_000,
    check: ({ node, matches, answer: { query, result, confidence, provenance } }) => {
      if (node === undefined) return false;
      const { omaUri, scope } = node;
      expectSame(query.scope, scope, omaUri);
      expectSame(confidence === 'none', matches.length === 0, omaUri);
      for (const { csp } of matches) expectEqual([csp?.omaUri, csp?.scope], [omaUri, scope], omaUri);
      if (matches.length > 0) return;
      expectEqual([result.node?.omaUri, provenance?.source], [omaUri, node.source ?? 'policy-ddf'], omaUri);
      expectSame(Boolean(result.reason), true, omaUri);
    },
  },
  {
    name: 'warns where it cannot be set, and only there',
    atLeast: 1_000,
    check: ({ node, answer: { warnings } }) => {
      if (node === undefined) return false;
      const { access, omaUri } = node;
      const wanted = access && `The MDM node allows only ${access.join(', ')}: it cannot be set.`;
      const said = warnings.find((each) => each.includes('cannot be set'));
      expectSame(said, wanted, omaUri);
      return access !== undefined;
    },
  },
  {
    name: 'names registry values whose look-up names the node',
    atLeast: 2_000,
    check: async ({ node, matches }) => {
      if (node === undefined || !matches.some(({ valueName }) => valueName !== undefined)) return false;
      for (const { slug, class: of, registryKey, valueName } of matches) {
        if (valueName === undefined) continue;
        const request = {
          key: `${HIVES[of]}${registryKey}`,
          value: valueName,
          lang: 'en-US',
          targetOs: null,
        };
        const { result } = await ask.resolve(request);
        const uris = (result.matches ?? [])
          .filter((match) => match.slug === slug)
          .flatMap(({ csp, cspAlternatives = [] }) => [...(csp ? [csp] : []), ...cspAlternatives])
          .flatMap((each) => [each.omaUri, ...Object.values(each.omaUris)]);
        expectSame(uris.includes(node.omaUri), true, `${node.omaUri}: ${slug} ${registryKey}\\${valueName}`);
      }
    },
  },
  {
    name: 'has the settings that it is stated for',
    atLeast: 95,
    check: ({ node, matches }) => {
      const stated = (node && STATED.get(node.omaUri)) ?? [];
      for (const wanted of stated)
        expectSame(
          matches.some((match) => isDeepStrictEqual({ ...match, ...wanted }, match)),
          true,
          JSON.stringify(wanted),
        );
      return stated.length > 0;
    },
  },
  {
    name: 'says that it sets a whole policy where it names the values, and only there',
    atLeast: 500,
    check: ({ matches, omaUri }) => {
      for (const { csp, writes, elementId } of matches) {
        const wanted = writes && [undefined, 'whole-policy', writes.length];
        const found = [writes && elementId, csp?.sets, csp?.policyValues];
        expectEqual(found, wanted ?? [undefined, undefined, undefined], omaUri);
        expectSame(writes === undefined || writes.length > 1, true, omaUri);
      }
      return matches.some(({ writes }) => writes !== undefined);
    },
  },
  {
    name: 'is mapped, where it is backed by ADMX, to the policies that a scan by file, name and scope finds',
    atLeast: 2_496,
    check: ({ node, matches }) => {
      // A correction says that the vendor names the wrong policy (BitLocker/EncryptionMethodByDriveType).
      if (!node?.admx || CORRECTED.has(node.omaUri)) return false;
      const file = node.admx.file.toLowerCase();
      const own = node.scope === 'User' ? 'User' : 'Machine';
      const wanted = (NAMED.get(node.admx.name.toLowerCase()) ?? []).filter(
        (line) =>
          (line.admx?.toLowerCase() === file || line.formerAdmx?.includes(file)) &&
          (line.class === 'Both' || line.class === own),
      );
      for (const { slug } of wanted)
        expectSame(
          matches.find((each) => each.slug === slug)?.confidence,
          'official',
          `${node.omaUri} ${slug}`,
        );
      return wanted.length > 0;
    },
  },
];

describeWalk('csp', walk, CHECKS);
