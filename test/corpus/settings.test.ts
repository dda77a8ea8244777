/** The record of every setting, by slug and by policyId, in every language, against a plain reading of the facts. */
import type { SettingFact } from '../../build/facts/types.ts';
import { SettingEnvelope } from '../../runtime/contract/answers.ts';
import type { SettingRecord } from '../../runtime/format/format.ts';
import { csp, matchesOf } from '../answers.ts';
import { expectEqual, expectSame } from '../same.ts';
import { corpus } from './dist.ts';
import { COMMUNITY, LINES, type Line, pairsOf, plain } from './oracle.ts';
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
  const written = new Set(
    pairsOf(line).map(({ key, value, takes, element }) => `${key}|${takes ? `list ${element}` : value}`),
  );
  if (line.valueName !== undefined || written.size !== 1) {
    expectEqual([registryKey, valueName, elementId], [line.key, line.valueName, undefined], slug);
    return;
  }
  const [only = ''] = written;
  expectSame(`${plain(registryKey)}|${valueName?.toLowerCase() ?? `list ${elementId}`}`, only, slug);
}

const urisOf = ({ csp: mapping, cspAlternatives = [] }: SettingRecord): string[] => [
  ...Object.values(mapping?.omaUris ?? {}),
  ...Object.values(mapping?.elements ?? {}).map(({ omaUri }) => omaUri),
  ...cspAlternatives.flatMap(({ omaUris }) => Object.values(omaUris)),
];

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
    atLeast: 36_000,
    check: ({ lang, answer, line }) =>
      ['en-US', 'fr-FR', 'de-DE'].includes(lang) && expectDescribed(SettingEnvelope, answer, line.slug),
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
      if (told.lang !== lang) return false;
      const uris = urisOf(told);
      expectSame(told.confidence !== 'none', uris.length > 0, told.slug);
      for (const uri of uris) {
        const match = matchesOf(await csp(ask, uri, { lang })).find(({ slug }) => slug === told.slug);
        expectEqual([match?.displayName, match?.csp?.omaUri], [told.displayName, uri], told.slug);
      }
      return uris.length > 0;
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
