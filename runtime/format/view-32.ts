/** The view of the registry that 32-bit programs have on 64-bit Windows. */

/**
 * Keys of HKLM that such programs see redirected to another key. Both views share one copy of policies: “Shared” in
 * Microsoft's table “Registry Keys Affected by WOW64”.
 */
const REDIRECTED =
  /^(software[\\/]+)(?!(?:wow6432node|(?:microsoft[\\/]+windows[\\/]+currentversion[\\/]+)?policies)(?:[\\/]|$))/i;

/** The key of HKLM that a 32-bit program means by a key without its hive. */
export function keyOfView32(key: string): string {
  return key.replace(REDIRECTED, '$1Wow6432Node\\');
}

/** Parts of the classes have two copies in the hives of users, too. */
const CLASSES = /^(?:[^\\]*\\)?software\\classes\\|^[^\\]*_classes\\/;

/** Whether the two views may mean different keys by it. */
export function differsInView32(hive: string | null, key: string): boolean {
  const below = `${key}\\`;
  return hive === 'HKLM' ? REDIRECTED.test(below) : hive === null || hive === 'HKCR' || CLASSES.test(below);
}

/** The key that 64-bit programs see, where this one is of the 32-bit view. */
export function nativeKey(key: string): string | undefined {
  const native = key.replace(/^(software\\(?:classes\\)?)wow6432node\\/, '$1');
  return native === key ? undefined : native;
}
