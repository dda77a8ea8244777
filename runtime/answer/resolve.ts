/** `POST /v1/resolve`: which documented settings write a registry pair, and whether the target OS honours it. */
import type { Dataset } from '../dataset.ts';
import type { ListEntry, ResolveEntry, StoredMatch } from '../format.ts';
import { normalizeValue, type ParsedKey, pairKey, parseKey } from '../normalize.ts';
import { combine, type JudgeMatch, type Releases, rememberingJudge } from '../verdict/index.ts';
import { type Answer, toEnvelope } from './answer.ts';
import { confidenceOf, mappingWarnings, provenanceOf, slugsOf, titleWarnings } from './envelope.ts';
import { type AnswerTexts, textsFor } from './messages.ts';
import { nearestTo } from './nearest.ts';
import type { Compatibility, Envelope, ResolveRequest } from './types.ts';

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
  const notes = parsed.warning === undefined ? found.notes : [...keyWarnings(parsed, texts), ...found.notes];
  if (found.matches.length > 0) return answer(dataset, judge, found.matches, query, notes, texts);

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

type Query = Pick<ResolveRequest, 'key' | 'value' | 'lang' | 'targetOs'> & Pick<ParsedKey, 'hive'>;

// Asked for every request: objects are made whole and lists only where something is in them, because spreading
// and copying cost more here than everything else.
function answer(
  dataset: Dataset,
  judge: JudgeMatch,
  matches: readonly StoredMatch[],
  query: Query,
  notes: string[],
  texts: AnswerTexts,
): Answer {
  const { lang, targetOs } = query;
  const judged = matches.map((match) => judge(match, targetOs, lang));
  const slugs = slugsOf(matches);
  const warnings = slugs.includes(', ') ? [texts.several(pairName(query.key, query.value), slugs)] : [];
  warnings.push(...notes, ...hiveWarnings(matches, query.hive, texts), ...mappingWarnings(matches, texts));
  for (const judgement of judged) warnings.push(...judgement.warnings);
  warnings.push(...titleWarnings(matches, lang, texts));
  const confidence = confidenceOf(matches);
  const verdicts = judged.map(({ compatibility }) => compatibility);
  const several = verdicts.length > 1;
  return {
    query,
    lang,
    matches,
    verdicts: several ? verdicts : undefined,
    compatibility: several ? combined(matches, verdicts, lang) : verdicts[0],
    more: confidence === 'none' ? { reason: texts.valueUnmapped(slugs) } : undefined,
    confidence,
    provenance: provenanceOf(matches),
    dataset,
    warnings,
  };
}

function combined(
  matches: readonly StoredMatch[],
  verdicts: readonly Compatibility[],
  lang: string,
): Compatibility {
  const judged = verdicts.map((compatibility, at) => ({ slug: matches[at]?.slug ?? '', compatibility }));
  return combine(judged, lang);
}

/** A hive that the setting's class does not write is told, not hidden: the pair may still be a typing slip. */
function hiveWarnings(matches: readonly StoredMatch[], hive: string | null, texts: AnswerTexts): string[] {
  const warnings: string[] = [];
  if (hive === null) return warnings;
  for (const { slug, class: policyClass } of matches) {
    if (policyClass === 'Both') continue;
    const documented = policyClass === 'Machine' ? 'HKLM' : 'HKCU';
    if (documented !== hive) warnings.push(texts.otherHive(slug, documented, hive));
  }
  return warnings;
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
