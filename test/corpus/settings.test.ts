/** The record of every setting, by slug and by policyId, in every language, against a plain reading of the facts. */
import type { SettingFact } from '../../build/facts/types.ts';
import { SettingEnvelope } from '../../runtime/contract/answers.ts';
import type { Match } from '../../runtime/contract/match.ts';
import type { RecordNode } from '../../runtime/contract/record.ts';
import type { SettingRecord } from '../../runtime/format/format.ts';
import { expectEqual, expectSame, pick } from '../same.ts';
import { corpus } from './dist.ts';
import { COMMUNITY, LINES, type Line, pairsOf, placesOf, plain, supportedOnOf } from './oracle.ts';
import { expectShown, hitsOf, ofPolicy, plainNode, SETTING } from './shown.ts';
import { type Check, describeWalk, expectDescribed, expectTitles } from './walk.ts';

interface Asked {
  line: Line;
  lang: string;
  answer: SettingEnvelope;
  told: SettingRecord;
}

const { ask } = await corpus();

async function walk(see: (asked: Asked) => Promise<void>): Promise<void> {
  for (const lang of ask.languages)
    for (const line of LINES) {
      const answer = await ask.setting({ slug: line.slug, lang });
      if (answer === undefined) throw new Error(`no record of ${line.slug}`);
      await see({ line, lang, answer, told: answer.result.setting as SettingRecord });
    }
}

/**
 * The policy's own value, else the only value or list that it writes, else its key alone. Lists of one key are each for
 * themselves.
 */
function expectPlace({ registryKey, valueName, elementId, slug }: SettingRecord, line: Line): void {
  const written = placesOf(pairsOf(line));
  if (line.valueName !== undefined || written.size !== 1) {
    expectEqual([registryKey, valueName, elementId], [line.key, line.valueName, undefined], slug);
    return;
  }
  const [only = ''] = written;
  expectSame(`${plain(registryKey)}\0${valueName?.toLowerCase() ?? `list ${elementId}`}`, only, slug);
}

interface Mapped {
  omaUri: string | undefined;
  /** What the record has of the node, where it has all. */
  node?: Partial<RecordNode>;
  elementId?: string;
}

const nodesOf = ({ csp: own, cspAlternatives = [] }: SettingRecord): Mapped[] => [
  ...(own?.omaUri === undefined ? [] : [{ omaUri: own.omaUri, node: own }]),
  ...Object.values(own?.omaUris ?? {}).flatMap((omaUri) => (omaUri === own?.omaUri ? [] : [{ omaUri }])),
  ...Object.entries(own?.elements ?? {}).map(([elementId, node]) => ({
    omaUri: node.omaUri,
    node,
    elementId,
  })),
  ...cspAlternatives.flatMap(({ omaUris }) => Object.values(omaUris).map((omaUri) => ({ omaUri }))),
];

/** A node leads to the setting, and says of it and of itself what the record says. */
function expectLeadsBack({ omaUri, node, elementId }: Mapped, told: SettingRecord, matches: Match[]): void {
  const match = matches.find(
    ({ slug, elementId: of }) => slug === told.slug && (elementId === undefined || of === elementId),
  );
  if (match === undefined) throw new Error(`${told.slug} ${omaUri}`);
  expectEqual(pick<Match>(match, SETTING), pick<SettingRecord>(told, SETTING), told.slug);
  expectEqual([match.csp?.omaUri, match.supportedOn], [omaUri, told.supportedOn], told.slug);
  if (node === undefined) return;
  expectEqual(ofPolicy(match).csp, plainNode(node), told.slug);
  if (elementId === undefined) expectSame(match.confidence, told.confidence, told.slug);
}

const DATE = /^\d{4}-\d{2}(?:-\d{2})?$/;

/** What the specification's table says of members, and their schema does not. */
function expectTable(record: SettingRecord): void {
  const { slug, firstSeen = '', lastModified = '', csp: mapping, learnUrl, elements } = record;
  const texts = [record.name, record.displayName, record.registryKey, record.source, record.sourceVersion];
  const rows: Record<string, boolean> = {
    texts: texts.every((text) => text !== undefined && text !== ''),
    dates: DATE.test(firstSeen) && DATE.test(lastModified) && firstSeen <= lastModified,
    omaUri: !mapping?.omaUris || mapping.omaUri === (mapping.omaUris.Device ?? mapping.omaUris.User),
    learnUrl: learnUrl === undefined || URL.canParse(learnUrl),
    explainText: record.explainText === undefined,
    elements: elements.every(
      ({ type, id, valueName, options, required, registryKey }) =>
        id !== '' &&
        (type === 'list' || (valueName !== undefined && registryKey !== record.registryKey)) &&
        (type === 'enum') === Array.isArray(options) &&
        (type !== 'enum' || typeof required === 'boolean') &&
        (options ?? []).every(({ label }) => label !== ''),
    ),
  };
  for (const [what, isRight] of Object.entries(rows)) expectSame(isRight, true, `${slug}: ${what}`);
}

const CHECKS: Check<Asked>[] = [
  {
    name: 'has the title of its language, or says that it has another',
    atLeast: 36_000,
    check: ({ told, answer, lang }) => expectTitles([told], answer.warnings, lang),
  },
  {
    name: 'is what its schema says',
    atLeast: 7_000,
    // What is stored is checked whole in stored.test.ts.
    check: ({ answer, line: { slug } }) =>
      slug.length % 4 === 0 && expectDescribed(SettingEnvelope, answer, slug),
  },
  {
    name: 'has the identity, the place and the elements of the fact',
    atLeast: 36_000,
    check: ({ told, line }) => {
      const { slug, policyId, elements = [] } = line;
      expectEqual([told.slug, told.policyId, told.elements.length], [slug, policyId, elements.length], slug);
      expectPlace(told, line);
    },
  },
  {
    name: 'holds to the specification’s table',
    atLeast: 12_000,
    check: ({ told, lang }) => lang === 'en-US' && expectTable(told),
  },
  {
    name: 'is found by its policyId',
    atLeast: 12_000,
    check: async ({ line, lang }) => {
      if (lang !== 'en-US') return false;
      const answer = await ask.setting({ slug: line.policyId, lang });
      expectSame(answer?.result.setting?.slug, line.slug, line.policyId);
    },
  },
  {
    name: 'has a confidence where it has nodes, each of which leads back to it',
    atLeast: 2_400,
    check: async ({ told, lang }) => {
      const nodes = nodesOf(told);
      expectSame(told.confidence !== 'none', nodes.length > 0, told.slug);
      for (const each of nodes) {
        const { result } = await ask.csp({ omaUri: each.omaUri ?? '', lang });
        expectLeadsBack(each, told, result.matches);
      }
      return nodes.length > 0;
    },
  },
  {
    name: 'has the text of the vendor on what it is supported on, in its language',
    atLeast: 30_000,
    check: ({ told, line }) => {
      const { text } = supportedOnOf(line, told.lang);
      expectSame(told.supportedOn, text, told.slug);
      return text !== undefined;
    },
  },
  {
    name: 'is what a search shows that asks for no value, which has each of its values',
    atLeast: 36_000,
    check: async ({ told, line, lang }) => {
      const hits = await hitsOf(line.slug, lang);
      expectShown(hits[0] && ofPolicy(hits[0]), told);
      // The other values, in other languages, are looked up one by one in pairs.test.ts.
      if (lang !== 'en-US') return true;
      const elements = Object.entries(told.csp?.elements ?? {}).map(([id, node]) => [id, plainNode(node)]);
      for (const { csp, cspElements } of hits)
        expectEqual(cspElements, elements.length === 0 || csp ? undefined : Object.fromEntries(elements));
      const places = hits.flatMap(({ registryKey, valueName, list }) =>
        list || valueName === undefined ? [] : [`${plain(registryKey)}\0${valueName.toLowerCase()}`],
      );
      const written = placesOf(pairsOf(line).filter(({ takes }) => takes === undefined));
      expectEqual(places.sort(), [...written].sort(), line.slug);
    },
  },
  {
    name: 'is named as one of a community template where it is, and only there',
    atLeast: 12_000,
    check: ({ line, lang, answer: { warnings } }) => {
      if (lang !== 'en-US') return false;
      const named = warnings.some((each) => each.startsWith('A community template'));
      expectSame(named, COMMUNITY.has(line.source), line.slug);
    },
  },
  {
    name: 'claims no state that an option or a control does not have',
    atLeast: 100,
    check: ({ told, line, lang }) => {
      if (lang !== 'en-US' || !['security-options', 'osconfig'].includes(line.source)) return false;
      const { enabledValue, disabledValueKind, admxFile, registryType, openTypes } = told;
      expectEqual([enabledValue, disabledValueKind, admxFile], [undefined, undefined, undefined], told.slug);
      expectSame((registryType ?? openTypes) === undefined, false, told.slug);
    },
  },
  {
    name: 'deletes by a check box that has no value for off',
    atLeast: 370,
    check: ({ told, line, lang }) => {
      const silent = (line.elements as SettingFact['elements'])?.filter(
        (each) => each.type === 'boolean' && each.falseValue === undefined,
      );
      if (lang !== 'en-US' || !silent?.length) return false;
      for (const { id } of silent) {
        const { falseValueKind, falseValue } = told.elements.find((each) => each.id === id) ?? {};
        expectEqual([falseValueKind, falseValue], ['delete', undefined], told.slug);
      }
    },
  },
];

describeWalk('setting', walk, CHECKS);
