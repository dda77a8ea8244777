/** `csp.minOs`: the vendor's per-branch minimums as one line of text, as `build/compile/min-os.ts` writes it. */
import { type Build, parseBuild } from './builds.ts';

export interface Minimum {
  /** Alternatives whose build can be read. */
  builds: Build[];
  /** The others, as written. */
  unreadable: string[];
}

/** Reads a `csp.minOs` text; the order of its alternatives does not matter. */
export function parseMinOs(text: string): Minimum {
  const minimum: Minimum = { builds: [], unreadable: [] };
  for (const alternative of text.split('|')) {
    const line = alternative.trim();
    if (line === '') continue;
    const open = line.lastIndexOf('[');
    const close = line.indexOf(']', open);
    const build = open < 0 || close < 0 ? undefined : parseBuild(line.slice(open + 1, close).trim());
    if (build === undefined) minimum.unreadable.push(line);
    else minimum.builds.push(build);
  }
  return minimum;
}
