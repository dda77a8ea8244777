/** Name and publication date of a fetched version. */
import type { VersionRule } from './declarations.ts';
import type { Downloaded } from './download.ts';
import { FetchError } from './errors.ts';
import type { Located } from './locate/locate.ts';
import type { LockedVersion } from './lock.ts';
import { groupInFile, groupInName } from './match.ts';

/** Also used as a folder name: no characters with a meaning in paths. */
export const LABEL = /^[A-Za-z0-9][A-Za-z0-9._+-]*$/;

export interface Evidence {
  located: Located;
  downloaded: readonly Downloaded[];
  /** Path below the version's folder → bytes. */
  files: ReadonlyMap<string, Uint8Array>;
}

/** The label, if it is known without a download. */
export function labelBeforehand(rule: VersionRule, located: Located): string | undefined {
  if (rule.from === 'declared') return rule.version;
  return rule.from === 'release' ? located.release : undefined;
}

/** @throws FetchError if the place that should name the version does not. */
export function versionLabel(source: string, rule: VersionRule, evidence: Evidence): string {
  const label = find(rule, evidence);
  if (label === undefined)
    throw new FetchError(`${source}: no version found (declared: ${JSON.stringify(rule)})`);
  if (!LABEL.test(label)) throw new FetchError(`${source}: ${JSON.stringify(label)} cannot be a version`);
  return label;
}

function find(rule: VersionRule, { located, downloaded, files }: Evidence): string | undefined {
  switch (rule.from) {
    case 'date':
      return located.date ?? latestModified(downloaded);
    case 'url':
      return downloaded.map(({ url }) => groupInName(rule.pattern, url)).find((found) => found !== undefined);
    case 'file': {
      const bytes = [...files].find(([path]) => path.toLowerCase() === rule.file.toLowerCase())?.[1];
      return bytes && groupInFile(rule.pattern, looseText(bytes));
    }
    case 'declared':
    case 'release':
      return labelBeforehand(rule, located);
  }
}

export function versionDate(
  rule: VersionRule,
  { located, downloaded }: Omit<Evidence, 'files'>,
  today: string,
): Pick<LockedVersion, 'date' | 'dateFrom'> {
  if (rule.from === 'declared' && rule.date) return { date: rule.date, dateFrom: 'declared' };
  if (located.date) return { date: located.date, dateFrom: 'release' };
  const modified = latestModified(downloaded);
  return modified ? { date: modified, dateFrom: 'last-modified' } : { date: today, dateFrom: 'fetched' };
}

function latestModified(downloaded: readonly Downloaded[]): string | undefined {
  const days = downloaded.map(({ lastModified }) => new Date(lastModified ?? Number.NaN));
  if (days.some((date) => Number.isNaN(date.getTime()))) return undefined;
  const sorted = days.map((date) => date.toISOString().slice(0, 10)).sort();
  return sorted.at(-1);
}

/** ASCII from UTF-8 or UTF-16: enough for a version number in a comment. */
function looseText(bytes: Uint8Array): string {
  return new TextDecoder('windows-1252').decode(bytes).replaceAll('\0', '');
}
