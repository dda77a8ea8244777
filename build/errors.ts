/** The request cannot be met: a wrong flag, or input that cannot be read, which the message names. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** No dataset can be opened, or no server reached. */
export class Unavailable extends Error {
  override readonly name = 'Unavailable';
}

/** Windows refuses so to replace a file that another program (Excel, a virus scanner) has open. */
const OR_OPEN = process.platform === 'win32' ? ', or another program has it open' : '';
const REFUSED = `this user may not read or write there${OR_OPEN}; change the permissions, or name another file or folder`;

/** Meanings and remedies of system error codes. Others are rare, and keep the system's message. */
export const SYSTEM_REASONS: Record<string, string> = {
  EACCES: REFUSED,
  EBUSY: 'another program has it open; close it there, or name another file or folder',
  EDQUOT: 'the quota of this user is used up; free some space, or name another place',
  EEXIST: 'a file has that name; name another place',
  EISDIR: 'it is a folder; name a file',
  ENAMETOOLONG: 'the path is too long; name another place',
  ENOENT: 'there is no such file or folder; check the path',
  ENOSPC: 'the disk is full; free some space, or name another place',
  ENOTDIR: 'a part of the path is not a folder; check the path',
  EPERM: REFUSED,
  EROFS: 'the file system is read-only; name another place',
};

interface SystemError extends NodeJS.ErrnoException {
  /** Target of a rename. */
  dest?: string;
}

/** For a system error: the path, the reason and the remedy. */
export function messageOf(error: Error): string {
  const { code = '', syscall, path, dest = path, message }: SystemError = error;
  const reason = SYSTEM_REASONS[code];
  // Other errors may have such a code too, with their own message.
  if (reason === undefined || !message.startsWith(`${code}: `)) return message;
  // Files and folders are written under a temporary name beside the final one.
  const at = dest === undefined ? '' : `${dest.replace(/\.tmp-\d+-[\da-f]{8}-([^\\/]*).*/, '$1')}: `;
  return `${at}${reason} (${code}, ${syscall})`;
}

/** The message of any thrown value. */
export const reasonOf = (error: unknown) => (error instanceof Error ? error.message : String(error));
