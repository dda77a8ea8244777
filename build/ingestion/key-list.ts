/**
 * Registry keys that a policy of an ingested ADMX may write: Microsoft, “Win32 and Desktop Bridge app ADMX policy
 * ingestion” (https://learn.microsoft.com/windows/client-management/win32-and-centennial-app-policy-configuration).
 */
import { normalizeKeyForBuild } from '../../runtime/format/keys.ts';

/** Keys at or below these may not be written… */
const CLOSED = ['system', 'software\\microsoft', 'software\\policies\\microsoft'];

/** … except at or below these. */
const OPEN = [
  'Software\\Policies\\Microsoft\\Office',
  'Software\\Microsoft\\Office',
  'Software\\Microsoft\\Windows\\CurrentVersion\\Explorer',
  'Software\\Microsoft\\Internet Explorer',
  'Software\\Policies\\Microsoft\\Shared Tools\\Proofing Tools',
  'Software\\Policies\\Microsoft\\IMEJP',
  'Software\\Policies\\Microsoft\\IME\\Shared',
  'Software\\Policies\\Microsoft\\Shared Tools\\Graphics Filters',
  'Software\\Policies\\Microsoft\\Windows\\CurrentVersion\\Explorer',
  'Software\\Policies\\Microsoft\\SoftwareProtectionPlatform',
  'Software\\Policies\\Microsoft\\OfficeSoftwareProtectionPlatform',
  'Software\\Policies\\Microsoft\\Windows\\Windows Search\\Preferences',
  'Software\\Policies\\Microsoft\\Exchange',
  'Software\\Microsoft\\Shared Tools\\Proofing Tools',
  'Software\\Microsoft\\Shared Tools\\Graphics Filters',
  'Software\\Microsoft\\Windows\\Windows Search\\Preferences',
  'Software\\Microsoft\\Exchange',
  'Software\\Policies\\Microsoft\\VBA\\Security',
  'Software\\Microsoft\\OneDrive',
  'Software\\Microsoft\\Edge',
  'Software\\Microsoft\\EdgeUpdate',
].map((key) => normalizeKeyForBuild(key));

/** Whole segments are compared, in any case; a key equal to a listed path counts as below it. */
export function isIngestible(key: string): boolean {
  const path = normalizeKeyForBuild(key);
  return !CLOSED.some((root) => isWithin(path, root)) || OPEN.some((root) => isWithin(path, root));
}

function isWithin(path: string, root: string): boolean {
  return path === root || path.startsWith(`${root}\\`);
}
