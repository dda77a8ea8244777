/** Escapes text of files and arguments for a terminal and for the log of a pipeline, which would execute commands in it. */

/**
 * Control characters of ASCII and Latin-1, Unicode's own line breaks, marks that reorder text, and what begins a command of
 * Azure Pipelines or TeamCity (`##vso[`, anywhere in a line) and of GitHub (`::set-output name=a::`, `##[error]`).
 */
const CONTROL = /[\p{Cc}\p{Bidi_Control}\u2028\u2029]|#(?=#\w{0,20}\[)|:(?=:[a-z-]{1,40}(?:::| ))/giu;

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
