/**
 * The text that is sent to an ADMX-backed node
 * (https://learn.microsoft.com/windows/client-management/understanding-admx-backed-policies). Pure.
 */

import TABLE from './attribute-escapes.json' with { type: 'json' };

/** Stands between the lines of a multi-line text, and between name, value, name, value of the entries of a list. */
export const ENTRY_SEPARATOR = '\uf000';

/**
 * Text → XML attribute value, U+F000 as `&#xF000;`. Call it once: a second time would escape the first one's `&`.
 * A parser turns tabs and line breaks of an attribute into blanks where they are not escaped.
 */
function escapeAttribute(text: string): string {
  return text.replace(/[&<>"'\t\n\r\uf000]/g, (char) => ESCAPES[char] ?? char);
}

const ESCAPES: Record<string, string> = TABLE;

/** What is not a Char of XML 1.0, not even escaped; an unpaired surrogate is one. */
const NOT_XML = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/u;

/** Whether a payload can hold the text. */
export function isXmlText(text: string): boolean {
  return !NOT_XML.test(text);
}

/** `<enabled/>` with one `<data>` per element; values are plain text and are escaped here. */
export function enabledPayload(data: Iterable<readonly [elementId: string, value: string]>): string {
  const lines = [...data].map(
    ([id, value]) => `<data id="${escapeAttribute(id)}" value="${escapeAttribute(value)}"/>`,
  );
  return ['<enabled/>', ...lines].join('\n');
}

export const DISABLED_PAYLOAD = '<disabled/>';
