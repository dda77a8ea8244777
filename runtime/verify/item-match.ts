/** The short form in which verify returns a match. */
import type { Match } from '../contract/match.ts';
import type { ItemMatch } from '../contract/verified.ts';

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
