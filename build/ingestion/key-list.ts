/**
 * Registry keys that a policy of an ingested ADMX may write: Microsoft, “Win32 and Desktop Bridge app ADMX policy
 * ingestion” (https://learn.microsoft.com/windows/client-management/win32-and-centennial-app-policy-configuration).
 */
import { normalizeKeyForBuild } from '../../runtime/format/keys.ts';
import list from './key-list.json' with { type: 'json' };

/** Keys at or below the closed ones may not be written, except at or below the open ones. */
const CLOSED = list.closed.map((key) => normalizeKeyForBuild(key));
const OPEN = list.open.map((key) => normalizeKeyForBuild(key));

/** Whole segments are compared, in any case; a key equal to a listed path counts as below it. */
export function isIngestible(key: string): boolean {
  const path = normalizeKeyForBuild(key);
  return !CLOSED.some((root) => isWithin(path, root)) || OPEN.some((root) => isWithin(path, root));
}

function isWithin(path: string, root: string): boolean {
  return path === root || path.startsWith(`${root}\\`);
}
