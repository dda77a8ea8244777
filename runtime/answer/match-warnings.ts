/** Warnings on the matches of an answer. */
import type { MatchFacts, StoredMatch } from '../format/format.ts';
import type { Hive } from '../format/keys.ts';
import { type Messages, messagesFor, noteText } from '../messages/index.ts';
import { productMessagesFor } from '../messages/product.ts';
import type { Judged } from './compatibility.ts';
import { slugsOf } from './envelope.ts';
import { type JudgedMatch, scopeOf } from './judged-match.ts';

/**
 * What a vendor has dropped, and what its own labels call deprecated, obsolete or removed, is never served as current.
 */
export function lifecycleWarnings(
  slug: string,
  { removedIn, lastSeenIn, lifecycle }: Pick<MatchFacts, 'removedIn' | 'lastSeenIn' | 'lifecycle'>,
  lang: string,
): string[] {
  const texts = messagesFor(lang);
  return [
    ...(removedIn === undefined ? [] : [texts.removedIn(slug, removedIn)]),
    ...(lastSeenIn === undefined ? [] : [texts.lastSeenIn(slug, lastSeenIn)]),
    ...(lifecycle === undefined ? [] : [productMessagesFor(lang).lifecycle(slug, lifecycle)]),
  ];
}

/** Where no vendor documents the setting, nor a transcription of a vendor's table. */
export function communityWarnings(matches: readonly StoredMatch[], texts: Messages): string[] {
  const all = matches.length > 0 && matches.every(({ community }) => community === true);
  return all ? [texts.communityOnly(slugsOf(matches))] : [];
}

/** The verdict of the OS does not say that the product's version is not among the documented. */
export function unsupportedWarnings({ unsupportedProduct }: Judged, slug: string, lang: string): string[] {
  if (unsupportedProduct === undefined) return [];
  const texts = productMessagesFor(lang);
  return [texts.ofSetting(slug, texts.reason(unsupportedProduct))];
}

/** Warnings on single matches: the hive, the scope of the node, how it is mapped, the notes of the verdict. */
export function matchWarnings(judged: JudgedMatch, hive: Hive | null, lang: string): string[] {
  const { match, slug, judgement, otherHive } = judged;
  const texts = messagesFor(lang);
  const { nodes } = judgement;
  const node = match.nodes?.[nodes[0]?.index ?? -1];
  const scope = scopeOf(otherHive ?? hive);
  return [
    ...(otherHive === undefined ? [] : [texts.otherHive(slug, otherHive, hive ?? '')]),
    ...(node && scope && node.served.scope !== scope ? [texts.noScope(slug, scope, node.served.scope)] : []),
    ...(nodes.length > 1 ? [texts.severalNodes(slug, nodes.length)] : []),
    ...(node?.intuneOnly ? [texts.intuneOnly(slug)] : []),
    ...(node?.wholePolicy ? [texts.wholePolicy(slug)] : []),
    ...lifecycleWarnings(slug, match.served, lang),
    ...(otherHive === undefined ? judgement.notes.map((note) => noteText(note, slug, lang)) : []),
    ...(otherHive === undefined ? unsupportedWarnings(judged, slug, lang) : []),
  ];
}
