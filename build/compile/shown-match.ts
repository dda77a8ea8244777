/** Stored match → the match of an answer in one language, and the facts for its verdict. */

import { slugsOf } from '../../runtime/answer/envelope.ts';
import { FALLBACK_LANGUAGE, languageWarnings } from '../../runtime/answer/language.ts';
import type * as answer from '../../runtime/contract/data.ts';
import type { Match } from '../../runtime/contract/match.ts';
import type { ProductRange } from '../../runtime/contract/product.ts';
import type { Confidence } from '../../runtime/contract/words.ts';
import type { MatchFacts, SupportedOnFloor, Texts } from '../../runtime/format/format.ts';
import { parseBuild } from '../../runtime/verdict/builds.ts';
import type { Facts, NodeFacts } from '../../runtime/verdict/index.ts';
import { compare, forJson, once, optional } from '../collections.ts';
import { isDropped } from '../facts/former.ts';
import { pickLanguage, pickText } from '../pick-text.ts';
import type { DocumentedData } from './contributions.ts';
import { minimumsOf } from './min-os.ts';
import { hasTemplatesOfVersion } from './product-names.ts';
import { isWithdrawn } from './products.ts';
import { type StoredMessages, storedTexts } from './sentences.ts';
import type { StoredMatch, StoredNode } from './stored.ts';

export function factsOf(match: StoredMatch): Facts {
  const { served, verdict, supportedOn = {}, nodes = [], goneIn, isMoved } = match;
  const { products: ranges, removedIn = goneIn, lifecycle } = served;
  const isGone = isDropped(served) || isWithdrawn(lifecycle);
  // A floor is read from an English text only; one in another language alone is documented but cannot be read.
  const text = supportedOn[FALLBACK_LANGUAGE] ?? Object.values(supportedOn)[0];
  return {
    ...verdict,
    ...(text !== undefined && { supportedOn: text }),
    ...(ranges && {
      product: {
        ...verdict?.product,
        ranges,
        ...(removedIn !== undefined && { removedIn }),
        ...(removedIn !== undefined &&
          hasTemplatesOfVersion(ranges[0]?.product) && { hasTemplatesOfVersion: true as const }),
      },
    }),
    ...(isGone && verdict?.removedFrom === undefined && { gone: true as const }),
    ...(nodes.length > 0 &&
      (isMoved || hasEnded(ranges, verdict?.floor)) && { endedVersions: true as const }),
    ...(nodes.length > 0 && { nodes: nodes.map(nodeFacts) }),
  };
}

/** Whether all ranges have an end: “Only Internet Explorer 5.0 and Internet Explorer 6.0”. */
function hasEnded(ranges: readonly ProductRange[] = [], { client, server }: SupportedOnFloor = {}): boolean {
  return ranges.length > 0 && ranges.every(({ to }) => to !== undefined) && (client ?? server) === undefined;
}

export function nodeFacts({
  served,
  place,
  editionList,
  wholePolicy,
}: Pick<StoredNode, 'served' | 'place' | 'editionList' | 'wholePolicy'>): NodeFacts {
  const { scope, minOs, deprecated, deprecatedFrom, via, ingestion, access } = served;
  return {
    place,
    scope,
    ...(minOs !== undefined && minimumsOf(minOs)),
    ...(deprecated && { deprecatedFrom: datedBuild(deprecatedFrom) ?? true }),
    ...(editionList !== undefined && { editionList }),
    ...(via === 'admx-ingestion' && { ingested: true as const }),
    ...(ingestion === 'catalog-only' && { catalogOnly: true as const }),
    ...(wholePolicy && { wholePolicy }),
    ...(access && { access }),
  };
}

const datedBuild = (build: string | undefined) => (build && parseBuild(build) ? build : undefined);

/** `index`: position in the nodes of a match. */
export interface ShownNode {
  index: number;
}

/** The parts of a served match that depend on the answer. */
interface MatchDetails {
  /** The nodes to show, best first. */
  nodes: readonly ShownNode[];
  /** The hive that the vendor documents, if another one was requested. */
  otherHive?: 'HKLM' | 'HKCU' | undefined;
}

/** A match as served in an answer, in one language. */
export function matchIn(match: StoredMatch, lang: string, details: MatchDetails): Match {
  const { slug, name, titles, served } = match;
  const { otherHive } = details;
  const title = pickText(titles, lang);
  const own = title?.lang ?? lang;
  const line = pickText(match.supportedOn ?? {}, own);
  return {
    slug,
    lang: own,
    name,
    ...(title && { displayName: title.text }),
    ...served,
    ...dataIn(match, own),
    ...(otherHive && { otherHive }),
    confidence: confidenceIn(match, details.nodes),
    ...nodesIn(match, details),
    ...(line && { supportedOn: line.text }),
  };
}

/** All labels in one language; a content without a label in it has none. */
function dataIn({ data, served: { elementId } }: StoredMatch, lang: string): answer.DocumentedData {
  const language = pickLanguage(labelledIn(data), lang) ?? '';
  return servedData(data, elementId, (texts) => {
    const label = texts[language];
    return label === '' ? { labelOmitted: true } : { ...(label !== undefined && { label }) };
  });
}

/** The languages that any label has, sorted. */
const labelledIn = once(({ values = [] }: StoredMatch['data']): Texts => {
  const all = values.flatMap(({ label = {} }) => Object.entries(label));
  return Object.fromEntries(all.sort(([a], [b]) => compare(a, b)));
});

function nodesIn({ nodes }: StoredMatch, details: MatchDetails): Pick<Match, 'csp' | 'cspAlternatives'> {
  const [first, ...others] = details.nodes.flatMap(({ index }) => nodes?.[index]?.served ?? []);
  if (first === undefined) return {};
  return others.length === 0 ? { csp: first } : { csp: first, cspAlternatives: others };
}

/** Warnings on texts of matches that are served in another language, or exist in none. */
export function textWarnings(matches: readonly StoredMatch[], lang: string, texts: StoredMessages): string[] {
  const titled = matches.map(({ slug, titles }) => {
    const title = pickText(titles, lang);
    return { slug, lang: title?.lang ?? lang, ...optional('displayName', title?.text) };
  });
  return [
    ...matches.flatMap(({ titles, supportedOn = {}, data }) => {
      const title = pickLanguage(titles, lang) ?? lang;
      return Object.entries({ supportedOn, values: labelledIn(data) }).flatMap(([part, languages]) => {
        const served = pickLanguage(languages, title);
        return served === undefined || served === title ? [] : [texts.partialTexts(served, part)];
      });
    }),
    ...languageWarnings(titled, lang, texts),
  ];
}

/** The confidence of a match is that of its first node in the answer. */
export function confidenceIn({ nodes }: StoredMatch, chosen: readonly ShownNode[]): Confidence {
  return nodes?.[chosen[0]?.index ?? -1]?.confidence ?? 'none';
}

/**
 * The documented contents of a pair, as served.
 * @param elementId The match's own. @param labelOf Picks one of a label's texts; nothing if there is none.
 */
export function servedData(
  { registryType, values, ...around }: DocumentedData,
  elementId: string | undefined,
  labelOf: (texts: Texts, at: number) => Pick<answer.DocumentedValue, 'label' | 'labelOmitted'>,
): answer.DocumentedData {
  const served = values?.map(({ data, state, type, elementId: own, documentedIn, label = {} }, at) =>
    forJson<answer.DocumentedValue>({
      data,
      state,
      type,
      elementId: own === elementId ? undefined : own,
      documentedIn,
      ...labelOf(label, at),
    }),
  );
  return { ...optional('registryType', registryType), ...optional('values', served), ...around };
}

/** A setting that a vendor has dropped, or labels as deprecated, obsolete or removed, is never served as current. */
export function lifecycleWarnings(
  slug: string,
  { removedIn, lastSeenIn, lifecycle }: Pick<MatchFacts, 'removedIn' | 'lastSeenIn' | 'lifecycle'>,
  lang: string,
): string[] {
  const texts = storedTexts(lang);
  return [
    ...(removedIn === undefined ? [] : [texts.removedIn(slug, removedIn)]),
    ...(lastSeenIn === undefined ? [] : [texts.lastSeenIn(slug, lastSeenIn)]),
    ...(lifecycle === undefined ? [] : [texts.lifecycle(slug, lifecycle)]),
  ];
}

/** Warns if neither a vendor nor a transcription of a vendor's table documents any of the settings. */
export function communityWarnings(matches: readonly StoredMatch[], texts: StoredMessages): string[] {
  const all = matches.length > 0 && matches.every(({ community }) => community === true);
  return all ? [texts.communityOnly(slugsOf(matches))] : [];
}
