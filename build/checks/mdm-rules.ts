/** The data checks of the MDM side: DDF nodes, their joins, corrections and ingestion. */
import { repeated } from '../collections.ts';
import { isKnownEdition } from '../compile/edition-names.ts';
import { formatMinOs } from '../compile/min-os.ts';
import { type Facts, settingsOf } from '../facts/model.ts';
import type { DdfFact } from '../facts/nodes.ts';
import type { SourceDeclaration } from '../facts/sources.ts';
import { MAX_LABEL } from '../import/adml.ts';
import { joined, MDM_DATA_RULE } from './mdm-data.ts';
import { type Rule, TAKE_OUT } from './rule.ts';

export const MDM_RULES: Rule[] = [
  {
    name: 'OMA-URIs are valid and unique',
    check: ({ facts }) => [
      ...repeated(facts.nodes.map(({ omaUri }) => omaUri.toLowerCase())),
      ...facts.nodes.flatMap(({ omaUri }) =>
        /^\.\/(?:Device\/|User\/)?Vendor\/MSFT(?:\/[^/\s]+(?: [^/\s]+)*)+$/.test(omaUri) ? [] : [omaUri],
      ),
    ],
  },
  {
    name: 'every minimum build is readable or a known placeholder',
    check: ({ facts, releases }) =>
      facts.nodes.flatMap(({ omaUri, builds }) => {
        try {
          return builds && formatMinOs(builds, releases) === '' ? [`${omaUri}: no minimum`] : [];
        } catch (error) {
          return [`${omaUri}: ${(error as Error).message}`];
        }
      }),
  },
  {
    name: 'every correction is still needed and names what exists',
    allSources: true,
    check: ({ facts }) => [
      ...joined(facts).unneeded.map(
        ({ omaUri }) => `${omaUri}: changes nothing, or names nothing that exists; ${TAKE_OUT}`,
      ),
      ...repeated(facts.corrections.map(({ omaUri }) => omaUri.toLowerCase())),
      ...missingElements(facts),
    ],
  },
  {
    name: 'no join contradicts what the DDF says elsewhere',
    check: ({ facts }) =>
      joined(facts).contradictions.map(
        ({ node, claimed, named, evidence }) =>
          `${node.omaUri}: claims ${claimed}, but names ${named} (${evidence.join(', ')})`,
      ),
  },
  {
    name: 'edition lists hold known product types, in order, once each',
    check: ({ facts }) =>
      facts.nodes.flatMap(({ omaUri, editions = [] }) => [
        ...editions.flatMap((code) =>
          isKnownEdition(code)
            ? []
            : [`${omaUri}: ${code}, which "editions" of windows-releases.json lacks: enter it there`],
        ),
        ...editions.flatMap((code, at) =>
          at > 0 && Number(editions[at - 1]) >= Number(code) ? [`${omaUri}: ${code} is out of order`] : [],
        ),
      ]),
  },
  {
    name: 'every mapped node has a minimum build and an edition list, of its own or inherited',
    check: ({ facts }) => [
      ...new Set(
        joined(facts).links.flatMap(({ node: { omaUri, builds, editions } }) =>
          builds && editions ? [] : [omaUri],
        ),
      ),
    ],
  },
  {
    name: 'allowed values are short, and a range has both ends in order',
    check: ({ facts }) => facts.nodes.flatMap(badAllowedValues),
  },
  {
    name: 'a dependency is of a known kind, on a node of the DDF',
    check: ({ facts }) => {
      const known = new Set(facts.nodes.map(({ omaUri }) => omaUri));
      const all = facts.nodes.flatMap((node) => (node.dependencies ?? []).flatMap(({ nodes }) => nodes));
      return all.flatMap(({ type, omaUri }) =>
        known.has(omaUri) && (type === 'DependsOn' || type === 'Not') ? [] : [`${type} ${omaUri}`],
      );
    },
  },
  {
    name: 'ingestion is declared with its evidence, for templates that the source has',
    check: ({ facts }) => facts.sources.flatMap((source) => badIngestion(source, facts)),
  },
  MDM_DATA_RULE,
];

function missingElements(facts: Facts): string[] {
  const settings = new Map(settingsOf(facts).map((each) => [each.policyId, each]));
  return facts.corrections.flatMap(({ omaUri, policyId, element }) =>
    element === undefined || settings.get(policyId)?.elements?.some(({ id }) => id === element)
      ? []
      : [`${omaUri}: ${policyId} has no element ${element}`],
  );
}

function badAllowedValues({ omaUri, allowed, defaultValue = '', dependencies = [] }: DdfFact): string[] {
  const all = [
    ...(allowed ? [allowed] : []),
    ...dependencies.flatMap((each) => [each.changed ?? [], ...each.nodes.map((node) => node.allowed ?? [])]),
  ].flat();
  const texts = all.flatMap(({ values = [], pattern = '' }) => [
    ...values.flatMap(({ value, label }) => [value, label ?? '']),
    pattern,
  ]);
  return [
    ...[...texts, defaultValue].flatMap((text) =>
      text.length > MAX_LABEL ? [`${omaUri}: "${text.slice(0, 40)}"`] : [],
    ),
    ...all.flatMap(({ kind, values, min, max }) =>
      kind === 'Range' && !values && !(min !== undefined && max !== undefined && min <= max)
        ? [`${omaUri}: its range is not read, or backwards: ${min} to ${max}`]
        : [],
    ),
  ];
}

function badIngestion({ id, ingestion }: SourceDeclaration, facts: Facts): string[] {
  if (ingestion === undefined) return [];
  const files = new Set((facts.settings.get(id) ?? []).map(({ admx }) => admx?.toLowerCase()));
  return ingestion.flatMap(({ admx = [], evidence, intuneOnly, ignoresKeyList }) => [
    ...admx.flatMap((name) => (files.has(`${name}.admx`) ? [] : [`${id}: no template ${name}`])),
    ...(evidence.trim() === '' ? [`${id}: no evidence`] : []),
    ...(intuneOnly === true || evidence.startsWith('https://') ? [] : [`${id}: the evidence is no page`]),
    ...(intuneOnly === true && ignoresKeyList !== true ? [`${id}: intuneOnly says nothing here`] : []),
  ]);
}
