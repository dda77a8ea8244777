/** Reads 7-Zip's technical listing (`l -slt`) and refuses what no template package needs. */
import { FetchError } from '../errors.ts';

export interface ArchiveEntry {
  /** As 7-Zip writes it: separators are `/`, or `\` if the archive itself has them wrong. */
  path: string;
  size: number;
  folder: boolean;
}

export interface Listing {
  /** 7-Zip's name of the format: `zip`, `Cab`, `gzip`, `tar`, `Compound`, `PE`, … */
  type: string;
  entries: ArchiveEntry[];
}

/** `Key = value` blocks: the archive's own before the line of ten dashes, one for every entry after it. */
export function readListing(archive: string, lines: readonly string[]): Listing {
  const divider = lines.indexOf('----------');
  if (divider < 0) throw new FetchError(`${archive}: not an archive that can be read`);
  const head = lines.slice(0, divider);
  // 7-Zip looks for the first header that is sound: the files before it would be missing.
  if (head.includes('Type = tar') && head.some((line) => /^Offset = /.test(line)))
    throw new FetchError(`${archive}: its first entry is damaged; fetch it again, or correct its URL`);
  const types = head.filter((line) => line.startsWith('Type = '));
  const entries: ArchiveEntry[] = [];
  let block: Record<string, string> = {};
  const close = () => {
    if (block.Path !== undefined) entries.push(entryOf(archive, block));
    block = {};
  };
  for (const line of lines.slice(divider + 1)) {
    const at = line.indexOf(' =');
    if (line === '') close();
    else if (at > 0) {
      const key = line.slice(0, at);
      // A second `Path` without a blank line between: the name contains a line break and imitates a block.
      if (key in block) throw new FetchError(`${archive}: the name of an entry holds a line break`);
      block[key] = line.slice(at + 3);
    }
  }
  close();
  return { type: types.at(-1)?.slice('Type = '.length) ?? '', entries };
}

function entryOf(archive: string, block: Record<string, string>): ArchiveEntry {
  const path = block.Path ?? '';
  const mode = `${block.Mode ?? ''} ${block.Attributes ?? ''}`;
  const is = (what: string) => new FetchError(`${archive}: the entry ${JSON.stringify(path)} is ${what}`);
  if (block['Symbolic Link'] || block['Hard Link'] || /(?:^| )l[rwx-]{9}/.test(mode)) throw is('a link');
  if (/(?:^| )[bcps][rwx-]{9}/.test(mode)) throw is('a device or a pipe');
  if (block.Encrypted === '+') throw is('encrypted; declare a download without a password');
  assertInside(archive, path);
  const folder = block.Folder === '+' || /^D/.test(block.Attributes ?? '') || /^d/.test(block.Mode ?? '');
  return { path, size: Number(block.Size || 0), folder };
}

/** In characters; vendors' paths have about 100, and patterns are tested on them. */
const MAX_PATH = 1024;

/** Throws if a path is too long, absolute, names a drive or contains `..`, with the separators of either system. */
export function assertInside(archive: string, path: string): void {
  if (path.length > MAX_PATH) {
    throw new FetchError(`${archive}: an entry has a name of ${path.length} characters`);
  }
  const parts = path.split(/[\\/]/);
  if (parts.includes('..') || parts[0] === '' || /^[A-Za-z]:/.test(path) || path.includes('\0')) {
    throw new FetchError(`${archive}: the entry ${JSON.stringify(path)} lies outside the archive`);
  }
}
