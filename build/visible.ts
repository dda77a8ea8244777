/** Text of files and arguments for a terminal, which would take control characters of it for commands. */

/** Control characters of ASCII and Latin-1, and Unicode's own line breaks. */
const CONTROL = /[\p{Cc}\u2028\u2029]/gu;

/** On one line: a name with a line break must not look like two entries. */
export function visible(text: string): string {
  return text.replace(CONTROL, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

/** The same, with the line breaks that the text is meant to have. */
export function visibleLines(text: string): string {
  return text.split('\n').map(visible).join('\n');
}
