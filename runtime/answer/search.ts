/** `POST /v1/search`: text → settings, with the fields of a match and its MDM mapping. */
import type { Dataset } from '../dataset/dataset.ts';
import { messagesFor } from '../messages/index.ts';
import type { SearchEnvelope } from '../schema/answers.ts';
import type { FoundMatch, Match } from '../schema/match.ts';
import { LIMIT_DEFAULT, type SearchRequest } from '../schema/requests.ts';
import type { SearchSettings } from '../search/files.ts';
import { type SearchIndex, searchIndex } from '../search/load.ts';
import { find, type Hit, type SearchHits } from '../search/search.ts';
import { confidenceOf, mappingWarnings, provenanceOf, slugsOf, writeEnvelope } from './envelope.ts';
import type { Json } from './json.ts';
import { FALLBACK_LANGUAGE, languageWarnings } from './language.ts';

/** Throws `DatasetUnavailable` where the language's index is missing, altered or of another configuration. */
export async function answerSearch(
  dataset: Dataset,
  { q, lang = FALLBACK_LANGUAGE, limit = LIMIT_DEFAULT }: SearchRequest,
): Promise<Json<SearchEnvelope>> {
  const index = await searchIndex(dataset, lang);
  const found = find(q, limit, index);
  const matches = found.hits.flatMap((hit) => matchOf(hit, index) ?? []);
  const texts = messagesFor(lang);
  const confidence = confidenceOf(matches);
  const titled = matches.map((match) => ({
    slug: match.slug,
    titleLang: match.displayName === undefined ? undefined : match.lang,
  }));
  return writeEnvelope({
    query: { q, lang, limit },
    result: {
      matches,
      total: found.total,
      weak: found.weak || undefined,
      reason:
        matches.length === 0
          ? nothingFound(q, lang, found)
          : confidence === 'none'
            ? texts.noMapping(slugsOf(matches))
            : undefined,
      suggestions: found.suggestions.length === 0 ? undefined : found.suggestions,
    },
    confidence,
    provenance: provenanceOf(matches),
    dataset,
    warnings: [
      ...(found.weak ? [texts.weak] : []),
      ...mappingWarnings(matches, texts),
      ...languageWarnings(titled, lang, texts),
    ],
  });
}

function nothingFound(q: string, lang: string, { onlyStopWords }: SearchHits): string {
  const texts = messagesFor(lang);
  if (onlyStopWords) return texts.onlyStopWords;
  return /[\p{L}\p{N}]/u.test(q) ? texts.nothingFound : texts.noWords;
}

function matchOf({ setting, pair, matchedBy }: Hit, index: SearchIndex): FoundMatch | undefined {
  const { settings, language, foreign, lang } = index;
  const row = settings.settings[setting];
  if (!row) return undefined;
  const [slug, name, policyClass, source, ownLearnUrl, , told] = row;
  const displayName = language.titles[setting] ?? undefined;
  const [sourceId = '', sourceVersion = ''] = settings.sources[source] ?? [];
  const { csp, ...shown } = pairOf(row, pair, settings);
  const learnUrl = ownLearnUrl ?? csp?.learnUrl;
  return {
    slug,
    lang: foreign.get(setting) ?? lang,
    name,
    ...(displayName !== undefined && { displayName }),
    class: policyClass,
    registryKey: shown.registryKey,
    ...(shown.valueName !== undefined && { valueName: shown.valueName }),
    source: sourceId,
    sourceVersion,
    confidence: shown.confidence,
    ...(learnUrl !== undefined && { learnUrl }),
    ...(shown.elementId !== undefined && { elementId: shown.elementId }),
    ...(shown.list !== undefined && { list: shown.list }),
    ...(told !== undefined && settings.told?.[told]),
    ...(csp && { csp }),
    matchedBy,
  };
}

type Shown = Pick<Match, 'registryKey' | 'confidence'> &
  Partial<Pick<Match, 'valueName' | 'elementId' | 'list' | 'csp'>>;

function pairOf(row: SearchSettings['settings'][number], at: number, { keys, nodes }: SearchSettings): Shown {
  const [key, valueName, elementId, node, list] = row[5][at] ?? row[5][0] ?? [-1, null, null, null];
  const [confidence, csp] = (node === null ? undefined : nodes[node]) ?? ['none', undefined];
  return {
    registryKey: keys[key] ?? '',
    confidence,
    ...(valueName !== null && { valueName }),
    ...(elementId !== null && { elementId }),
    ...(list && { list }),
    ...(csp && { csp }),
  };
}
