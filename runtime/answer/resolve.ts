/** `POST /v1/resolve`: which documented settings write a registry pair, and whether the target OS honours it. */
import type { Dataset } from '../dataset/dataset.ts';
import { type Messages, messagesFor } from '../messages/index.ts';
import { normalizeValue, type ParsedKey, parseKey } from '../normalize.ts';
import type { ResolveEnvelope } from '../schema/answers.ts';
import type { Compatibility } from '../schema/compatibility.ts';
import type { ResolveRequest } from '../schema/requests.ts';
import { combinedCompatibility, type Judge, type Judged, notesOf } from './compatibility.ts';
import { confidenceOf, mappingWarnings, provenanceOf, slugsOf, writeEnvelope } from './envelope.ts';
import { type Found, findPair } from './find.ts';
import { type Json, type RawJson, sharedJson } from './json.ts';
import { languageWarnings, pickLanguage, supportedOnWarnings } from './language.ts';
import { type KeptMatch, matchJson } from './match.ts';
import { nearestTo } from './nearest.ts';

interface Question {
  dataset: Dataset;
  parsed: ParsedKey;
  /** Normalized. */
  value: string;
  lang: string;
  targetOs: string | null;
  texts: Messages;
}

/** `judge`: of the dataset's release table. */
export async function answerResolve(
  dataset: Dataset,
  judge: Judge,
  { key, value: name, lang, targetOs }: ResolveRequest,
): Promise<Json<ResolveEnvelope>> {
  const parsed = parseKey(key);
  const value = normalizeValue(name);
  const question: Question = { dataset, parsed, value, lang, targetOs, texts: messagesFor(lang) };
  if (!isPolicyHive(parsed)) return unanswered(question, { key: parsed.key, matches: [], otherLists: [] });
  const found = await findPair(dataset, parsed, value);
  return found.matches.length === 0 ? unanswered(question, found) : answered(question, found, judge);
}

/** Policies are documented under HKLM and HKCU alone. */
function isPolicyHive({ hive }: ParsedKey): boolean {
  return hive === null || hive === 'HKLM' || hive === 'HKCU';
}

function queryOf(
  { value, lang, parsed: { hive }, targetOs }: Question,
  key: string,
): ResolveEnvelope['query'] {
  return { key, value, lang, hive, targetOs };
}

async function unanswered(question: Question, { key, otherLists }: Found): Promise<Json<ResolveEnvelope>> {
  const { dataset, parsed, value, texts } = question;
  const documented = isPolicyHive(parsed);
  const nearest = documented ? await nearestTo(dataset, parsed.keys.at(-1) ?? '', value) : [];
  return writeEnvelope({
    query: queryOf(question, key),
    result: {
      matches: [],
      compatibility: { verdict: 'unknown', reason: texts.nothingJudged },
      reason: !documented
        ? texts.foreignHive(parsed.hive ?? '')
        : parsed.keys.length === 0
          ? texts.emptyKey
          : texts.nothingWrites(pairName(key, value)),
      nearest: nearest.length === 0 ? undefined : nearest,
    },
    confidence: 'none',
    dataset,
    warnings: [
      ...keyWarnings(parsed, texts),
      ...otherLists.map(({ slug, valuePrefix }) => texts.listOnly(slug, valuePrefix)),
    ],
  });
}

function answered(question: Question, { key, matches }: Found, judge: Judge): Json<ResolveEnvelope> {
  const { dataset, lang, targetOs, texts } = question;
  const judged = matches.map(({ facts }) => judge(facts, targetOs, lang));
  const several = matches.length > 1;
  const confidence = confidenceOf(matches);
  return writeEnvelope({
    query: queryOf(question, key),
    result: {
      matches: matches.map((match, at) =>
        matchJson(match, lang, several ? verdictJson(judged[at]) : undefined),
      ),
      compatibility: combinedVerdict(matches, judged, lang),
      reason: confidence === 'none' ? texts.valueUnmapped(slugsOf(matches)) : undefined,
    },
    confidence,
    provenance: provenanceOf(matches),
    dataset,
    warnings: warningsOf(question, key, matches, judged),
  });
}

function verdictJson(judged: Judged | undefined): RawJson<Compatibility> | undefined {
  return judged && sharedJson(judged.compatibility);
}

/** The verdict over all matches: theirs where they have the same facts, as mostly. */
function combinedVerdict(
  matches: readonly KeptMatch[],
  judged: readonly Judged[],
  lang: string,
): Compatibility | RawJson<Compatibility> | undefined {
  const [first, ...others] = judged;
  if (others.every((each) => each === first)) return verdictJson(first);
  const named = judged.map(({ judgement }, at) => ({ slug: matches[at]?.slug ?? '', judgement }));
  return combinedCompatibility(named, lang);
}

function warningsOf(
  { parsed, value, lang, texts }: Question,
  key: string,
  matches: readonly KeptMatch[],
  judged: readonly Judged[],
): string[] {
  const several = matches.some(({ slug }) => slug !== matches[0]?.slug);
  return [
    ...(several ? [texts.several(pairName(key, value), slugsOf(matches))] : []),
    ...keyWarnings(parsed, texts),
    ...matches.filter(({ isList }) => isList).map(({ slug }) => texts.list(slug)),
    ...matches.flatMap((match) => otherHive(match, parsed.hive, texts)),
    ...mappingWarnings(matches, texts),
    ...judged.flatMap((each, at) => notesOf(each, matches[at]?.slug ?? '', lang)),
    ...supportedOnWarnings(matches, lang, texts),
    ...languageWarnings(
      matches.map(({ slug, titles }) => ({ slug, titleLang: pickLanguage(titles, lang) })),
      lang,
      texts,
    ),
  ];
}

/** A hive that the setting's class does not write is told, not hidden: the pair may still be a typing error. */
function otherHive({ slug, class: policyClass }: KeptMatch, hive: string | null, texts: Messages): string[] {
  if (hive === null || policyClass === 'Both') return [];
  const documented = policyClass === 'Machine' ? 'HKLM' : 'HKCU';
  return documented === hive ? [] : [texts.otherHive(slug, documented, hive)];
}

function keyWarnings({ warning }: ParsedKey, texts: Messages): string[] {
  switch (warning) {
    case 'user-sid':
      return [texts.userSid];
    case 'default-profile':
      return [texts.defaultProfile];
    case 'other-users-key':
      return [texts.otherUsers];
    default:
      return [];
  }
}

function pairName(key: string, value: string): string {
  return `${key} + ${value === '' ? '(default)' : value}`;
}
