/** `csp.minOs`: the vendor's per-branch minimums as one line of text. */
import { type Build, compareBuilds, parseBuild } from '../../runtime/verdict/builds.ts';
import type { Releases } from '../../runtime/verdict/index.ts';
import { isPlaceholder } from '../import/ddf-values.ts';

const SEPARATOR = ' | ';
const PLACEHOLDER = 'Windows Insider Preview';

/**
 * Writes the builds of a DDF `OsBuildVersion` as `Windows 10, version 2004 [10.0.19041.1202] and later`, ascending,
 * joined by ` | `. The vendor's placeholders for “not released” (`99.9.99999`, `88.8.88888`) come last, as one. Throws
 * an error that names any other text.
 */
export function formatMinOs(builds: readonly string[], releases: Releases): string {
  const parsed: Build[] = [];
  let placeholder = false;
  for (const text of builds) {
    const build = parseBuild(text);
    if (build !== undefined) parsed.push(build);
    else if (isPlaceholder(text)) placeholder = true;
    else
      throw new Error(
        `OsBuildVersion "${text}" is neither a build (10.0.22631.3007) nor a known placeholder`,
      );
  }
  const lines = new Set(parsed.sort(compareBuilds).map((build) => formatBuild(build, releases)));
  if (placeholder) lines.add(PLACEHOLDER);
  return [...lines].join(SEPARATOR);
}

function formatBuild(build: Build, releases: Releases): string {
  const client = releases.of(build.order).find((release) => release.line === 'client');
  const name = client === undefined ? '' : `${client.family}, version ${client.label} `;
  return `${name}[${build.text}] and later`;
}

/** Reads a `csp.minOs` text; the order of its alternatives does not matter. */
export function minimumsOf(text: string): {
  builds: string[];
  unreadable?: string[];
} {
  const builds: string[] = [];
  const unreadable: string[] = [];
  for (const alternative of text.split('|')) {
    const line = alternative.trim();
    if (line === '') continue;
    const [, bracketed = ''] = /\[([^[\]]*)\][^[]*$/.exec(line) ?? [];
    const build = parseBuild(bracketed.trim());
    if (build === undefined) unreadable.push(line);
    else builds.push(build.text);
  }
  return { builds, ...(unreadable.length > 0 && { unreadable }) };
}
