/**
 * Declared patterns, tested on text from vendors. Some take time that grows with the square of the text
 * (`windows/admx/.*\.adm[lx]$`), so the length of the text is limited.
 */

/** Characters of a path, a file name or a link. The longest path in a vendor's package has about 100. */
export const MAX_NAME = 2048;
/** Characters of a file in which its version is searched: it is in the first lines. */
const MAX_FILE_START = 2 ** 16;

/** A name that is too long matches nothing. */
export function nameMatcher(pattern: string): (name: string) => boolean {
  const wanted = new RegExp(pattern, 'i');
  return (name) => name.length <= MAX_NAME && wanted.test(name);
}

/** The text of the pattern's group in a name. */
export function groupInName(pattern: string, name: string): string | undefined {
  return name.length > MAX_NAME ? undefined : new RegExp(pattern, 'i').exec(name)?.[1];
}

/** The text of the pattern's group in the beginning of a file. */
export function groupInFile(pattern: string, text: string): string | undefined {
  return new RegExp(pattern, 'i').exec(text.slice(0, MAX_FILE_START))?.[1];
}
