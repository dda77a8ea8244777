/** `POST /v1/csp`: which registry setting stands behind an OMA-URI or a settings-catalog identifier. */

import type { CspEnvelope } from '../contract/answers.ts';
import type { Compatibility } from '../contract/compatibility.ts';
import type { CspRequest } from '../contract/requests.ts';
import type { Scope } from '../contract/words.ts';
import type { Dataset } from '../dataset/dataset.ts';
import { parseKey } from '../format/keys.ts';
import { hasHiddenEnd } from '../format/text.ts';
import { type Messages, noteText, textsIn } from '../messages/index.ts';
import type { Judge, Verdicts } from './compatibility.ts';
import { type EnvelopeParts, envelopeOf } from './envelope.ts';
import { type FoundNode, findNode, findOtherScope, type ReadNode } from './find-node.ts';
import { FALLBACK_LANGUAGE } from './language.ts';
import { nearestNodes, searchWords } from './nearest.ts';
import { combinedVerdict, type JudgedMatch } from './overlay.ts';
import { productQuestion, unsupportedWarnings } from './product.ts';

type CspParts = EnvelopeParts<CspEnvelope['query'], CspEnvelope['result']>;

export async function answerCsp(
  dataset: Dataset,
  verdicts: Verdicts,
  request: CspRequest,
): Promise<CspEnvelope> {
  const found = await findNode(dataset, request.omaUri, request.lang);
  return envelopeOf({ ...(await cspParts(dataset, verdicts, request, found)), notes: request.notes });
}

export async function cspParts(
  dataset: Dataset,
  verdicts: Verdicts,
  { omaUri, lang = FALLBACK_LANGUAGE, scope: given, targetOs = null, targetProducts }: CspRequest,
  found: ReadNode,
): Promise<CspParts> {
  const texts = textsIn(lang);
  const asked = given ? (given.toLowerCase() === 'user' ? 'User' : 'Device') : undefined;
  const products = productQuestion(targetProducts, verdicts, lang);
  const query = {
    ...nodeQuery(found, asked, lang),
    ...(targetOs !== null && { targetOs }),
    ...(products && { targetProducts: products.given }),
  };
  const warnings = [
    ...pathWarnings(found, omaUri, asked, texts),
    ...(hasHiddenEnd(found.uri.replace('./', '')) ? [texts.hiddenEnd] : []),
    ...(products?.warnings ?? []),
  ];
  const { entry } = found;
  if (entry === undefined) return unknownNode(dataset, query, found.uri, omaUri, warnings);
  const isJudged = targetOs !== null || products !== undefined;
  const judged = isJudged ? judgeEntry(entry, products?.judge ?? verdicts.judge, targetOs, lang) : [];
  const compatibility = nodeCompatibility(judged, lang);
  const { node, reason, matches, confidence, provenance } = entry;
  return {
    query,
    result: {
      // Several have each its own verdict, and one on a product is that of its match.
      matches: matches.map((match, at) => {
        const own = judged[at]?.compatibility;
        return own && (matches.length > 1 || own.product) ? { ...match, compatibility: own } : match;
      }),
      ...(compatibility && { compatibility }),
      ...(reason !== undefined && { reason }),
      ...(matches.length === 0 && { node }),
    },
    confidence,
    provenance,
    dataset,
    warnings: [...warnings, ...nodeWarnings(judged, lang), ...entry.warnings],
  };
}

function nodeQuery({ uri, scope, reading }: ReadNode, asked: Scope | undefined, lang: string) {
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
  { uri, scope, path, result, reading, otherApp }: ReadNode,
  given: string,
  asked: string | undefined,
  texts: Messages,
): string[] {
  return [
    ...(reading ? [texts.catalogId(given.trim(), reading.uri)] : []),
    ...(reading?.secondVersion ? [texts.catalogVersion] : []),
    ...(reading?.rest === undefined ? [] : [texts.catalogRest(reading.rest)]),
    ...(result ? [texts.policyResult] : []),
    ...(asked && scope && asked !== scope ? [texts.scopeContradicts(asked, scope)] : []),
    ...(otherApp === undefined ? [] : [texts.otherApp(otherApp)]),
    ...(path !== undefined && path !== uri && otherApp === undefined ? [texts.dynamicNode(path)] : []),
  ];
}

/** A node without a setting is judged by itself. */
type JudgedNode = Omit<JudgedMatch, 'match'> & { match?: JudgedMatch['match'] };

/** For each match, or where there is none for the node. */
export function judgeEntry(
  { node, matches, rules }: FoundNode,
  judge: Judge,
  targetOs: string | null,
  lang: string,
): JudgedNode[] {
  return rules.map((rule, at) => {
    const match = matches[at];
    const judged = judge(rule, targetOs, lang, node.scope, 'node');
    const { silence: rank = 0 } = judged.judgement;
    return { ...judged, slug: match?.slug ?? node.omaUri, rule, rank, ...(match && { match }) };
  });
}

/** The verdict over all of them; undefined for none. */
export function nodeCompatibility(judged: readonly JudgedNode[], lang: string): Compatibility | undefined {
  const matched = judged.filter((each): each is JudgedMatch => each.match !== undefined);
  if (matched.length === 0) {
    const [only] = judged;
    if (only === undefined) return undefined;
    const { registry: _, ...ofNode } = only.compatibility;
    return ofNode;
  }
  return combinedVerdict(matched, lang);
}

/** @param hasRegistry The answer has the verdict on the registry value, which may be another one. */
export function nodeWarnings(judged: readonly JudgedNode[], lang: string, hasRegistry = true): string[] {
  return judged.flatMap((each) => {
    const { slug, match } = each;
    const isTold = hasRegistry && match !== undefined;
    const notes = each.judgement.notes.filter(({ code }) => isTold || code !== 'verdictsDiffer');
    return [...notes.map((note) => noteText(note, slug, lang)), ...unsupportedWarnings(each, lang)];
  });
}
