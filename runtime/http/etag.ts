/** Strong entity tags and their comparison with `If-None-Match` (RFC 9110 §13.1.2). */
import { hex, sha256Sync } from '../format/keys.ts';

/** A tag for `content` under a dataset version: 64 bits of its SHA-256. */
export function etag(version: string, content: string): string {
  return `"${version}-${hex(sha256Sync(content).subarray(0, 8))}"`;
}

/** One entity tag of a list, with the comma after it. Sticky, so that nothing between two tags is skipped. */
const LISTED_TAG = /[\t ,]*(?:W\/)?("[\x21\x23-\x7e\x80-\xff]*")[\t ]*(?:,|$)/y;

/**
 * Whether `If-None-Match` names `tag`. GET compares weakly: `W/"x"` matches `"x"`; `*` matches whatever exists. A
 * header that is not a list of entity tags matches from its first fault on nothing.
 */
export function matchesTag(header: string | null, tag: string): boolean {
  if (header === null) return false;
  if (header.trim() === '*') return true;
  LISTED_TAG.lastIndex = 0;
  for (let found = LISTED_TAG.exec(header); found !== null; found = LISTED_TAG.exec(header)) {
    if (found[1] === tag) return true;
  }
  return false;
}
