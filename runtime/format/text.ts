/** Texts and bytes: folding, trimming, UTF-16, base64, HTML. */

const ASCII = /^[\0-\x7e]*$/;

/**
 * As Windows compares names: UTF-16 unit by unit, by the simple case mapping and no locale. What maps only one way is
 * another letter: U+212A KELVIN SIGN is not `k`, dotless `ı` not `i`.
 */
export function lower(text: string): string {
  if (ASCII.test(text)) return text.toLowerCase();
  let folded = '';
  for (let at = 0; at < text.length; at++) {
    const unit = text.charAt(at);
    const small = unit.toLowerCase();
    folded += small.length === 1 && small.toUpperCase() === unit ? small : unit;
  }
  return folded;
}

export function collapse(key: string): string {
  return key.includes('\\\\') ? key.replace(/\\{2,}/g, '\\') : key;
}

/** To Windows every blank is a part of a name; only these are typed by mistake. */
export const BLANKS = ' \t\n\v\f\r';

export function trimSlashes(uri: string): string {
  const path = trimEnds(uri, `/${BLANKS}`);
  if (path === '.') return '';
  return path.startsWith('./') ? trimSlashes(path.slice(2)) : path;
}

/** Loops, not expressions such as /[\s\\/]+$/: those take quadratic time on a long inner run of blanks. */
export function trimEnds(text: string, chars = BLANKS): string {
  let start = 0;
  let end = text.length;
  while (start < end && chars.includes(text.charAt(start))) start++;
  while (end > start && chars.includes(text.charAt(end - 1))) end--;
  return text.slice(start, end);
}

/** Whether a normalized name begins or ends with a character that cannot be seen. */
export function hasHiddenEnd(name: string): boolean {
  return /^[\s\p{Cf}]|[\s\p{Cf}]$/u.test(name);
}

/** Little endian, halves of surrogate pairs included: Windows stores them as they are. */
export function utf16(text: string): Uint8Array {
  const bytes = new Uint8Array(2 * text.length);
  for (let at = 0; at < bytes.length; at++) bytes[at] = text.charCodeAt(at >> 1) >> (8 * (at & 1));
  return bytes;
}

/** The hexadecimal digits of each byte. */
export function bytePairs(data: number | string): string[] {
  return String(data).match(/../g) ?? [];
}

export function littleEndian(value: number | string, size: 4 | 8): Uint8Array {
  return Uint8Array.from({ length: size }, (_, at) => Number((BigInt(value) >> BigInt(8 * at)) & 0xffn));
}

/** In chunks: to join a million characters one by one is slow. */
export function base64(bytes: Uint8Array): string {
  let binary = '';
  for (let at = 0; at < bytes.length; at += 8192)
    binary += String.fromCharCode(...bytes.subarray(at, at + 8192));
  return btoa(binary);
}

/** Throws where the text is not base64. A loop: `Uint8Array.from` takes several times as long, and files have a megabyte. */
export function base64Bytes(text: string): Uint8Array<ArrayBuffer> {
  const binary = atob(text);
  const bytes = new Uint8Array(binary.length);
  for (let at = 0; at < binary.length; at++) bytes[at] = binary.charCodeAt(at);
  return bytes;
}

/** A part of a URL's path. Empty for broken percent-encoding: no slug is written like that. */
export function decodedPart(raw: string): string {
  if (!raw.includes('%')) return raw;
  try {
    return decodeURIComponent(raw);
  } catch {
    return '';
  }
}

export function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}
