/** Strong entity tags and their comparison with `If-None-Match` (RFC 9110 §13.1.2). */

/**
 * A tag for `content` under a dataset version. 64 bits of FNV-1a are enough: within one version a URL's content
 * changes only with the program, and nobody gains by making a collision in his own cache.
 */
export function etag(version: string, content: string): string {
  let a = 0x811c9dc5;
  let b = 0x050c5d1f;
  for (let i = 0; i < content.length; i++) {
    const unit = content.charCodeAt(i);
    a = Math.imul(a ^ unit, 0x01000193);
    b = Math.imul(b ^ unit, 0x01000193) + i;
  }
  return `"${version}-${hex(a)}${hex(b)}"`;
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

function hex(word: number): string {
  return (word >>> 0).toString(16).padStart(8, '0');
}
