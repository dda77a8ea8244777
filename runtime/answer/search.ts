/** `POST /v1/search`: text → settings, with the fields of a match and its MDM mapping. */

import type { SearchEnvelope } from '../contract/answers.ts';
import type { FoundMatch, Match } from '../contract/match.ts';
import { LIMIT_DEFAULT, type SearchRequest } from '../contract/requests.ts';
import type { Dataset } from '../dataset/dataset.ts';
import { type Messages, textsIn } from '../messages/index.ts';
import { type PairRow, rowAt, type SearchSettings } from '../search/files.ts';
import { type SearchIndex, searchIndex } from '../search/load.ts';
import { findSettings, type Hit, type SearchHits } from '../search/search.ts';
import {
  confidenceOf,
  envelopeOf,
  provenanceOf,
  slugsOf,
  unmappedAmong,
  unmappedWarnings,
} from './envelope.ts';
import { FALLBACK_LANGUAGE, languageWarnings } from './language.ts';

/** Throws `DatasetUnavailable` where the language's index is missing, altered or of another configuration. */
export async function answerSearch(
  dataset: Dataset,
  { q, lang = FALLBACK_LANGUAGE, limit = LIMIT_DEFAULT, notes }: SearchRequest,
): Promise<SearchEnvelope> {
  const index = await searchIndex(dataset, lang);
  const found = findSettings(q, limit, index);
  const matches = found.hits.flatMap((hit) => foundMatch(hit, index) ?? []);
  const texts = textsIn(lang);
  const confidence = confidenceOf(matches);
  return envelopeOf({
    query: { q, lang, limit },
    result: {
      matches,
      total: found.total,
      ...(found.weak && { weak: true as const }),
      ...(matches.length === 0
        ? { reason: nothingFound(q, lang, found) }
        : confidence === 'none' && { reason: whyNone(matches, texts) }),
      ...(found.suggestions.length > 0 && { suggestions: found.suggestions }),
    },
    confidence,
    provenance: provenanceOf(matches),
    dataset,
    warnings: [
      ...(found.weak ? [texts.weak] : []),
      ...searchMappingWarnings(matches, texts),
      ...languageWarnings(matches, lang, texts),
    ],
    notes,
  });
}

function nothingFound(q: string, lang: string, { onlyStopWords }: SearchHits): string {
  const texts = textsIn(lang);
  if (onlyStopWords) return texts.onlyStopWords;
  return /[\p{L}\p{N}]/u.test(q) ? texts.nothingFound : texts.noWords;
}

/** Other values of such a setting are mapped, the one that the match shows is not. */
const isValueUnmapped = ({ csp, cspElements, valueName }: FoundMatch) =>
  csp === undefined && cspElements !== undefined && valueName !== undefined;

function searchMappingWarnings(matches: readonly FoundMatch[], texts: Messages): string[] {
  const values = matches.filter(isValueUnmapped);
  const ofValues = values.length === 0 ? [] : [texts.valueUnmapped(slugsOf(values))];
  return [...unmappedWarnings(matches, unmappedAmong(matches), texts.noMapping), ...ofValues];
}

function whyNone(matches: readonly FoundMatch[], texts: Messages): string {
  const unmapped = unmappedAmong(matches);
  return unmapped.length === 0 ? texts.valueUnmapped(slugsOf(matches)) : texts.noMapping(slugsOf(unmapped));
}

export function foundMatch({ setting, pair, matchedBy }: Hit, index: SearchIndex): FoundMatch | undefined {
  const { shared, language, lang } = index;
  const row = rowAt(shared.settings, setting);
  if (!row) return undefined;
  const { slug, name, class: policyClass, source, sourceVersion, learnUrl: own, pairs, ...state } = row;
  const displayName = language.titles[setting] ?? undefined;
  const { node, registryKey, valueName, elementId, list } = pairs[pair] ?? pairs[0] ?? { registryKey: '' };
  const { confidence, csp, cspElements } = mappingOf(node, pairs, shared.nodes);
  const learnUrl = own ?? csp?.learnUrl;
  return {
    slug,
    lang: language.foreign[setting] ?? lang,
    name,
    ...(displayName !== undefined && { displayName }),
    class: policyClass,
    registryKey,
    ...(valueName !== undefined && { valueName }),
    source,
    sourceVersion,
    ...(csp && { confidence }),
    ...(learnUrl !== undefined && { learnUrl }),
    ...(elementId !== undefined && { elementId }),
    ...(list !== undefined && { list }),
    ...state,
    ...(csp && { csp }),
    ...(cspElements && { cspElements }),
    matchedBy,
  };
}

/** The node of the pair, else those of the setting's elements: one value without a node is no evidence about the others. */
function mappingOf(
  at: number | undefined,
  pairs: readonly PairRow[],
  nodes: SearchSettings['nodes'],
): Partial<Pick<Match, 'confidence'> & Pick<FoundMatch, 'csp' | 'cspElements'>> {
  const own = rowAt(nodes, at ?? -1);
  if (own) return { confidence: own[0], csp: own[1] };
  const mapped = pairs.flatMap(({ elementId, node }) => {
    const mapping = rowAt(nodes, node ?? -1);
    return mapping && elementId !== undefined ? [[elementId, mapping[1]] as const] : [];
  });
  return mapped.length === 0 ? {} : { cspElements: Object.fromEntries(mapped) };
}
