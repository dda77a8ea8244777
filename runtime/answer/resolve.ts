/** `POST /v1/resolve`: which documented settings write a registry pair, and whether the target OS honours it. */
import type { Dataset } from '../dataset.ts';
import type { ListEntry, ResolveEntry, StoredMatch } from '../format.ts';
import { normalizeValue, type ParsedKey, pairKey, parseKey } from '../normalize.ts';
import { combine, type JudgeMatch, type Releases, rememberingJudge } from '../verdict/index.ts';
import { type Answer, toEnvelope } from './answer.ts';
import { confidenceOf, mappingWarnings, provenanceOf, slugsOf, titleWarnings } from './envelope.ts';
import { type AnswerTexts, textsFor } from './messages.ts';
import { nearestTo } from './nearest.ts';
import type { Envelope, ResolveRequest } from './types.ts';

/** Hives under which policies are documented. */
const POLICY_HIVES: ReadonlySet<string> = new Set(['HKLM', 'HKCU']);

export async function resolve(
  dataset: Dataset,
  releases: Releases,
  request: ResolveRequest,
): Promise<Envelope> {
  return toEnvelope(await answerResolve(dataset, rememberingJudge(releases), request));
}

/** `judge`: of the dataset's release table. */
export async function answerResolve(
  dataset: Dataset,
  judge: JudgeMatch,
  request: ResolveRequest,
): Promise<Answer> {
  const { lang, targetOs } = request;
  const texts = textsFor(lang);
  const parsed = parseKey(request.key);
  const { hive } = parsed;
  const value = normalizeValue(request.value);
  const documented = hive === null || POLICY_HIVES.has(hive);
  const found = documented
    ? await find(dataset, parsed.keys, value, texts)
    : { key: parsed.key, matches: [], notes: [] };
  const query = { key: found.key, value, lang, hive, targetOs };
  const notes = [...keyWarnings(parsed, texts), ...found.notes];
  if (found.matches.length > 0) return answer(dataset, judge, request, { ...found, query, notes, texts });

  const reason = !documented
    ? texts.foreignHive(hive ?? '')
    : parsed.keys.length === 0
      ? texts.emptyKey
      : texts.nothingWrites(pairName(found.key, value));
  const nearest = documented ? await nearestTo(dataset, parsed.keys.at(-1) ?? '', value) : [];
  return {
    query,
    lang,
    matches: [],
    compatibility: { verdict: 'unknown', reason: texts.nothingJudged },
    more: { reason, ...(nearest.length > 0 && { nearest }) },
    confidence: 'none',
    dataset,
    warnings: notes,
  };
}

interface Found {
  /** The normalized key that was evaluated. */
  key: string;
  matches: readonly StoredMatch[];
  notes: string[];
}

/** The key as it came wins before its slashes are read as separators: real key names hold slashes. */
async function find(dataset: Dataset, keys: string[], value: string, texts: AnswerTexts): Promise<Found> {
  const notes: string[] = [];
  for (const key of keys) {
    // Both are asked for before either is waited for, and what is warm is not waited for at all.
    const pending = dataset.lookup<ResolveEntry>('resolve', pairKey(key, value));
    const pendingList = dataset.lookup<ListEntry>('list', key);
    const [pair, list] =
      pending instanceof Promise || pendingList instanceof Promise
        ? await Promise.all([pending, pendingList])
        : [pending, pendingList];
    if (pair && !list) return { key, matches: pair.matches, notes };
    const lists = (list?.matches ?? []).filter((match) => isListed(match, value));
    const matches = [...(pair?.matches ?? []), ...lists];
    if (matches.length > 0) return { key, matches, notes: lists.map(({ slug }) => texts.list(slug)) };
    for (const { slug, list: facts } of list?.matches ?? [])
      notes.push(texts.listOnly(slug, facts?.valuePrefix ?? ''));
  }
  return { key: keys.at(-1) ?? '', matches: [], notes };
}

/** Without a prefix the name is the administrator's; with one it is the prefix and a number. */
function isListed({ list }: StoredMatch, value: string): boolean {
  if (!list || value === '') return false;
  if (list.explicitValue || list.valuePrefix === undefined) return true;
  const prefix = list.valuePrefix.toLowerCase();
  return value.startsWith(prefix) && /^\d+$/.test(value.slice(prefix.length));
}

interface Answering extends Found {
  query: Envelope['query'];
  texts: AnswerTexts;
}

function answer(
  dataset: Dataset,
  judge: JudgeMatch,
  { lang, targetOs }: ResolveRequest,
  { matches, query, notes, texts, key }: Answering,
): Answer {
  const judged = matches.map((match) => ({ slug: match.slug, ...judge(match, targetOs, lang) }));
  const [only] = judged;
  const slugs = slugsOf(matches);
  const confidence = confidenceOf(matches);
  return {
    query,
    lang,
    matches,
    ...(judged.length === 1 && only
      ? { compatibility: only.compatibility }
      : { verdicts: judged.map(({ compatibility }) => compatibility), compatibility: combine(judged, lang) }),
    ...(confidence === 'none' && { more: { reason: texts.noMapping(slugs) } }),
    confidence,
    provenance: provenanceOf(matches),
    dataset,
    warnings: [
      ...(slugs.includes(', ') ? [texts.several(pairName(key, String(query.value)), slugs)] : []),
      ...notes,
      ...hiveWarnings(matches, query.hive, texts),
      ...mappingWarnings(matches, texts),
      ...judged.flatMap(({ warnings }) => warnings),
      ...titleWarnings(matches, lang, texts),
    ],
  };
}

/** A hive that the setting's class does not write is told, not hidden: the pair may still be a typing slip. */
function hiveWarnings(matches: readonly StoredMatch[], hive: unknown, texts: AnswerTexts): string[] {
  if (typeof hive !== 'string') return [];
  return matches.flatMap(({ slug, class: policyClass }) => {
    if (policyClass === 'Both') return [];
    const documented = policyClass === 'Machine' ? 'HKLM' : 'HKCU';
    return documented === hive ? [] : [texts.otherHive(slug, documented, hive)];
  });
}

function keyWarnings({ warning }: ParsedKey, texts: AnswerTexts): string[] {
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
