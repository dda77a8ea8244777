/** `POST /v1/resolve`: which documented settings write a registry pair, and whether the target OS honours it. */

import type { ResolveEnvelope } from '../contract/answers.ts';
import type { ResolveRequest } from '../contract/requests.ts';
import type { Dataset } from '../dataset/dataset.ts';
import { type ParsedKey, parseKey, parseValue } from '../format/keys.ts';
import { hasHiddenEnd } from '../format/text.ts';
import { type Messages, messagesFor } from '../messages/index.ts';
import { pairName, shownName } from '../messages/names.ts';
import type { Judge } from './compatibility.ts';
import {
  confidenceOf,
  type EnvelopeParts,
  envelopeOf,
  mappingWarnings,
  provenanceOf,
  slugsOf,
} from './envelope.ts';
import { type FoundPair, findPair, isPolicyHive, isSearched, type PairQuestion } from './find.ts';
import { findPolicyNode } from './find-node.ts';
import { combinedVerdict, deciding, type JudgedMatch, judgeMatches } from './judged-match.ts';
import { FALLBACK_LANGUAGE } from './language.ts';
import { matchIn, textWarnings } from './match.ts';
import { communityWarnings, matchWarnings } from './match-warnings.ts';
import { readStoreKey, type StorePlace } from './mdm-store.ts';
import { listsNamed, nearestElsewhere, nearestTo, searchWords, valuesNamed } from './nearest.ts';
import { judgeWithProducts, problemWarnings, productQuestion } from './product.ts';

/** `judge`: of the dataset's release table. */
export async function answerResolve(
  dataset: Dataset,
  judge: Judge,
  request: ResolveRequest,
): Promise<ResolveEnvelope> {
  return envelopeOf(await resolveParts(questionOf(dataset, request), judge));
}

export function questionOf(
  dataset: Dataset,
  { key, value: given, lang = FALLBACK_LANGUAGE, targetOs = null, targetProducts }: ResolveRequest,
  literal = false,
): PairQuestion {
  const name = parseValue(given);
  return {
    dataset,
    parsed: parseKey(key, literal),
    name,
    value: name.value,
    given: given === '' ? key : given,
    lang,
    targetOs,
    products: productQuestion(targetProducts),
    texts: messagesFor(lang),
  };
}

export async function resolveParts(question: PairQuestion, judge: Judge): Promise<EnvelopeParts> {
  const store = readStoreKey(question.parsed.key, question.value);
  if (store !== undefined) return inMdmStore(question, store);
  const found = await findPair(question);
  return found.matches.length === 0 ? unanswered(question, found) : answered(question, found, judge);
}

/** The key of MDM's own store: the answer is the node to set instead. */
async function inMdmStore(question: PairQuestion, store: StorePlace | 'other'): Promise<EnvelopeParts> {
  const { dataset, parsed, texts } = question;
  const found =
    store === 'other' ? undefined : await findPolicyNode(dataset, store.scope, store.area, store.policy);
  return {
    query: queryOf(question, parsed.key),
    result: {
      matches: [],
      compatibility: { verdict: 'unknown', reason: texts.nothingJudged },
      reason: found === undefined ? texts.mdmStoreUnknown : texts.mdmStore(found.node.omaUri),
      node: found?.node,
    },
    confidence: 'none',
    dataset,
    warnings: [...keyWarnings(parsed, texts), ...problemWarnings(question.products, question.lang)],
  };
}

function queryOf(
  { value, lang, parsed: { hive }, targetOs, products }: PairQuestion,
  key: string,
): ResolveEnvelope['query'] {
  return { key, value, lang, hive, targetOs, ...(products && { targetProducts: products.given }) };
}

/** What a backslash and a letter are in a text of JSON. */
const CONTROL = /[\b\f\n\r\t]/;

async function unanswered(question: PairQuestion, found: FoundPair): Promise<EnvelopeParts> {
  const { dataset, parsed, value, texts } = question;
  const { key } = found;
  const searched = isSearched(question);
  const last = parsed.keys.at(-1) ?? '';
  const lists = searched ? await listsNamed(dataset, last, value) : [];
  const named = searched ? await valuesNamed(dataset, parsed.keys, value) : [];
  const { near: elsewhere, warnings: views } = await nearestElsewhere(question);
  const slips = [...elsewhere, ...lists, ...named];
  const nearest = slips.length > 0 || !searched ? slips : await nearestTo(dataset, last, value);
  return {
    query: queryOf(question, key),
    result: {
      matches: [],
      compatibility: { verdict: 'unknown', reason: texts.nothingJudged },
      reason: missReason(question, key),
      nearest: nearest.length === 0 ? undefined : nearest,
    },
    confidence: 'none',
    dataset,
    warnings: [
      ...missWarnings(question, found),
      ...views,
      ...lists.map(({ slug, key: listKey, list }) =>
        texts.listKey(slug, listKey, list?.explicitValue ? undefined : list?.valuePrefix),
      ),
      ...named.map(({ key: ownKey, value: name = '' }) => texts.valueInKey(ownKey, name)),
      ...nextSteps(question, key, searched && nearest.length === 0),
    ],
  };
}

/** What to ask instead. @param alone Nothing is near. */
function nextSteps({ value, given, texts }: PairQuestion, key: string, alone: boolean): string[] {
  if (/^\.[\\/]|^(?:device|user)_vendor_/.test(key)) return [texts.omaUriAsKey];
  const words = alone ? searchWords(given) : '';
  return [
    ...(CONTROL.test(key + value) ? [texts.controlInKey] : []),
    ...(words === '' ? [] : [texts.searchFor(words)]),
  ];
}

/** Why nothing is found. */
export function missReason({ parsed, name, value, texts }: PairQuestion, key: string): string {
  if (!isPolicyHive(parsed)) return texts.foreignHive(parsed.hive ?? '');
  if (name.instruction !== undefined) return texts.instructions[name.instruction];
  return parsed.keys.length === 0 ? texts.emptyKey : texts.nothingWrites(pairName(key, value));
}

export function missWarnings(question: PairQuestion, { otherLists }: FoundPair): string[] {
  return [
    ...askedWarnings(question),
    ...(hasHiddenEnd(question.value) ? [question.texts.hiddenEnd] : []),
    ...otherLists.map(({ slug, valuePrefix }) => question.texts.listOnly(slug, valuePrefix)),
  ];
}

function answered(question: PairQuestion, { key, matches }: FoundPair, judge: Judge): EnvelopeParts {
  const { dataset, lang, texts } = question;
  const judged = judgeMatches(matches, question, judgeWithProducts(judge, question.products));
  const several = judged.length > 1;
  const all = deciding(judged);
  const confidence = confidenceOf(all);
  return {
    query: queryOf(question, key),
    result: {
      matches: judged.map((each) =>
        matchIn(each.match, lang, {
          nodes: each.judgement.nodes,
          otherHive: each.otherHive,
          compatibility: several ? each.compatibility : undefined,
        }),
      ),
      compatibility: combinedVerdict(judged, lang),
      reason: confidence === 'none' ? unmappedReason(all, texts) : undefined,
    },
    confidence,
    provenance: provenanceOf(all.map(({ match }) => match.served)),
    dataset,
    warnings: warningsOf(question, key, judged),
  };
}

export function unmappedReason(judged: readonly JudgedMatch[], texts: Messages): string {
  const key = judged.find(({ match }) => match.noMdm !== undefined)?.match.noMdm;
  const reason = texts.valueUnmapped(slugsOf(judged));
  return key === undefined ? reason : `${reason} ${texts.keyNotIngestible(key)}`;
}

export function warningsOf(question: PairQuestion, key: string, judged: readonly JudgedMatch[]): string[] {
  const { parsed, value, lang, texts } = question;
  const matches = judged.map(({ match }) => match);
  const several = judged.some(({ slug }) => slug !== judged[0]?.slug);
  return [
    ...(several ? [texts.several(pairName(key, value), slugsOf(judged))] : []),
    ...askedWarnings(question),
    ...communityWarnings(matches, texts),
    ...matches.flatMap(({ slug, served: { list } }) => (list ? [texts.list(slug, list)] : [])),
    ...judged.flatMap((each) => matchWarnings(each, parsed.hive, lang)),
    ...mappingWarnings(deciding(judged), texts.valueUnmapped),
    ...textWarnings(matches, lang, texts),
  ];
}

/** On what was asked for. */
function askedWarnings({ parsed, name, products, lang, texts }: PairQuestion): string[] {
  const { prefix, value } = name;
  return [
    ...keyWarnings(parsed, texts),
    ...(prefix === 'del' ? [texts.deletesValue(shownName(value))] : []),
    ...(prefix === 'soft' ? [texts.softValue(shownName(value))] : []),
    ...problemWarnings(products, lang),
  ];
}

function keyWarnings(parsed: ParsedKey, texts: Messages): string[] {
  return [
    ...(parsed.unknownHive === undefined ? [] : [texts.unknownHive(parsed.unknownHive)]),
    ...(parsed.warning === undefined ? [] : [texts.hives[parsed.warning]]),
    ...(parsed.controlSet ? [texts.controlSet] : []),
    ...(hasHiddenEnd(parsed.key) ? [texts.hiddenEnd] : []),
  ];
}
