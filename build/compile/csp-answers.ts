/** Node entry → the stored answer to a look-up by OMA-URI. */

import { confidenceOf, provenanceOf } from '../../runtime/answer/envelope.ts';
import type { Csp } from '../../runtime/contract/match.ts';
import type { CspEntry } from '../../runtime/format/format.ts';
import { noteText, reasonText } from '../../runtime/messages/index.ts';
import type { Facts } from '../../runtime/verdict/index.ts';
import { optional } from '../collections.ts';
import type { NodeEntry } from './csp-entries.ts';
import type { FactsText, RuleTable } from './rules.ts';
import { storedTexts } from './sentences.ts';
import {
  communityWarnings,
  confidenceIn,
  factsOf,
  lifecycleWarnings,
  matchIn,
  nodeFacts,
  textWarnings,
} from './shown-match.ts';
import type { StoredMatch } from './stored.ts';

/** Facts for the verdicts on the node alone: one set for each match or, without a match, for the node itself. */
export function nodeRules({ node, editionList, floor, matches }: NodeEntry): FactsText[] {
  const rules: Facts[] =
    node === undefined
      ? matches.map((match) => {
          const { nodes = [], ...facts } = factsOf(match);
          return { ...facts, nodes: nodes.slice(0, 1) };
        })
      : [
          {
            ...optional('floor', floor),
            nodes: [nodeFacts({ served: node, place: 0, ...optional('editionList', editionList) })],
          },
        ];
  return rules.map((facts) => JSON.stringify(facts));
}

export function cspAnswer(entry: NodeEntry, lang: string, table: RuleTable): CspEntry {
  const { node, matches, security } = entry;
  const texts = storedTexts(lang);
  const chosen = matches.map(withPlaces);
  const sourced = node
    ? [{ source: node.source, sourceVersion: node.sourceVersion }]
    : matches.map(({ served }) => served);
  const documented = security ? texts.securityNode : texts.documentedOnly;
  return {
    ...(node && { reason: documented(node.omaUri) }),
    warnings: [...new Set(warningsOf(entry, chosen, lang))],
    ...(node && { node }),
    confidence: confidenceOf(chosen),
    ...optional('provenance', provenanceOf(sourced)),
    rules: nodeRules(entry).map((facts) => table.numberOf(facts)),
    // Every match is mapped by the requested node.
    matches: chosen.map(({ match, nodes }) => matchIn(match, lang, { nodes })),
  };
}

/** The requested node comes first; then one node of each other place. */
function withPlaces(match: StoredMatch) {
  const places = new Set<number>();
  const nodes = (match.nodes ?? []).flatMap(({ place }, index) =>
    places.size < places.add(place).size ? [{ index }] : [],
  );
  return { match, slug: match.slug, nodes, confidence: confidenceIn(match, nodes) };
}

function warningsOf(
  { node, matches }: NodeEntry,
  chosen: readonly ReturnType<typeof withPlaces>[],
  lang: string,
): string[] {
  const texts = storedTexts(lang);
  const shown: Csp | undefined = node ?? matches[0]?.nodes?.[0]?.served;
  const undated = shown?.deprecated && shown.deprecatedFrom === undefined;
  return [
    ...chosen.flatMap(({ slug, nodes }) =>
      nodes.length > 1 ? [texts.severalNodes(slug, nodes.length)] : [],
    ),
    ...matches.flatMap(({ slug, nodes }) =>
      nodes?.[0]?.served.ingestion === 'catalog-only' ? [texts.intuneOnly(slug)] : [],
    ),
    ...(shown?.access ? [reasonText({ code: 'notSettable', access: shown.access }, lang)] : []),
    // A dated deprecation gives no warning: the node has its build, and whether a target reaches it is not known here.
    ...(undated ? [noteText({ code: 'deprecatedUndated' }, matches[0]?.slug ?? shown.omaUri, lang)] : []),
    ...matches.flatMap(({ slug, served }) => lifecycleWarnings(slug, served, lang)),
    ...communityWarnings(matches, texts),
    ...textWarnings(matches, lang, texts),
  ];
}
