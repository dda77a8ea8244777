/** The committed release table, indexed, for the tests of the verdict. */
import { editionList } from '../../build/compile/edition-names.ts';
import table from '../../facts/windows-releases.json' with { type: 'json' };
import type { ReleaseTable } from '../../runtime/format/release-table.ts';
import type { ReasonCode, Tables } from '../../runtime/verdict/index.ts';
import { createReleases } from '../../runtime/verdict/releases.ts';
import type { OpenTarget } from '../../runtime/verdict/target.ts';

const typed: Record<'sources' | 'releases', unknown[]> = table;

export const releaseTable = typed as ReleaseTable;
export const releases = createReleases(releaseTable);

/** Lists for every PC of note, without Pro and Home, for HoloLens, an empty one, and one without the LTSC editions. */
const LISTS = [
  ['0x4', '0x30', '0x65', '0x7D', '0xBF'],
  ['0x4', '0x7D'],
  ['0x88', '0x87'],
  [],
  ['0x4', '0x79'],
];

/** What verdicts are drawn from where the edition lists of the DDF are not needed. */
export const tables: Tables = { releases, editionLists: LISTS.map(editionList) };

const OPEN: Partial<Record<ReasonCode, string>> = {
  ambiguousLabel: 'label',
  ambiguousFamily: 'family',
  severalReleases: 'several',
  editionAlone: 'edition',
  noSuchLabel: 'label',
  contradictoryBuild: 'build',
};

/** Why a target has no build, in one word. */
export function openAs({ kind, reason }: OpenTarget): string {
  return OPEN[reason.code] ?? kind;
}
