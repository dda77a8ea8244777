/** Strong entity tags and their comparison with `If-None-Match` (RFC 9110 §13.1.2). */

/** The last long text and its tag: that of the OpenAPI document would cost a millisecond for every request. */
let long = { key: '', content: '', tag: '' };
const LONG = 32_768;

export function etag(version: string, content: string): string {
  if (content.length < LONG) return computed(version, content);
  // Equal texts that are one object are compared by their address.
  if (long.key !== version || long.content !== content)
    long = { key: version, content, tag: computed(version, content) };
  return long.tag;
}

/**
 * A tag for `content` under a dataset version. 64 bits of FNV-1a are enough: within one version a URL's content
 * changes only with the program, and nobody gains by making a collision in his own cache.
 */
function computed(version: string, content: string): string {
  let a = 0x811c9dc5;
  let b = 0x050c5d1f;
  for (let i = 0; i < content.length; i++) {
    const unit = content.charCodeAt(i);
    a = Math.imul(a ^ unit, 0x01000193);
    b = Math.imul(b ^ unit, 0x01000193) + i;
  }
  return `"${version}-${hex(a)}${hex(b)}"`;
}

/** GET compares weakly: `W/"x"` matches `"x"`. `*` matches whatever exists. */
export function matchesNone(header: string | null, tag: string): boolean {
  if (header === null) return false;
  if (header.trim() === '*') return true;
  for (const [, opaque] of header.matchAll(/(?:W\/)?("[^"]*")/g)) if (opaque === tag) return true;
  return false;
}

function hex(word: number): string {
  return (word >>> 0).toString(16).padStart(8, '0');
}
