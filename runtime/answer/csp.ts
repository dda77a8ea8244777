/** `POST /v1/csp`: which registry setting stands behind an OMA-URI or a settings-catalog identifier. */

import type { CspEnvelope } from '../contract/answers.ts';
import type { CspRequest } from '../contract/requests.ts';
import type { Scope } from '../contract/words.ts';
import type { Dataset } from '../dataset/dataset.ts';
import { copyOf } from '../format/json.ts';
import { parseKey } from '../format/keys.ts';
import { hasHiddenEnd } from '../format/text.ts';
import { type Messages, textsIn } from '../messages/index.ts';
import type { Verdicts } from './compatibility.ts';
import { confidenceOf, type EnvelopeParts, envelopeOf, provenanceOf } from './envelope.ts';
import { type FoundNode, type FoundNodes, findNodes, findOtherScope } from './find-node.ts';
import { FALLBACK_LANGUAGE } from './language.ts';
import { nearestNodes, searchWords } from './nearest.ts';
import { judgeNodes, nodeCompatibility, nodeWarnings } from './node-verdict.ts';
import { judgeWithProducts, problemWarnings, productQuestion } from './product.ts';

type CspParts = EnvelopeParts<CspEnvelope['query'], CspEnvelope['result']>;

/** @param verdicts needed where the request names a target. */
export async function answerCsp(
  dataset: Dataset,
  request: CspRequest,
  verdicts?: Verdicts,
): Promise<CspEnvelope> {
  const found = await findNodes(dataset, request.omaUri, request.lang);
  return envelopeOf(await cspParts(dataset, request, found, verdicts));
}

export async function cspParts(
  dataset: Dataset,
  { omaUri, lang = FALLBACK_LANGUAGE, scope: given, targetOs = null, targetProducts }: CspRequest,
  found: FoundNodes,
  verdicts?: Verdicts,
): Promise<CspParts> {
  const texts = textsIn(lang);
  const asked = given ? (given.toLowerCase() === 'user' ? 'User' : 'Device') : undefined;
  const question = productQuestion(targetProducts, verdicts);
  const query = {
    ...nodeQuery(found, asked, lang),
    ...(targetOs !== null && { targetOs }),
    ...(question && { targetProducts: question.given }),
  };
  const warnings = [
    ...pathWarnings(found, omaUri, asked, texts),
    ...(hasHiddenEnd(found.uri.replace('./', '')) ? [texts.hiddenEnd] : []),
    ...problemWarnings(question, lang),
  ];
  if (found.nodes.length === 0) return unknownNode(dataset, query, found.uri, omaUri, warnings);
  const isJudged = verdicts !== undefined && (targetOs !== null || question !== undefined);
  const judged = isJudged
    ? judgeNodes(found.nodes, judgeWithProducts(verdicts, question), targetOs, lang)
    : [];
  const compatibility = nodeCompatibility(judged, lang);
  const all = found.nodes.flatMap((node) => node.matches);
  const matches = all.map((match, at) => {
    const own = judged[at]?.compatibility;
    return own && (all.length > 1 || own.product) ? { ...match, compatibility: copyOf(own) } : match;
  });
  const [first, ...others] = found.nodes;
  return {
    query,
    result: {
      matches,
      ...(compatibility && { compatibility: copyOf(compatibility) }),
      ...(matches.length === 0 && first && withoutSetting(first)),
    },
    confidence: confidenceOf(matches),
    provenance: others.length === 0 ? first?.provenance : provenanceOf(matches),
    dataset,
    warnings: [...warnings, ...nodeWarnings(judged, lang), ...found.nodes.flatMap((node) => node.warnings)],
  };
}

function withoutSetting({ reason, node }: FoundNode) {
  return { ...(reason !== undefined && { reason }), node };
}

function nodeQuery({ uri, scope, reading }: FoundNodes, asked: Scope | undefined, lang: string) {
  return {
    omaUri: uri,
    lang,
    scope: scope ?? asked ?? null,
    ...(reading?.elementId !== undefined && { elementId: reading.elementId }),
    ...(reading?.option !== undefined && { option: reading.option }),
  };
}

async function unknownNode(
  dataset: Dataset,
  query: CspParts['query'],
  uri: string,
  given: string,
  warnings: readonly string[],
): Promise<CspParts> {
  const texts = textsIn(query.lang);
  const nearest = await nearestNodes(dataset, uri);
  // A policy that exists for the other scope only is not this one, but the agent may have meant it.
  const twin = await findOtherScope(dataset, uri);
  const isKey = parseKey(given).hive !== null;
  const words = searchWords(given);
  return {
    query,
    result: {
      matches: [],
      reason: texts.undocumented(uri),
      ...(nearest.length > 0 && { nearest }),
    },
    confidence: 'none',
    dataset,
    warnings: [
      ...warnings,
      ...(twin === undefined ? [] : [texts.otherScope(twin)]),
      ...(isKey ? [texts.keyAsOmaUri] : []),
      ...(nearest.length > 0 || isKey || words === '' ? [] : [texts.searchFor(words)]),
    ],
  };
}

function pathWarnings(
  { uri, scope, path, result, reading, otherApp }: FoundNodes,
  given: string,
  asked: string | undefined,
  texts: Messages,
): string[] {
  return [
    ...(reading ? [texts.catalogId(given.trim(), reading.uris.join(', '))] : []),
    ...(reading?.secondVersion ? [texts.catalogVersion] : []),
    ...(reading?.rest === undefined ? [] : [texts.catalogRest(reading.rest)]),
    ...(result ? [texts.policyResult] : []),
    ...(asked && scope && asked !== scope ? [texts.scopeContradicts(asked, scope)] : []),
    ...(otherApp === undefined ? [] : [texts.otherApp(otherApp)]),
    ...(path !== undefined && path !== uri && otherApp === undefined ? [texts.dynamicNode(path)] : []),
  ];
}
