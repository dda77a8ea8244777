/** `POST /v1/csp`: which registry setting stands behind an OMA-URI or a settings-catalog identifier. */

import type { CspEnvelope } from '../contract/answers.ts';
import type { CspRequest } from '../contract/requests.ts';
import type { Dataset } from '../dataset/dataset.ts';
import type { StoredMatch } from '../format/format.ts';
import { parseKey } from '../format/keys.ts';
import { hasHiddenEnd } from '../format/text.ts';
import { type Messages, messagesFor, noteText, reasonText } from '../messages/index.ts';
import type { Judge, Judged } from './compatibility.ts';
import { confidenceOf, type EnvelopeParts, envelopeOf, provenanceOf } from './envelope.ts';
import { type FoundNode, type FoundNodes, findNodes, findOtherScope } from './find-node.ts';
import { FALLBACK_LANGUAGE } from './language.ts';
import { confidenceIn, factsOf, matchIn, textWarnings } from './match.ts';
import { communityWarnings, lifecycleWarnings, unsupportedWarnings } from './match-warnings.ts';
import { nearestNodes } from './nearest.ts';
import { judgeWithProducts, type ProductQuestion, problemWarnings, productQuestion } from './product.ts';

/** @param judge needed where the request names products. */
export async function answerCsp(dataset: Dataset, request: CspRequest, judge?: Judge): Promise<CspEnvelope> {
  return envelopeOf(await cspParts(dataset, request, await findNodes(dataset, request.omaUri), judge));
}

export async function cspParts(
  dataset: Dataset,
  { omaUri, lang = FALLBACK_LANGUAGE, scope: given, targetProducts }: CspRequest,
  found: FoundNodes,
  judge?: Judge,
): Promise<EnvelopeParts> {
  const texts = messagesFor(lang);
  const asked = given && (given.toLowerCase() === 'user' ? 'User' : 'Device');
  const { uri, scope, nodes, reading } = found;
  const matches = nodes.flatMap((node) => node.matches);
  const chosen = matches.map(withNodes);
  const question = productQuestion(targetProducts);
  const judged = productVerdicts(matches, question, judge, lang);
  const node = matches.length === 0 ? nodes[0]?.node : undefined;
  const nearest = nodes.length === 0 ? await nearestNodes(dataset, uri) : [];
  return {
    query: {
      omaUri: uri,
      lang,
      scope: scope ?? asked ?? null,
      ...(reading?.elementId !== undefined && { elementId: reading.elementId }),
      ...(reading?.option !== undefined && { option: reading.option }),
      ...(question && { targetProducts: question.given }),
    },
    result: {
      matches: chosen.map(({ match, nodes: order }) => {
        const compatibility = judged.get(match)?.compatibility;
        return matchIn(match, lang, { nodes: order, compatibility });
      }),
      reason: reasonOf(found, texts),
      node,
      nearest: nearest.length === 0 ? undefined : nearest,
    },
    confidence: confidenceOf(chosen),
    provenance: provenanceOf(
      node
        ? [{ source: node.source, sourceVersion: node.sourceVersion }]
        : matches.map(({ served }) => served),
    ),
    dataset,
    warnings: [
      ...pathWarnings(found, omaUri, asked, texts),
      ...(hasHiddenEnd(uri.replace('./', '')) ? [texts.hiddenEnd] : []),
      ...problemWarnings(question, lang),
      ...(nodes.length === 0 ? await otherScope(dataset, uri, texts) : []),
      ...(nodes.length === 0 && parseKey(omaUri).hive !== null ? [texts.keyAsOmaUri] : []),
      ...chosen.flatMap(({ slug, nodes: order }) =>
        order.length > 1 ? [texts.severalNodes(slug, order.length)] : [],
      ),
      ...chosen.flatMap(({ match, nodes: order }) =>
        match.nodes?.[order[0]?.index ?? -1]?.intuneOnly ? [texts.intuneOnly(match.slug)] : [],
      ),
      ...nodes.flatMap(({ node: { access } }) =>
        access ? [reasonText({ code: 'notSettable', access }, lang)] : [],
      ),
      ...deprecatedWarnings(nodes, lang),
      ...matches.flatMap(({ slug, served }) => lifecycleWarnings(slug, served, lang)),
      ...[...judged].flatMap(([{ slug }, verdict]) => unsupportedWarnings(verdict, slug, lang)),
      ...communityWarnings(matches, texts),
      ...textWarnings(matches, lang, texts),
    ],
    within: judged.size > 0 ? 'reasons' : undefined,
  };
}

/** Of the matches that have a verdict on their product: no target OS is given here, so the others have nothing to say. */
function productVerdicts(
  matches: readonly StoredMatch[],
  question: ProductQuestion | undefined,
  judge: Judge | undefined,
  lang: string,
): Map<StoredMatch, Judged> {
  if (question === undefined || judge === undefined) return new Map();
  const judgeAll = judgeWithProducts(judge, question);
  const judged = matches.map((match) => [match, judgeAll(factsOf(match), null, lang)] as const);
  return new Map(judged.filter(([, { compatibility }]) => compatibility.product !== undefined));
}

/** No target OS is given here: whether it reaches the build of a dated deprecation is not known, and the node tells that. */
function deprecatedWarnings(nodes: readonly FoundNode[], lang: string): string[] {
  return nodes.flatMap(({ node, matches: [match] }) =>
    node.deprecated && node.deprecatedFrom === undefined
      ? [noteText({ code: 'deprecatedUndated' }, match?.slug ?? node.omaUri, lang)]
      : [],
  );
}

/** The node asked for is stored first; then one of each other place. */
function withNodes(match: StoredMatch) {
  const places = new Set<number>();
  const nodes = (match.nodes ?? []).flatMap(({ place }, index) =>
    places.size < places.add(place).size ? [{ index }] : [],
  );
  return { match, slug: match.slug, nodes, confidence: confidenceIn(match, nodes) };
}

function reasonOf({ uri, nodes }: FoundNodes, texts: Messages): string | undefined {
  const [first] = nodes;
  if (first === undefined) return texts.undocumented(uri);
  // A match of a look-up by its node is mapped by that node.
  if (nodes.some(({ matches }) => matches.length > 0)) return undefined;
  return first.security ? texts.securityNode(first.node.omaUri) : texts.documentedOnly(first.node.omaUri);
}

function pathWarnings(
  { uri, scope, path, result, reading, otherApp }: FoundNodes,
  given: string,
  asked: string | undefined,
  texts: Messages,
): string[] {
  return [
    ...(reading ? [texts.catalogId(given.trim(), reading.uris.join(', '))] : []),
    ...(reading?.rest === undefined ? [] : [texts.catalogRest(reading.rest)]),
    ...(result ? [texts.policyResult] : []),
    ...(asked && scope && asked !== scope ? [texts.scopeContradicts(asked, scope)] : []),
    ...(otherApp === undefined ? [] : [texts.otherApp(otherApp)]),
    ...(path !== undefined && path !== uri && otherApp === undefined ? [texts.dynamicNode(path)] : []),
  ];
}

/** A policy that exists for the other scope only is not this one, but the agent may have meant it. */
async function otherScope(dataset: Dataset, uri: string, texts: Messages): Promise<string[]> {
  const twin = await findOtherScope(dataset, uri);
  return twin === undefined ? [] : [texts.otherScope(twin)];
}
