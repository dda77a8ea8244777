/** What an answer says of a stored match, and what the verdict on it is drawn from. */

import type { Compatibility } from '../contract/compatibility.ts';
import type { DocumentedValue } from '../contract/data.ts';
import type { Match } from '../contract/match.ts';
import type { ItemMatch } from '../contract/verified.ts';
import type { Confidence } from '../contract/words.ts';
import type { StoredData, StoredMatch, StoredNode } from '../format/format.ts';
import type { Messages } from '../messages/index.ts';
import type { Facts, JudgedNode, NodeFacts } from '../verdict/index.ts';
import { FALLBACK_LANGUAGE, languageWarnings, pickLanguage, pickText } from './language.ts';

export function factsOf({ served, verdict, supportedOn = {}, nodes = [] }: StoredMatch): Facts {
  const { products: ranges, removedIn } = served;
  // A floor is read of an English text only; one in another language alone is documented, and cannot be read.
  const text = supportedOn[FALLBACK_LANGUAGE] ?? Object.values(supportedOn)[0];
  return {
    ...verdict,
    ...(text !== undefined && { supportedOn: text }),
    ...(ranges && {
      product: { ...verdict?.product, ranges, ...(removedIn !== undefined && { removedIn }) },
    }),
    ...(nodes.length > 0 && { nodes: nodes.map(nodeFacts) }),
  };
}

/** What the verdict on a node is drawn from. */
export function nodeFacts({
  served,
  place,
  editionList,
  wholePolicy,
}: Pick<StoredNode, 'served' | 'place' | 'editionList' | 'wholePolicy'>): NodeFacts {
  const { scope, minOs, deprecated, deprecatedFrom, via, access } = served;
  return {
    place,
    scope,
    ...(minOs !== undefined && { minOs }),
    ...(deprecated && { deprecatedFrom: deprecatedFrom ?? true }),
    ...(editionList !== undefined && { editionList }),
    ...(via === 'admx-ingestion' && { ingested: true as const }),
    ...(wholePolicy && { wholePolicy }),
    ...(access && { access }),
  };
}

/** `index`: in the nodes of a match. */
type ShownNode = Pick<JudgedNode, 'index'> & Partial<JudgedNode>;

/** What one answer says of a match beside what is stored. */
interface MatchDetails {
  /** The nodes to name, best first; the further ones with their verdicts, where they have any. */
  nodes: readonly ShownNode[];
  /** The hive that the vendor documents, where another one was asked for. */
  otherHive?: 'HKLM' | 'HKCU' | undefined;
  /** Its own verdict, where there are several matches. */
  compatibility?: Compatibility | undefined;
}

/** A match as an answer carries it, in a language. */
export function matchIn(match: StoredMatch, lang: string, details: MatchDetails): Match {
  const { slug, name, titles, served } = match;
  const { otherHive, compatibility } = details;
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
    ...(compatibility && { compatibility }),
  };
}

function dataIn({ data }: StoredMatch, lang: string): Partial<Match> {
  if (data === undefined) return {};
  const { labels: _, ...rest } = data;
  const labels = labelsIn(data, lang);
  // A label that the language lacks is absent.
  const values = rest.values?.map((value, at): DocumentedValue => {
    const label = labels?.[at];
    return typeof label === 'string' ? { ...value, label } : value;
  });
  return values === undefined ? rest : { ...rest, values };
}

/** The labels of the values, in `lang` where there are any, else in English, else in another language. */
export function labelsIn({ labels = {} }: StoredData, lang: string) {
  return labels[pickLanguage(labels, lang) ?? ''];
}

function nodesIn({ nodes }: StoredMatch, details: MatchDetails): Pick<Match, 'csp' | 'cspAlternatives'> {
  const [first, ...others] = details.nodes.flatMap(({ index, verdict }) => {
    const node = nodes?.[index];
    return node === undefined ? [] : [{ served: node.served, verdict }];
  });
  if (first === undefined) return {};
  if (others.length === 0) return { csp: first.served };
  const alternatives = others.map(({ served, verdict }) =>
    verdict === undefined ? served : { ...served, verdict },
  );
  return { csp: first.served, cspAlternatives: alternatives };
}

/** What verify says of a match. */
export function itemMatch({
  slug,
  displayName,
  class: policyClass,
  removedIn,
  lifecycle,
}: Pick<Match, 'slug' | 'displayName' | 'class' | 'removedIn' | 'lifecycle'>): ItemMatch {
  const state = removedIn === undefined ? lifecycle?.state : 'removed';
  return {
    slug,
    ...(displayName !== undefined && { displayName }),
    class: policyClass,
    ...(state && { state }),
  };
}

/** Texts of matches that are served in another language, or exist in none. */
export function textWarnings(matches: readonly StoredMatch[], lang: string, texts: Messages): string[] {
  const titled = matches.map(({ slug, titles }) => ({ slug, titleLang: pickLanguage(titles, lang) }));
  return [
    ...matches.flatMap(({ titles, supportedOn = {}, data }) => {
      const title = pickLanguage(titles, lang) ?? lang;
      return Object.entries({ supportedOn, values: data?.labels ?? {} }).flatMap(([part, languages]) => {
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
