/** `POST /v1/search`: text → settings, with the fields of a match and its MDM mapping. */

import type { SearchEnvelope } from '../contract/answers.ts';
import type { Csp, FoundMatch, Match } from '../contract/match.ts';
import type { SettingRecord } from '../contract/record.ts';
import { LIMIT_DEFAULT, type SearchRequest } from '../contract/requests.ts';
import type { Dataset } from '../dataset/dataset.ts';
import type { SettingEntry } from '../format/format.ts';
import { pairKey } from '../format/keys.ts';
import { textsIn } from '../messages/index.ts';
import type { PairRow } from '../search/files.ts';
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
import { FALLBACK_LANGUAGE, languageWarnings, lookupIn } from './language.ts';

/** Throws `DatasetUnavailable` where the language's index is missing, altered or of another configuration. */
export async function answerSearch(
  dataset: Dataset,
  { q, lang = FALLBACK_LANGUAGE, limit = LIMIT_DEFAULT, notes }: SearchRequest,
): Promise<SearchEnvelope> {
  const index = await searchIndex(dataset, lang);
  const found = findSettings(q, limit, index);
  const matches = await Promise.all(found.hits.map((hit) => foundMatch(dataset, hit, index)));
  const texts = textsIn(lang);
  const confidence = confidenceOf(matches);
  const unmapped = unmappedAmong(matches);
  // Other values of such a setting are mapped, the one that the match shows is not.
  const unmappedValues = matches.filter(
    ({ csp, cspElements, valueName }) => !csp && cspElements !== undefined && valueName !== undefined,
  );
  const whyNone =
    unmapped.length === 0 ? texts.valueUnmapped(slugsOf(matches)) : texts.noMapping(slugsOf(unmapped));
  return envelopeOf({
    query: { q, lang, limit },
    result: {
      matches,
      total: found.total,
      ...(found.weak && { weak: true as const }),
      ...(matches.length === 0
        ? { reason: nothingFound(q, lang, found) }
        : confidence === 'none' && { reason: whyNone }),
      ...(found.suggestions.length > 0 && { suggestions: found.suggestions }),
    },
    confidence,
    provenance: provenanceOf(matches),
    dataset,
    warnings: [
      ...(found.weak ? [texts.weak] : []),
      ...unmappedWarnings(matches, unmapped, texts.noMapping),
      ...(unmappedValues.length === 0 ? [] : [texts.valueUnmapped(slugsOf(unmappedValues))]),
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

/** What a hit shows of a match, in this order. */
const SHOWN = [
  ...(['slug', 'lang', 'name', 'displayName', 'class', 'registryKey', 'valueName', 'source'] as const),
  ...(['sourceVersion', 'confidence', 'learnUrl', 'elementId', 'list', 'removedIn', 'lastSeenIn'] as const),
  ...(['products', 'lifecycle', 'csp'] as const),
];
type Shown = Pick<FoundMatch, (typeof SHOWN)[number]>;

/** The match of a hit, as a look-up of the value without a hive has it. */
export async function foundMatch(
  dataset: Dataset,
  { setting, pair: at, matchedBy }: Hit,
  { shared: { settings, keys }, lang }: SearchIndex,
): Promise<FoundMatch> {
  const { slug = '', pairs = [] } = settings[setting] ?? {};
  const matchOf = async ({ key, value, list }: Partial<PairRow> = {}) => {
    const path = keys[key ?? -1] ?? '';
    if (value === undefined && list === undefined)
      return ofRecord(await lookupIn(dataset, 'setting', slug, lang));
    const found =
      value === undefined
        ? (await lookupIn(dataset, 'list', path, lang))?.answers
        : [await lookupIn(dataset, 'resolve', pairKey(path, value), lang)];
    const matches = (found ?? []).flatMap((pair) => pair?.any.matches ?? []);
    return shown(matches.find((each) => each.slug === slug && (list ?? each.elementId) === each.elementId));
  };
  const pair = pairs[at];
  // One value without a node is no evidence about the others.
  const others = pair?.node === undefined ? pairs.filter(({ node }) => node !== undefined) : [];
  const mapped = await Promise.all(others.map(matchOf));
  const elements = mapped.flatMap(({ elementId, csp }) =>
    elementId !== undefined && csp ? [[elementId, csp] as const] : [],
  );
  return {
    ...(await matchOf(pair)),
    ...(elements.length > 0 && { cspElements: Object.fromEntries(elements) }),
    matchedBy,
  };
}

function shown(match: { [Name in keyof Match]?: Match[Name] | undefined } | undefined): Shown {
  if (match === undefined)
    throw new RangeError('The search index names a match that the dataset does not have.');
  // How the node is known: without one there is nothing to say.
  const known = match.csp === undefined ? { ...match, confidence: undefined } : match;
  const members = SHOWN.flatMap((name) => (known[name] === undefined ? [] : [[name, known[name]]]));
  return Object.fromEntries(members) as Shown;
}

/** Members of a node that a record has and a match has not. */
const OF_RECORD = [
  ...['editionNames', 'store', 'payloads', 'elements', 'conflictResolution', 'reboot', 'dependencies'],
  ...['allowedValues', 'defaultValue'],
];

/** Of a setting without a value of its own, nor a single other one. */
function ofRecord(entry: SettingEntry | undefined): Shown {
  const { csp, ...record }: Partial<SettingRecord> = entry?.setting ?? {};
  const members = Object.entries(csp ?? {}).filter(([name]) => !OF_RECORD.includes(name));
  return shown({
    ...record,
    csp: csp?.omaUri === undefined ? undefined : (Object.fromEntries(members) as Csp),
  });
}
