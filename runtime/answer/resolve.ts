/** `POST /v1/resolve`: which documented settings write a registry pair, and whether the target OS honours it. */
import type { Dataset } from '../dataset.ts';
import type { ListEntry, ResolveEntry, StoredMatch } from '../format.ts';
import { normalizeValue, type ParsedKey, pairKey, parseKey } from '../normalize.ts';
import { combine, judge, type Releases, readTarget } from '../verdict/index.ts';
import {
  confidenceOf,
  envelope,
  languageWarnings,
  mappingWarnings,
  provenanceOf,
  slugsOf,
  toMatch,
} from './envelope.ts';
import { type AnswerTexts, textsFor } from './messages.ts';
import { nearestTo } from './nearest.ts';
import type { Compatibility, Envelope, Match, ResolveRequest } from './types.ts';

/** Hives under which policies are documented. */
const POLICY_HIVES: ReadonlySet<string> = new Set(['HKLM', 'HKCU']);

export async function resolve(
  dataset: Dataset,
  releases: Releases,
  request: ResolveRequest,
): Promise<Envelope> {
  const texts = textsFor(request.lang);
  const parsed = parseKey(request.key);
  const value = normalizeValue(request.value);
  const documented = parsed.hive === null || POLICY_HIVES.has(parsed.hive);
  const found = documented
    ? await find(dataset, parsed.keys, value, texts)
    : { key: parsed.key, matches: [], notes: [] };
  const query = { key: found.key, value, lang: request.lang, hive: parsed.hive, targetOs: request.targetOs };
  const notes = [...keyWarnings(parsed, texts), ...found.notes];
  if (found.matches.length > 0) return answer(dataset, releases, request, { ...found, query, notes, texts });

  const reason = !documented
    ? texts.foreignHive(parsed.hive ?? '')
    : parsed.keys.length === 0
      ? texts.emptyKey
      : texts.nothingWrites(pairName(found.key, value));
  const nearest = documented ? await nearestTo(dataset, parsed.keys.at(-1) ?? '', value) : [];
  return envelope({
    query,
    result: {
      matches: [],
      compatibility: { verdict: 'unknown', reason: texts.nothingJudged },
      reason,
      ...(nearest.length > 0 && { nearest }),
    },
    confidence: 'none',
    dataset,
    warnings: notes,
  });
}

interface Found {
  /** The normalized key that was evaluated. */
  key: string;
  matches: StoredMatch[];
  notes: string[];
}

/** The key as it came wins before its slashes are read as separators: real key names hold slashes. */
async function find(dataset: Dataset, keys: string[], value: string, texts: AnswerTexts): Promise<Found> {
  const notes: string[] = [];
  for (const key of keys) {
    const [pair, list] = await Promise.all([
      dataset.lookup<ResolveEntry>('resolve', pairKey(key, value)),
      dataset.lookup<ListEntry>('list', key),
    ]);
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
  releases: Releases,
  { lang, targetOs }: ResolveRequest,
  { matches: stored, query, notes, texts, key }: Answering,
): Envelope {
  const target = readTarget(targetOs, releases);
  const judged = stored.map((match) => ({ slug: match.slug, ...judge(match, target, releases, lang) }));
  const compatibility: Compatibility =
    judged.length === 1 && judged[0] ? judged[0].compatibility : combine(judged, lang);
  const matches = stored.map((match, at): Match => {
    const own = stored.length > 1 ? judged[at] : undefined;
    return { ...toMatch(match, lang), ...(own && { compatibility: own.compatibility }) };
  });
  const slugs = slugsOf(stored);
  const confidence = confidenceOf(matches);
  return envelope({
    query,
    result: {
      matches,
      compatibility,
      ...(confidence === 'none' && { reason: texts.valueUnmapped(slugs) }),
    },
    confidence,
    provenance: provenanceOf(matches),
    dataset,
    warnings: [
      ...(new Set(stored.map(({ slug }) => slug)).size > 1
        ? [texts.several(pairName(key, String(query.value)), slugs)]
        : []),
      ...notes,
      ...hiveWarnings(stored, query.hive, texts),
      ...mappingWarnings(matches, texts),
      ...judged.flatMap(({ warnings }) => warnings),
      ...languageWarnings(matches, lang, texts),
    ],
  });
}

/** A hive that the setting's class does not write is told, not hidden: the pair may still be a typing slip. */
function hiveWarnings(matches: StoredMatch[], hive: unknown, texts: AnswerTexts): string[] {
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
