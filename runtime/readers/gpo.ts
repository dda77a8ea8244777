/** Facts on the values of a group policy backup that follow from its folders and files. */
import type { Collector } from './collect.ts';
import type { Pieces } from './types.ts';
import { parseXmlInPieces } from './xml.ts';

/** Parents of home directories: a folder `user` below them belongs to somebody of that name. */
const HOMES = new Set(['home', 'users']);

/**
 * The hive of a Registry.pol by its folder: `Machine` or `User`, in any case. Undefined where the folder tells none.
 * Source: [MS-GPREG] 3.2.5.1.2.
 */
export function hiveOfPath(path: string): 'HKLM' | 'HKCU' | undefined {
  const folders = path.toLowerCase().split(/[\\/]/).slice(0, -1);
  const folder = folders.at(-1);
  if (HOMES.has(folders.at(-2) ?? '')) return undefined;
  return folder === 'machine' ? 'HKLM' : folder === 'user' ? 'HKCU' : undefined;
}

/** Reads bkupInfo.xml: the display name and GUID of the backed-up group policy object. */
export function* readGpoInfo(text: string, collector: Collector): Pieces {
  const fields = new Map<string, string>();
  yield* parseXmlInPieces(text, collector, {
    close(name, depth, content) {
      if (depth === 2) fields.set(name, content);
    },
  });
  const name = fields.get('GPODisplayName')?.trim() ?? '';
  const id = fields.get('GPOGuid')?.trim() ?? '';
  collector.gpo = { ...(name === '' ? {} : { name }), ...(id === '' ? {} : { id }) };
}
