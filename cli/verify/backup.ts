/** Group policy backups: which files belong together. */

/**
 * The folder of a backup that a file lies in (the one with bkupInfo.xml), as the path has it; undefined for a path
 * that is not one of a backup.
 */
export function backupFolder(path: string): string | undefined {
  const parts = path.split(/([\\/])/);
  const at = parts.findLastIndex((part) => part.toLowerCase() === 'domainsysvol');
  if (at !== -1) return parts.slice(0, Math.max(at - 1, 0)).join('');
  const name = parts.at(-1)?.toLowerCase();
  if (name !== 'bkupinfo.xml' && name !== 'backup.xml') return undefined;
  return parts.slice(0, Math.max(parts.length - 2, 0)).join('');
}
