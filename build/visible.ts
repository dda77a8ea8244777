/** Escapes text of files and arguments for a terminal, which would execute control characters in it. */

/** Control characters of ASCII and Latin-1, Unicode's own line breaks, and marks that reorder text. */
const CONTROL = /[\p{Cc}\p{Bidi_Control}\u2028\u2029]/gu;

/** For one line: a name with a line break must not look like two entries. */
export function visible(text: string): string {
  return visibleLines(text, '');
}

/** The same, except for line breaks of the text, or for other characters in `kept`. */
export function visibleLines(text: string, kept = '\n'): string {
  return text.replace(CONTROL, (char) =>
    kept.includes(char) ? char : `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/** Equal JSON on several lines: strings may contain such characters as escapes. */
export function jsonText(value: unknown): string {
  return `${visibleLines(JSON.stringify(value, null, 2))}\n`;
}
