/** Parts that a line break may not stand in: words, and paths whose keys have blanks. */
function unbroken(line: string): string[] {
  const parts: string[] = [];
  let inPath = false;
  for (const word of line.trim().split(/ +/)) {
    if (inPath && word.includes('\\')) parts.push(`${parts.pop()} ${word}`);
    else parts.push(word);
    inPath = word.includes('\\');
  }
  return parts;
}

/** A command of a help, what MDM is sent, and the place of a value are copied as they stand; else one part may be too long. */
function isAllowed(line: string): boolean {
  if (/^ +(?:\$ |<|at: )/.test(line)) return true;
  return unbroken(line.replace(/^[\w ,]{1,20}: +/, '')).length === 1;
}

/** Lines that are wider than the terminal, though they could be broken. */
export function longLines(text: string, width: number): string[] {
  return text.split('\n').filter((line) => line.length > width && !isAllowed(line));
}
