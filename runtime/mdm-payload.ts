/**
 * The text that is sent to an ADMX-backed node
 * (https://learn.microsoft.com/windows/client-management/understanding-admx-backed-policies). Pure.
 */

/** Stands between the entries of a list or a multi-line text. */
export const ENTRY_SEPARATOR = '\uf000';

/** Text → XML attribute value, U+F000 as `&#xF000;`. Call it once: a second time would escape the first one's `&`. */
export function escapeAttribute(text: string): string {
  return text.replace(/[&<>"'\uf000]/g, (char) => ESCAPES[char] ?? char);
}

const ESCAPES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
  [ENTRY_SEPARATOR]: '&#xF000;',
};

/** `<enabled/>` with one `<data>` per element; values are plain text and are escaped here. */
export function enabledPayload(data: Iterable<readonly [elementId: string, value: string]>): string {
  const lines = [...data].map(
    ([id, value]) => `<data id="${escapeAttribute(id)}" value="${escapeAttribute(value)}"/>`,
  );
  return ['<enabled/>', ...lines].join('\n');
}

export const DISABLED_PAYLOAD = '<disabled/>';

/** A multi-line text's value: its lines. */
export function joinLines(lines: readonly string[]): string {
  return lines.join(ENTRY_SEPARATOR);
}

/** A list's value: name, value, name, value. Lists without names of their own are numbered from 1. */
export function joinEntries(entries: readonly (readonly [name: string, value: string])[]): string {
  return entries.flat().join(ENTRY_SEPARATOR);
}
