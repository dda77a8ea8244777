/** `POST /v1/resolve`: which documented settings write a registry pair, and whether the target OS honours it. */

import type { ResolveEnvelope } from '../contract/answers.ts';
import type { ResolveRequest } from '../contract/requests.ts';
import type { Scope } from '../contract/words.ts';
import type { Dataset } from '../dataset/dataset.ts';
import type { StoredAnswer } from '../format/format.ts';
import type { ParsedKey } from '../format/keys.ts';
import { hasHiddenEnd } from '../format/text.ts';
import { type Messages, textsIn } from '../messages/index.ts';
import { pairName, shownName } from '../messages/names.ts';
import type { Verdicts } from './compatibility.ts';
import { type EnvelopeParts, envelopeOf, slugsOf } from './envelope.ts';
import { type FoundPair, findPair, isPolicyHive, isSearched, type PairQuestion, readPair } from './find.ts';
import { findPolicyNode } from './find-node.ts';
import { FALLBACK_LANGUAGE } from './language.ts';
import { listsNamed, nearestElsewhere, nearestTo, searchWords, valuesNamed } from './nearest.ts';
import { combinedVerdict, type JudgedMatch, judgeMatches, warningsOf } from './overlay.ts';
import { productQuestion } from './product.ts';

export async function answerResolve(
  dataset: Dataset,
  verdicts: Verdicts,
  request: ResolveRequest,
): Promise<ResolveEnvelope> {
  const { lang = FALLBACK_LANGUAGE, targetOs = null, targetProducts, notes } = request;
  const products = productQuestion(targetProducts, verdicts, lang);
  const judge = products?.judge ?? verdicts.judge;
  const { asked } = verdicts;
  const context = { dataset, lang, targetOs, products, judge, asked, texts: textsIn(lang) };
  return envelopeOf({ ...(await resolveParts({ ...readPair(request), ...context })), notes });
}

type Parts = EnvelopeParts<ResolveEnvelope['query'], ResolveEnvelope['result']>;
/** What depends on how the pair was found. */
type OwnParts = Omit<Parts, 'query' | 'dataset'>;

export async function resolveParts(question: PairQuestion): Promise<Parts> {
  const { dataset, parsed, value, lang, targetOs, products } = question;
  const store = readStoreKey(parsed.key, value);
  const found: FoundPair = store ? { key: parsed.key, otherLists: [] } : await findPair(question);
  const { key, answer } = found;
  const parts = store
    ? await inMdmStore(question, store)
    : answer
      ? answered(question, key, answer)
      : await unanswered(question, found);
  const { hive } = parsed;
  const query = { key, value, lang, hive, targetOs, ...(products && { targetProducts: products.given }) };
  return { query, dataset, ...parts };
}

/** The key of MDM's own store: the answer is the node to set instead. */
async function inMdmStore(question: PairQuestion, store: StorePlace | 'other'): Promise<OwnParts> {
  const { dataset, parsed, products, texts } = question;
  const found =
    store === 'other' ? undefined : await findPolicyNode(dataset, store.scope, store.area, store.policy);
  return {
    result: {
      matches: [],
      compatibility: { verdict: 'unknown', reason: texts.nothingJudged },
      reason: texts.mdmStore(found?.node.omaUri),
      ...(found && { node: found.node }),
    },
    confidence: 'none',
    warnings: [...keyWarnings(parsed, texts), ...(products?.warnings ?? [])],
  };
}

/** Control characters that a lone backslash and a letter are in JSON. */
const CONTROL = /[\b\f\n\r\t]/;

async function unanswered(question: PairQuestion, found: FoundPair): Promise<OwnParts> {
  const { dataset, parsed, value, texts } = question;
  const { key } = found;
  const searched = isSearched(question);
  const lists = searched ? await listsNamed(dataset, parsed.keys.at(-1) ?? '', value) : [];
  const named = searched ? await valuesNamed(dataset, parsed.keys, value) : [];
  const { near: elsewhere, warnings: views } = await nearestElsewhere(question);
  const nearest = [...elsewhere, ...lists, ...named];
  // Real key names contain slashes.
  for (const each of searched ? parsed.keys.toReversed() : [])
    if (nearest.length === 0) nearest.push(...(await nearestTo(dataset, each, value)));
  return {
    result: {
      matches: [],
      compatibility: { verdict: 'unknown', reason: texts.nothingJudged },
      reason: missReason(question, key),
      ...(nearest.length > 0 && { nearest }),
    },
    confidence: 'none',
    warnings: [
      ...missWarnings(question, found),
      ...views,
      ...lists.map(({ slug, key: listKey, list }) =>
        texts.listKey(slug, listKey, list?.explicitValue ? undefined : list?.valuePrefix),
      ),
      ...named.map(({ key: ownKey, value: name = '' }) => texts.valueInKey(ownKey, name)),
      ...nextSteps(question, key, searched && nearest.length + found.otherLists.length === 0),
    ],
  };
}

/** What to ask instead. @param alone Nothing is near. */
function nextSteps({ value, given, texts }: PairQuestion, key: string, alone: boolean): string[] {
  if (/^\.[\\/]|^(?:device|user)_vendor_/.test(key)) return [texts.omaUriAsKey];
  const own = alone ? searchWords(given) : '';
  // A name of one word has many values: `Start` of each service.
  const words = own === '' || own.includes(' ') ? own : `${searchWords(key)} ${own}`.trim();
  return [
    ...(CONTROL.test(key + value) ? [texts.controlInKey] : []),
    ...(words === '' ? [] : [texts.searchFor(words)]),
  ];
}

/** Why nothing is found. */
export function missReason({ parsed, instruction, value, texts }: PairQuestion, key: string): string {
  if (!isPolicyHive(parsed)) return texts.foreignHive(parsed.hive ?? '');
  if (instruction !== undefined) return texts.instructions[instruction];
  return parsed.keys.length === 0 ? texts.emptyKey : texts.nothingWrites(pairName(key, value));
}

export function missWarnings(question: PairQuestion, { otherLists }: FoundPair): string[] {
  return [
    ...askedWarnings(question),
    ...(hasHiddenEnd(question.value) ? [question.texts.hiddenEnd] : []),
    ...(/^(["'`]).+\1$/.test(question.value) ? [question.texts.quoted] : []),
    ...otherLists.map(({ slug, valuePrefix }) => question.texts.listOnly(slug, valuePrefix)),
  ];
}

function answered(question: PairQuestion, key: string, answer: StoredAnswer): OwnParts {
  const judged = judgeMatches(answer, question);
  const several = judged.length > 1;
  return {
    result: {
      matches: judged.map(({ match, compatibility }) => (several ? { ...match, compatibility } : match)),
      compatibility: combinedVerdict(judged, question.lang),
      ...(answer.reason !== undefined && { reason: answer.reason }),
    },
    confidence: answer.confidence,
    provenance: answer.provenance,
    warnings: pairWarnings(question, key, answer, judged),
  };
}

/** Warnings on the request, and on what was found. */
export function pairWarnings(
  question: PairQuestion,
  key: string,
  answer: StoredAnswer,
  judged: readonly JudgedMatch[],
): string[] {
  const { value, lang, texts } = question;
  const several = judged.length > 1 && judged.some(({ slug }) => slug !== judged[0]?.slug);
  return [
    ...(several ? [`${texts.several(pairName(key, value), slugsOf(judged))} ${texts.allMatches}`] : []),
    ...askedWarnings(question),
    ...warningsOf(answer, judged, lang),
  ];
}

/** Warnings on the request. */
function askedWarnings({ parsed, prefix, value, products, texts }: PairQuestion): string[] {
  return [
    ...keyWarnings(parsed, texts),
    ...(prefix === 'del' ? [texts.deletesValue(shownName(value))] : []),
    ...(prefix === 'soft' ? [texts.softValue(shownName(value))] : []),
    ...(products?.warnings ?? []),
  ];
}

/** Warnings if the key was read as another one than it is spelt. */
export function keyWarnings(parsed: ParsedKey, texts: Messages): string[] {
  return [
    ...(parsed.unknownHive === undefined ? [] : [texts.unknownHive(parsed.unknownHive)]),
    ...(parsed.warning === undefined ? [] : [texts.hives[parsed.warning]]),
    ...(parsed.controlSet ? [texts.controlSet] : []),
    ...(hasHiddenEnd(parsed.key) ? [texts.hiddenEnd] : []),
  ];
}

/** Root of the store in which Windows keeps the values set by MDM: auditors read it, nobody writes it. */
const ROOT = 'software\\microsoft\\policymanager\\';
/** Windows writes these values beside that of a policy. */
const COMPANIONS = ['_providerset', '_winningprovider', '_lastwrite'];

interface StorePlace {
  scope: Scope;
  area: string;
  policy: string;
}

/** A normalized key and value name; `'other'`: a key of the store that keeps no policy. */
export function readStoreKey(key: string, value: string): StorePlace | 'other' | undefined {
  if (!`${key}\\`.startsWith(ROOT)) return undefined;
  const [part, ...rest] = key.slice(ROOT.length).split('\\');
  // `current\device\<Area>` + policy; `providers\<GUID>\default\device\<Area>` + policy.
  const holder =
    part === 'current' ? rest : part === 'providers' && rest[1] === 'default' ? rest.slice(2) : [];
  if (holder.length === 2) return storePlaceIn(holder[0] ?? '', holder[1] ?? '', value);
  // Windows' own default: `default\<Area>\<Policy>` + `value`; Microsoft's pages give the policy as value of the area.
  const [area, policy = value] = rest;
  if (part === 'default' && area && policy && rest.length <= 2) return { scope: 'Device', area, policy };
  return 'other';
}

function storePlaceIn(holder: string, area: string, value: string): StorePlace | 'other' {
  const scope = holder === 'device' ? 'Device' : /^(?:s-1-[\d-]+|<sid>)$/.test(holder) ? 'User' : undefined;
  if (scope === undefined || value === '') return 'other';
  const companion = COMPANIONS.find((ending) => value.endsWith(ending));
  return { scope, area, policy: companion === undefined ? value : value.slice(0, -companion.length) };
}
