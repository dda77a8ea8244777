/** Warnings on the matches of an answer that follow from the facts alone. */
import { slugsOf } from '../../runtime/answer/envelope.ts';
import type { MatchFacts } from '../../runtime/format/format.ts';
import { type StoredMessages, storedTexts } from './sentences.ts';
import type { StoredMatch } from './stored.ts';

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
