/** The committed release table, indexed, for the tests of the verdict. */
import table from '../../facts/windows-releases.json' with { type: 'json' };
import type { ReasonCode, Tables } from '../../runtime/verdict/index.ts';
import { createReleases, type ReleaseTable } from '../../runtime/verdict/releases.ts';
import type { OpenTarget } from '../../runtime/verdict/target.ts';

const typed: Record<'sources' | 'releases', unknown[]> = table;

export const releaseTable = typed as ReleaseTable;
export const releases = createReleases(releaseTable);

/** What verdicts are drawn from where no edition matters. */
export const tables: Tables = { releases, editionLists: [] };

const OPEN: Partial<Record<ReasonCode, string>> = {
  ambiguousLabel: 'label',
  ambiguousFamily: 'family',
  ambiguousReleaseId: 'frozen',
  editionAlone: 'edition',
  noSuchLabel: 'label',
  contradictoryBuild: 'build',
};

/** Why a target has no build, in one word. */
export function openAs({ kind, reason }: OpenTarget): string {
  return OPEN[reason.code] ?? kind;
}
