/** The committed release table, indexed, for the tests of the verdict. */
import table from '../../facts/windows-releases.json' with { type: 'json' };
import type { Tables } from '../../runtime/verdict/index.ts';
import { createReleases, type ReleaseTable } from '../../runtime/verdict/releases.ts';

const typed: Record<'sources' | 'releases', unknown[]> = table;

export const releaseTable = typed as ReleaseTable;
export const releases = createReleases(releaseTable);

/** What verdicts are drawn from where no edition matters. */
export const tables: Tables = { releases, editionLists: [] };
