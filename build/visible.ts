/** Text of files and arguments for a terminal, which would take control characters of it for commands. */

/** Control characters of ASCII and Latin-1, Unicode's own line breaks, and marks that put text in another order. */
const CONTROL = /[\p{Cc}\p{Bidi_Control}\u2028\u2029]/gu;

/** On one line: a name with a line break must not look like two entries. */
export function visible(text: string): string {
  return visibleLines(text, '');
}

/** The same, with the line breaks that the text is meant to have, or other characters that are `kept`. */
export function visibleLines(text: string, kept = '\n'): string {
  return text.replace(CONTROL, (char) =>
    kept.includes(char) ? char : `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/** JSON on several lines, as equal: its strings may hold such characters as escapes. */
export function jsonText(value: unknown): string {
  return `${visibleLines(JSON.stringify(value, null, 2))}\n`;
}
