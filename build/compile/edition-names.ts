/** Edition lists of the DDF: product types of GetProductInfo, their names, and the groups that answers name. */
import table from '../../facts/windows-releases.json' with { type: 'json' };
import type { EditionList } from '../../runtime/format/format.ts';
import type { Edition } from '../supported-on/tables.ts';

export const EDITIONS: readonly Edition[] = table.editions as Edition[];

/** The groups of PCs in the order of answers. */
const PC_GROUPS = [
  'Home',
  'Pro',
  'Enterprise',
  'Education',
  'Enterprise LTSC',
  'IoT Enterprise',
  'IoT Enterprise LTSC',
  'SE',
  'multi-session',
];
/** Groups of devices that are not PCs. */
const DEVICE_GROUPS = ['HoloLens', 'Surface Hub'];

const BY_CODE = new Map(EDITIONS.map((edition) => [edition.code.toLowerCase(), edition]));
const editionOf = (code: string) => BY_CODE.get(code.toLowerCase());

/** Names in the list's order; a code that the table lacks is returned unchanged. */
export function editionNames(codes: readonly string[]): string[] {
  return codes.map((code) => editionOf(code)?.name ?? code);
}

export function isKnownEdition(code: string): boolean {
  return editionOf(code) !== undefined;
}

/** `all` replaces the PC groups if every one of them is listed. */
export function editionList(list: readonly string[]): EditionList {
  const known = list.flatMap((code) => editionOf(code) ?? []);
  const leads = new Set(known.flatMap(({ group, leads }) => (leads && group) || []));
  const pc = PC_GROUPS.filter((group) => leads.has(group));
  return {
    codes: list.map((code) => editionOf(code)?.code ?? code),
    groups: [
      ...(pc.length === PC_GROUPS.length ? ['all'] : pc),
      ...DEVICE_GROUPS.filter((group) => leads.has(group)),
    ],
    isForPc: known.some(({ group = '' }) => !DEVICE_GROUPS.includes(group)),
  };
}
